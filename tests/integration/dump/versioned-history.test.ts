import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDump } from '../../../app/format/reader';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'versioned_history';
const COPY = 'versioned_history_copy';

/** Partitions of their own for the past, which a dump by partitions would take for rows of today. */
const IN_PARTITIONS = 'PARTITION BY SYSTEM_TIME (PARTITION past HISTORY, PARTITION now CURRENT)';

describe('the history of system-versioned tables, mariadb', () => {
  beforeAll(() =>
    withPlain('mariadb', async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.today (id INT PRIMARY KEY)`);
      for (const [table, partitions] of [
        ['plain', ''],
        ['parted', IN_PARTITIONS],
      ] as const) {
        await connection.query(
          `CREATE TABLE ${SCHEMA}.${table} (id INT PRIMARY KEY, v INT) WITH SYSTEM VERSIONING ${partitions}`,
        );
        await connection.query(`INSERT INTO ${SCHEMA}.${table} VALUES (1, 1), (2, 2), (3, 3)`);
        await connection.query(`UPDATE ${SCHEMA}.${table} SET v = 20 WHERE id = 2`);
        await connection.query(`DELETE FROM ${SCHEMA}.${table} WHERE id = 3`);
      }
    }),
  );
  afterAll(() => dropSchemas('mariadb', SCHEMA, COPY));

  it('is named for each table that has one, and the rows of today come whole', async () => {
    const registry = newRegistry();
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, { vendor: 'mariadb', schema: SCHEMA, folder });
      expect(dumped).toMatchObject({ state: 'done-with-warnings', errors: [], rows: 4 });
      const warned = dumped.warnings.map(({ code, table, message }) => ({ code, table, message }));
      const about = (table: string) => ({
        code: 'unsupported-object',
        table: `${SCHEMA}.${table}`,
        message: 'Only the current rows are dumped, not their history.',
      });
      expect(warned).toEqual([about('parted'), about('plain')]);
      const tables = (await readDump(folder)).schemas[0]?.tables ?? [];
      expect(tables.map(({ name, rows }) => [name, rows])).toEqual([
        ['parted', 2],
        ['plain', 2],
        ['today', 0],
      ]);
      const loaded = await loadDump(registry, {
        vendor: 'mariadb',
        folder,
        schemaMap: { [SCHEMA]: COPY },
      });
      expect(loaded).toMatchObject({ errors: [], ok: true, rows: 4 });
      await withPlain('mariadb', async (connection) => {
        for (const table of ['plain', 'parted']) {
          const [now] = await connection.query(`SELECT id, v FROM ${COPY}.${table} ORDER BY id`);
          expect(now).toEqual([
            { id: 1, v: 1 },
            { id: 2, v: 20 },
          ]);
        }
      });
    });
  });
});
