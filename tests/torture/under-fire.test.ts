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

  it(`${ROUNDS} rounds each show one moment, and no statement of a user fails`, async () => {
    const registry = newRegistry();
    for (let round = 0; round < ROUNDS; round += 1)
      await roundUnderFire(registry, vendor, FIRST_SEED + round);
  });
});
