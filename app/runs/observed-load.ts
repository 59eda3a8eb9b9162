import { cpus } from 'os';
import type { Endpoint } from '../catalog/connect/endpoint';
import type { IndexComparison, LayoutSource, TableOutcome } from '../contract/pages/inspection';
import type { TableVerdict } from '../contract/runs/result';
import { Cancellation } from '../engine/cancellation';
import type { RunHooks, RunReport } from '../engine/hooks';
import { openDump } from '../format/formats';
import { compareInspections } from '../inspect/compare';
import { toInspection } from '../inspect/file/file';
import { observeTables, type Observation } from '../inspect/observe';
import { applySelection, targetSchemaOf } from '../format/select';
import { load } from '../load/load';
import { type LoadedTable, type LoadRequest } from '../load/request';
import { keyOf, LoadSampler } from './progress/load-sampler';
import { guardIn } from '../target/guard';
import { runsText } from '../text/runs/runs';

/** The tables that are inspected, the largest ones: a result is read by people. */
const MOST_TABLES = 24;
/** Below, a table has too few pages for their order to mean anything. */
const LEAST_BYTES = 256 * 1024;
/** Above, writing what the server still holds in memory takes too long; what is in the file must do. */
const MOST_FLUSHED_BYTES = 1024 ** 3;
/** The same after the load's end, when the table's users may be at work again: they wait for it. */
const MOST_FLUSHED_LATE_BYTES = 256 * 1024 ** 2;
/** Time budget of inspections: before a load, beside it and after it. */
const BUDGET_MS = 10_000;
const THREADS = Math.min(cpus().length, 4);

/** The server that a load is compared with where its tables did not exist before: one that nobody else uses. */
export interface LoadSource {
  readonly endpoint: Endpoint;
}

/** Ends a run with its report, while there is still more to be said of its tables. */
export type EndRun = (report: RunReport) => Promise<void>;

/** Server that a load's tables are compared with, and the caller that waits for their pages. */
export interface Onlooker {
  readonly source: LoadSource | null;
  /** True where the load's target is a practice server, which nobody else uses. */
  readonly isPractice: boolean;
  /** Null where nobody waits: nothing is then read before or after the load. */
  readonly end: EndRun | null;
}

/**
 * Loads a dump, and inspects its tables. Those that are loaded while others still are, are inspected meanwhile; the
 * others after the run's end, and replaced ones before its beginning, where somebody waits for that. An inspection never
 * fails the load and is bounded in time; each skipped table has its reason.
 */
export async function observedLoad(
  request: LoadRequest,
  hooks: RunHooks,
  { source, isPractice, end }: Onlooker,
): Promise<RunReport> {
  const before =
    end !== null && replacesRows(request)
      ? await observeTargets(request, hooks)
      : new Map<string, Observation>();
  const sampler = newSampler(request);
  const stopListening = hooks.cancellation.onCancel(() => void sampler.stop());
  try {
    const report = await load({ ...request, watcher: sampler }, hooks);
    if (report.state === 'failed' || report.state === 'incomplete') return report;
    const ended = { ...report, outcomes: outcomesOf(report.verdicts, { before, after: sampler.told }) };
    if (end === null || pickLargest(report.verdicts).length === 0) return ended;
    await end(ended);
    const outcomes = await within(BUDGET_MS, hooks.cancellation, async (cancellation) => {
      cancellation.onCancel(() => void sampler.stop());
      const sampled = await sampler.observations();
      const { verdicts } = report;
      return await observeOutcomes({ request, source, isPractice, before, sampled, verdicts, cancellation });
    });
    // A reading that was cut short knows less than the end has told.
    return hooks.cancellation.cancelled ? ended : { ...report, outcomes };
  } finally {
    stopListening();
    await sampler.stop();
  }
}

/** Inspects with one thread, while the lanes work. */
function newSampler(request: LoadRequest): LoadSampler {
  const mayFlush = flushFilter(request);
  return new LoadSampler(
    (tables, budgetMs, stopped) =>
      within(budgetMs, stopped, (cancellation) =>
        observeEach(request, request.endpoint, { tables, mayFlush, threads: 1, cancellation }),
      ),
    pickLargest,
    BUDGET_MS,
  );
}

