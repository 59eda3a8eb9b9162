import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SluiceError } from '../../app/contract/failure';
import { firstSeed, replay, roundsOf } from './rounds';
import { STATEMENT_READERS } from './strangers/statement-readers';
import { endless, mutate, STATEMENTS } from './strangers/statements';
import { within } from './strangers/within';

const ROUNDS = roundsOf({ slice: 300, full: 50_000 });
const SEED = firstSeed(20261124);
const LONG_ROUNDS = roundsOf({ slice: 15, full: 210 });
/** A reader that takes the square of it takes minutes. */
const LONG = 500_000;
/** Length at which a pattern whose repeats double the ways takes years. */
const SHORT = 120;
/** Patterns that once took minutes. */
const FOUND = ["\\'", "'\\", '/*'].map((piece) => piece.repeat(LONG / 2));

/** A reader ends with what it read or with an error of ours. */
function read(reader: (text: string) => void, text: string): void {
  try {
    within(() => {
      reader(text);
    });
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    expect(error.failure.message).not.toBe('');
  }
}

describe.each(Object.entries(STATEMENT_READERS))('%s of texts that nobody vouches for', (_, reader) => {
  it('ends, with what it read or an error of ours', async () => {
    const text = fc
      .tuple(fc.constantFrom(...STATEMENTS), fc.infiniteStream(fc.nat(2 ** 30)))
      .map(([statement, draws]) => mutate(statement, (limit) => Number(draws.next().value) % limit));
    const property = fc.property(text, (given) => {
      read(reader, given);
    });
    fc.assert(property, {
      seed: SEED,
      numRuns: ROUNDS,
      endOnFailure: true,
      ...(await replay(property, SEED)),
    });
  });

  it('reads texts without an end in one go', async () => {
    for (const text of [...endless(SHORT), ...FOUND]) read(reader, text);
    const property = fc.property(fc.constantFrom(...endless(LONG)), (given) => {
      read(reader, given);
    });
    fc.assert(property, {
      seed: SEED,
      numRuns: LONG_ROUNDS,
      endOnFailure: true,
      ...(await replay(property, SEED)),
    });
  });
});
