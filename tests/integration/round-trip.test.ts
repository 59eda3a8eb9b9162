import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillShop } from '../../app/sandbox/shop/fill-shop';
import { shareOf } from '../fixtures/extent';
import { schemaFingerprint } from '../fixtures/fingerprint';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../fixtures/type-matrix';
import { testVendors } from '../servers/test-server';
import { dumpSchema, loadDump, newRegistry, verifyDump, withFolder } from './harness/runs';
import { dropSchemas, withPlain } from './harness/servers';

const SHOP_SCALE = 0.05;
/** Small, so that even the scaled shop has tables of several chunks. */
const BYTES_PER_CHUNK = 256 * 1024;

/** The smallest memory limit that so many threads may be given. */
function leastMemory(threads: number): number {
  return Math.max(16, 2 * threads) * 1024 * 1024;
}

describe.each(testVendors)('round trip, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await fillShop(connection, vendor, () => undefined, SHOP_SCALE);
      await createTypeMatrix(connection, vendor);
    });
  });

  afterAll(async () => {
    await dropSchemas(vendor, 'shop', 'shop_copy', TYPE_MATRIX_SCHEMA, 'matrix_copy');
  });

  async function roundTrip(
    schema: string,
    copy: string,
    threads: number,
    compressed: boolean,
  ): Promise<void> {
    await dropSchemas(vendor, copy);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, {
        vendor,
        schema,
        folder,
        threads,
        bytesPerChunk: BYTES_PER_CHUNK,
        memoryLimitBytes: leastMemory(threads),
        compression: compressed ? { kind: 'zstd', level: 1 } : { kind: 'none' },
      });
      expect(dumped.errors).toEqual([]);
      expect(dumped.memoryPeakBytes).toBeGreaterThan(0);
      expect(dumped.memoryPeakBytes).toBeLessThanOrEqual(leastMemory(threads));
      expect((await verifyDump(registry, folder)).state).toBe('done');
      const loaded = await loadDump(registry, {
        vendor,
        folder,
        threads,
        memoryLimitBytes: leastMemory(threads),
        schemaMap: { [schema]: copy },
      });
      expect(loaded.errors).toEqual([]);
      expect(loaded.ok).toBe(true);
      expect(loaded.rows).toBe(dumped.rows);
      expect(loaded.memoryPeakBytes).toBeLessThanOrEqual(leastMemory(threads));
      await withPlain(vendor, async (connection) => {
        expect(await schemaFingerprint(connection, copy)).toEqual(
          await schemaFingerprint(connection, schema),
        );
      });
    });
  }

  it.each(shareOf([1, 2, 8], vendor === 'mariadb'))(
    'the shop on %i threads is the same in every byte, definition and object',
    async (threads) => {
      await roundTrip('shop', 'shop_copy', threads, true);
    },
  );

  it('an uncompressed dump of the shop is the same too', async () => {
    await roundTrip('shop', 'shop_copy', 2, false);
  });

  it.each(shareOf([1, 4, 16], vendor === 'mariadb'))(
    'every column type, key and name survives on %i threads',
    async (threads) => {
      await roundTrip(TYPE_MATRIX_SCHEMA, 'matrix_copy', threads, true);
    },
  );
});
