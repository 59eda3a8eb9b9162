import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { migrateSchema } from '../harness/migrations';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas } from '../harness/servers';

const SCHEMA = 'with_orphans';
const COPY = 'with_orphans_copy';

describe.each(testVendors)('rows that have no parent at the source, %s', (vendor) => {
  const registry = newRegistry();

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  it('are loaded and migrated, and reported as the source’s', async () => {
    await dropSchemas(vendor, COPY);
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of [
      'CREATE TABLE p (id INT PRIMARY KEY)',
      'CREATE TABLE c (id INT PRIMARY KEY, p INT, CONSTRAINT of_p FOREIGN KEY (p) REFERENCES p (id))',
      'INSERT INTO p VALUES (1)',
      'SET SESSION foreign_key_checks = 0',
      'INSERT INTO c VALUES (1, 1), (2, 7)',
    ])
      await connection.query(statement);
    await connection.end();
    const warning = {
      code: 'orphaned-rows',
      table: `${COPY}.c`,
      statement: expect.stringContaining('SELECT c.* FROM') as string,
    };
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
      for (const verify of ['rows', 'checksum'] as const) {
        const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY }, verify });
        expect(loaded).toMatchObject({ state: 'done-with-warnings', errors: [], warnings: [warning] });
        await dropSchemas(vendor, COPY);
      }
    });
    const wish = { from: vendor, to: vendor, schema: SCHEMA, copy: COPY };
    const moved = await migrateSchema(registry, wish);
    expect(moved).toMatchObject({ errors: [], warnings: [warning] });
  });
});
