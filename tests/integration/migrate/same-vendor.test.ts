import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillShop } from '../../../app/sandbox/shop/fill-shop';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { testVendors } from '../../servers/test-server';
import { migrateSchema } from '../harness/migrations';
import { newRegistry } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const SHOP_SCALE = 0.05;

describe.each(testVendors)('a copy on one server, %s', (vendor) => {
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

  async function expectEqual(schema: string, copy: string): Promise<void> {
    await withPlain(vendor, async (connection) => {
      expect(await schemaFingerprint(connection, copy)).toEqual(await schemaFingerprint(connection, schema));
    });
  }

  it.each([1, 4])('the shop on %i threads is the same in every byte, definition and object', async (threads) => {
    await dropSchemas(vendor, 'shop_copy');
    const result = await migrateSchema(registry, {
      ...{ from: vendor, to: vendor, schema: 'shop', copy: 'shop_copy', threads },
    });
    expect(result.errors).toEqual([]);
    expect(result.ok).toBe(true);
    expect(result.rows).toBeGreaterThan(0);
    expect(result.files).toBe(0);
    for (const { table, checks } of result.verdicts) {
      expect([table, checks.find(({ kind }) => kind === 'digest')?.state]).toEqual([table, 'ok']);
      expect([table, checks.find(({ kind }) => kind === 'rows')?.state]).toEqual([table, 'ok']);
    }
    await expectEqual('shop', 'shop_copy');
  });

  it('every type and object of the matrix', async () => {
    await dropSchemas(vendor, 'matrix_copy');
    const result = await migrateSchema(registry, {
      ...{ from: vendor, to: vendor, schema: TYPE_MATRIX_SCHEMA, copy: 'matrix_copy' },
    });
    expect(result.errors).toEqual([]);
    expect(result.ok).toBe(true);
    await expectEqual(TYPE_MATRIX_SCHEMA, 'matrix_copy');
  });
});
