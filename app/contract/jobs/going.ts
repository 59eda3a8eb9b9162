import type { Failure } from '../failure';
import { stays, type Keep } from './keep';

/** A dump by what decides whether it goes. */
export interface CountedDump {
  readonly madeAt: number;
  /** True if nothing was taken, or the account could not read all that was selected. */
  readonly isPartial: boolean;
  readonly isProved: boolean;
}

/** Rules by which a job's dumps go. */
export interface Retention {
  readonly keep: Keep;
  /** Number of dumps of which one is proved; absent for none. */
  readonly proveEvery?: number | undefined;
}

/** Reason why a dump does not stand for an older one. */
export type Lack = 'nothing' | 'unreadable';

/**
 * Returns what a finished dump lacks, by its warnings; null where it lacks nothing. Views that no server could create are
 * no lack of the dump: a schema that has them would keep all its dumps for ever.
 */
export function lackOf(warnings: readonly Failure[]): Lack | null {
  if (warnings.some(({ code }) => code === 'not-readable')) return 'unreadable';
  return warnings.some(isOnlyEmptySchemas) ? 'nothing' : null;
}

/** The code alone says less: a selection that names a missing object has it too, with the object's name. */
function isOnlyEmptySchemas({ code, parameters }: Failure): boolean {
  return code === 'unknown-object' && Array.isArray(parameters?.schemas);
}

/**
 * Returns those of a job's dumps, newest first, that go. A whole dump goes when enough newer whole ones stay: a partial one
 * stands for none. A partial one goes with a newer whole one, when enough newer dumps of any kind stay. Of a job that
 * proves its dumps, the newest proved one stays until a newer one is proved.
 *
 * A dump of a time to come was made while this machine's clock was ahead: it would count as newer than the one that was
 * made just now, so it stays out of count until its time has passed.
 */
export function goingOf<T extends CountedDump>(
  dumps: readonly T[],
  { keep, proveEvery }: Retention,
  now: number,
): readonly T[] {
  const past = dumps.filter(({ madeAt }) => madeAt <= now);
  const whole = past.filter(({ isPartial }) => !isPartial);
  const [newestWhole] = whole;
  if (newestWhole === undefined) return [];
  const surplus = new Set([
    ...beyond(whole, keep),
    ...beyond(past, keep).filter((dump) => dump.isPartial && past.indexOf(dump) > past.indexOf(newestWhole)),
  ]);
  const proved = proveEvery === undefined ? undefined : whole.find(({ isProved }) => isProved);
  return past.filter((dump) => surplus.has(dump) && dump !== proved);
}

/** Returns those of a job's dumps, newest first, that go after a whole dump that would be made now. */
export function goingNext(
  dumps: readonly CountedDump[],
  retention: Retention,
  now: number,
): ReadonlySet<CountedDump> {
  const isProved = isProofDue([{ isProved: false }, ...dumps], retention);
  const next = { madeAt: now, isPartial: false, isProved };
  return new Set<CountedDump>(goingOf([next, ...dumps], retention, now));
}

/** Returns whether dumps would go if the partial ones counted as whole. */
export function areSpared(dumps: readonly Made[], { keep }: Pick<Retention, 'keep'>, now: number): boolean {
  const past = dumps.filter(({ madeAt }) => madeAt <= now);
  return beyond(past, keep).length > 0;
}

/** Returns whether the newest dump is to be proved: so many were made since the last proved one, or none is proved. */
export function isProofDue(
  dumps: readonly Pick<CountedDump, 'isProved'>[],
  { proveEvery }: Pick<Retention, 'proveEvery'>,
): boolean {
  if (proveEvery === undefined) return false;
  const proved = dumps.findIndex(({ isProved }) => isProved);
  return proved === -1 || proved >= proveEvery;
}

type Made = Pick<CountedDump, 'madeAt'>;

function beyond<T extends Made>(dumps: readonly T[], keep: Keep): readonly T[] {
  const stay = stays(
    dumps.map(({ madeAt }) => madeAt),
    keep,
  );
  return dumps.filter((_dump, index) => stay[index] !== true);
}
