import type { Failure } from '../../../app/contract/failure';

/** Failures with the same message, grouped. */
export interface FailureGroup {
  readonly failure: Failure;
  /** Number of failures in the group: the sum over all groups is the number that the section's head names. */
  readonly count: number;
  /** In the order in which they came; none where it is said of no table. */
  readonly places: readonly string[];
}

/** Puts failures together that differ in nothing but their table. What names a chunk or a statement stands alone. */
export function groupFailures(failures: readonly Failure[]): readonly FailureGroup[] {
  const groups = new Map<
    string,
    { readonly failure: Failure; readonly places: Set<string>; count: number }
  >();
  for (const [index, failure] of failures.entries()) {
    const { table } = failure;
    const key = isSharable(failure) ? `${failure.code}\n${failure.message}\n${failure.hint}` : String(index);
    const known = groups.get(key);
    if (known === undefined) {
      groups.set(key, { failure, places: new Set(table === undefined ? [] : [table]), count: 1 });
      continue;
    }
    known.count += 1;
    if (table !== undefined) known.places.add(table);
  }
  return [...groups.values()].map(({ failure, places, count }) => ({ failure, count, places: [...places] }));
}

function isSharable({ table, chunk, statement, errno }: Failure): boolean {
  return table !== undefined && chunk === undefined && statement === undefined && errno === undefined;
}
