import {
  rowsExpectedOf,
  rowsSentOf,
  type LaneSegment,
  type LogRecord,
  type RunChanges,
  type RunHeader,
  type RunStatus,
  type RunTotals,
  type RunUpdate,
  type RunView,
  type ServerHealth,
  type ServerSide,
  type TableProgress,
} from '../../../app/contract/runs/run';
import { FINAL_STATES } from '../../../app/contract/runs/state';
import type { HistoryResult, RunTimeline } from '../../../app/contract/runs/history';
import { addSample, backfill, type Sample } from './samples';
import { addSegments } from './segments';

/** Maximum records of the log pane; the whole log is in the run's file. */
export const LOG_LIMIT = 2000;

/** Looks at each server that are kept: two seconds apart, these are two minutes. */
export const HEALTH_LIMIT = 60;

/** All that the window knows of a run: the sum of its view and every update since. Never changed in place. */
export type RunModel = ModelOfRun & RunStatus;

interface ModelOfRun extends Omit<RunChanges, 'segments' | 'tables' | 'health'> {
  readonly header: RunHeader;
  /** By the table's index; a hole is a table of which no update has told yet. */
  readonly tables: readonly (TableProgress | undefined)[];
  /** The only schema of the run's tables; null while there is none, undefined where there are several. */
  readonly schema: string | null | undefined;
  /** Finished segments per lane, oldest first. */
  readonly segments: readonly (readonly LaneSegment[])[];
  readonly samples: readonly Sample[];
  readonly peakBytesPerSecond: number;
  /** Health samples of each server, oldest first; empty where unknown. */
  readonly healthSamples: Readonly<Record<ServerSide, readonly ServerHealth[]>>;
}

export const NO_TOTALS: RunTotals = {
  rows: 0,
  bytes: 0,
  storedBytes: 0,
  pass: 'moving',
  rowsUncommitted: 0,
  rowsExpected: null,
  rowsPerSecond: 0,
  bytesPerSecond: 0,
  tablesDone: 0,
  tablesTotal: 0,
  retries: 0,
  etaMs: null,
};

/** A run of which only the header is known. */
export function emptyRun(header: RunHeader): RunModel {
  return {
    header,
    runId: header.runId,
    revision: -1,
    state: 'running',
    stage: 'connect',
    elapsedMs: 0,
    totals: NO_TOTALS,
    lanes: [],
    tables: [],
    schema: null,
    segments: [],
    log: [],
    historyList: null,
    silences: [],
    result: null,
    samples: [],
    peakBytesPerSecond: 0,
    healthSamples: { source: [], target: [] },
  };
}

/** A run as main describes it whole; its throughput so far is read off its segments. */
export function runOfView(view: RunView): RunModel {
  const run = applyUpdate(emptyRun(view.header), view);
  const samples = backfill(view.segments, view.elapsedMs);
  return {
    ...run,
    samples,
    peakBytesPerSecond: samples.reduce((peak, sample) => Math.max(peak, sample.bytesPerSecond), 0),
  };
}

/** A run of the history, with its timeline. */
export function runOfHistory({ header, result }: HistoryResult, timeline: RunTimeline): RunModel {
  const elapsedMs = result.seconds * 1000;
  const unknown = { historyList: null, health: [] };
  const { runId } = header;
  return runOfView({
    ...timeline,
    ...unknown,
    header,
    runId,
    revision: 0,
    state: result.state,
    elapsedMs,
    result,
    isReadingPages: false,
  });
}

/**
 * Adds what changed. Segments and log records that a view already told and the update after it tells again are
 * taken once, and an update that the run's view has covered changes nothing. Only the result of an ended run may come
 * once more, with the pages of its tables.
 */
