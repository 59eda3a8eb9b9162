import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { migrateSchema } from '../harness/migrations';
import { compareWithDump, dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'converted_literals';
const COPY = 'converted_literals_copy';

/** Literals that are compared with columns of other character sets, in CHECKs of a table that a load alters. */
const TABLES = [
  'ALTER DATABASE DEFAULT CHARACTER SET utf32',
  'CREATE TABLE parent (id INT PRIMARY KEY)',
  `CREATE TABLE t (id INT PRIMARY KEY, c VARCHAR(10) CHARACTER SET latin1, d VARCHAR(10), e VARCHAR(10) CHARACTER SET cp932,
   parent INT, KEY (parent), KEY c (c), CONSTRAINT kc CHECK (c IN ('', 'é', 'it''s \\\\')), CONSTRAINT kd CHECK (d <> '😀'),
   CONSTRAINT ke CHECK (e <> '表' AND e <> _binary'x'), CONSTRAINT toParent FOREIGN KEY (parent) REFERENCES parent (id))`,
  'INSERT INTO parent VALUES (1)',
  "INSERT INTO t VALUES (1, 'é', 'x', 'y', 1)",
];

describe.each(testVendors)(
  'a CHECK whose literals a server writes in another character set, %s',
  (vendor) => {
    const registry = newRegistry();

    afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

    it('is the same constraint, to a load, a migration and a comparison', async () => {
      const connection = await connectToFresh(vendor, SCHEMA);
      for (const statement of TABLES) await connection.query(statement);
      await connection.end();
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
        const wish = { vendor, folder, schemaMap: { [SCHEMA]: COPY } };
        for (const onExisting of ['fail', 'truncate', 'drop'] as const)
          expect(await loadDump(registry, { ...wish, onExisting })).toMatchObject({
            state: 'done',
            errors: [],
          });
        expect(await compareWithDump(registry, wish)).toMatchObject({ ok: true, errors: [] });
        // It holds as before.
        await withPlain(vendor, async (plain) => {
          await expect(plain.query(`INSERT INTO ${COPY}.t VALUES (2, 'x', 'x', 'y', 1)`)).rejects.toThrow(
            /`?kc`?/,
          );
          await expect(plain.query(`INSERT INTO ${COPY}.t VALUES (2, 'é', '😀', 'y', 1)`)).rejects.toThrow(
            /kd/,
          );
          // Another text is another constraint.
          await plain.query(`ALTER TABLE ${COPY}.t DROP CONSTRAINT kd, ADD CONSTRAINT kd CHECK (d <> '😁')`);
        });
        expect(await compareWithDump(registry, wish)).toMatchObject({
          ok: false,
          errors: [{ code: 'definition-differs' }],
        });
      });
      await dropSchemas(vendor, COPY);
      const moved = await migrateSchema(registry, { from: vendor, to: vendor, schema: SCHEMA, copy: COPY });
      expect(moved).toMatchObject({ state: 'done', errors: [] });
    });
  },
);
