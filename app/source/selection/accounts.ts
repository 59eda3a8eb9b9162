import {
  hasPublic,
  readAccountNames,
  readAccounts,
  readPublicGrants,
  readSecondPasswords,
  type AccountObject,
} from '../../catalog/privileges/accounts';
import type { ControlSession } from '../../catalog/session/control-session';
import { similarTo } from '../../catalog/selection/similar-names';
import type { Failure } from '../../contract/failure';
import type { Selection } from '../../contract/runs/options';
import { literalOf, matchesPattern } from '../../contract/commands/pattern';
import { PatternSet } from '../../contract/commands/pattern-set';
import { sourceFailures } from '../../text/source';

/**
 * Reads the selected accounts. Fails with `unknown-object` where a pattern matches none, or where an excluded account
 * does not exist, and with `unsupported-object` for PUBLIC.
 */
export async function selectedAccounts(
  session: ControlSession,
  { users, excludeUsers }: Pick<Selection, 'users' | 'excludeUsers'>,
): Promise<readonly AccountObject[]> {
  if (users.length === 0) return [];
  const known = (await readAccountNames(session)).map(({ name }) => name);
  const named = [...users, ...excludeUsers.filter((pattern) => literalOf(pattern) !== null)];
  const missing = named.filter((pattern) => !known.some((name) => matchesPattern(pattern, name)));
  if (missing.some((pattern) => /^public$/i.test(pattern)) && (await hasPublic(session)))
    throw sourceFailures.publicSelected();
  assertAccounts(missing, known);
  const selected = new PatternSet(users);
  const left = new PatternSet(excludeUsers);
  return readAccounts(session, (name) => selected.has(name) && !left.has(name));
}

/** Facts about accounts that are not theirs alone, or that no statement shows. */
export interface BesideAccounts {
  /** Grants to PUBLIC, which are those of every account. */
  readonly publicGrants: readonly string[];
  /** Warnings of what does not come along: those grants, and second passwords, which SHOW CREATE USER does not have. */
  readonly warnings: readonly Failure[];
}

/** Reads what is there beside accounts; nothing where none are taken. */
export async function readBesideAccounts(
  session: ControlSession,
  accounts: readonly AccountObject[],
): Promise<BesideAccounts> {
  if (accounts.length === 0) return { publicGrants: [], warnings: [] };
  const publicGrants = await readPublicGrants(session);
  const names = await readSecondPasswords(session);
  const warnings = [
    ...publicGrants.map((statement) => sourceFailures.publicGrant({ statement }).failure),
    ...accounts
      .filter(({ name }) => names.has(name))
      .map(({ account }) => sourceFailures.secondPassword({ account }).failure),
  ];
  return { publicGrants, warnings };
}

function assertAccounts(missing: readonly string[], known: readonly string[]): void {
  const [first, ...others] = missing;
  if (first === undefined) return;
  const near = similarTo(literalOf(first) ?? first, known);
  throw sourceFailures.noAccount({ account: first, others, near });
}
