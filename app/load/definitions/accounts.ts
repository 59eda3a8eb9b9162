import { hasPartialRevokes, type AccountObject } from '../../catalog/privileges/accounts';
import { failedElsewhere } from '../../catalog/session/statement-failure';
import type { ControlSession } from '../../catalog/session/control-session';
import { accountWords } from '../../contract/commands/words';
import { commandLine } from '../../contract/commands/command-line';
import { patternOf } from '../../contract/commands/pattern';
import { SluiceError, type Failure } from '../../contract/failure';
import type { MigrationFinding } from '../../contract/runs/migrate';
import type { LoadOptions } from '../../contract/runs/options';
import type { DumpFolder } from '../../format/read/dump';
import { namesOf } from '../../format/sql/accounts-script';
import { carryAccounts, withAccounts } from '../../target/accounts/convert/carry';
import { accountsOf, chosenAccounts } from '../../target/accounts/select';
import { assertNoneRefused } from '../../target/several-failures';
import { accountFailures } from '../../text/target/accounts';
import { loadFailures } from '../../text/load/load';

type Wish = Pick<LoadOptions, 'users' | 'excludeUsers' | 'schemaMap' | 'tableRenames'>;

/** Accounts of a load as the target will have them. */
export interface LoadedAccounts {
  readonly accounts: readonly AccountObject[];
  /** Accounts of the dump that are not loaded, as it names them. */
  readonly leftOut: readonly string[];
  /** Changes to accounts of another vendor's dump, or of another partial_revokes. */
  readonly changes: readonly Failure[];
}

/**
 * Selects the accounts of a load, those of another vendor's dump, or of another partial_revokes, in the target's form, by
 * the rules of a migration. Fails with `unknown-object` for a rule that matches nothing, and with `unsupported-object`
 * for each account that the target can't have, with the option that leaves it out. Changes nothing.
 */
export async function loadedAccounts(
  session: ControlSession,
  dump: DumpFolder,
  wish: Wish,
): Promise<LoadedAccounts> {
  const { users } = wish;
  const known = dump.manifest.users ?? [];
  const isConverted = users.length > 0 && (await isForeign(session, dump));
  // They are converted before their grants get the target's names.
  const names = isConverted ? { schemaMap: {}, tableRenames: [] } : {};
  const chosen = await chosenAccounts(dump, { ...wish, ...names });
  const taken = new Set(chosen.map(({ account }) => account));
  const leftOut = known.filter((account) => !taken.has(account));
  if (!isConverted || chosen.length === 0) return { accounts: chosen, leftOut, changes: [] };
  const carried = await carryAccounts(withAccounts(dump, chosen), dump.vendor, session);
  assertNoneRefused(carried.findings.filter(({ severity }) => severity === 'blocks').map(refusalOf));
  const changes = carried.findings.map(
    (finding) => loadFailures.converted(finding, { table: finding.object }).failure,
  );
  return { accounts: await accountsOf(carried.dump, wish), leftOut, changes };
}

/** Returns warnings on privileges that all accounts of the source have, and those of a load would lack. */
export function publicGrantWarnings(
  { publicGrants = [] }: Pick<DumpFolder, 'publicGrants'>,
  { users }: Pick<Wish, 'users'>,
): readonly Failure[] {
  if (users.length === 0) return [];
  return publicGrants.map((statement) => accountFailures.publicGrant({ statement }).failure);
}

/** Returns the names of the accounts of a load, as `user@host`; none where it can't have them, which its checks say. */
export async function loadedNames(
  session: ControlSession,
  dump: DumpFolder,
  wish: Wish,
): Promise<ReadonlySet<string>> {
  const { accounts } = await loadedAccounts(session, dump, wish).catch((error: unknown) => {
    if (error instanceof SluiceError && failedElsewhere(error)) throw error;
    return { accounts: [] };
  });
  return new Set(accounts.map(({ name }) => name));
}

/** Returns whether the target writes the accounts of the dump's source in another way. */
async function isForeign(
  session: ControlSession,
  { vendor, manifest }: Pick<DumpFolder, 'vendor' | 'manifest'>,
): Promise<boolean> {
  if (vendor !== session.server.vendor) return true;
  return (manifest.partialRevokes ?? false) !== (await hasPartialRevokes(session));
}

function refusalOf({ object, why }: MigrationFinding): Failure {
  const excludeUsers = [patternOf(namesOf(object).name)];
  const leaveOut = commandLine(accountWords({ users: [], excludeUsers }));
  return accountFailures.notConverted({ account: object, why, leaveOut }).failure;
}
