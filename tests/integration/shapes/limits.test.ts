import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../fixtures/extent';
import { schemaFingerprint, type SchemaFingerprint } from '../../fixtures/fingerprint';
import { shapes, type Shape } from '../../fixtures/shapes';
import { testVendors } from '../../servers/test-server';
import { migrateSchema } from '../harness/migrations';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SHAPE = 'shape';
const LOADED = 'shape_loaded';
const MIGRATED = 'shape_migrated';

/** Schemas at the servers' limits: what the server has once taken comes back whole. */
describe.each(testVendors)('at the limits of %s', (vendor) => {
  const registry = newRegistry();
  afterAll(() => dropSchemas(vendor, SHAPE, LOADED, MIGRATED));

  it.each(shareOf(shapes, vendor === 'mariadb'))(
    '$what: dumped, loaded and migrated, it is the same',
    async (shape) => {
      await dropSchemas(vendor, LOADED, MIGRATED);
      const source = await make(shape);
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const dumped = await dumpSchema(registry, { vendor, schema: SHAPE, folder, bytesPerChunk: 131_072 });
        expect(dumped).toMatchObject({ errors: [], state: shape.warns ? 'done-with-warnings' : 'done' });
        const schemaMap = { [SHAPE]: LOADED };
        const loaded = await loadDump(registry, { vendor, folder, schemaMap, verify: 'checksum' });
        expect(loaded).toMatchObject({ errors: [], warnings: [], state: 'done', rows: dumped.rows });
      });
      expect(await read(LOADED)).toEqual(source);
      const moved = await migrateSchema(registry, {
        from: vendor,
        to: vendor,
        schema: SHAPE,
        copy: MIGRATED,
      });
      expect(moved).toMatchObject({ errors: [], ok: true });
      expect(await read(MIGRATED)).toEqual(source);
    },
  );

  async function make(shape: Shape): Promise<SchemaFingerprint> {
    const connection = await connectToFresh(vendor, SHAPE);
    for (const statement of shape.statements({ vendor, isOld: false })) await connection.query(statement);
    await connection.end();
    return await read(SHAPE);
  }

  const read = (schema: string): Promise<SchemaFingerprint> =>
    withPlain(vendor, (connection) => schemaFingerprint(connection, schema));
});
