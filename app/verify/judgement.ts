import type { Failure } from '../contract/failure';
import type { ComparisonOptions } from '../contract/runs/options';
import type { Check, TableVerdict } from '../contract/runs/result';
import { verifyText } from '../text/verify';
import { withChecksums, type PlacesVerdict } from '../checksums/places';
import { involvedTables, judgeOrphaned, keysByChecksums, placeOf } from './foreign-keys';
import type { CountedTable } from './tables';
import type { DumpFolder } from '../format/read/dump';

/** Verdicts of a comparison with a dump, as pure functions of the results. */

/** Adds damaged documents and scripts once each, whether the comparison needed them or not. */
export function withDamage({ problems }: DumpFolder, found: readonly Failure[]): readonly Failure[] {
  const damaged = problems.filter(({ table }) => table === undefined);
  const files = new Set(damaged.map(({ chunk }) => chunk));
  const isKnown = ({ code, chunk }: Failure) => code === 'dump-damaged' && files.has(chunk);
  return [...damaged, ...found.filter((failure) => !isKnown(failure))];
}

/**
 * Selects the tables whose checksums are computed, by position: all that exist where `isRequested`, else those whose
 * orphaned rows need it.
 */
export function selectForChecksum(counted: readonly CountedTable[], isRequested: boolean): readonly number[] {
  const involved = involvedTables(counted.flatMap(({ keys }) => keys?.orphaned ?? []));
  return [...counted.entries()]
    .filter(([, { onServer, verdict }]) => {
      const isSelected = isRequested || involved.has(placeOf(verdict.schema, verdict.table));
      return onServer !== null && isSelected;
    })
    .map(([at]) => at);
}

/** Result of judging a table's foreign keys. */
export interface JudgedKeys {
  readonly check: Check | null;
  readonly warnings: readonly Failure[];
}

/** Judges each table's foreign keys: by looking for orphaned rows, or by the checksums of all rows. */
export function judgeKeys(
  counted: readonly CountedTable[],
  summed: ReadonlyMap<number, PlacesVerdict>,
  { verify }: Pick<ComparisonOptions, 'verify'>,
): readonly JudgedKeys[] {
  const checksums = new Map(
    [...summed].map(([at, verdict]) => {
      const { schema = '', table = '' } = counted[at]?.verdict ?? {};
      return [placeOf(schema, table), verdict] as const;
    }),
  );
  return counted.map(({ onServer, keys }) => {
    if (keys !== null) return judgeOrphaned(keys, checksums);
    const isSummed = verify === 'checksum' && onServer !== null;
    return { check: isSummed ? keysByChecksums(onServer, checksums) : null, warnings: [] };
  });
}

/** Builds the verdicts on all tables, with their checksums and foreign keys. @param summed by position */
export function verdictsOf(
  counted: readonly CountedTable[],
  summed: ReadonlyMap<number, PlacesVerdict>,
  keys: readonly JudgedKeys[],
): readonly TableVerdict[] {
  const proved = withChecksums(
    counted.map(({ verdict }) => verdict),
    counted.map((_, at) => summed.get(at)),
  );
  return withKeys(proved, keys);
}

export function withKeys(
  verdicts: readonly TableVerdict[],
  keys: readonly JudgedKeys[],
): readonly TableVerdict[] {
  return verdicts.map((verdict, at) => {
    const check = keys[at]?.check ?? null;
    return check === null ? verdict : { ...verdict, checks: [...verdict.checks, check] };
  });
}

/** Lists what the dump holds and this comparison leaves out, and why. */
export function notCompared(
  { manifest }: DumpFolder,
  { verify, users }: Pick<ComparisonOptions, 'verify' | 'users'>,
): readonly Check[] {
  const values: Check = {
    kind: 'checksum',
    state: 'not-checked',
    detail: verifyText.valuesNotCompared,
  };
  const accounts: Check = {
    kind: 'accounts',
    state: 'not-checked',
    detail: verifyText.accountsNotAsked,
  };
  const leavesAccounts = users.length === 0 && (manifest.users ?? []).length > 0;
  return [...(verify === 'rows' ? [values] : []), ...(leavesAccounts ? [accounts] : [])];
}
