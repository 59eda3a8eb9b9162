/** One for all comparisons, made at the first: to make one costs far more than to compare two names. */
let collator: Intl.Collator | null = null;

/** Orders names as people count: `part2` before `part10`. */
export function compareNames(left: string, right: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(left, right);
}