/** Returns whether the load replaces the rows of existing tables. */
function replacesRows({ options }: LoadRequest): boolean {
  return options.onExisting === 'drop' || options.onExisting === 'truncate';
}

/** Stops the inspection when its time is up, or when the user cancels. */
async function within<T>(
  budgetMs: number,
  stopped: Cancellation,
  look: (cancellation: Cancellation) => Promise<T>,
): Promise<T> {
  const cancellation = new Cancellation();
  const stop = () => cancellation.cancel();
  const stopListening = stopped.onCancel(stop);
  const timer = setTimeout(stop, budgetMs);
  try {
    return await look(cancellation);
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}

/**
 * Observes the target's tables of the names that the load will use. A dump that can't be read is left to the load to
 * refuse.
 */
async function observeTargets(
  request: LoadRequest,
  hooks: RunHooks,
): Promise<ReadonlyMap<string, Observation>> {
  const dump = await openDump(request.folder, request.engine, request.options.input)
    .then((whole) => applySelection(whole, request.options))
    .catch(() => null);
  const tables = (dump?.schemas ?? []).flatMap((schema) =>
    schema.tables.map(({ name, bytes }) => ({
      schema: targetSchemaOf(request.options, schema.name),
      table: name,
      bytes: bytes ?? 0,
    })),
  );
  const largest = pickLargest(tables);
  const mayFlush = flushFilter(request);
  return await within(BUDGET_MS, hooks.cancellation, (cancellation) =>
    observeAll(request, request.endpoint, { tables: largest, mayFlush, threads: THREADS, cancellation }),
  );
}

/**
 * Selects the tables that may be flushed, while which their writers wait: nobody else uses what the load is about to
 * replace, or creates; after its end that holds for a practice server only. Tables of a guarded server are never flushed.
 */
function flushFilter(
  request: LoadRequest,
  mostBytes: number = MOST_FLUSHED_BYTES,
): (table: LoadedTable) => boolean {
  const isUnguarded = guardIn(request) === null;
  return ({ bytes }) => isUnguarded && bytes <= mostBytes;
}

function pickLargest<T extends LoadedTable>(tables: readonly T[]): readonly T[] {
  return tables
    .filter(({ bytes }) => bytes >= LEAST_BYTES)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, MOST_TABLES);
}

interface ObserveOptions {
  readonly tables: readonly LoadedTable[];
  readonly mayFlush: (table: LoadedTable) => boolean;
  readonly threads: number;
  readonly cancellation: Cancellation;
}

async function observeAll(
  request: LoadRequest,
  endpoint: Endpoint,
  options: ObserveOptions,
): Promise<ReadonlyMap<string, Observation>> {
  const { tables } = options;
  if (tables.length === 0) return new Map();
  const observations = await observeEach(request, endpoint, options);
  return new Map(tables.map((table, at) => [keyOf(table), observations[at] ?? MISSING]));
}

async function observeEach(
  { engine }: LoadRequest,
  endpoint: Endpoint,
  { tables, mayFlush, threads, cancellation }: ObserveOptions,
): Promise<readonly Observation[]> {
  return await observeTables({
    endpoint,
    reader: { engine, threads, cancellation },
    tables: tables.map((table) => ({
      schema: table.schema,
      table: table.table,
      mayFlush: mayFlush(table),
    })),
  });
}

const MISSING: Observation = { kind: 'skipped', reason: runsText.notObserved };
const UNREAD: Observation = { kind: 'skipped', reason: runsText.loadedFirst };

interface Outcomes {
  readonly request: LoadRequest;
  readonly source: LoadSource | null;
  readonly isPractice: boolean;
  readonly before: ReadonlyMap<string, Observation>;
  /** Observations made while other tables were loaded. */
  readonly sampled: ReadonlyMap<string, Observation>;
  readonly verdicts: readonly TableVerdict[];
  readonly cancellation: Cancellation;
}

