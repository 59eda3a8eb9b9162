import type {
  LaneProgress,
  LaneSegment,
  LogLevel,
  LogRecord,
  RunHeader,
  RunPass,
  RunStatus,
  RunTotals,
  RunUpdate,
  RunView,
  ServerHealth,
  ServerSilence,
  ServerSide,
  TableProgress,
  TableWork,
  HistoryList,
} from '../contract/runs/run';
import type { ActiveState, RunState } from '../contract/runs/state';
import { filesOf, type RunResult, type TargetState } from '../contract/runs/result';
import type { RunTimeline } from '../contract/runs/history';
import type { StageTime, RunStage } from '../contract/runs/stages';
import type { EngineJob } from '../engine/addon';
import type { EngineBatch, EngineEvent } from '../engine/events';
import { wordsOf } from '../engine/words/message';
import { Cancellation } from '../engine/cancellation';
import type { RunHooks, RunTable } from '../engine/hooks';
import type { BuildReading } from '../catalog/server/index-builds';
import { IndexBuildProgress, type Building } from './progress/index-build-progress';
import { idleLane, tableWork } from './progress/lane-progress';
import { RunThroughput, type Moved } from './progress/throughput';
import type { Failure } from '../contract/failure';
import { runsFailures, runsText } from '../text/runs/runs';
import { StageClock } from './progress/stage-clock';
import { WholeTables } from './progress/whole-tables';

/** Records of the past that a late window receives; older ones are dropped. */
const LOG_KEPT = 2000;
const SEGMENTS_KEPT = 20_000;

/** Everything known of one run while it runs and after: gathers what a service tells and hands out updates. */
export class RunTracker implements RunHooks {
  readonly header: RunHeader;
  readonly cancellation = new Cancellation();
  readonly #onChange: () => void;
  /** Until it has its result. */
  #state: ActiveState = 'running';
  #stage: RunStage = 'connect';
  readonly #stages: StageClock;
  #result: RunResult | null = null;
  #isReadingPages = false;
  #job: EngineJob | null = null;
  #threads: number;
  #tables: TableProgress[] = [];
  /** Sum over the tables, and number of those of which nobody knows: an update reads only what changed. */
  #expected = { rows: 0, unknown: 0 };
  /** Bytes that an earlier run has left on the target. */
  #foundBytes = 0;
  readonly #wholes = new WholeTables();
  #lanes: readonly LaneProgress[] = [];
  readonly #throughput = new RunThroughput();
  readonly #builds = new IndexBuildProgress();
  #controlRetries = 0;
  #targetState: TargetState = 'untouched';
  #fewerLanes: Failure | null = null;
  #memoryPeakBytes = 0;
  #log: LogRecord[] = [];
  readonly #notices = new Set<string>();
  #segments: LaneSegment[] = [];
  #historyList: HistoryList | null = null;
  readonly #health = new Map<ServerSide, ServerHealth>();
  readonly #silences = new Map<ServerSide, ServerSilence>();
  /** Changes for the next update. */
  #news = emptyNews();
  #revision = 0;

  constructor(header: RunHeader, onChange: () => void) {
    this.header = header;
    this.#threads = header.threads;
    this.#stages = new StageClock(this.#stage, header.startedAt);
    this.#onChange = onChange;
  }

  get state(): RunState {
    return this.#result?.state ?? this.#state;
  }

  get result(): RunResult | null {
    return this.#result;
  }

  /** Warning of a run that had fewer lanes than it was to have; null where it had all. */
  get fewerLanes(): Failure | null {
    return this.#fewerLanes;
  }

  get targetState(): TargetState {
    return this.#targetState;
  }

