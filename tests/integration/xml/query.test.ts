import { writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEngine } from '../../../app/engine/open';
import { openDump } from '../../../app/format/formats';
import { queryAsXml } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { ENGINE_FILE, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SOURCE = 'xml_query';
const COPY = 'xml_query_copy';
const SELECT = `SELECT id, name AS \`the "name"\`, amount, placed, note, code FROM ${SOURCE}.orders ORDER BY id`;
const ROWS = [
  ['1', 'Ann & "<Zo\u00eb>"', '12.50', '2026-01-02', null, '007'],
  ['2', '', '-3.25', '2026-01-03', ' two\nlines ', '12'],
  ['5', '\ud83d\ude00', '0.00', null, '', '1'],
];

describe.each(testVendors)('the result of a query as XML, %s', (vendor) => {
  const registry = newRegistry();
  const engine = openEngine(ENGINE_FILE);
  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SOURCE);
    await connection.query(
      `CREATE TABLE ${SOURCE}.orders (id INT, name VARCHAR(20), amount DECIMAL(9,2), placed DATE, note TEXT, code VARCHAR(9)) DEFAULT CHARSET=utf8mb4`,
    );
    await connection.query(`INSERT INTO ${SOURCE}.orders VALUES ?`, [ROWS]);
    await connection.end();
  });
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(() => dropSchemas(vendor, SOURCE, COPY));

  async function loaded(path: string, schema: string, table: string, more = {}) {
    const result = await loadDump(registry, {
      vendor,
      folder: path,
      schemaMap: { [schema]: COPY },
      ...more,
    });
    expect(result.errors.map(({ message }) => message)).toEqual([]);
    return await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query({
        sql: `SELECT CAST(id AS CHAR), \`the "name"\`, CAST(amount AS CHAR), CAST(placed AS CHAR), note, code FROM ${COPY}.${table} ORDER BY 1`,
        rowsAsArray: true,
      });
      return rows;
    });
  }

  it('is loaded into a table that is called as the file', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'sales.orders.xml');
      writeFileSync(path, await queryAsXml(vendor, SELECT));
      const dump = await openDump(path, engine);
      expect(dump).toMatchObject({ form: 'values', manifest: { dumper: 'mysql --xml' } });
      expect(await loaded(path, 'sales', 'orders')).toEqual(ROWS);
      await withPlain(vendor, async (connection) => {
        const [[row]] = (await connection.query(`SHOW CREATE TABLE ${COPY}.orders`)) as unknown as [
          [Readonly<Record<string, string>>],
        ];
        const definition = row['Create Table'] ?? '';
        expect(definition).toMatch(/`id` int(?:\(11\))? NOT NULL,/);
        expect(definition).toMatch(/`amount` decimal\(\d,2\) NOT NULL,/);
        expect(definition).toMatch(/`placed` date DEFAULT NULL,/);
        expect(definition).toMatch(/`code` varchar\(32\) NOT NULL,/);
        expect(definition).toMatch(/PRIMARY KEY \(`id`\)/);
      });
    });
  });

  it('is loaded into the table that --input-table names', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'export.txt');
      writeFileSync(path, await queryAsXml(vendor, SELECT));
      const input = { table: { schema: 'chosen', name: 'picked' } };
      expect(await loaded(path, 'chosen', 'picked', { input })).toEqual(ROWS);
    });
  });

  it('is refused with the results of several statements, and with bytes', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'several.xml');
      writeFileSync(path, await queryAsXml(vendor, 'SELECT 1 AS a; SELECT 2 AS b'));
      await expect(openDump(path, engine)).rejects.toThrow(/holds the results of several statements/);
      writeFileSync(path, await queryAsXml(vendor, "SELECT UNHEX('0102') AS b"));
      await expect(openDump(path, engine)).rejects.toThrow(
        /holds a control character on line \d, byte \d+, in the column b/,
      );
    });
  });
});
