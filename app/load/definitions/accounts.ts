import type { AccountObject } from '../../catalog/privileges/accounts';
import type { ControlSession } from '../../catalog/session/control-session';
import { accountWords } from '../../contract/commands/words';
import { commandLine } from '../../contract/commands/command-line';
import { patternOf } from '../../contract/commands/pattern';
import type { Failure } from '../../contract/failure';
import type { MigrationFinding } from '../../contract/runs/migrate';
import type { LoadOptions } from '../../contract/runs/options';
import type { DumpFolder } from '../../format/read/dump';
import { namesOf } from '../../format/sql/accounts-script';
import { carryAccounts, withAccounts } from '../../target/accounts/convert/carry';
import { accountsOf, chosenAccounts } from '../../target/accounts/select';
import { SeveralFailures } from '../../target/several-failures';
import { accountFailures } from '../../text/target/accounts';
import { loadFailures } from '../../text/load/load';
import { trialText } from '../../text/target/trial';

type Wish = Pick<LoadOptions, 'users' | 'excludeUsers' | 'schemaMap' | 'tableRenames'>;

/** Accounts of a load as the target will have them. */
export interface LoadedAccounts {
  readonly accounts: readonly AccountObject[];
  /** Accounts of the dump that are not loaded, as it names them. */
  readonly leftOut: readonly string[];
  /** Changes to accounts of another vendor's dump. */
  readonly changes: readonly Failure[];
}

/**
 * Selects the accounts of a load, those of another vendor's dump in the target's form, by the rules of a migration. Fails
 * with `unknown-object` for a rule that matches nothing, and with `unsupported-object` for each account that the target
 * can't have, with the option that leaves it out. Changes nothing.
 */
export async function loadedAccounts(
  session: ControlSession,
  dump: DumpFolder,
  wish: Wish,
): Promise<LoadedAccounts> {
  const known = dump.manifest.users ?? [];
  const chosen = await chosenAccounts(dump, { ...wish, schemaMap: {}, tableRenames: [] });
  const names = new Set(chosen.map(({ account }) => account));
  const leftOut = known.filter((account) => !names.has(account));
  if (dump.vendor === session.server.vendor || chosen.length === 0)
    return { accounts: await chosenAccounts(dump, wish), leftOut, changes: [] };
  const carried = await carryAccounts(withAccounts(dump, chosen), dump.vendor, session);
  assertCarried(carried.findings);
  const changes = carried.findings.map(
    (finding) => loadFailures.converted(finding, { table: finding.object }).failure,
  );
  return { accounts: await accountsOf(carried.dump, wish), leftOut, changes };
}

function assertCarried(findings: readonly MigrationFinding[]): void {
  const refused = findings.filter(({ severity }) => severity === 'blocks').map(refusalOf);
  const [first] = refused;
  if (first === undefined) return;
  const message = trialText.refusedAndMore({ refusal: first.message, more: refused.length - 1 });
  throw new SeveralFailures({ ...first, message }, refused);
}

function refusalOf({ object, why }: MigrationFinding): Failure {
  const excludeUsers = [patternOf(namesOf(object).name)];
  const leaveOut = commandLine(accountWords({ users: [], excludeUsers }));
  return accountFailures.notConverted({ account: object, why, leaveOut }).failure;
}