  get notices(): readonly string[] {
    return [...this.#notices];
  }

  /** Times of its stages up to `atMs`, as `Date.now` returns it. */
  stageTimes(atMs: number): readonly StageTime[] {
    return this.#stages.times(atMs);
  }

  get stageNow(): RunStage {
    return this.#stage;
  }

  /** True once its engine has started to work, so that it has all the sessions that it needs. */
  get isMoving(): boolean {
    return this.#result === null && this.#lanes.length > 0;
  }

  /** The lanes that build indexes now. */
  get building(): readonly Building[] {
    return this.#result === null ? this.#builds.building : [];
  }

  /** Rows and uncompressed bytes moved so far, and how often that had to be done again. */
  get moved(): Moved {
    const { rows, bytes, retries } = this.#throughput.moved;
    return { rows, bytes, retries: retries + this.#controlRetries };
  }

  /** Uncompressed bytes that it moved itself. */
  get ownBytes(): number {
    return Math.max(0, this.#throughput.moved.bytes - this.#foundBytes);
  }

  /** Whole tables that it is through with. */
  get tablesDone(): number {
    return this.#wholes.done;
  }

  get memoryPeakBytes(): number {
    return this.#memoryPeakBytes;
  }

  stage(stage: RunStage): void {
    this.#stage = stage;
    this.#stages.enter(stage, Date.now());
    this.#onChange();
  }

  tables(tables: readonly RunTable[]): void {
    for (const table of tables) {
      const index = this.#tables.length;
      const name = table.partition === null ? table.table : `${table.table} (${table.partition})`;
      this.#tables.push({
        index,
        schema: table.schema,
        table: name,
        wholeTable: this.#wholes.add(index, `${table.schema}.${table.table}`),
        state: 'pending',
        rows: 0,
        bytes: 0,
        rowsExpected: table.rowsExpected,
      });
      this.#news.tables.add(index);
      if (table.rowsExpected === null) this.#expected.unknown += 1;
      else this.#expected.rows += table.rowsExpected;
    }
    this.#onChange();
  }

  job(job: EngineJob | null): void {
    this.#job = job;
    // A pause or a number of threads chosen before the job came holds for it too.
    if (this.#state === 'paused') job?.pause();
    if (this.#threads !== this.header.threads) job?.setLanes(this.#threads);
  }

  log(level: LogLevel, text: string, table?: string): void {
    this.#record({ at: Date.now(), level, text, ...(table !== undefined && { table }) });
    this.#onChange();
  }

  notice(text: string): void {
    if (this.#notices.has(text)) return;
    this.#notices.add(text);
    this.log('info', text);
  }

  historyList(history: HistoryList): void {
    this.#historyList = history;
    this.#onChange();
  }

  health(health: Omit<ServerHealth, 'atMs'>): void {
    this.#health.set(health.side, { atMs: this.#elapsed(), ...health });
    this.#onChange();
  }

  /** Marks a server that stopped answering; null once it answers again. */
  silence(side: ServerSide, silence: Pick<ServerSilence, 'retryMs'> | null): void {
    const since = this.#health.get(side)?.atMs ?? this.#elapsed();
    if (silence === null) this.#silences.delete(side);
    else this.#silences.set(side, { side, sinceMs: since, ...silence });
    this.#onChange();
  }

  /** Records the server's readings of the index builds that it was asked about. */
  builds(asked: readonly Building[], readings: readonly BuildReading[]): void {
    for (const table of this.#builds.record(asked, readings)) this.#news.tables.add(table);
    this.#onChange();
  }

  leavesTarget(state: TargetState): void {
    this.#targetState = state;
  }

  foundLoaded(bytes: number): void {
    this.#foundBytes += bytes;
  }

  retried(): void {
    this.#controlRetries += 1;
    this.#onChange();
  }

  batch(batch: EngineBatch): void {
    for (const event of batch.events) {
      if (event.kind === 'log') this.#record(this.#toRecord(event));
      if (event.kind === 'lanes-refused') this.#refuseLanes(event);
    }
    const { progress } = batch;
    if (progress !== null) {
      // The engine's clock began with its job; the window's time line begins with the run.
      const offset = this.#elapsed() - progress.elapsedMs;
      this.#throughput.add(progress, this.#elapsed());
      this.#memoryPeakBytes = Math.max(this.#memoryPeakBytes, progress.memoryPeakBytes);
      this.#builds.take(progress.lanes);
      this.#lanes = this.#throughput.lanes.map((lane) => ({ ...lane, sinceMs: lane.sinceMs + offset }));
      for (const { id, state, rows, bytes } of progress.tables)
        this.#countTable(id, { ...tableWork(state), rows, bytes });
      for (const segment of progress.segments) {
        this.#addSegment({ ...segment, startMs: segment.startMs + offset, endMs: segment.endMs + offset });
      }
    }
    this.#onChange();
  }

  restartCounters(from: Pick<Moved, 'rows' | 'bytes'>): void {
    this.#throughput.restartCounters(from, this.#elapsed());
    this.#onChange();
  }

  pause(): void {
    if (this.state !== 'running') return;
    this.#state = 'paused';
    this.#job?.pause();
    this.#onChange();
  }

  resume(): void {
    if (this.state !== 'paused') return;
    this.#state = 'running';
    this.#job?.resume();
    this.#onChange();
  }

  /** Changes the number of threads. A run whose number is fixed ignores it. */
  setThreads(threads: number): void {
    const { mostThreads } = this.header;
    if (mostThreads === undefined || this.#result !== null) return;
    this.#threads = Math.min(threads, mostThreads);
    this.#job?.setLanes(this.#threads);
    this.#onChange();
  }

  /** Stops the run; after its end, the reading of pages. */
  cancel(): void {
    if (this.#isReadingPages) this.cancellation.cancel();
    if (this.#result !== null || this.#state === 'cancelling') return;
    this.#state = 'cancelling';
    this.cancellation.cancel();
    this.#onChange();
  }

  /** Ends the run. `isReadingPages` announces one more result of it, by {@link complete}. */
  finish(result: RunResult, isReadingPages: boolean): void {
    this.#result = result;
    this.#isReadingPages = isReadingPages;
    this.#builds.take([]);
    this.#lanes = this.#lanes.map(idleLane);
    this.#onChange();
  }

  /** Takes the result of an ended run with the pages of its tables. */
  complete(result: RunResult): void {
    this.#result = result;
    this.#isReadingPages = false;
    this.#onChange();
  }

  /** The run's log and lane times for its history, once its work is done; before {@link finish}. */
  timeline(result: RunResult): RunTimeline {
    return {
      stage: this.#stage,
      totals: this.#endedTotals(result),
      lanes: this.#lanes.map(idleLane),
      tables: this.#tables,
      segments: this.#segments,
      log: this.#log,
    };
  }

  /** Returns the changes since the last call. */
  takeUpdate(): RunUpdate {
    const news = this.#news;
    this.#news = emptyNews();
    this.#revision += 1;
    return {
      ...this.#current(),
      tables: [...news.tables].map((index) => this.#builds.withTable(this.#tables[index] as TableProgress)),
      segments: news.segments,
      log: news.log,
    };
  }

  view(): RunView {
    return {
      ...this.#current(),
      header: this.header,
      tables: this.#tables.map((table) => this.#builds.withTable(table)),
      segments: this.#segments,
      log: this.#log,
    };
  }

  #current() {
    const result = this.#result;
    return {
      runId: this.header.runId,
      revision: this.#revision,
      stage: this.#stage,
      elapsedMs: result === null ? this.#elapsed() : result.seconds * 1000,
      totals: result === null ? this.#totals() : this.#endedTotals(result),
      lanes: this.#lanes.map((lane) => this.#builds.withLane(lane)),
      historyList: this.#historyList,
      health: [...this.#health.values()],
      ...this.#status(),
    };
  }

  #status(): RunStatus {
    const result = this.#result;
    if (result !== null) return { state: result.state, result, isReadingPages: this.#isReadingPages };
    return { state: this.#state, result, silences: [...this.#silences.values()] };
  }

  #totals(): RunTotals {
    const { rows, bytes, storedBytes } = this.#throughput.counted;
    const { rowsPerSecond, bytesPerSecond } = this.#throughput;
    return {
      rows,
      bytes,
      storedBytes,
      rowsPerSecond,
      bytesPerSecond,
      ...this.#tableCounts(),
      ...this.#pass(),
    };
  }

  #pass(): RunPass {
    // A dump moves rows while it still reads definitions: a share of the tables known so far would fall again.
    if (this.header.kind === 'dump' && this.#stage === 'definitions') return { pass: 'counting' };
    const rowsExpected = this.#rowsExpected();
    // Nobody knows how long a dump that is followed still takes.
    const etaMs = this.#stage === 'waiting' ? null : this.#throughput.remaining(rowsExpected);
    if (this.#throughput.isComparing) return { pass: 'comparing', rowsExpected, etaMs };
    return { pass: 'moving', rowsUncommitted: this.#throughput.rowsUncommitted, rowsExpected, etaMs };
  }

  #endedTotals(result: RunResult): RunTotals {
    const { rows, bytes } = this.moved;
    return {
      pass: 'ended',
      rows,
      bytes,
      storedBytes: filesOf(result)?.storedBytes ?? 0,
      rowsPerSecond: 0,
      bytesPerSecond: 0,
      rowsExpected: this.#rowsExpected(),
      ...this.#tableCounts(),
    };
  }

  #tableCounts() {
    return {
      tablesDone: this.#wholes.done,
      tablesTotal: this.#wholes.total,
      retries: this.moved.retries,
    };
  }

  #rowsExpected(): number | null {
    const { rows, unknown } = this.#expected;
    return unknown > 0 || this.#tables.length === 0 ? null : rows;
  }

  #elapsed(): number {
    return Date.now() - this.header.startedAt;
  }

  #countTable(index: number, counters: TableWork & Pick<TableProgress, 'rows' | 'bytes'>): void {
    const table = this.#tables[index];
    if (table === undefined) return;
    const { schema, table: name, wholeTable, rowsExpected } = table;
    this.#tables[index] = { index, schema, table: name, wholeTable, rowsExpected, ...counters };
    this.#wholes.mark(index, counters.state === 'done');
    this.#news.tables.add(index);
  }

  /** A dump may grow beyond its threads: only fewer than these are worth a warning. */
  #refuseLanes({ lanes, message }: Extract<EngineEvent, { kind: 'lanes-refused' }>): void {
    const { threads } = this.header;
    const isFewer = lanes < threads;
    const answer = wordsOf(message);
    const { failure } = runsFailures.fewerLanes({ lanes, threads, message: answer });
    const level = isFewer ? 'warning' : 'debug';
    this.#record({
      at: Date.now(),
      level,
      text: isFewer ? failure.message : runsText.noMoreLanes(lanes, answer),
    });
    if (isFewer) this.#fewerLanes = failure;
  }

  #addSegment(segment: LaneSegment): void {
    this.#segments.push(segment);
    if (this.#segments.length > SEGMENTS_KEPT) this.#segments = this.#segments.slice(-SEGMENTS_KEPT / 2);
    this.#news.segments.push(segment);
  }

  #record(record: LogRecord): void {
    this.#log.push(record);
    if (this.#log.length > LOG_KEPT) this.#log = this.#log.slice(-LOG_KEPT / 2);
    this.#news.log.push(record);
  }

  #toRecord({ at, level, message, table, lane }: Extract<EngineEvent, { kind: 'log' }>): LogRecord {
    const named = this.#tables[table];
    return {
      at,
      level,
      text: wordsOf(message),
      ...(named !== undefined && { table: `${named.schema}.${named.table}` }),
      ...(lane >= 0 && { lane }),
    };
  }
}

function emptyNews(): { tables: Set<number>; segments: LaneSegment[]; log: LogRecord[] } {
  return { tables: new Set(), segments: [], log: [] };
}
