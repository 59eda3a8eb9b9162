import { randomBytes } from 'crypto';
import type { ControlSession } from '../catalog/session/control-session';
import { toEngineConnection, type Endpoint } from '../catalog/connect/endpoint';
import { lastingServerOf } from '../catalog/server/server-id';
import { SILENCE_MS } from '../catalog/session/process-list';
import { readingVariables } from '../catalog/session/variables';
import { logCaution } from '../catalog/session/caution';
import { ControlSessions } from '../catalog/session/sessions';
import type { CoverageGap } from '../contract/runs/coverage';
import { SluiceError } from '../contract/failure';
import type { DumpOptions } from '../contract/runs/options';
import type { Addon, EngineDirectExport, EngineDump, EngineNewFile } from '../engine/addon';
import type { EngineBatch } from '../engine/events';
import { messageOf } from '../engine/failures';
import type { RunHooks, RunReport } from '../engine/hooks';
import { withSessionsJob } from '../engine/job';
import { assertMemory } from '../engine/job';
import type { EngineDumpTable } from '../engine/specs';
import type { EngineWaiter } from '../engine/wait';
import { Stems } from '../format/names';
import { identifyHere } from '../storage/process-identity';
import type { CheckedSelection } from '../source/selection/selection';
import { definitionsUnchanged } from '../source/definitions/compare-definitions';
import { assertNoneMissing } from '../source/selection/missing-objects';
import { claimOutputFolder, type Claim, type OutputFolder } from './folder';
import { openJsonSession, startJsonCheck } from '../source/json-check';
import { isConsistent, mustCompareDefinitions, type LockPlan, type TableName } from '../source/locks/locks';
import { readDefinitions } from '../source/definitions/definitions';
import { referenceWarnings } from '../source/definitions/losses';
import { DataSetRecorder } from './recorder';
import type { TablePlan } from '../source/table-plan';
import { planDump, logGaps, statementsPerCall } from '../source/preflight';
import { dumpReport } from './report';
import { takeSnapshots, type TakenSnapshot } from '../source/locks/snapshot';
import { openSourceSessions } from '../source/locks/source-sessions';
import { watchHistoryList } from '../source/locks/history-list';
import { dumpText } from '../text/dump';
import { RowsInFolder, RowsInOutput, type DumpOutput, type RowsPlace } from './rows';
import { DumpWriter } from './writer';

export interface DumpRequest {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** Absolute; an empty folder, or one that doesn't exist yet. Used by this dump alone. */
  readonly folder: string;
  readonly options: DumpOptions;
  /** Set where the rows go somewhere else than into the folder, which then is no dump at the end. */
  readonly output?: DumpOutput;
  readonly sluiceVersion: string;
  /** Interval, in ms, at which the server is asked about a silent lane; `SILENCE_MS` unless a test needs it shorter. */
  readonly silenceMs?: number;
}

/**
 * Dumps the selection under one consistent snapshot. Resolves when `@.done.json` is on disk; rejects with the first
 * failure, and then has removed its files: a dump's snapshot can't be opened again, so there is nothing to resume.
 */
export async function dump(request: DumpRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  assertMemory(request.options);
  const sessions = new ControlSessions(request.endpoint, hooks.cancellation);
  try {
    const catalog = await sessions.open(statementsPerCall(request.options.selection));
    logCaution(catalog, hooks);
    hooks.stage('preflight');
    const { locks, selected, heldTables, gaps, idleRoles } = await planDump(catalog, request.options);
    hooks.log('info', selected.scope);
    hooks.log('info', [locks.sentence, locks.better].filter(Boolean).join(' '));
    logGaps({ gaps, idleRoles }, hooks);
    const folder = await claimOutputFolder(request.folder, await claimFor(request, locks));
    const recorder = new DataSetRecorder();
    try {
      const run = { request, hooks, folder, recorder };
      return await dumpInto({ ...run, sessions, catalog, locks, selected, heldTables, gaps });
    } catch (error) {
      // A folder that can't be removed has no done marker; the failure to report is the dump's own.
      await folder.discard(recorder.stems).catch((left: unknown) => hooks.log('warning', messageOf(left)));
      throw error;
    }
  } finally {
    await sessions.close();
  }
}

