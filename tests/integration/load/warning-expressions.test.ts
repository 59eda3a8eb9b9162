import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadMethods } from '../../../app/contract/runs/options';
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

/** Functions that say what no stored value can: a division by 0, a text or JSON that is no number or date. */
const FUNCTIONS = [
  `CREATE TABLE functions (id INT PRIMARY KEY, txt VARCHAR(40), members SET('x', 'y'), number BIGINT, doc JSON,
   big DECIMAL(30,10), cut INT AS (CAST(big AS SIGNED)) STORED, parts SET('0', '1'), odd DATETIME AS (DATE_ADD(parts, INTERVAL 1 YEAR)) STORED, day DATE, tenth DATETIME AS (DATE_ADD(day, INTERVAL 9000 YEAR)) STORED, ratio DOUBLE AS (1 / number) STORED, parsed DATE AS (STR_TO_DATE(txt, '%Y-%m-%d')) STORED,
   far DATETIME AS (DATE_ADD(members, INTERVAL 9000 YEAR)) STORED, later DATETIME AS (DATE_ADD(number, INTERVAL 9000 YEAR)),
   amount INT AS (doc + 0))`,
  `INSERT INTO functions (id, txt, members, number, doc, big, parts, day) VALUES (1, 'x', 'x,y', 0, '{"a": 1}', 12345678901234567890.5, '0,1', '9999-12-31'), (2, '2026-11-23', '', 99991231, '[]', 1, '', NULL)`,
];

/** The servers name tables without doubling what quotes them. */
const QUOTED = [
  "CREATE TABLE `it's``o\ndd` (id INT PRIMARY KEY, parts SET('0', '1'), odd DATETIME AS (DATE_ADD(parts, INTERVAL 1 YEAR)) STORED)",
  "INSERT INTO `it's``o\ndd` (id, parts) VALUES (1, '0,1'), (2, '')",
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
        ...FUNCTIONS,
        ...QUOTED,
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
