import fc from 'fast-check';

/**
 * Number of rounds of the torture tests, and their seed: a slice in every `npm test`, a few slices in each turn of
 * `npm run test:nightly`, all in `npm run test:torture`. SLUICE_SEED and SLUICE_ROUNDS say otherwise, and SLUICE_PATH, as
 * fast-check prints it, repeats one round of a test that draws with it.
 */
const { SLUICE_TORTURE, SLUICE_ROUNDS, SLUICE_SEED, SLUICE_PATH } = process.env;

const SLICES_PER_TURN = 4;

/** A test's rounds: a slice of them, and all. */
export interface Rounds {
  readonly slice: number;
  readonly full: number;
}

export function roundsOf({ slice, full }: Rounds): number {
  if (SLUICE_ROUNDS !== undefined) return Number(SLUICE_ROUNDS);
  if (SLUICE_TORTURE === 'full') return full;
  return SLUICE_TORTURE === 'turn' ? SLICES_PER_TURN * slice : slice;
}

/** The seed of the first round. @param usual where nobody asked for another */
export function firstSeed(usual: number): number {
  return Number(SLUICE_SEED ?? usual);
}

/** The seeds of rounds that are drawn each by itself. */
export function seedsOf(rounds: Rounds, usual: number): readonly number[] {
  return Array.from({ length: roundsOf(rounds) }, (_, round) => firstSeed(usual) + round);
}

/** True if one round alone is repeated: it need not show what many show together. */
export const isOneRound = SLUICE_PATH !== undefined;

/**
 * For fast-check: the one round that is repeated, if it is one. Its value is drawn by itself, for a run that begins at the
 * path of a smaller one goes on with all the other smaller ones when that passes (runner of fast-check 4.10).
 */
export async function replay<Ts>(property: fc.IRawProperty<Ts>, seed: number): Promise<fc.Parameters<Ts>> {
  if (SLUICE_PATH === undefined) return {};
  const drawn: Ts[] = [];
  const draw = (value: Ts) => {
    drawn.push(value);
    return { error: new Error('It is drawn.') };
  };
  const drawing = Object.assign(Object.create(property) as fc.IRawProperty<Ts>, { run: draw });
  await fc.check(drawing, { seed, path: SLUICE_PATH, numRuns: 1, endOnFailure: true });
  return { examples: drawn, numRuns: 1, endOnFailure: true };
}
