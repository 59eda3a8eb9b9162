import type { ControlSession } from '../catalog/session/control-session';
import { dumpWarnings } from '../text/coverage';
import { inputWords } from '../contract/commands/input';
import type { Failure, SluiceError } from '../contract/failure';
import type { LoadOptions } from '../contract/runs/options';
import type { Check, TableVerdict, Unfinished } from '../contract/runs/result';
import { messageOf } from '../engine/failures';
import { NOTHING_REPORTED, stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { quoteTable } from '../catalog/text/quote';
import { withChecksums, type PlacesVerdict } from '../checksums/places';
import { loadedAccounts, publicGrantWarnings } from './definitions/accounts';
import type { FixedSource } from './definitions/fixes';
import { accountWarnings, checkAccounts } from '../target/accounts/create';
import { compareRows } from './checksums';
import { enableEvents, planEvents } from '../target/objects/events';
import { addForeignKeys, orphanWarning, type OrphanedKey } from '../target/tables/foreign-keys';
import { raiseCounters } from '../target/tables/auto-increment';
import { applyGtid, planGtid } from './gtid';
import { checkObjects, objectCount } from '../target/objects/create';
import { createObjects } from '../target/objects/with-accounts';
import { askingTogether } from '../target/session/asking-together';
import { schemaWarnings } from '../target/tables/schema';
import { removeReplaced } from '../target/existing/replaced';
import { replicationStart } from '../target/session/replication';
import { rollbackTarget } from '../target/rollback/rollback';
import { repairIndexes } from '../target/indexes/repair';
import { runStatements } from './statements';
import { loadFiringRows } from './firing-rows';
import { loadRows, type LoadedRows } from './rows';
import type { LoadRequest } from './request';
import type { TargetContext, TargetRun } from '../target/context';
import type { PreparedSchema, PreparedTable } from '../target/tables/prepared-table';
import { commandTarget, unfinishedBy, unfinishedReport } from '../target/unfinished';
import { recountAfterLoss } from '../target/rows/recount';
import { verifyTables } from '../target/tables/verify-tables';
import { firesTriggers, withoutRecorded, type DumpFolder } from '../format/read/dump';
import { spooledDigest } from '../engine/words/spooled-input';
import { loadText } from '../text/load/load';
import { orFolderGone } from './dump-source/gone';

/**
 * Loads the rows, adds foreign keys and objects, and verifies everything. Each step reads the target's state, so that
 * it can be repeated.
 */
export async function finishLoad(
  request: LoadRequest,
  source: FixedSource,
  run: TargetRun,
  schemas: readonly PreparedSchema[],
): Promise<RunReport> {
  try {
    run.hooks.stage('data');
    const prepared = schemas.flatMap((schema) => schema.tables);
    const asked = { ...request, options: run.options };
    const loaded = await loadRows(asked, source, run, prepared);
    return await finishLoaded(asked, { ...run, dump: loaded.dump }, schemas, loaded, source);
  } catch (error) {
    const loss = await source.loss();
    const report = loss === null ? null : await afterLoss(loss, run);
    if (report !== null) return report;
    const failure = await orFolderGone(error, request.folder);
    return unfinishedReport(failure, waysToContinue(request, run.journal.header.options.schemaMap));
  }
}

/** Rolls back the load of a dump whose folder was removed or replaced. Returns null where that failed. */
async function afterLoss(
  { failure }: SluiceError,
  { reconnecting, journal, hooks }: TargetRun,
): Promise<RunReport | null> {
  try {
    const warnings = await reconnecting.withRetry((session) => rollbackTarget(session, journal, hooks));
    hooks.leavesTarget('rolled-back');
    return { ...NOTHING_REPORTED, state: 'failed', warnings, errors: [failure] };
  } catch (error) {
    hooks.log('error', loadText.notRolledBack(messageOf(error)));
    return null;
  }
}

async function checkAllObjects(
  run: TargetRun,
  schemas: readonly PreparedSchema[],
): Promise<readonly Check[]> {
  const count = schemas.reduce((all, schema) => all + objectCount(schema), 0);
  return await askingTogether(run, count, async (session) => {
    const checks: Check[] = [];
    for (const schema of schemas) checks.push(...(await checkObjects({ ...run, session }, schema)));
    return checks;
  });
}

/** Completes the indexes, foreign keys and counters of tables whose rows are in; returns the warnings. */
async function constrain(run: TargetRun, tables: readonly PreparedTable[]): Promise<readonly Failure[]> {
  const { hooks, reconnecting, records } = run;
  hooks.stage('constraints');
  const repaired = await repairIndexes(reconnecting, tables, hooks);
  await reconnecting.withRetry((session) => addForeignKeys(session, tables, hooks));
  if (records !== null) await reconnecting.withRetry((session) => raiseCounters({ ...run, session }, tables));
  return repaired;
}

async function finishLoaded(
  request: LoadRequest,
  run: TargetRun,
  schemas: readonly PreparedSchema[],
  loaded: LoadedRows,
  source: FixedSource,
): Promise<RunReport> {
  const { dump, options, journal, hooks, reconnecting } = run;
  const each = async <T>(step: (context: TargetContext, schema: PreparedSchema) => Promise<readonly T[]>) => {
    const found: T[] = [];
    for (const schema of schemas)
      found.push(...(await reconnecting.withRetry((session) => step({ ...run, session }, schema))));
    return found;
  };
  const openings = reconnecting.openings;
  const { tables } = loaded;
  const isFired = tables.some((table) => firesTriggers(table.dump));
  const repairedBefore = isFired ? [] : await constrain(run, tables);
  hooks.stage('objects');
  const chosen = await reconnecting.withRetry((session) => loadedAccounts(session, dump, options));
  const { grantsPublic = false } = request;
  const publicGrants = grantsPublic ? (dump.publicGrants ?? []) : [];
  const created = await createObjects(run, schemas, { accounts: chosen.accounts, publicGrants });
  if (isFired) hooks.stage('data');
  const { counted } = isFired ? await loadFiringRows(request, source, run, loaded) : loaded;
  const repaired = isFired ? await constrain(run, tables) : repairedBefore;
  const warnings = [
    ...dumpWarnings(run.whole),
    ...schemas.flatMap((schema) => schema.warnings),
    ...repaired,
    ...created.warnings,
  ];
  hooks.stage('verify');
  const { verdicts, orphaned, ...verified } = await reconnecting.withRetry((session) =>
    verifyTables({ ...run, session }, tables, counted),
  );
  const orphans = await reconnecting.withRetry((session) =>
    judgeOrphans(request, { ...run, session }, tables, orphaned),
  );
  const compared = await reconnecting.withRetry((session) =>
    compareRows(request, { dump, session }, tables, hooks),
  );
  const checks = [
    ...(await reconnecting.withRetry((session) => checkAllObjects({ ...run, session }, schemas))),
    ...(await reconnecting.withRetry((session) => checkAccounts({ dump, session }, created.accounts))),
  ];
  const events = await each(planEvents);
  const proved = withChecksums(verdicts, compared);
  const left = events.flatMap((plan) => plan.warnings);
  const said = [
    ...warnings,
    ...source.changes(),
    ...chosen.changes,
    ...orphaned.map(orphanWarning),
    ...verified.warnings,
    ...orphans.flatMap((table) => table.warnings),
    ...left,
    ...accountWarnings(created.accounts),
    ...(grantsPublic ? [] : publicGrantWarnings(dump, options)),
    ...(await each(schemaWarnings)),
    ...compared.flatMap((table) => table.warnings),
  ];
  const report = {
    ...loadReport(dump, proved, checks, said),
    replicationStart: replicationStart(dump.manifest, options),
  };
  const errors = [...compared, ...orphans].flatMap(({ failures }) => failures);
  if (errors.length > 0)
    return {
      ...report,
      state: 'failed',
      errors,
      unfinished: waysToContinue(request, journal.header.options.schemaMap),
    };
  await runStatements({ ...run, options });
  hooks.stage('finish');
  await recountAfterLoss(run, openings, tables, counted);
  await reconnecting.withRetry((session) => takeGtidSet(session, dump, options, hooks));
  await reconnecting.withRetry((session) => removeReplaced({ session, journal }));
  await reconnecting.withRetry((session) => enableEvents(session, events));
  await reconnecting.withRetry((session) => journal.drop(session));
  return report;
}

/** Applies the dump's GTID set, after verification: with it the target claims to hold everything that the dump does. */
async function takeGtidSet(
  session: ControlSession,
  { manifest }: DumpFolder,
  options: LoadOptions,
  hooks: RunHooks,
): Promise<void> {
  const change = await planGtid(session, manifest, options);
  if (change === null) return;
  await applyGtid(session, change);
  hooks.log('info', loadText.gtidsSet(change));
}

/** Compares the tables of orphaned keys by checksum: either the source has no parent either, or a value was changed. */
async function judgeOrphans(
  request: LoadRequest,
  context: Pick<TargetRun, 'dump' | 'session' | 'hooks'>,
  tables: readonly PreparedTable[],
  orphaned: readonly OrphanedKey[],
): Promise<readonly PlacesVerdict[]> {
  if (orphaned.length === 0 || request.options.verify === 'checksum') return [];
  const affected = new Set(
    orphaned.flatMap(({ table, foreignKey }) => [
      quoteTable(table.schema, table.dump.name),
      quoteTable(foreignKey.parentSchema ?? table.schema, foreignKey.parentTable),
    ]),
  );
  const asked = { ...request, options: { ...request.options, verify: 'checksum' } } as const;
  const compared = tables.filter(({ schema, dump }) => affected.has(quoteTable(schema, dump.name)));
  const rowsOnly = { ...context, dump: withoutRecorded(context.dump) };
  return await compareRows(asked, rowsOnly, compared, context.hooks);
}

export function loadReport(
  dump: DumpFolder,
  verdicts: readonly TableVerdict[],
  checks: readonly Check[],
  warnings: readonly Failure[],
): RunReport {
  const chunks = dump.schemas.flatMap((schema) => schema.tables.flatMap((table) => table.chunks));
  return {
    state: stateOf([], warnings),
    files: dump.files,
    storedBytes: chunks.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
    lockWaitMs: null,
    lockHeldMs: null,
    consistency: null,
    verdicts,
    checks,
    warnings,
    errors: [],
  };
}

/**
 * Returns the commands that resume a load and roll it back.
 *
 * @param schemaMap map with which the load was begun, which tells it from other loads of the dump
 */
export function waysToContinue(
  request: Pick<LoadRequest, 'endpoint' | 'profile' | 'folder' | 'options'>,
  schemaMap: LoadOptions['schemaMap'],
): Unfinished {
  const pairs = Object.entries(schemaMap).map(([from, to]) => `${from}=${to}`);
  const words = [
    ...['sluice', 'load', '--target', commandTarget(request)],
    // A copy of standard input is gone with this run.
    ...['--dump', spooledDigest(request.folder) === null ? request.folder : '-'],
    ...inputWords(request.options.input),
    ...(pairs.length === 0 ? [] : ['--schema-map', pairs.join(',')]),
  ];
  return unfinishedBy(words, schemaMap, request.options.follow ? ['--follow'] : []);
}
