import { afterAll, beforeAll, describe, it } from 'vitest';
import { FIRE_COPY, FIRE_SCHEMA, makeFireSchema } from '../fixtures/under-fire';
import { newRegistry } from '../integration/harness/runs';
import { dropSchemas } from '../integration/harness/servers';
import { roundUnderFire } from '../integration/harness/under-fire';
import { testVendors } from '../servers/test-server';
import { seedsOf } from './rounds';

/** Others than those of the integration tier. */
const SEEDS = seedsOf({ slice: 10, full: 300 }, 1000);

describe.each(testVendors)('hundreds of dumps while users write and alter, %s', (vendor) => {
  beforeAll(() => makeFireSchema(vendor));
  afterAll(() => dropSchemas(vendor, FIRE_SCHEMA, FIRE_COPY));

  const registry = newRegistry();

  it.each(SEEDS)('seed %i shows one moment, and no statement of a user fails', (seed) =>
    roundUnderFire(registry, vendor, seed),
  );
});