export function applyUpdate(run: RunModel, update: RunUpdate): RunModel {
  if (update.revision <= run.revision) return run;
  if (run.result !== null) return applyCompleted(run, update);
  const { rowsPerSecond, bytesPerSecond } = update.totals;
  const segments = addSegments(run.segments, update.segments, update.elapsedMs);
  // Rates measured on the way lag behind the work; at the end it is known when each row moved.
  const exact = FINAL_STATES.has(update.state) ? backfill(segments.flat(), update.elapsedMs) : [];
  const sample = { atMs: update.elapsedMs, rowsPerSecond, bytesPerSecond };
  return {
    header: run.header,
    runId: run.runId,
    revision: update.revision,
    ...statusOf(update),
    stage: update.stage,
    elapsedMs: update.elapsedMs,
    totals: update.totals,
    lanes: update.lanes,
    tables: mergeTables(run.tables, update.tables),
    schema: update.tables.reduce(onlySchema, run.schema),
    segments,
    log: appendLog(run.log, update.log),
    historyList: update.historyList,
    samples: exact.length > 0 ? exact : addSample(run.samples, sample),
    peakBytesPerSecond: Math.max(run.peakBytesPerSecond, bytesPerSecond),
    healthSamples: update.health.reduce(addHealth, run.healthSamples),
  };
}

function applyCompleted(run: RunModel, update: RunUpdate): RunModel {
  if (update.result === null) return run;
  const { revision, state, result, isReadingPages } = update;
  return { ...run, revision, state, result, isReadingPages, log: appendLog(run.log, update.log) };
}

function statusOf(update: RunUpdate): RunStatus {
  if (update.result !== null) {
    const { state, result, isReadingPages } = update;
    return { state, result, isReadingPages };
  }
  const { state, result, silences } = update;
  return { state, result, silences };
}

/** Maximum progress of an active run: statistics may have estimated fewer rows, and loaded rows are still verified. */
const MOST_BEFORE_THE_END = 0.99;

/** Share of the work that is done, 0 to 1, and 1 only of a run that is done; null while nothing says how much there is. */
export function progressOf(run: RunModel): number | null {
  if (run.state === 'done' || run.state === 'done-with-warnings') return 1;
  const { tablesDone, tablesTotal, pass } = run.totals;
  if (pass === 'counting') return null;
  const rowsExpected = rowsExpectedOf(run.totals);
  if (rowsExpected !== null && rowsExpected > 0)
    return Math.min(MOST_BEFORE_THE_END, rowsSentOf(run.totals) / rowsExpected);
  return tablesTotal > 0 ? Math.min(MOST_BEFORE_THE_END, tablesDone / tablesTotal) : null;
}

/** Every update tells the last look again. */
function addHealth(samples: RunModel['healthSamples'], last: ServerHealth): RunModel['healthSamples'] {
  const known = samples[last.side];
  if (last.atMs === known[known.length - 1]?.atMs) return samples;
  return { ...samples, [last.side]: [...known, last].slice(-HEALTH_LIMIT) };
}

function mergeTables(
  known: readonly (TableProgress | undefined)[],
  changed: readonly TableProgress[],
): readonly (TableProgress | undefined)[] {
  if (changed.length === 0) return known;
  const merged = [...known];
  for (const table of changed) merged[table.index] = table;
  return merged;
}

function onlySchema(known: string | null | undefined, table: TableProgress): string | undefined {
  return known === null || known === table.schema ? table.schema : undefined;
}

function appendLog(known: readonly LogRecord[], fresh: readonly LogRecord[]): readonly LogRecord[] {
  if (fresh.length === 0) return known;
  return [...known, ...fresh.slice(overlap(known, fresh))].slice(-LOG_LIMIT);
}

/** Number of records at the beginning of `fresh` that `known` ends with. */
function overlap(known: readonly LogRecord[], fresh: readonly LogRecord[]): number {
  for (let length = Math.min(known.length, fresh.length); length > 0; length -= 1) {
    const tail = known.slice(-length);
    if (tail.every((record, index) => isSameRecord(record, fresh[index]))) return length;
  }
  return 0;
}

function isSameRecord(one: LogRecord, other: LogRecord | undefined): boolean {
  return one.at === other?.at && one.text === other.text && one.lane === other.lane;
}
