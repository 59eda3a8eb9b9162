import { readAccountNames } from '../../catalog/privileges/accounts';
import type { ControlSession } from '../../catalog/session/control-session';
import { accountText } from '../../contract/commands/definers';
import type { Failure } from '../../contract/failure';
import { LOAD_DEFAULTS, type LoadOptions } from '../../contract/runs/options';
import type { DumpFolder } from '../../format/read/dump';
import { readScript } from '../../format/read/reader';
import { applySelection } from '../../format/select';
import { namesOf } from '../../format/sql/accounts-script';
import { splitScript } from '../../format/sql/script';
import { definerOf } from '../../target/definer-privileges';
import { loadFailures } from '../../text/load/load';

/**
 * Returns warnings on definers: accounts to be replaced that no object names, and accounts that the target lacks, where
 * the account of the load may read that. Servers create objects of such definers, and refuse whoever uses them (1449).
 *
 * @param whole dump before selection
 */
export async function definerWarnings(
  session: ControlSession,
  whole: DumpFolder,
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
  const dump = applySelection(whole, options);
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

/** Reads the definers that a dump's scripts name, each with its objects. */
async function definersIn(dump: DumpFolder): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const file of scriptsIn(dump))
    for (const statement of splitScript(await readScript(dump, file))) {
      const definer = definerOf(statement);
      if (definer === null) continue;
      found.set(definer.account, [...(found.get(definer.account) ?? []), definer.object]);
    }
  return found;
}

/** Lists the scripts of a dump whose objects have definers. */
function scriptsIn({ schemas, problems }: DumpFolder): readonly string[] {
  const missing = new Set(problems.map(({ chunk }) => chunk));
  const files = schemas.flatMap(({ document, scripts, tables, views }) => [
    ...(document.includesDdl ? scripts : []),
    ...(document.includesDdl ? tables : []).flatMap(({ stem, document: own }) =>
      own.triggers.length > 0 ? [`${stem}.triggers.sql`] : [],
    ),
    ...(document.includesViewsDdl ? views : []).map(({ stem }) => `${stem}.sql`),
  ]);
  return files.filter((file) => !missing.has(file));
}