/**
 * Lanes to which a dump may always grow; no further, because each session counts against the server's
 * `max_connections`.
 */
const GROWS_TO = 8;

/** Returns the number of lanes to which a dump that begins with `threads` may grow while it runs. */
export function mostLanes(threads: number): number {
  return Math.min(2 * threads, Math.max(threads, GROWS_TO));
}

interface DumpContext {
  readonly request: DumpRequest;
  readonly hooks: RunHooks;
  readonly folder: OutputFolder;
  readonly recorder: DataSetRecorder;
  readonly sessions: ControlSessions;
  readonly catalog: ControlSession;
  readonly locks: LockPlan;
  readonly selected: CheckedSelection;
  readonly heldTables: readonly TableName[];
  readonly gaps: readonly CoverageGap[];
}

async function dumpInto(context: DumpContext): Promise<RunReport> {
  const { request, hooks, catalog, recorder } = context;
  const { engine, options } = request;
  // Before the lanes sign in: an account may have only so many sessions.
  const openJson = () => openJsonSession({ ...context, options });
  const control = await openSourceSessions({ ...context, openJson });
  const { bulk: definitions, json: jsonSession } = control;
  const renewals = { source: request.endpoint.renewal };
  const spec = {
    connection: toEngineConnection(request.endpoint, lastingServerOf(catalog)),
    session: catalog.laneVariables(readingVariables(catalog.server)),
    lanes: options.threads,
    mostLanes: mostLanes(options.threads),
    memoryLimitBytes: options.memoryLimitBytes,
    silenceMs: request.silenceMs ?? SILENCE_MS,
  };
  const use = async (rows: RowsPlace, waiter: EngineWaiter): Promise<RunReport> => {
    const begin = new Date();
    const snapshot = await takeSnapshots({ ...context, control, job: rows.job, waiter });
    const stopWatching = watchHistoryList(definitions, hooks);
    const opened = { rows, waiter, begin, snapshot, jsonSession, definitions };
    try {
      return await dumpUnderSnapshot({ ...context, ...opened });
    } finally {
      await stopWatching();
    }
  };
  const take = (batch: EngineBatch): void => recorder.take(batch);
  const { folder: directory, output } = request;
  if (output !== undefined) {
    return await withSessionsJob<EngineDirectExport, RunReport>(hooks, renewals, {
      start: (sink) => engine.startDirectExport({ ...spec, ...output.spec }, sink),
      take,
      use: (job, waiter) => use(new RowsInOutput(job, { output, directory, recorder, waiter }), waiter),
    });
  }
  const { bytesPerChunk, compression } = options;
  return await withSessionsJob<EngineDump, RunReport>(hooks, renewals, {
    start: (sink) => engine.startDump({ ...spec, directory, bytesPerChunk, compression }, sink),
    take,
    use: (job, waiter) => use(new RowsInFolder(job, { engine, directory, recorder, waiter }), waiter),
  });
}

interface SnapshotContext extends DumpContext {
  readonly rows: RowsPlace;
  readonly waiter: EngineWaiter;
  readonly begin: Date;
  readonly snapshot: TakenSnapshot;
  readonly jsonSession: ControlSession | null;
  /** For reading definitions in bulk. */
  readonly definitions: ControlSession;
}

