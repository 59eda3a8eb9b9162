import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { patternOf } from '../../../app/contract/commands/pattern';
import { selecting } from '../../../app/contract/runs/options';
import { migrating } from '../../../app/contract/runs/migrate';
import type { Vendor } from '../../../app/contract/connections/connection';
import { testVendors } from '../../servers/test-server';
import { migrateSchema } from '../harness/migrations';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const [A, B] = ['view_order_a', 'view_order_b'];
const [A2, B2] = ['view_order_a2', 'view_order_b2'];
const MAP = { [A]: A2, [B]: B2 };

/** Each stands on views that come later in the alphabet, here or in the other schema. */
const STATEMENTS = [
  `CREATE DATABASE ${A}`,
  `CREATE DATABASE ${B}`,
  `CREATE TABLE ${A}.t (id INT PRIMARY KEY, v INT)`,
  `CREATE TABLE ${B}.t (id INT PRIMARY KEY, v INT)`,
  `CREATE VIEW ${A}.z AS SELECT id, v FROM ${A}.t WHERE v < 100`,
  `CREATE VIEW ${A}.m AS SELECT id, v FROM ${A}.z WITH LOCAL CHECK OPTION`,
  `CREATE VIEW ${A}.a AS SELECT id, v AS z FROM ${A}.m WITH CASCADED CHECK OPTION`,
  `CREATE VIEW ${A}.\`plain\` AS SELECT id, v AS a FROM ${A}.z`,
  // A column of each bears the other's name, as if they stood on each other.
  `CREATE VIEW ${A}.k2 AS SELECT id, v, id + 0 AS k1 FROM ${A}.t`,
  `CREATE VIEW ${A}.k1 AS SELECT id, v AS k2 FROM ${A}.k2 WITH CASCADED CHECK OPTION`,
  `CREATE VIEW ${B}.y AS SELECT id, v FROM ${B}.t WHERE v < 100`,
  `CREATE FUNCTION ${B}.f() RETURNS INT DETERMINISTIC RETURN 1`,
];
const ACROSS = [
  `CREATE VIEW ${A}.across AS SELECT id, v FROM ${B}.y WITH CASCADED CHECK OPTION`,
  `CREATE VIEW ${A}.called AS SELECT ${B}.f() AS one`,
];

async function viewsOf(vendor: Vendor, ...schemas: readonly string[]): Promise<unknown> {
  return await withPlain(vendor, async (connection) => {
    const [rows] = await connection.query(
      `SELECT TABLE_NAME, CHECK_OPTION, IS_UPDATABLE FROM information_schema.VIEWS
       WHERE TABLE_SCHEMA IN (?) ORDER BY TABLE_SCHEMA, TABLE_NAME`,
      [schemas],
    );
    return rows;
  });
}

describe.each(testVendors)('views that stand on later ones, %s', (vendor) => {
  const registry = newRegistry();
  const both = [A, B].map((schema) => ({ kind: 'schema', schema: patternOf(schema) }) as const);

  const make = async (...statements: readonly string[]) => {
    await dropSchemas(vendor, A, B, A2, B2);
    await withPlain(vendor, async (connection) => {
      for (const statement of statements) await connection.query(statement);
    });
  };

  beforeEach(() => make(...STATEMENTS));
  afterAll(() => dropSchemas(vendor, A, B, A2, B2));

  it('are loaded after those, under the same names, across schemas too', async () => {
    await make(...STATEMENTS, ...ACROSS);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, { vendor, schema: A, folder, selection: selecting(both) });
      expect(dumped.errors).toEqual([]);
      const before = await viewsOf(vendor, A, B);
      await dropSchemas(vendor, A, B);
      const loaded = await loadDump(registry, { vendor, folder });
      expect(loaded).toMatchObject({ state: 'done', errors: [], warnings: [] });
      expect(await viewsOf(vendor, A, B)).toEqual(before);
    });
  });

  it('are loaded after those under other names of their schemas', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpSchema(registry, { vendor, schema: A, folder, selection: selecting(both) });
      const loaded = await loadDump(registry, { vendor, folder, schemaMap: MAP });
      expect(loaded).toMatchObject({ state: 'done', errors: [], warnings: [] });
      expect(await viewsOf(vendor, A2, B2)).toEqual(await viewsOf(vendor, A, B));
    });
  });

  it('are migrated after those', async () => {
    const migrated = await migrateSchema(registry, {
      ...{ from: vendor, to: vendor, schema: A, copy: A2 },
      ...{ selection: migrating(both), schemaMap: MAP },
    });
    expect(migrated).toMatchObject({ errors: [] });
    expect(await viewsOf(vendor, A2, B2)).toEqual(await viewsOf(vendor, A, B));
  });
});
