import { toEngineConnection } from '../catalog/connect/endpoint';
import type { ControlSession } from '../catalog/session/control-session';
import { quoteTable } from '../catalog/text/quote';
import { loadingVariables, readingVariables } from '../catalog/session/variables';
import { ControlSessions } from '../catalog/session/sessions';
import type { Failure } from '../contract/failure';
import type { MigrationFinding } from '../contract/migrate';
import { LOAD_DEFAULTS } from '../contract/options';
import type { EngineMigrate } from '../engine/addon';
import type { EngineMigrateSpec } from '../engine/specs';
import { stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { withJob } from '../engine/job';
import { assertMemory } from '../engine/memory';
import type { EngineWaiter } from '../engine/wait';
import { definitionsUnchanged } from '../source/definitions/compare-definitions';
import { mustCompareDefinitions } from '../source/locks/locks';
import { tellGaps, type DumpPlan } from '../source/preflight';
import { takeSnapshots, type TakenSnapshot } from '../source/locks/snapshot';
import { canTuneBuilds } from '../target/indexes/host';
import { targetSchemaOf } from '../format/select';
import { newLoadName, type LoadJournal } from '../target/journal/journal';
import { JOURNAL_TABLE } from '../target/journal/journal-table';
import { SILENCE_MS } from '../catalog/session/process-list';
import { decideMethod, type MethodDecision } from '../target/rows/method';
import { endEarlierLanes } from '../target/session/claim';
import { ReconnectingSession } from '../target/session/reconnecting-session';
import { assertTargetReady } from '../target/preflight';
import { assertMaySet } from '../target/rights';
import { Sums } from '../checksums/totals';
import { withoutNegativeZeros } from './convert/negative-zero';
import { beginMigration, prepareTables, recordPrepared, resumeMigration } from './begin';
import { finishTarget } from './finish';
import { judgeHistory, planHistory } from './live/row-versions';
import { assertJsonSurvives, openJsonCheck } from './live/json';
import { migrateTables, withExistingChecksums } from './rows/rows';
import { planSource } from './plan';
import { assertNothingBlocks, findingWarnings, precheck } from './precheck/precheck';
import { rehearseObjects } from './rehearse-objects';
import { loadOptionsOf, type MigrateRequest } from './request';
import { findMigration, waysToContinue } from './resume';
import { plainVariables, routesOf } from './rows/routes';
import { selectFromSource, readSource, type SourceCatalog } from './live/source';
import { targetParts } from './rows/checksums';
import { readNormalizedObjects, type NormalizedObjects } from './normalized/objects';
import { assertTablesEquivalent } from './normalized/tables';
import { setUpSessions, LeftBehind } from '../target/begin';
import { rollbackUnprepared } from '../target/rollback/unprepared';
import type { TargetRun } from '../target/context';
import { assertUnguarded, unguardedAt } from '../target/guard';
import type { PreparedSchema } from '../target/tables/prepared-table';
import { unfinishedReport } from '../target/unfinished';
import type { DumpFolder } from '../format/read/dump';
import type { Conversion } from './convert/conversion';
import type { MigratedRoute } from './rows/row-job';

/**
 * Moves schemas from one server to another, under one snapshot and without a folder, or goes on with such a migration
 * under a new snapshot, and verifies them. Resolves with a good state only when rows were counted and summed up on both
 * sides, definitions compared and foreign keys proved. Before its tables are ready it rejects with the first failure
 * and has removed what it had made; later it resolves as incomplete, with how to go on.
 */
export async function migrate(request: MigrateRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  assertMemory(request.options);
  assertUnguarded(request);
  const sources = new ControlSessions(request.source, hooks.cancellation);
  const targets = new ControlSessions(request.target, hooks.cancellation);
  const { reconnectMs } = request.options;
  const { silenceMs = SILENCE_MS } = request;
  const persistence = { endpoint: request.target, reconnectMs, silenceMs };
  const reconnecting = new ReconnectingSession(targets, hooks, persistence);
  try {
    const session = await reconnecting.open(assertMaySet);
    unguardedAt(request, session, request.options);
    hooks.stage('preflight');
    await assertTargetReady(session);
    const method = await decideMethod(session, LOAD_DEFAULTS);
    if (method.reason !== null) hooks.log('info', method.reason);
    const catalog = await sources.open();
    const start = { hooks, sources, catalog, reconnecting, session, method };
    return await (request.options.resume ? goOn(request, start) : migrateAll({ request, ...start }, null));
  } finally {
    reconnecting.release();
    await targets.close();
    await sources.close();
  }
}

interface Start {
  readonly hooks: RunHooks;
  readonly sources: ControlSessions;
  readonly catalog: ControlSession;
  readonly reconnecting: ReconnectingSession;
  readonly session: ControlSession;
  readonly method: MethodDecision;
}

interface Started extends Start {
  readonly request: MigrateRequest;
}

interface Context extends Started, DumpPlan {
  /** That of an earlier run, which is gone on with; null where this one begins. */
  readonly earlier: LoadJournal | null;
  readonly progress: Progress;
}

interface Moving extends Context {
  readonly job: EngineMigrate;
  readonly waiter: EngineWaiter;
  readonly sums: Sums;
}

/** How far it has come: what a failure leaves behind. */
interface Progress {
  /** Null as long as nothing was made on the target. */
  journal: LoadJournal | null;
  /** The tables are ready, and what is in them is worth keeping. */
  isReady: boolean;
}

async function goOn(request: MigrateRequest, start: Start): Promise<RunReport> {
  const { session, reconnecting, hooks } = start;
  const found = await findMigration(session, request.options);
  if (found === null) {
    hooks.log('info', 'No migration was left to resume on the target: this one begins.');
    return await migrateAll({ request, ...start }, null);
  }
  const { journal, migration } = found;
  const resumed = { ...request, options: { ...request.options, ...migration } };
  await setUpSessions(reconnecting, loadOptionsOf(resumed.options), journal);
  hooks.leavesTarget('left');
  await endEarlierLanes(session, journal);
  hooks.log(
    'info',
    'A new snapshot of the source is taken: what stays of the earlier run is what agrees with it.',
  );
  return await migrateAll({ request: resumed, ...start }, journal);
}

async function migrateAll(started: Started, earlier: LoadJournal | null): Promise<RunReport> {
  const { request, hooks, catalog, session } = started;
  const isReady = earlier !== null && (await earlier.preparedTables(session)) !== null;
  const progress: Progress = { journal: earlier, isReady };
  try {
    const plan = await planSource(catalog, session, request.options);
    hooks.log('info', plan.selected.scope);
    hooks.log('info', plan.locks.sentence);
    tellGaps(plan, hooks);
    return await move({ ...started, ...plan, earlier, progress });
  } catch (error) {
    const { journal } = progress;
    if (error instanceof LeftBehind) return unfinishedReport(error.cause, waysToContinue(request));
    if (journal === null) throw error;
    if (!progress.isReady && (await rollbackUnprepared({ endpoint: request.target }, journal, hooks)))
      throw error;
    return unfinishedReport(error, waysToContinue(request));
  }
}

/** What came of the rows. */
interface Moved {
  readonly run: TargetRun;
  readonly schemas: readonly PreparedSchema[];
  readonly routes: readonly MigratedRoute[];
  readonly meant: NormalizedObjects | null;
  readonly findings: readonly MigrationFinding[];
  readonly snapshot: TakenSnapshot;
  readonly warnings: readonly Failure[];
}

async function move(context: Context): Promise<RunReport> {
  const { request, hooks, selected, earlier } = context;
  const sums = new Sums();
  // The engine is told of the journal before it is there; its lanes open their targets with the first table.
  const schema = targetSchemaOf(loadOptionsOf(request.options), selected.schemas[0] ?? '');
  const loadName = earlier?.header.loadName ?? newLoadName();
  const spec = engineSpec(context, earlier?.table ?? quoteTable(schema, JOURNAL_TABLE), loadName);
  const moved = await withJob(hooks, {
    start: (sink) => request.engine.startMigrate(spec, sink),
    take: (batch) => sums.take(batch),
    use: (job, waiter) => moveRows({ ...context, job, waiter, sums }, loadName),
  });
  return await finish(context, moved, sums);
}

function engineSpec(
  { request, catalog, session }: Context,
  journal: string,
  loadName: string,
): EngineMigrateSpec {
  const { threads, memoryLimitBytes, reconnectMs } = request.options;
  return {
    source: toEngineConnection(request.source),
    sourceSession: plainVariables(readingVariables(catalog.server)),
    target: {
      connection: toEngineConnection(request.target),
      session: plainVariables(loadingVariables(session.server)),
      directory: '',
      lanes: threads,
      memoryLimitBytes,
      tuneIndexBuilds: canTuneBuilds(session.server),
      ...{ journal, loadName, reconnectMs },
      silenceMs: request.silenceMs ?? SILENCE_MS,
    },
  };
}

async function moveRows(context: Moving, loadName: string): Promise<Moved> {
  const { request, hooks, sources, catalog, session, selected, locks, job, waiter, progress } = context;
  const { options, sluiceVersion } = request;
  const { options: dumpOptions, lost } = await planHistory(catalog, session, options);
  const jsonSession = await openJsonCheck(context, session.server.vendor, dumpOptions);
  const snapshot = await takeSnapshots({
    ...{ hooks, sessions: sources, locks, selected, heldTables: [], jsonSession, job, waiter },
    request: { options: dumpOptions },
  });
  hooks.stage('definitions');
  const bulk = await sources.open('many');
  const reading = { catalog, bulk, selected, locks, hooks, sluiceVersion };
  const source = await readSource({ ...reading, options: dumpOptions });
  const { dump, findings, conversion } = await precheck(source, catalog, session, options);
  assertNothingBlocks(findings);
  await assertJsonSurvives(jsonSession, source.plans, hooks);
  const run = await begin(context, selectFromSource(dump, loadOptionsOf(options)), loadName);
  const schemas = await prepareTables(run);
  await assertTablesEquivalent(run, schemas, source.plans, conversion);
  const tables = schemas.flatMap((schema) => schema.tables);
  const parts =
    conversion?.target === 'mariadb' ? withoutNegativeZeros(source.parts, source.plans) : source.parts;
  const wanted = routesOf(tables, parts);
  await targetParts(session, wanted);
  const routes = await withExistingChecksums(context, run, wanted);
  const meant = await normalizedBy(context, source, conversion);
  await rehearseObjects(run, schemas, meant, options.definers);
  await recordPrepared(run, schemas, routes);
  progress.isReady = true;
  hooks.stage('data');
  const moved = await migrateTables(context, run, routes);
  await sources.assertAlive();
  if (mustCompareDefinitions(locks)) await definitionsUnchanged(catalog, source.definitions);
  const warnings = [...selected.warnings, ...source.plans.flatMap((plan) => plan.warnings)];
  const told = [...findings, ...judgeHistory(source.plans, lost)];
  return { run, schemas, routes: moved, meant, findings: told, snapshot, warnings };
}

/** Within a vendor objects are compared to the byte. */
async function normalizedBy(
  { catalog, request }: Moving,
  { plans }: SourceCatalog,
  conversion: Conversion | null,
): Promise<NormalizedObjects | null> {
  if (conversion === null) return null;
  const schemas = plans.map(({ schema }) => schema);
  return await readNormalizedObjects(catalog, schemas, conversion, request.options.definers);
}

async function begin(context: Moving, dump: DumpFolder, loadName: string): Promise<TargetRun> {
  const { earlier, progress } = context;
  const run = await (earlier === null
    ? beginMigration({ ...context, dump }, loadName)
    : resumeMigration({ ...context, dump }, earlier));
  progress.journal = run.journal;
  return run;
}

async function finish(context: Context, moved: Moved, sums: Sums): Promise<RunReport> {
  const { request, hooks, reconnecting, locks } = context;
  const { snapshot, findings } = moved;
  const found = await finishTarget({ ...moved, request, hooks, reconnecting, sums });
  const warnings = [...moved.warnings, ...findingWarnings(findings), ...found.warnings];
  return {
    state: stateOf([], warnings),
    files: 0,
    storedBytes: 0,
    lockWaitMs: snapshot.lockWaitMs,
    lockHeldMs: snapshot.lockHeldMs,
    consistency: locks.sentence,
    verdicts: found.verdicts,
    checks: found.checks,
    warnings,
    errors: [],
  };
}