async function dumpUnderSnapshot(context: SnapshotContext): Promise<RunReport> {
  const { request, hooks, sessions, catalog, selected, recorder, rows, begin, snapshot } = context;
  const { heldTables, definitions } = context;
  const { locks } = snapshot;
  releaseTableLock(context);
  hooks.stage('definitions');
  const stems = new Stems();
  const schemas = selected.schemas.map((schema) => ({ schema, stem: stems.of(schema) }));
  const { options } = request;
  const objects = readDefinitions({
    options,
    selected,
    heldTables,
    hooks,
    catalog,
    definitions,
    stems,
    announce: (tables) => announce(context, tables),
  });
  const planned = await objects.plan(schemas);
  const manifest = {
    sluiceVersion: request.sluiceVersion,
    server: catalog.server,
    options,
    schemas,
    accounts: selected.accounts,
    position: snapshot.position,
    consistent: isConsistent(locks),
    partitioned: planned.some(({ tables }) => tables.some(isPartitioned)),
    begin,
  };
  const { folder } = context;
  const place = {
    ...{ path: folder.path, facts: folder.facts },
    write: (files: readonly EngineNewFile[]) => rows.keep(files),
    recordWritten: (names: readonly string[]) => folder.recordWritten(names),
  };
  const writer = await DumpWriter.create(request.engine, place, manifest, context.gaps);
  await writer.recordPublicGrants(selected.publicGrants);
  const json = startJsonCheck(
    context.jsonSession,
    options.selection.content === 'structure' ? [] : planned.flatMap(({ tables }) => tables),
  );
  try {
    recorder.recordInto(writer);
    const { plans, definitions } = await objects.write(planned, writer);
    if (mustCompareDefinitions(locks))
      assertNoneMissing({ ...selected, ...selected.scopeFacts, content: options.selection.content }, plans);
    const isDefined = options.selection.content !== 'data';
    const facts = plans.flatMap(({ tables }) => tables.map((table) => table.facts));
    const references = isDefined ? await referenceWarnings(catalog, facts) : [];
    await writer.recordGaps(plans.flatMap(({ gaps }) => gaps));
    await writer.markStructureComplete();
    await rows.structureComplete();
    hooks.stage('data');
    await rows.read();
    const findings = await json.findings;
    hooks.stage('finish');
    await sessions.assertAlive();
    if (mustCompareDefinitions(locks)) await definitionsUnchanged(context.definitions, definitions);
    const { files, storedBytes } = await rows.done(writer);
    return dumpReport({
      plans,
      files,
      storedBytes,
      snapshot,
      json: findings,
      firstRowAt: recorder.firstRowAt,
      data: writer.data,
      warnings: [...selected.warnings, ...references],
    });
  } catch (error) {
    await json.stop(catalog);
    throw withSnapshotLost(error);
  }
}

/** Announces data sets to the recorder, the run's watchers and then whatever reads them. */
function announce({ recorder, hooks, rows }: SnapshotContext, tables: readonly EngineDumpTable[]): void {
  recorder.expect(tables);
  hooks.tables(
    tables.map(({ schema, table, partition, estimatedRows }) => ({
      schema,
      table,
      partition,
      rowsExpected: estimatedRows,
    })),
  );
  rows.announce(tables);
}

/** Unlocks the tables without transactions as soon as their rows are dumped, so that their writers wait no longer. */
function releaseTableLock({ snapshot, heldTables, recorder, hooks }: SnapshotContext): void {
  const { tableLock } = snapshot;
  if (tableLock === null) return;
  recorder.whenDumped(heldTables, () => {
    tableLock.release().then(
      (ms) => hooks.log('info', dumpText.writersHeldBack(ms)),
      // The end of the session unlocks them as well, and `assertAlive` reports a lost one.
      (error: unknown) => hooks.log('warning', messageOf(error)),
    );
  });
}

function isPartitioned({ dataSets }: TablePlan): boolean {
  return dataSets.some(({ partition }) => partition !== null);
}

async function claimFor({ sluiceVersion }: DumpRequest, locks: LockPlan): Promise<Claim> {
  const id = randomBytes(8).toString('hex');
  const writer = { id, ...(await identifyHere()), since: new Date().toISOString() };
  return { fact: 'dump', sluice: sluiceVersion, consistency: locks.sentence, writer };
}

/** Replaces the remedy of a lost connection: its snapshot is lost with it, so the dump must start again. */
function withSnapshotLost(error: unknown): unknown {
  if (!(error instanceof SluiceError) || error.failure.code !== 'connect-lost') return error;
  return SluiceError.from({ ...error.failure, hint: dumpText.snapshotLost, retryable: false });
}
