import { SILENCE_MS } from '../catalog/session/process-list';
import { logCaution } from '../catalog/session/caution';
import type { ControlSession } from '../catalog/session/control-session';
import { ControlSessions } from '../catalog/session/sessions';
import { settleAll } from '../catalog/collections/settle';
import type { Failure } from '../contract/failure';
import type { MigrationFinding } from '../contract/runs/migrate';
import { LOAD_DEFAULTS } from '../contract/runs/options';
import { Checksums } from '../checksums/totals';
import { stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { withSessionsJob } from '../engine/job';
import { assertMemory } from '../engine/job';
import { definitionsUnchanged } from '../source/definitions/compare-definitions';
import { mustCompareDefinitions } from '../source/locks/locks';
import { openSourceSessions, type SourceSessions } from '../source/locks/source-sessions';
import { takeSnapshots, type TakenSnapshot } from '../source/locks/snapshot';
import { logGaps, statementsPerCall } from '../source/preflight';
import { LeftBehind, setUpSessions } from '../target/begin';
import type { TargetRun } from '../target/context';
import { assertUnguarded, unguardedAt } from '../target/guard';
import { newLoadName } from '../target/journal/journal';
import { assertTargetReady } from '../target/preflight';
import { assertMaySet } from '../target/privileges';
import { rollbackUnprepared } from '../target/rollback/unprepared';
import { allowKeyless } from '../target/tables/primary-keys';
import { decideMethod, type MethodDecision } from '../target/rows/method';
import { endEarlierLanes } from '../target/session/claim';
import { ReconnectingSession } from '../target/session/reconnecting-session';
import { unfinishedReport } from '../target/unfinished';
import { beginMigration, resumeMigration } from './begin';
import type { Migration, Progress, Servers } from './context';
import { engineSpec } from './engine-spec';
import { finishTarget } from './finish';
import { assertJsonSurvives, openJsonCheck } from './live/json';
import { judgeHistory, planHistory } from './live/row-versions';
import { readSource } from '../source/live/read-source';
import { selectFromSource } from './live/select-from-source';
import { planSource } from './plan';
import { assertNothingBlocks, findingWarnings, precheck } from './precheck/precheck';
import { prepareTarget, type PreparedTarget } from './prepare';
import { loadOptionsOf, type MigrateRequest } from './request';
import { findMigration, waysToContinue, type UnfinishedMigration } from './resume';
import type { MigratedRoute, RowJob } from './rows/row-job';
import { migrateTables } from './rows/rows';
import { migrateText } from '../text/migrate/run';

/**
 * Migrates schemas from one server to another under one snapshot and without a folder, or resumes such a migration under
 * a new snapshot, and verifies them. Resolves with a good state only when rows were counted and checksummed on both
 * sides, definitions compared and foreign keys proved. Before its tables are prepared it rejects with the first failure
 * after rolling back; later it resolves as incomplete, with the commands that resume it or roll it back.
 */
export async function migrate(request: MigrateRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  assertMemory(request.options);
  assertUnguarded(request);
  const sources = new ControlSessions(request.source, hooks.cancellation);
  const targets = new ControlSessions(request.target, hooks.cancellation);
  const reconnecting = new ReconnectingSession(targets, hooks, {
    endpoint: request.target,
    reconnectMs: request.options.reconnectMs,
    silenceMs: request.silenceMs ?? SILENCE_MS,
    choose: (session) => allowKeyless(session, request.options),
  });
  try {
    const session = await reconnecting.open(assertMaySet);
    logCaution(session, hooks);
    unguardedAt(request, session, request.options);
    hooks.stage('preflight');
    const checking = checkTarget(session, hooks);
    // Far away each question of either waits for the line, not for the other.
    await settleAll([targets.assertOneServer(), checking]);
    const method = await checking;
    const { resume, selection } = request.options;
    // The selection of a migration that goes on is known only later, and may have conditions.
    const catalog = await sources.open(resume ? 'one' : statementsPerCall(selection));
    logCaution(catalog, hooks);
    return await startOrResume(request, { hooks, sources, catalog, reconnecting, session, method });
  } finally {
    reconnecting.release();
    await targets.close();
    await sources.close();
  }
}

async function checkTarget(session: ControlSession, hooks: RunHooks): Promise<MethodDecision> {
  await assertTargetReady(session);
  const method = await decideMethod(session, LOAD_DEFAULTS);
  if (method.reason !== null) hooks.log('info', method.reason);
  return method;
}

async function startOrResume(request: MigrateRequest, servers: Servers): Promise<RunReport> {
  const { session, hooks } = servers;
  if (!request.options.resume) return await migrateOrRollBack(request, servers, null);
  const found = await findMigration(session, request.options);
  if (found === null) {
    hooks.log('info', migrateText.nothingToResume);
    return await migrateOrRollBack(request, servers, null);
  }
  const resumed = { ...request, options: { ...request.options, ...found.migration } };
  await takeOver(resumed, servers, found);
  return await migrateOrRollBack(resumed, servers, found.journal);
}

/** Claims the journal of an earlier run, and ends the sessions that still write for that run. */
async function takeOver(
  { options }: MigrateRequest,
  { session, reconnecting, hooks }: Servers,
  { journal }: UnfinishedMigration,
): Promise<void> {
  await setUpSessions(reconnecting, loadOptionsOf(options), journal);
  hooks.leavesTarget('left');
  await endEarlierLanes(session, journal);
  hooks.log('info', migrateText.newSnapshot);
}

/** Plans and runs the migration. A failure rolls the target back until its tables are prepared; from then on it is kept. */
async function migrateOrRollBack(
  request: MigrateRequest,
  servers: Servers,
  earlier: Migration['earlier'],
): Promise<RunReport> {
  const { hooks, catalog, session } = servers;
  const isReady = earlier !== null && (await earlier.preparedTables(session)) !== null;
  const progress: Progress = { journal: earlier, isReady };
  try {
    const plan = await planSource(catalog, session, request.options);
    hooks.log('info', plan.selected.scope);
    hooks.log('info', plan.locks.sentence);
    logGaps(plan, hooks);
    return await migrateSchemas({ ...servers, ...plan, request, earlier, progress });
  } catch (error) {
    const { journal } = progress;
    if (error instanceof LeftBehind) return unfinishedReport(error.reason, waysToContinue(request));
    if (journal === null) throw error;
    if (!progress.isReady && (await rollbackUnprepared({ endpoint: request.target }, journal, hooks)))
      throw error;
    return unfinishedReport(error, waysToContinue(request));
  }
}

/** The run itself: the engine's job moves the rows, then the target gets its objects and is verified. */
async function migrateSchemas(migration: Migration): Promise<RunReport> {
  const { request, hooks, earlier, sources, catalog, session, locks } = migration;
  const checksums = new Checksums();
  // Before the lanes sign in: an account may have only so many sessions.
  const history = await planHistory(catalog, session, request.options);
  const control = await openSourceSessions({
    ...{ sessions: sources, catalog, locks, heldTables: [], hooks },
    openJson: () => openJsonCheck(migration, session.server.vendor, history.options),
  });
  const reading = { history, control };
  const loadName = earlier?.header.loadName ?? newLoadName();
  const renewals = { source: request.source.renewal, target: request.target.renewal };
  const migrated = await withSessionsJob(hooks, renewals, {
    start: (sink) => request.engine.startMigrate(engineSpec(migration, loadName), sink),
    take: (batch) => checksums.take(batch),
    use: (job, waiter) => migrateRows(migration, reading, { job, waiter, checksums }, loadName),
  });
  return await finish(migration, migrated, checksums);
}

/** Result of the row phase. */
interface MigratedRows extends Omit<PreparedTarget, 'routes'> {
  readonly run: TargetRun;
  readonly routes: readonly MigratedRoute[];
  readonly findings: readonly MigrationFinding[];
  readonly snapshot: TakenSnapshot;
  readonly warnings: readonly Failure[];
}

/** Preparation of the reading of the source. */
interface PreparedReading {
  readonly history: Awaited<ReturnType<typeof planHistory>>;
  readonly control: SourceSessions;
}

async function migrateRows(
  migration: Migration,
  { history, control }: PreparedReading,
  engine: Pick<RowJob, 'job' | 'waiter' | 'checksums'>,
  loadName: string,
): Promise<MigratedRows> {
  const { request, hooks, sources, catalog, session, selected } = migration;
  const { options, sluiceVersion } = request;

  // Locks and snapshot
  const snapshot = await takeSnapshots({
    request: { options: history.options },
    hooks,
    control,
    selected,
    heldTables: [],
    job: engine.job,
    waiter: engine.waiter,
  });

  // Definitions
  const { locks } = snapshot;
  hooks.stage('definitions');
  const reading = {
    ...{ catalog, bulk: control.bulk, selected, locks },
    ...{ hooks, sluiceVersion, options: history.options },
  };
  const source = await readSource(reading);

  // Pre-check
  const { dump, findings, conversion } = await precheck(source, catalog, session, options);
  assertNothingBlocks(findings);
  await assertJsonSurvives(control.json, source.plans, hooks);

  // Tables
  const run = await beginOrResume(
    migration,
    selectFromSource(dump, loadOptionsOf(options), session.server.vendor),
    loadName,
  );
  const { schemas, routes, expectedObjects } = await prepareTarget(migration, run, source, conversion);

  // Rows
  hooks.stage('data');
  const migrated = await migrateTables({ request, hooks, catalog, ...engine }, run, routes);
  await sources.assertAlive();
  if (mustCompareDefinitions(locks)) await definitionsUnchanged(control.bulk, source.definitions);

  return {
    run,
    schemas,
    routes: migrated,
    expectedObjects,
    findings: [...findings, ...judgeHistory(source.plans, history.lost)],
    snapshot,
    warnings: [...selected.warnings, ...source.plans.flatMap((plan) => plan.warnings)],
  };
}

async function beginOrResume(
  migration: Migration,
  dump: TargetRun['dump'],
  loadName: string,
): Promise<TargetRun> {
  const { request, earlier, progress } = migration;
  const run =
    earlier === null
      ? await beginMigration(migration, dump, request.options, loadName)
      : await resumeMigration(migration, dump, request.options, earlier);
  progress.journal = run.journal;
  return run;
}

/** Adds foreign keys, objects and proof, and reports. */
async function finish(
  migration: Migration,
  migrated: MigratedRows,
  checksums: Checksums,
): Promise<RunReport> {
  const { request, hooks, reconnecting } = migration;
  const { snapshot, findings } = migrated;
  const finished = await finishTarget({ ...migrated, request, hooks, reconnecting, checksums });
  const warnings = [...migrated.warnings, ...findingWarnings(findings), ...finished.warnings];
  return {
    state: stateOf([], warnings),
    files: 0,
    storedBytes: 0,
    lockWaitMs: snapshot.lockWaitMs,
    lockHeldMs: snapshot.lockHeldMs,
    consistency: snapshot.locks.sentence,
    verdicts: finished.verdicts,
    checks: finished.checks,
    warnings,
    errors: [],
  };
}
