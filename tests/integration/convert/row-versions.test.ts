import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dumpByClient, loadByMyloader } from '../../servers/dump-programs';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';
import { convertDump, dumpSchemas } from './harness';

const SCHEMA = 'versions_converted';
const COPY = 'versions_copied';

/** System-versioned tables are MariaDB's own. */
describe('row versions of the past, in other formats', () => {
  const registry = newRegistry();
  let wanted: unknown = null;

  const historyOf = async (schema: string) =>
    await withPlain('mariadb', async (connection) => {
      const found: unknown[] = [];
      for (const [table, bounds] of [
        ['plain', 'row_start, row_end'],
        ['own', 'began, ended'],
      ] as const) {
        const [rows] = await connection.query({
          sql: `SELECT id, b, ${bounds} FROM ${schema}.${table} FOR SYSTEM_TIME ALL ORDER BY 1, 2, 3`,
          rowsAsArray: true,
        });
        found.push(rows);
      }
      return found;
    });

  beforeAll(async () => {
    const connection = await connectToFresh('mariadb', SCHEMA);
    for (const statement of [
      'CREATE TABLE plain (id INT PRIMARY KEY, b VARCHAR(9)) WITH SYSTEM VERSIONING',
      `CREATE TABLE own (id INT PRIMARY KEY, b VARCHAR(9), began TIMESTAMP(6) GENERATED ALWAYS AS ROW START,
        ended TIMESTAMP(6) GENERATED ALWAYS AS ROW END, PERIOD FOR SYSTEM_TIME (began, ended)) WITH SYSTEM VERSIONING`,
    ])
      await connection.query(statement);
    for (const table of ['plain', 'own'])
      for (const statement of [
        `INSERT INTO ${table} (id, b) VALUES (1, 'a'), (2, 'b')`,
        `UPDATE ${table} SET b = 'c' WHERE id = 1`,
        `UPDATE ${table} SET b = 'd' WHERE id = 1`,
        `DELETE FROM ${table} WHERE id = 2`,
      ])
        await connection.query(statement);
    await connection.end();
    wanted = await historyOf(SCHEMA);
  });
  beforeEach(() => dropSchemas('mariadb', COPY));
  afterAll(() => dropSchemas('mariadb', SCHEMA, COPY));

  /** The script, or those of a folder, as one text. */
  function readSettings(out: string): string {
    const files = out.endsWith('.sql') ? [out] : readdirSync(out).map((name) => join(out, name));
    return files.map((file) => readFileSync(file, 'utf8')).join('');
  }

  async function expectLoaded(dump: string): Promise<void> {
    const schemaMap = { [SCHEMA]: COPY };
    const loaded = await loadDump(registry, { vendor: 'mariadb', folder: dump, schemaMap });
    expect(loaded.errors.map(({ message }) => message)).toEqual([]);
    expect(await historyOf(COPY)).toEqual(wanted);
  }

  it('come from mariadb-dump --dump-history', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'history.sql');
      await dumpByClient('mariadb', script, ['--dump-history', '--databases', SCHEMA]);
      await expectLoaded(script);
    });
  });

  it.each(['sql', 'mydumper', 'jsonl', 'csv', 'shell'] as const)('go to %s and come back', async (format) => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, format === 'sql' ? 'out.sql' : 'out')];
      await dumpSchemas(registry, 'mariadb', dump, [SCHEMA]);
      await convertDump(dump, out, { format });
      await expectLoaded(out);
    });
  });

  it.each(['sql', 'mydumper', 'csv'] as const)('go from mariadb-dump to %s', async (format) => {
    await withFolder(async (folder) => {
      const [script, out] = [join(folder, 'history.sql'), join(folder, format === 'sql' ? 'out.sql' : 'out')];
      await dumpByClient('mariadb', script, ['--dump-history', '--databases', SCHEMA]);
      await convertDump(script, out, { format });
      if (format !== 'csv') expect(readSettings(out)).toContain('system_versioning_insert_history = 1');
      await expectLoaded(out);
    });
  });

  it('are loaded by myloader from a folder for it', async () => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, 'out')];
      await dumpSchemas(registry, 'mariadb', dump, [SCHEMA]);
      await convertDump(dump, out, { format: 'mydumper' });
      await dropSchemas('mariadb', SCHEMA);
      await loadByMyloader('mariadb', out);
      expect(await historyOf(SCHEMA)).toEqual(wanted);
    });
  });
});
