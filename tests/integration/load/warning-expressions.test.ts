import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadMethods } from '../../../app/contract/options';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'warning_expressions';

/** A warning of a conversion inside an expression, which names no column. */
const INSIDE = [
  "CREATE TABLE inet (id INT PRIMARY KEY, a INET6, g VARCHAR(40) AS (COALESCE(a, 'x')) STORED)",
  "INSERT INTO inet (id, a) VALUES (1, '::'), (2, NULL)",
];

describe.each(testVendors)('a table whose own expressions warn, %s', (vendor) => {
  const registry = newRegistry();

  afterAll(() => dropSchemas(vendor, SCHEMA));

  it.each(loadMethods.filter((method) => method !== 'auto'))(
    'is loaded by %s, and is the same',
    async (method) => {
      const connection = await connectToFresh(vendor, SCHEMA);
      const functional = vendor === 'mysql' ? ', KEY f ((txt + 1))' : '';
      for (const statement of [
        "SET sql_mode = ''",
        `CREATE TABLE t (id INT PRIMARY KEY, txt VARCHAR(20), g INT AS (txt + 0) STORED, v INT AS (txt + 0) VIRTUAL,
         short TINYINT AS (txt * 1000) STORED, CHECK (txt + 0 > -5), KEY v (v)${functional})`,
        "INSERT INTO t (id, txt) VALUES (1, '12abc'), (2, 'x'), (3, CONCAT('7', CHAR(10), '''y'))",
        ...(vendor === 'mariadb' ? INSIDE : []),
      ])
        await connection.query(statement);
      await connection.end();
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
        const before = await withPlain(vendor, (plain) => schemaFingerprint(plain, SCHEMA));
        for (const indexes of ['inline', 'defer'] as const) {
          await dropSchemas(vendor, SCHEMA);
          const result = await loadDump(registry, { vendor, folder, method, indexes });
          expect(result).toMatchObject({ state: 'done', errors: [] });
          expect(await withPlain(vendor, (plain) => schemaFingerprint(plain, SCHEMA))).toEqual(before);
        }
      });
    },
  );
});
