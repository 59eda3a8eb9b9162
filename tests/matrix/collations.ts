import type { Pair } from './pairs';

/** Servers on which a definition without a collation gets one that others lack, and those that have it. */
const OWN_COLLATION: ReadonlyMap<string, readonly string[]> = new Map([
  ['mysql-9.7', ['mysql-9.7', 'mariadb-11.4', 'mariadb-11.8']],
  ['mariadb-11.8', ['mariadb-10.11', 'mariadb-11.4', 'mariadb-11.8']],
]);

/** Returns whether the target lacks the collation that the source gives to utf8mb4. */
export function lacksCollation([source, target]: Pair): boolean {
  return OWN_COLLATION.get(source)?.includes(target) === false;
}
