import { readdir, readFile } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDump } from '../../../app/format/read/reader';
import { testVendors } from '../../servers/test-server';
import { migrateSchema, planMigrationOf } from '../harness/migrations';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'broken_views';
const COPY = 'broken_views_copy';

describe.each(testVendors)('views that refer to what is not there, %s', (vendor) => {
  const registry = newRegistry();
  const left = {
    code: 'broken-view',
    message: expect.stringContaining('lost, no_function, upon_lost') as unknown,
  };

  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of [
      'CREATE TABLE kept (id INT PRIMARY KEY)',
      'INSERT INTO kept VALUES (1), (2)',
      'CREATE TABLE gone (id INT PRIMARY KEY)',
      'CREATE FUNCTION answer() RETURNS INT NO SQL RETURN 1',
      'CREATE VIEW lost AS SELECT id FROM gone',
      'CREATE VIEW upon_lost AS SELECT id FROM lost',
      'CREATE VIEW no_function AS SELECT answer() AS figure',
      'CREATE VIEW sound AS SELECT id FROM kept',
      "CREATE DEFINER = 'nobody'@'nowhere' VIEW no_definer AS SELECT id FROM kept",
      'DROP TABLE gone',
      'DROP FUNCTION answer',
    ])
      await connection.query(statement);
    await connection.end();
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  async function expectCopy(): Promise<void> {
    await withPlain(vendor, async (connection) => {
      const [views] = await connection.query(
        'SELECT TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ? ORDER BY name',
        [COPY],
      );
      expect(views).toEqual([{ name: 'no_definer' }, { name: 'sound' }]);
      expect((await connection.query(`SELECT COUNT(*) AS n FROM ${COPY}.sound`))[0]).toEqual([{ n: 2 }]);
    });
  }

  it('are left out of a dump, which says so, as does its load', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder });
      expect(dumped).toMatchObject({ state: 'done-with-warnings', errors: [], warnings: [left] });
      const scripts = (await readdir(folder)).filter((name) => name.endsWith('.pre.sql'));
      expect(scripts.sort()).toEqual([`${SCHEMA}@no_definer.pre.sql`, `${SCHEMA}@sound.pre.sql`]);
      expect(await readFile(join(folder, `${SCHEMA}.json`), 'utf8')).not.toContain('lost');
      expect((await readDump(folder)).lacks).toMatchObject([{ broken: true, schema: SCHEMA }]);
      const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(loaded.errors).toEqual([]);
      expect(loaded.warnings).toContainEqual(expect.objectContaining({ code: 'dump-lacks' }));
      await expectCopy();
    });
  });

  it('end a dump that must be complete, and leave nothing', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, requireComplete: true });
      expect(dumped).toMatchObject({ state: 'failed', errors: [left] });
      expect(await readdir(parent)).toEqual([]);
    });
  });

  it('are left out of a migration, whose plan and result say so', async () => {
    await dropSchemas(vendor, COPY);
    const wish = { from: vendor, to: vendor, schema: SCHEMA, copy: COPY };
    const { findings } = await planMigrationOf(wish);
    expect(findings).toContainEqual(expect.objectContaining({ severity: 'warns', rule: 'broken-view' }));
    expect(findings.filter(({ severity }) => severity === 'blocks')).toEqual([]);
    const moved = await migrateSchema(registry, wish);
    expect(moved.errors).toEqual([]);
    expect(moved.warnings).toContainEqual(expect.objectContaining(left));
    await expectCopy();
  });
});
