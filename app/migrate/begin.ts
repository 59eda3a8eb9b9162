import type { ControlSession } from '../catalog/session/control-session';
import type { MigrateOptions } from '../contract/runs/migrate';
import type { LoadOptions } from '../contract/runs/options';
import type { DumpFolder } from '../format/read/dump';
import { dropEarlierAccounts } from '../target/accounts/create';
import { decideAccounts } from '../target/accounts/plan';
import { accountsOf } from '../target/accounts/select';
import { beginJournal, fromRecorded, planTargets, toRecorded } from '../target/begin';
import type { TargetRun, TargetStart } from '../target/context';
import { removeReplaced } from '../target/existing/replaced';
import type { LoadJournal } from '../target/journal/journal';
import { assertNoBlockers, findTargets } from '../target/preflight';
import { assertMayLoad } from '../target/privileges';
import { assertMethodFits } from '../target/rows/method';
import { loadOptionsOf } from './request';
import { MIGRATION, persistedMigration } from './resume';

/** Begins a migration: refuses a target with blockers, then creates the journal on it. */
export async function beginMigration(
  { session, reconnecting, method, hooks }: TargetStart,
  dump: DumpFolder,
  migrateOptions: MigrateOptions,
  loadName: string,
): Promise<TargetRun> {
  const options = loadOptionsOf(migrateOptions);
  assertMethodFits(dump, method);
  await assertMayLoad(session, dump, options);
  const targets = await planTargets(session, dump, options, hooks);
  await assertAccountsPossible(session, dump, options);
  return await beginJournal(
    { session, reconnecting, method, hooks, whole: dump, dump, options, targets },
    { dump: MIGRATION, migration: persistedMigration(migrateOptions), loadName },
  );
}

/** Resumes the migration of a journal with what the source holds now. */
export async function resumeMigration(
  { session, reconnecting, method, hooks }: TargetStart,
  dump: DumpFolder,
  migrateOptions: MigrateOptions,
  journal: LoadJournal,
): Promise<TargetRun> {
  const options = loadOptionsOf(migrateOptions);
  assertMethodFits(dump, method);
  await assertMayLoad(session, dump, options);
  if (await journal.isVerified(session)) await removeReplaced({ session, journal });
  const known = journal.header.targets.map(fromRecorded);
  const schemas = dump.schemas.filter(({ name }) => !known.some(({ source }) => source === name));
  const added = await findTargets(session, { ...dump, schemas }, options);
  assertNoBlockers(added, { ...dump, schemas }, options);
  await journal.addTargets(session, added.map(toRecorded));
  await dropEarlierAccounts(session, journal);
  await assertAccountsPossible(session, dump, options);
  const records = await journal.preparedTables(session);
  const targets = [...known, ...added];
  return { session, reconnecting, method, hooks, whole: dump, dump, options, journal, targets, records };
}

/** Refuses accounts that the target can't have, long before they are created: no row has moved yet. */
async function assertAccountsPossible(
  session: ControlSession,
  dump: DumpFolder,
  options: LoadOptions,
): Promise<void> {
  await decideAccounts(session, { dump, options, accounts: await accountsOf(dump, options) });
}
