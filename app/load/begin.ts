import type { ControlSession } from '../catalog/session/control-session';
import type { RunHooks } from '../engine/hooks';
import { chosenAccounts } from '../target/accounts/select';
import { decideAccounts } from '../target/accounts/plan';
import { assertAccepted } from '../target/trial/definitions';
import { applySelection } from '../format/select';
import { planGtid } from './gtid';
import { assertHistoryFits } from '../target/tables/row-versions';
import { withDdlSessions } from '../target/session/ddl-sessions';
import { assertMethodFits, type MethodDecision } from '../target/rows/method';
import { endEarlierLanes } from '../target/session/claim';
import { findUnfinished } from '../target/journal/find-unfinished';
import { preparedAgain, resumedOptions } from '../target/journal/resume';
import { allowedChanges } from './speed-ups/checks';
import type { ReconnectingSession } from '../target/session/reconnecting-session';
import { prepareSchema } from '../target/tables/prepare';
import { removeReplaced, restoreReplaced } from '../target/existing/replaced';
import { assertMayLoad } from '../target/rights';
import { dropCreated } from '../target/rollback/created-objects';
import type { LoadRequest } from './request';
import type { DumpSource } from './dump-source/dump-source';
import type { PreparedSchema } from '../target/tables/prepared-table';
import type { TargetRun } from '../target/context';
import { planTargets, beginJournal, setUpSessions, fromRecorded, recordOf } from '../target/begin';
import { tablesOf, type DumpFolder } from '../format/read/dump';

/** Where a load begins: a signed-in target that may be lost and found again. */
export interface Beginning {
  /** The dump with all that it holds, also what this load leaves out. */
  readonly whole: DumpFolder;
  readonly method: MethodDecision;
  readonly session: ControlSession;
  readonly reconnecting: ReconnectingSession;
  readonly hooks: RunHooks;
}

export async function beginLoad(
  request: LoadRequest,
  source: DumpSource,
  beginning: Beginning,
): Promise<TargetRun> {
  const { whole, method, session, hooks } = beginning;
  const { options } = request;
  const dump = applySelection(whole, options);
  source.assertSound(dump);
  assertMethodFits(dump, method);
  await assertHistoryFits(session, dump);
  const targets = await planTargets(session, dump, options, hooks);
  await planGtid(session, dump.manifest, options);
  await decideAccounts(session, { dump, options, accounts: await chosenAccounts(dump, options) });
  await assertAccepted(beginning.reconnecting, dump, targets, options);
  hooks.stage('definitions');
  return await beginJournal({ ...beginning, dump, options, targets }, { dump: await source.identity() });
}

/** Goes on with a load that was not finished; begins where none was begun. */
export async function resumeLoad(
  request: LoadRequest,
  source: DumpSource,
  beginning: Beginning,
): Promise<TargetRun> {
  const { session, reconnecting, hooks } = beginning;
  const journal = await findUnfinished(session, beginning.whole, request.options);
  if (journal === null) {
    hooks.log('info', 'Nothing of this dump was left to resume on the target: the load begins.');
    await assertMayLoad(session, applySelection(beginning.whole, request.options), request.options);
    await allowedChanges(session, request);
    return await beginLoad(request, source, beginning);
  }
  const options = resumedOptions(request.options, journal.header.options);
  const dump = applySelection(beginning.whole, options);
  source.assertSound(dump);
  await assertMayLoad(session, dump, options);
  await setUpSessions(reconnecting, options, journal);
  hooks.leavesTarget('left');
  await endEarlierLanes(session, journal);
  const targets = journal.header.targets.map(fromRecorded);
  if (await journal.isVerified(session)) await removeReplaced({ session, journal });
  const records = await journal.preparedTables(session);
  if (records === null) {
    await dropCreated(session, journal);
    await restoreReplaced({ session, journal }, hooks);
  }
  hooks.log(
    'info',
    records === null
      ? 'The load had not come to its rows: its tables are made again.'
      : 'What the journal in the target tells of is kept; the rest is loaded.',
  );
  return { ...beginning, dump, options, journal, targets, records };
}

/** Makes everything that the rows need, or finds again what an earlier run has made. */
export async function prepareAll(run: TargetRun): Promise<readonly PreparedSchema[]> {
  const { dump, session, journal, hooks, targets, records } = run;
  if (records !== null) return preparedAgain(dump, targets, records);
  hooks.stage('definitions');
  const schemas = await prepareSchemas(run);
  const tables = schemas.flatMap((schema) => schema.tables);
  await journal.prepared(
    session,
    tables.map(({ dump: { name }, schema, ...table }) => ({ schema, name, ...recordOf(table) })),
  );
  return schemas;
}

async function prepareSchemas(run: TargetRun): Promise<readonly PreparedSchema[]> {
  const { dump, targets } = run;
  return await withDdlSessions(run, tablesOf(dump).length, async (ddlSessions) => {
    const schemas: PreparedSchema[] = [];
    for (const target of targets) {
      const source = dump.schemas.find(({ name }) => name === target.source);
      if (source !== undefined) schemas.push(await prepareSchema({ ...run, ddlSessions }, source, target));
    }
    return schemas;
  });
}
