import { afterAll, beforeAll, describe, it } from 'vitest';
import { FIRE_COPY, FIRE_SCHEMA, makeFireSchema } from '../fixtures/under-fire';
import { newRegistry } from '../integration/harness/runs';
import { dropSchemas } from '../integration/harness/servers';
import { roundUnderFire } from '../integration/harness/under-fire';
import { testVendors } from '../servers/test-server';

/** A slice belongs to every `npm test`; all rounds are for `npm run test:torture`. Seeds differ from the integration tier's. */
const ROUNDS = process.env.SLUICE_TORTURE === 'slice' ? 15 : 300;
const FIRST_SEED = 1000;

describe.each(testVendors)('hundreds of dumps while users write and alter, %s', (vendor) => {
  beforeAll(() => makeFireSchema(vendor));
  afterAll(() => dropSchemas(vendor, FIRE_SCHEMA, FIRE_COPY));

  const registry = newRegistry();

  it.each(Array.from({ length: ROUNDS }, (_, round) => FIRST_SEED + round))(
    'seed %i shows one moment, and no statement of a user fails',
    (seed) => roundUnderFire(registry, vendor, seed),
  );
});
