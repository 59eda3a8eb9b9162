import { join } from 'path';
import { expect } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import type { RunRegistry } from '../../../app/runs/registry';
import { copiedAccounts, FIRE_COPY, FIRE_INVARIANT, FIRE_SCHEMA, Users } from '../../fixtures/under-fire';
import { dumpSchema, loadDump, withFolder } from './runs';
import { dropSchemas } from './servers';

/**
 * One round: users go on while a dump is taken. Their statements must succeed or wait, and the copy must show one
 * moment. The round's number is its seed.
 */
export async function roundUnderFire(registry: RunRegistry, vendor: Vendor, round: number): Promise<void> {
  const users = new Users(vendor, round);
  await withFolder(async (parent) => {
    const folder = join(parent, 'dump');
    await users.start();
    const dumped = await dumpSchema(registry, {
      vendor,
      schema: FIRE_SCHEMA,
      folder,
      threads: 4,
      bytesPerChunk: 131_072,
    });
    const failed = await users.stop();
    expect({ round, failed, errors: dumped.errors }).toEqual({ round, failed: [], errors: [] });
    await dropSchemas(vendor, FIRE_COPY);
    const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [FIRE_SCHEMA]: FIRE_COPY } });
    expect({ round, errors: loaded.errors }).toEqual({ round, errors: [] });
  });
  expect({ round, ...((await copiedAccounts(vendor)) as object) }).toEqual({ round, ...FIRE_INVARIANT });
  expect(users.statements).toBeGreaterThan(0);
}
