import { afterAll, beforeAll, describe, it } from 'vitest';
import { FIRE_COPY, FIRE_SCHEMA, makeFireSchema } from '../fixtures/under-fire';
import { testVendors } from '../servers/test-server';
import { newRegistry } from './harness/runs';
import { dropSchemas } from './harness/servers';
import { roundUnderFire } from './harness/under-fire';

/** Many more rounds of the same are in tests/torture. */
const ROUNDS = 4;

describe.each(testVendors)('a dump while users write and alter, %s', (vendor) => {
  beforeAll(() => makeFireSchema(vendor));
  afterAll(() => dropSchemas(vendor, FIRE_SCHEMA, FIRE_COPY));

  it('shows one moment, and no statement of a user fails because of it', async () => {
    const registry = newRegistry();
    for (let round = 0; round < ROUNDS; round += 1) await roundUnderFire(registry, vendor, round);
  });
});
