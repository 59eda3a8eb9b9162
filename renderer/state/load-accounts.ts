import type { LoadOptions } from '../../app/contract/options';
import { matchesPattern, patternOf } from '../../app/contract/pattern';

type Chosen = Pick<LoadOptions, 'users' | 'excludeUsers'>;

/** Those of a dump's accounts that the rules of a load take. */
export function takenAccounts(
  accounts: readonly string[],
  { users, excludeUsers }: Chosen,
): ReadonlySet<string> {
  const isOf = (patterns: readonly string[], account: string) =>
    patterns.some((pattern) => matchesPattern(pattern, account));
  return new Set(accounts.filter((account) => isOf(users, account) && !isOf(excludeUsers, account)));
}

/** The rules that take just these. */
export function takingAccounts(accounts: readonly string[]): Chosen {
  return { users: accounts.map(patternOf), excludeUsers: [] };
}
