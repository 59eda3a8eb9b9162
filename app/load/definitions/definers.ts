import { readAccountNames } from '../../catalog/privileges/accounts';
import type { ControlSession } from '../../catalog/session/control-session';
import { accountText } from '../../contract/commands/definers';
import type { Failure } from '../../contract/failure';
import { LOAD_DEFAULTS, type LoadOptions } from '../../contract/runs/options';
import type { DumpFolder } from '../../format/read/dump';
import { applySelection } from '../../format/select';
import { namesOf } from '../../format/sql/accounts-script';
import { definersIn } from '../../target/definer-privileges';
import { loadFailures } from '../../text/load/load';

/**
 * Returns warnings on definers: accounts to be replaced that no object names, and accounts that the target lacks, where
 * the account of the load may read that. Servers create objects of such definers, and refuse whoever uses them (1449).
 *
 * @param dumps before and after selection
 */
export async function definerWarnings(
  session: ControlSession,
  { whole, dump }: Readonly<Record<'whole' | 'dump', DumpFolder>>,
  options: LoadOptions,
): Promise<readonly Failure[]> {
  const { definers } = options;
  const warnings: Failure[] = [];
  if (definers.kind === 'map') {
    const named = await definersIn(applySelection(whole, { ...options, definers: LOAD_DEFAULTS.definers }));
    for (const { from } of definers.accounts)
      if (!named.has(accountText(from)))
        warnings.push(
          loadFailures.definerUnused({ account: accountText(from), named: [...named.keys()] }).failure,
        );
  }
  const wanted = await definersIn(dump);
  const known = wanted.size === 0 ? null : await accountsAfter(session, dump, options);
  for (const [account, objects] of known === null ? [] : wanted)
    if (!known?.has(account)) warnings.push(loadFailures.definerMissing({ account, objects }).failure);
  return warnings;
}

/** Returns the accounts of the target and those that the load may bring; null where the target does not show its own. */
async function accountsAfter(
  session: ControlSession,
  { manifest }: DumpFolder,
  { users }: LoadOptions,
): Promise<ReadonlySet<string> | null> {
  const there = await readAccountNames(session).catch(() => null);
  if (there === null) return null;
  const coming = users.length === 0 ? [] : (manifest.users ?? []).map(namesOf);
  return new Set([...there, ...coming].map(({ name }) => name));
}
