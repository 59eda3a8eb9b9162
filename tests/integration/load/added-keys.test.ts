import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import type { Check } from '../../../app/contract/runs/result';
import { testVendors } from '../../servers/test-server';
import { withGlobals } from '../harness/globals';
import { migrateSchema, planMigrationOf, WAYS } from '../harness/migrations';
import {
  compareWithDump,
  dumpSchema,
  loadDump,
  newRegistry,
  withFolder,
  type LoadWish,
} from '../harness/runs';
import { connectPlain, connectToFresh, dropSchemas } from '../harness/servers';

const SCHEMA = 'keys_added';
const COPY = 'keys_added_copy';
const MAP = { schemaMap: { [SCHEMA]: COPY } };
const ROWS = 20_000;

const TABLES = [
  'CREATE TABLE digits (d INT NOT NULL PRIMARY KEY)',
  'INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)',
  'CREATE TABLE log (at DATETIME, line VARCHAR(80), KEY (line))',
  `INSERT INTO log SELECT '2026-01-01', CONCAT('line ', a.d, b.d) FROM digits a, digits b, digits c, digits d, digits e WHERE e.d < ${ROWS / 10_000}`,
  "CREATE TABLE odd (`a PRIMARY KEY` VARCHAR(80) DEFAULT 'PRIMARY KEY' COMMENT 'a, b\\n  `c`', b INT AS (1) VIRTUAL)",
  "INSERT INTO odd (`a PRIMARY KEY`) VALUES ('x'), (NULL)",
  'CREATE VIEW lines_of_log AS SELECT * FROM log',
  'CREATE TRIGGER stamp BEFORE INSERT ON odd FOR EACH ROW SET NEW.`a PRIMARY KEY` = 1',
];

/** Variable by which each vendor requires primary keys. */
const REQUIRING: Readonly<Record<Vendor, string>> = {
  mysql: 'sql_require_primary_key',
  mariadb: 'innodb_force_primary_key',
};

describe('an invisible key that is added to tables without one', () => {
  const registry = newRegistry();
  const servers = new Map<Vendor, Connection>();
  const on = (vendor: Vendor): Connection => {
    const found = servers.get(vendor);
    if (found === undefined) throw new Error(`There is no ${vendor}.`);
    return found;
  };

  beforeAll(async () => {
    for (const vendor of testVendors) {
      servers.set(vendor, await connectPlain(vendor));
      const fresh = await connectToFresh(vendor, SCHEMA);
      for (const statement of TABLES) await fresh.query(statement);
      await fresh.end();
    }
  });

  beforeEach(async () => {
    for (const vendor of testVendors) await dropSchemas(vendor, COPY);
  });

  afterAll(async () => {
    for (const vendor of testVendors) {
      await dropSchemas(vendor, SCHEMA, COPY);
      await on(vendor).end();
    }
  });

  const required = <T>(vendor: Vendor, work: () => Promise<T>) =>
    withGlobals(on(vendor), { [REQUIRING[vendor]]: 1 }, work);

  async function rowsOf(vendor: Vendor, schema: string): Promise<unknown> {
    const [rows] = await on(vendor).query(
      `SELECT line, COUNT(*) AS n FROM (SELECT * FROM ${schema}.log) AS l GROUP BY line ORDER BY line`,
    );
    return rows;
  }

  /** Words about my_row_id in the tables of the copy, by table. */
  async function keysOf(vendor: Vendor): Promise<Readonly<Record<string, unknown>>> {
    const [rows] = await on(vendor).query<RowDataPacket[]>(
      `SELECT TABLE_NAME AS name, LOWER(CONCAT(COLUMN_KEY, ' ', EXTRA)) AS words FROM information_schema.COLUMNS
       WHERE TABLE_SCHEMA = '${COPY}' AND COLUMN_NAME = 'my_row_id' ORDER BY TABLE_NAME`,
    );
    return Object.fromEntries(rows.map(({ name, words }) => [name as string, words as unknown]));
  }

  const INVISIBLE = expect.stringMatching(/^pri (?=.*auto_increment)(?=.*invisible)/) as unknown;
  const statesOf = (checks: readonly Check[]) => checks.map(({ kind, state }) => `${kind} ${state}`);

  it.each(WAYS)(
    'by a load from a folder, %s to %s, ends equal and is verified as equal',
    async (from, to) => {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        expect(await dumpSchema(registry, { vendor: from, schema: SCHEMA, folder })).toMatchObject({
          errors: [],
        });
        await required(to, async () => {
          const wish: LoadWish = { vendor: to, folder, ...MAP, fixes: ['collations'] };
          const refused = await loadDump(registry, wish);
          expect(refused.errors).toMatchObject([
            {
              code: 'primary-key-missing',
              hint: expect.stringContaining('--missing-primary-key add-invisible') as unknown,
            },
          ]);
          const loaded = await loadDump(registry, {
            ...wish,
            ...{ missingPrimaryKey: 'add-invisible', verify: 'checksum', indexes: 'defer', threads: 4 },
          });
          expect(loaded.errors).toEqual([]);
          for (const { table, checks } of loaded.verdicts)
            expect([table, statesOf(checks)]).toEqual([
              table,
              expect.arrayContaining(['checksum ok', 'rows ok']),
            ]);
        });
        expect(await keysOf(to)).toEqual({ log: INVISIBLE, odd: INVISIBLE });
        expect(await rowsOf(to, COPY)).toEqual(await rowsOf(from, SCHEMA));

        const comparison = { vendor: to, folder, ...MAP, verify: 'checksum' } as const;
        const same = await compareWithDump(registry, { ...comparison, missingPrimaryKey: 'add-invisible' });
        expect(same.errors).toEqual([]);
        const plain = await compareWithDump(registry, comparison);
        // Across vendors definitions are not compared.
        expect(plain.errors.map(({ table, message, hint }) => [table, message, hint])).toEqual(
          from === to
            ? ['log', 'odd'].map((table) => [
                `${COPY}.${table}`,
                'The table has an invisible primary key, my_row_id, which the dumped one has not. All else is equal.',
                expect.stringContaining('--missing-primary-key add-invisible') as unknown,
              ])
            : [],
        );
      });
    },
  );

  it.each(WAYS)('by a migration, %s to %s, ends equal', async (from, to) => {
    await required(to, async () => {
      const wish = { from, to, schema: SCHEMA, copy: COPY, fixes: ['collations'] } as const;
      const { findings } = await planMigrationOf(wish);
      const blocks = findings.filter(({ severity }) => severity === 'blocks');
      expect(blocks.map(({ rule, object }) => [rule, object])).toEqual([
        ['primary-key-missing', `${SCHEMA}.log`],
        ['primary-key-missing', `${SCHEMA}.odd`],
      ]);
      const keyed = { ...wish, missingPrimaryKey: 'add-invisible' } as const;
      const planned = await planMigrationOf(keyed);
      expect(planned.findings.filter(({ severity }) => severity === 'blocks')).toEqual([]);
      const moved = await migrateSchema(registry, keyed);
      expect(moved.errors).toEqual([]);
      for (const { table, checks } of moved.verdicts)
        expect([table, statesOf(checks)]).toEqual([
          table,
          expect.arrayContaining(['checksum ok', 'rows ok']),
        ]);
      expect(await keysOf(to)).toEqual({ log: INVISIBLE, odd: INVISIBLE });
      expect(await rowsOf(to, COPY)).toEqual(await rowsOf(from, SCHEMA));
    });
  });
});
