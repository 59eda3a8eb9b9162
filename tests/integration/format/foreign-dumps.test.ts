import { promises as fs } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { rollBackLoad, dumpSchema, loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { FOREIGN_SHAPES, reshape, type ForeignShape } from './foreign-shapes';

const SCHEMA = 'foreign_shapes';
const COPY = 'foreign_copy';
const ROWS = 3000;
/** Whatever a dialect could trip over. */
const TEXT = `CONCAT(IF(id % 7, '', NULL), ELT(id % 5 + 1, '', 'a,"b"\\r\\n''c''>', 'line\\nbreak\\\\', '!N<|\\ttab"', 'NULL'), REPEAT('ä€', id % 40))`;

const registry = newRegistry();

describe.each(testVendors)('dumps of other shapes, %s', (vendor) => {
  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    await withPlain(vendor, async (connection) => {
      await connection.query("SET SESSION sql_mode = ''");
      for (const statement of [
        `CREATE DATABASE ${SCHEMA}`,
        `USE ${SCHEMA}`,
        'CREATE TABLE t (id INT PRIMARY KEY, note TEXT, raw VARBINARY(200), f FLOAT, d DATETIME, KEY (d)) CHARACTER SET utf8mb4',
        `INSERT INTO t WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 1000)
           SELECT id, ${TEXT}, IF(id % 9, UNHEX(HEX(CONCAT(CHAR(id % 256), 'x\\n"'))), NULL), id / 3, '2026-01-02' FROM n`,
        'INSERT INTO t SELECT id + 1000, note, raw, f, d FROM t',
        'INSERT INTO t SELECT id + 2000, note, raw, f, d FROM t WHERE id <= 1000',
        `CREATE TABLE parts (id INT PRIMARY KEY, note TEXT) PARTITION BY RANGE (id)
           (PARTITION p0 VALUES LESS THAN (500), PARTITION p1 VALUES LESS THAN MAXVALUE)`,
        'INSERT INTO parts SELECT id, note FROM t',
        'CREATE FUNCTION twice(n INT) RETURNS INT DETERMINISTIC RETURN n * 2',
        'CREATE PROCEDURE tidy() SELECT 1',
        'CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1',
        'CREATE VIEW v AS SELECT id FROM t',
        'CREATE TRIGGER stamp BEFORE INSERT ON t FOR EACH ROW SET NEW.note = CONCAT(NEW.note, 1)',
      ])
        await connection.query(statement);
    });
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  async function inShape(shape: ForeignShape, work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const ours = join(parent, 'ours');
      const dumped = await dumpSchema(registry, {
        vendor,
        schema: SCHEMA,
        folder: ours,
        bytesPerChunk: 131_072,
      });
      expect(dumped).toMatchObject({ ok: true, errors: [] });
      const folder = join(parent, 'foreign');
      await reshape(ours, folder, shape);
      await dropSchemas(vendor, COPY);
      await work(folder);
    });
  }

  it.each(Object.entries(FOREIGN_SHAPES))('loads %s', async (_, shape) => {
    await inShape(shape, async (folder) => {
      const verified = await verifyDump(registry, folder);
      expect(verified).toMatchObject({ errors: [], rows: 2 * ROWS });
      const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(loaded).toMatchObject({ ok: true, errors: [], rows: 2 * ROWS });
      await withPlain(vendor, async (connection) => {
        expect(await schemaFingerprint(connection, COPY)).toEqual(
          await schemaFingerprint(connection, SCHEMA),
        );
      });
    });
  });

  it('notices a row that is gone from a dump of another tool, and takes back what it loaded when told to', async () => {
    const shape = FOREIGN_SHAPES['CSV after RFC 4180, as it is'];
    if (shape === undefined) throw new Error('There is no such shape.');
    await inShape(shape, async (folder) => {
      const file = (await fs.readdir(folder)).find((name) => /@t@@\d+\.csv$/.test(name)) ?? '';
      const text = await fs.readFile(join(folder, file), 'utf8');
      await fs.writeFile(join(folder, file), text.slice(0, text.lastIndexOf('\n"')) + '\n');
      const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(loaded.state).toBe('failed');
      expect(loaded.unfinished?.rollBack).toContain(folder);
      expect(loaded.errors[0]).toMatchObject({ code: 'rows-differ', table: `${COPY}.t` });
      await rollBackLoad(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      await withPlain(vendor, async (connection) => {
        expect(await connection.query(`SHOW DATABASES LIKE '${COPY}'`)).toMatchObject([[], {}]);
      });
    });
  });
});