async function observeOutcomes({
  request,
  source,
  isPractice,
  before,
  sampled,
  verdicts,
  cancellation,
}: Outcomes): Promise<readonly TableOutcome[]> {
  const tables = pickLargest(verdicts);
  const mayFlush = flushFilter(request, isPractice ? MOST_FLUSHED_BYTES : MOST_FLUSHED_LATE_BYTES);
  const rest = tables.filter((table) => !sampled.has(keyOf(table)));
  const options = { tables: rest, mayFlush, threads: THREADS, cancellation };
  const late = await observeAll(request, request.endpoint, options);
  const sources = await observeSources(request, source, tables, cancellation);
  return outcomesOf(verdicts, { before, sources, after: new Map([...late, ...sampled]) });
}

type Observations = ReadonlyMap<string, Observation>;

interface Looked {
  readonly before: Observations;
  readonly sources?: Observations;
  readonly after: Observations;
}

function outcomesOf(
  verdicts: readonly TableVerdict[],
  { before, sources, after }: Looked,
): readonly TableOutcome[] {
  const chosen = new Set(pickLargest(verdicts).map(keyOf));
  return verdicts.map((verdict) => {
    const key = keyOf(verdict);
    const own = before.get(key);
    const isOwn = own?.kind === 'seen';
    const looked = after.get(key) ?? (chosen.has(key) ? UNREAD : undefined);
    return toOutcome(verdict, looked, isOwn ? own : sources?.get(key), isOwn);
  });
}

/** The tables that were dumped, under the names that they have on the target. */
async function observeSources(
  request: LoadRequest,
  source: LoadSource | null,
  tables: readonly LoadedTable[],
  cancellation: Cancellation,
): Promise<ReadonlyMap<string, Observation>> {
  if (source === null) return new Map();
  const names = new Map(
    Object.entries(request.options.schemaMap).map(([original, renamed]) => [renamed, original]),
  );
  const originals = tables.map((table) => {
    const schema = names.get(table.schema) ?? table.schema;
    const renamed = request.options.tableRenames.find(
      (rename) => rename.schema === schema && rename.to === table.table,
    );
    return { ...table, schema, table: renamed?.table ?? table.table };
  });
  const found = await observeAll(request, source.endpoint, {
    tables: originals,
    mayFlush: ({ bytes }) => bytes <= MOST_FLUSHED_BYTES,
    threads: THREADS,
    cancellation,
  });
  return new Map(
    tables.map((table, at) => {
      const original = originals[at] ?? table;
      return [keyOf(table), found.get(keyOf(original)) ?? MISSING];
    }),
  );
}

function toOutcome(
  { schema, table, bytes }: TableVerdict,
  after: Observation | undefined,
  before: Observation | undefined,
  isOwn: boolean,
): TableOutcome {
  const nothing = { schema, table, after: null, before: null, comparedWith: null, indexes: [] };
  if (after === undefined) return { ...nothing, skipped: reasonFor(bytes) };
  if (after.kind === 'skipped') return { ...nothing, skipped: after.reason };
  const earlier = before?.kind === 'seen' ? before : null;
  return {
    schema,
    table,
    after: sourceOf(after),
    before: earlier === null ? null : sourceOf(earlier),
    comparedWith: earlier === null ? null : isOwn ? 'target' : 'source',
    indexes: compare(earlier, after),
    skipped: null,
  };
}

function reasonFor(bytes: number): string {
  return bytes < LEAST_BYTES ? runsText.tooSmall(LEAST_BYTES) : runsText.notLargest(MOST_TABLES);
}

type Seen = Extract<Observation, { readonly kind: 'seen' }>;

function sourceOf({ takenAt, inspected: { table } }: Seen): LayoutSource {
  const { tier, source, coverage, notes } = table;
  return { takenAt, tier, source, coverage, notes };
}

function compare(before: Seen | null, after: Seen): readonly IndexComparison[] {
  const earlier = before === null ? [] : [before.inspected];
  return compareInspections(toInspection({}, earlier), toInspection({}, [after.inspected])).indexes;
}
