import { toEngineConnection, type Endpoint } from '../catalog/endpoint';
import type { ControlSession } from '../catalog/control-session';
import { quoteTable } from '../catalog/quote';
import { readingVariables } from '../catalog/session-variables';
import { ControlSessions } from '../catalog/sessions';
import { SluiceError, type Failure } from '../contract/failure';
import type { MigrateOptions, MigrationFinding } from '../contract/migrate';
import { LOAD_DEFAULTS, type LoadOptions } from '../contract/options';
import type { EngineMigrate } from '../engine/addon';
import { failureOf } from '../engine/failures';
import { stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { withJob } from '../engine/job';
import { assertMemory } from '../engine/memory';
import type { EngineWaiter } from '../engine/wait';
import { definitionsUnchanged } from '../dump/definitions';
import { mustCompareDefinitions, withoutHoldingDdl } from '../dump/locks';
import { planDump, type DumpPlan } from '../dump/preflight';
import { takeSnapshots, type TakenSnapshot } from '../dump/snapshot';
import { canTuneBuilds } from '../load/indexes/host';
import { beginJournal, prepareAll, wasTakenBack, type Begun } from '../load/begin';
import { assertUnguarded, type LoadRequest } from '../load/request';
import { targetSchemaOf } from '../load/arrange';
import { JOURNAL_TABLE, newLoadName } from '../load/journal';
import { SILENCE_MS } from '../load/control-watch';
import { assertMethodFits, decideMethod, type MethodDecision } from '../load/method';
import { assertNoneUnfinished } from '../load/resume';
import { SteadySession } from '../load/steady-session';
import { assertNothingInTheWay, assertTargetReady, assertTriggersFree, findTargets } from '../load/target';
import type { DumpFolder } from '../format/reader';
import type { PreparedSchema } from '../load/tables';
import { finishTarget } from './finish';
import { assertJsonSurvives, openJsonCheck } from './json';
import { assertNothingBlocks, findingWarnings, precheck } from './precheck/precheck';
import { rehearseObjects } from './rehearse';
import { Sums } from '../sums/sums';
import { loadVariables, plainVariables, routesOf, toMigrateTables, type Route } from './rows';
import { isSameServer } from './same-server';
import { dumpOptionsOf, readSource, type SourceCatalog } from './source';

export interface MigrateRequest extends Pick<LoadRequest, 'engine' | 'profile'> {
  readonly source: Endpoint;
  readonly target: Endpoint;
  readonly options: MigrateOptions;
  readonly sluiceVersion: string;
}

/** What a migration's journal says instead of a dump's fingerprint. */
export const MIGRATION = 'migration';

/**
 * Moves schemas from one server to another, under one snapshot and without a folder, and verifies them. Resolves with a
 * good state only when rows were counted and summed up on both sides, definitions compared and foreign keys proved.
 * Rejects with the first failure; then the target has nothing of it, or the message says what is left there.
 */
export async function migrate(request: MigrateRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  assertMemory(request.options);
  assertUnguarded({ profile: request.profile, options: loadOptionsOf(request.options) });
  const sources = new ControlSessions(request.source, hooks.cancellation);
  const targets = new ControlSessions(request.target, hooks.cancellation);
  const { reconnectMs } = LOAD_DEFAULTS;
  const persistence = { endpoint: request.target, reconnectMs, silenceMs: SILENCE_MS };
  const steady = new SteadySession(targets, hooks, persistence);
  try {
    const catalog = await sources.open();
    const session = await steady.open();
    hooks.stage('preflight');
    const plan = await planSource(catalog, session, request.options);
    hooks.log('info', plan.locks.sentence);
    await assertTargetReady(session);
    const method = await decideMethod(session, LOAD_DEFAULTS);
    if (method.reason !== null) hooks.log('info', method.reason);
    return await move({ request, hooks, sources, catalog, steady, session, method, ...plan });
  } finally {
    steady.release();
    await targets.close();
    await sources.close();
  }
}

/** As a dump is planned; on one and the same server nothing may hold back the copy's own DDL. */
export async function planSource(
  catalog: ControlSession,
  target: ControlSession,
  options: MigrateOptions,
): Promise<DumpPlan> {
  const plan = await planDump(catalog, dumpOptionsOf(options));
  if (!(await isSameServer(catalog, target))) return plan;
  return { ...plan, locks: withoutHoldingDdl(plan.locks) };
}

/** What a load with the same wishes would be told. */
export function loadOptionsOf(options: MigrateOptions): LoadOptions {
  const { threads, memoryLimitBytes, schemaMap, indexes, selection, confirmedTarget } = options;
  const { include, exclude } = selection;
  return {
    ...LOAD_DEFAULTS,
    ...{ threads, memoryLimitBytes, schemaMap, indexes },
    selection: { include, exclude, content: 'everything' },
    // Lanes share a table by ranges of the source.
    prefer: 'speed',
    ...(confirmedTarget !== undefined && { confirmedTarget }),
  };
}

interface Context extends DumpPlan {
  readonly request: MigrateRequest;
  readonly hooks: RunHooks;
  readonly sources: ControlSessions;
  readonly catalog: ControlSession;
  readonly steady: SteadySession;
  readonly session: ControlSession;
  readonly method: MethodDecision;
}

interface Moving extends Context {
  readonly job: EngineMigrate;
  readonly waiter: EngineWaiter;
  readonly sums: Sums;
}

/** A table's way, and what came of it. */
interface Moved {
  readonly begun: Begun;
  readonly schemas: readonly PreparedSchema[];
  readonly routes: readonly Route[];
  readonly findings: readonly MigrationFinding[];
  readonly snapshot: TakenSnapshot;
  readonly warnings: readonly Failure[];
}

async function move(context: Context): Promise<RunReport> {
  const { request, hooks, catalog, session } = context;
  const { options, engine } = request;
  const sums = new Sums();
  // The engine is told of the journal before it is there; its lanes open their targets with the first table.
  const loadName = newLoadName();
  const schema = targetSchemaOf(loadOptionsOf(options), context.selected.schemas[0] ?? '');
  const begun: { now: Begun | null } = { now: null };
  try {
    const moved = await withJob(hooks, {
      start: (sink) =>
        engine.startMigrate(
          {
            source: toEngineConnection(request.source),
            sourceSession: plainVariables(readingVariables(catalog.server)),
            target: {
              connection: toEngineConnection(request.target),
              session: loadVariables(session),
              directory: '',
              lanes: options.threads,
              memoryLimitBytes: options.memoryLimitBytes,
              tuneIndexBuilds: canTuneBuilds(session.server),
              journal: quoteTable(schema, JOURNAL_TABLE),
              loadName,
              reconnectMs: LOAD_DEFAULTS.reconnectMs,
              silenceMs: SILENCE_MS,
            },
          },
          sink,
        ),
      take: (batch) => sums.take(batch),
      use: (job, waiter) => moveRows({ ...context, job, waiter, sums }, loadName, begun),
    });
    return await finish(context, moved, sums);
  } catch (error) {
    if (begun.now === null || (await wasTakenBack({ endpoint: request.target }, begun.now.journal, hooks)))
      throw error;
    throw left(error, begun.now.journal.schema);
  }
}

async function moveRows(context: Moving, loadName: string, begun: { now: Begun | null }): Promise<Moved> {
  const { request, hooks, sources, catalog, session, selected, locks, job, waiter } = context;
  const { options, sluiceVersion } = request;
  const dumpOptions = dumpOptionsOf(options);
  const jsonSession = await openJsonCheck(context, session.server.vendor, dumpOptions);
  const snapshot = await takeSnapshots({
    ...{ hooks, sessions: sources, locks, selected, heldTables: [], jsonSession, job, waiter },
    request: { options: dumpOptions },
  });
  hooks.stage('definitions');
  const bulk = await sources.open('many');
  const source = await readSource({
    catalog,
    bulk,
    options: dumpOptions,
    selected,
    locks,
    hooks,
    sluiceVersion,
  });
  const { dump, findings } = await precheck(source, catalog, session, options);
  assertNothingBlocks(findings);
  await assertJsonSurvives(jsonSession, source.plans, hooks);
  begun.now = await beginOn(context, dump, loadName);
  const schemas = await prepareAll(begun.now);
  await rehearseObjects(begun.now, schemas);
  const routes = routesOf(
    schemas.flatMap((schema) => schema.tables),
    source.parts,
  );
  announce(source, hooks);
  job.addTables(await toMigrateTables(begun.now, routes));
  job.seal();
  hooks.stage('data');
  await waiter.finished();
  await sources.assertAlive();
  if (mustCompareDefinitions(locks)) await definitionsUnchanged(catalog, source.definitions);
  const warnings = [...selected.warnings, ...source.plans.flatMap((plan) => plan.warnings)];
  return { begun: begun.now, schemas, routes, findings, snapshot, warnings };
}

/** Refuses a target where something is in the way; then makes its journal. */
async function beginOn(
  { request, hooks, steady, session, method }: Moving,
  dump: DumpFolder,
  loadName: string,
): Promise<Begun> {
  const options = loadOptionsOf(request.options);
  await assertNoneUnfinished(session, dump, options);
  const targets = await findTargets(session, dump, options);
  assertNothingInTheWay(targets, dump, options);
  await assertTriggersFree(session, targets, dump);
  assertMethodFits(dump, method);
  const beginning = { whole: dump, dump, method, options, targets, session, steady, hooks };
  return await beginJournal(beginning, MIGRATION, loadName);
}

function announce({ parts }: SourceCatalog, hooks: RunHooks): void {
  hooks.tables(
    parts.map(({ schema, table, partition, estimatedRows }) => ({
      ...{ schema, table, partition },
      rowsExpected: estimatedRows,
    })),
  );
}

async function finish(context: Context, moved: Moved, sums: Sums): Promise<RunReport> {
  const { request, hooks, steady, locks } = context;
  const { snapshot, findings } = moved;
  const found = await finishTarget({ ...moved, request, hooks, steady, sums });
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

/** The failure of a migration that could not be taken back. */
function left(error: unknown, schema: string): SluiceError {
  const failure = failureOf(error);
  return SluiceError.from({
    ...failure,
    message: `${failure.message} What was made remains on the target, with its journal in “${schema}”.`,
    hint: `${failure.hint} Take it back with sluice migrate --abandon.`,
  });
}
