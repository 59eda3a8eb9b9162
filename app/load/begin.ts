import { assertAccepted } from '../target/trial/definitions';
import { loadedNames } from './definitions/accounts';
import { applySelection, scopeOfLoad } from '../format/select';
import { withDdlSessions } from '../target/session/ddl-sessions';
import { endEarlierLanes } from '../target/session/claim';
import { findUnfinished } from '../target/journal/find-unfinished';
import { restorePrepared, resumedOptions } from '../target/journal/resume';
import { allowedChanges } from './speed-ups/checks';
import { prepareSchema } from '../target/tables/prepare';
import { removeReplaced, restoreReplaced } from '../target/existing/replaced';
import { assertMayLoad } from '../target/privileges';
import { dropCreated } from '../target/rollback/created-objects';
import { passChecks } from '../target/checks';
import { LOAD_CHECKS } from './checks/checks';
import type { WasThere } from '../target/existing/tables-there';
import type { LoadRequest } from './request';
import { definitionWarnings } from './definitions/warnings';
import { lookAtTables } from './definitions/converted-tables';
import type { FixedSource } from './definitions/fixes';
import type { PreparedSchema } from '../target/tables/prepared-table';
import type { TargetRun, TargetStart } from '../target/context';
import { planTargets, beginJournal, setUpSessions, fromRecorded, recordOf } from '../target/begin';
import type { ControlSession } from '../catalog/session/control-session';
import type { LoadOptions } from '../contract/runs/options';
import { tablesOf, type DumpFolder } from '../format/read/dump';
import { withRowOrders } from './row-orders';
import { loadText } from '../text/load/load';

/**
 * Begins a load: refuses what can't be loaded, then creates the journal. Fails before anything is created where the target
 * holds a blocker, an object is not accepted there or a privilege is missing.
 */
export async function beginLoad(
  request: LoadRequest,
  source: FixedSource,
  start: TargetStart,
): Promise<TargetRun> {
  const { method, session, reconnecting, hooks } = start;
  const { options } = request;
  const { whole } = source;
  hooks.log('info', scopeOfLoad(whole, options));
  const dump = applySelection(whole, options, session.server.vendor);
  const planned = { session, dump, options, source, method: () => Promise.resolve(method) };
  await passChecks(LOAD_CHECKS, planned);
  const targets = await planTargets(session, dump, options, hooks);
  const look = lookAtTables(dump, source.conversion, options);
  const { vendor } = session.server;
  const wish = { ...options, accounts: await loadedNames(session, dump, options) };
  await assertAccepted({ reconnecting, vendor }, dump, targets, wish, look);
  for (const { message, hint = '' } of await definitionWarnings(session, { whole, dump }, options))
    hooks.log('warning', `${message} ${hint}`);
  hooks.stage('definitions');
  return await beginJournal({ ...start, whole, dump, options, targets }, { dump: await source.identity() });
}

/** Facts of an unfinished load that tell how its dump is read; those of a new one where the target has none. */
export async function asBegun(
  session: ControlSession,
  whole: DumpFolder,
  options: LoadOptions,
): Promise<{ readonly options: LoadOptions; readonly wasThere?: WasThere }> {
  const journal = await findUnfinished(session, whole, options);
  if (journal === null) return { options };
  const { targets } = journal.header;
  return {
    options: resumedOptions(options, journal.header.options),
    wasThere: (schema, table) =>
      targets.some(({ source, clashes }) => source === schema && clashes.includes(table)),
  };
}

/** Resumes an unfinished load of the dump; begins a new one where the target has none. */
export async function resumeLoad(
  request: LoadRequest,
  source: FixedSource,
  start: TargetStart,
): Promise<TargetRun> {
  const { session, reconnecting, hooks } = start;
  const { whole } = source;
  const journal = await findUnfinished(session, whole, request.options);
  if (journal === null) {
    hooks.log('info', loadText.nothingToResume);
    await assertMayLoad(session, applySelection(whole, request.options), request.options);
    await allowedChanges(session, request);
    return await beginLoad(request, source, start);
  }
  const options = resumedOptions(request.options, journal.header.options);
  // The objects and accounts that it was begun with, which a resuming command need not name.
  hooks.log('info', scopeOfLoad(whole, options));
  const dump = applySelection(whole, options, session.server.vendor);
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
  hooks.log('info', records === null ? loadText.beforeRows : loadText.resumed);
  return { ...start, whole, dump, options, journal, targets, records };
}

/** Creates everything that the rows need, and decides how they are loaded; or reads from the journal what an earlier run created. */
export async function prepareAll(
  { engine }: Pick<LoadRequest, 'engine'>,
  run: TargetRun,
): Promise<readonly PreparedSchema[]> {
  const { dump, session, journal, hooks, targets, records } = run;
  if (records !== null) return restorePrepared(dump, targets, records);
  hooks.stage('definitions');
  const schemas = await withRowOrders(engine, run, await prepareSchemas(run));
  const tables = schemas.flatMap((schema) => schema.tables);
  await journal.recordPrepared(
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
