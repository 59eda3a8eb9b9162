import type { LoadOptions } from '../../../app/contract/runs/options';
import { patternOf } from '../../../app/contract/commands/pattern';
import { PatternSet } from '../../../app/contract/commands/pattern-set';

type Chosen = Pick<LoadOptions, 'users' | 'excludeUsers'>;

/** Accounts of a dump that the rules of a load select. */
export function takenAccounts(
  accounts: readonly string[],
  { users, excludeUsers }: Chosen,
): ReadonlySet<string> {
  const taken = new PatternSet(users);
  const left = new PatternSet(excludeUsers);
  return new Set(accounts.filter((account) => taken.has(account) && !left.has(account)));
}

/** The rules that take just these. */
export function takingAccounts(accounts: readonly string[]): Chosen {
  return { users: accounts.map(patternOf), excludeUsers: [] };
}
