import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { testVendors } from '../../servers/test-server';
import { withGlobals } from '../harness/globals';
import { migrateSchema } from '../harness/migrations';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'computed_columns';
const COPY = 'computed_columns_copy';
const HOSTILE = { div_precision_increment: 9, lc_time_names: 'de_DE', default_week_format: 3 };

/** MariaDB takes no expression into a column that a setting could change, but for the digits of a quotient. */
const COLUMNS = {
  mysql: 'third DOUBLE AS (a / 3) STORED, month VARCHAR(20) AS (MONTHNAME(d)) STORED',
  mariadb: 'third DOUBLE AS (a / 3) STORED',
} as const satisfies Readonly<Record<Vendor, string>>;

async function rowsOf(vendor: Vendor, schema: string): Promise<unknown> {
  return await withPlain(vendor, async (connection) => {
    const [rows] = await connection.query(`SELECT * FROM ${schema}.t`);
    return rows;
  });
}

describe.each(testVendors)('stored generated columns, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query(`CREATE TABLE t (a INT PRIMARY KEY, d DATE, ${COLUMNS[vendor]})`);
    await connection.query("INSERT INTO t (a, d) VALUES (1, '2026-03-01')");
    await connection.end();
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  it('have the values of the source on a target that computes otherwise', async () => {
    await dropSchemas(vendor, COPY);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).toMatchObject({ warnings: [] });
      await withPlain(vendor, (connection) =>
        withGlobals(connection, HOSTILE, async () => {
          const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
          expect(loaded).toMatchObject({ state: 'done', errors: [] });
        }),
      );
    });
    expect(await rowsOf(vendor, COPY)).toEqual(await rowsOf(vendor, SCHEMA));
  });

  it('are named by a dump and a migration from a source that computes otherwise', async () => {
    await dropSchemas(vendor, COPY);
    const message = expect.stringContaining('“third”') as string;
    await withPlain(vendor, (connection) =>
      withGlobals(connection, HOSTILE, async () => {
        await withFolder(async (parent) => {
          const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder: join(parent, 'dump') });
          expect(dumped.warnings).toContainEqual(expect.objectContaining({ message, table: `${SCHEMA}.t` }));
        });
        const wish = { from: vendor, to: vendor, schema: SCHEMA, copy: COPY } as const;
        const migrated = await migrateSchema(registry, wish);
        expect(migrated.warnings).toContainEqual(expect.objectContaining({ message }));
      }),
    );
  });
});
