/**
 * The hostile day: rounds drawn from a seed, each a dump, a load or a migration by the real command line over which a
 * few of all the things come that can come over one. After each, statements of the test's own decide whether anything
 * was lost, taken for its own, left behind or kept secret from the user.
 *
 *     SLUICE_SEED=7 SLUICE_ROUND=31 npx vitest run --project torture hostile-day    # one round again
 */
import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../app/contract/connections/connection';
import { testVendors } from '../servers/test-server';
import { Client } from './hostile-day/client';
import { drawRound, nameOf, type Round } from './hostile-day/deck';
import { Ground } from './hostile-day/ground';
import { Play, SCHEMAS, type Played } from './hostile-day/play';
import { Tally } from './hostile-day/tally';
import { firstSeed, roundsOf } from './rounds';

/** Rounds of both vendors together. */
const ROUNDS = roundsOf({ slice: 30, full: 1000 });
const SEED = firstSeed(20261123);
const ONLY = process.env.SLUICE_ROUND;

/** The rounds of a vendor: every second one, or the one that is repeated. */
function numbersOf(vendor: Vendor): readonly number[] {
  const all = ONLY === undefined ? Array.from({ length: ROUNDS }, (_, number) => number) : [Number(ONLY)];
  return all.filter((number) => testVendors[number % testVendors.length] === vendor);
}

describe(`a hostile day, seed ${SEED}`, () => {
  const tally = new Tally();

  afterAll(() => {
    console.log(tally.text(SEED));
  });

  it.concurrent.each(testVendors)('%s: nothing lost, adopted, leaked or unnamed', async (vendor) => {
    const parent = mkdtempSync(join(tmpdir(), 'sluice-hostile-'));
    const grounds = new Map<'shared' | 'folded', Promise<Ground>>();
    const ground = (kind: 'shared' | 'folded') => {
      const there = grounds.get(kind) ?? Ground[kind](vendor);
      grounds.set(kind, there);
      return there;
    };
    try {
      for (const number of numbersOf(vendor)) {
        const round = drawRound(SEED, number);
        tally.add(round, await played(round, ground, parent));
      }
    } finally {
      for (const opened of grounds.values()) await (await opened).end(SCHEMAS);
      rmSync(parent, { recursive: true, force: true });
    }
    expect(tally.wrongsOf(testVendors.indexOf(vendor), testVendors.length)).toEqual([]);
  });
});

async function played(
  round: Round,
  ground: (kind: 'shared' | 'folded') => Promise<Ground>,
  parent: string,
): Promise<Played> {
  const { verb, faults } = round;
  const mayDie = faults.has('killed server') || faults.has('folded names');
  // A dump's own server is the one that dies; of the others it is mostly the target.
  const source = await ground(mayDie && (verb === 'dump' || round.dice.below(4) === 0) ? 'folded' : 'shared');
  const target = await ground(mayDie ? 'folded' : 'shared');
  const passwords = [source, target].flatMap((one) => Object.values(one.passwords));
  const client = new Client(join(parent, 'client'), [...new Set(passwords)]);
  try {
    return await new Play(round, { source, target, client, folder: join(parent, 'round') }).go();
  } catch (error) {
    throw new Error(`${nameOf(round)}: the round itself failed`, { cause: error });
  }
}
