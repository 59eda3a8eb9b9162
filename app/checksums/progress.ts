import type { TableState } from '../contract/runs/run';
import type { EngineBatch, EngineEvent, EngineLane, EngineProgress } from '../engine/events';
import type { RunHooks } from '../engine/hooks';
import { quiet } from './server';

/** Position among the compared tables of each data set of a job, by the data set's id. */
export type TablesOfSets = ReadonlyMap<number, number>;

/** Hooks for a job that reads all compared tables once, in one of the places where their rows are. */
export type PassHooks = (tables: TablesOfSets) => RunHooks;

interface Counters {
  readonly rows: number;
  readonly bytes: number;
}

/** A table whose rows were counted before the comparison; `isCompared`: whether further passes follow. */
export interface CountedBefore extends Counters {
  readonly isCompared: boolean;
}

const NOTHING: Counters = { rows: 0, bytes: 0 };

/** Progress of one pass. */
interface Pass {
  readonly tables: TablesOfSets;
  readonly sets: Map<number, Counters & { readonly isDone: boolean }>;
  /** Number of data sets still to be read, by table. */
  readonly left: Map<number, number>;
}

/**
 * Progress of a comparison. All rows are read once in each of several passes: counted, read from the dump's files, on
 * the target, summed there as the dump's tool has, on the source. Each pass counts as an equal share of a row, so that a table has all its rows compared
 * when the last pass ends, and the remaining time covers all passes.
 */
export class ComparisonProgress {
  readonly #hooks: RunHooks;
  readonly #passes: number;
  /** Totals of all passes, by table. */
  readonly #read: Counters[];
  readonly #passesDone: number[];
  /** Totals of the passes that have ended. */
  #before = { ...NOTHING, storedBytes: 0, retries: 0 };
  #current = { ...NOTHING, storedBytes: 0, retries: 0 };
  /** Totals of the passes that have ended, by lane. */
  #lanesBefore: readonly Counters[] = [];
  #lanes: readonly Counters[] = [];
  readonly #changed = new Set<number>();
  readonly #failed = new Set<number>();

  /** Creates the progress of the tables that the run has announced, in that order. */
  constructor(hooks: RunHooks, tables: number, passes: number) {
    this.#hooks = hooks;
    this.#passes = passes;
    this.#read = Array.from({ length: tables }, () => NOTHING);
    this.#passesDone = Array.from({ length: tables }, () => 0);
  }

  /** Ends the counting pass of one table. */
  counted(table: number, { rows, bytes }: Counters): void {
    this.#add(table, { rows, bytes });
    this.#endPass(table);
    this.#before = { ...this.#before, rows: this.#before.rows + rows, bytes: this.#before.bytes + bytes };
    this.#report(NO_PROGRESS, []);
  }

  /**
   * Ends the counting pass of all tables at once, where the run counted their rows when it loaded them: the run's
   * counters start again.
   */
  countedBefore(tables: readonly CountedBefore[]): void {
    for (const [table, { rows, bytes, isCompared }] of tables.entries()) {
      const passes = isCompared ? 1 : this.#passes;
      this.#add(table, { rows: rows * passes, bytes: bytes * passes });
      this.#passesDone[table] = passes;
    }
    const rows = this.#read.reduce((sum, read) => sum + read.rows, 0);
    const bytes = this.#read.reduce((sum, read) => sum + read.bytes, 0);
    this.#before = { ...this.#before, rows, bytes };
    this.#hooks.restartCounters(this.#share(this.#before));
    this.#report(NO_PROGRESS, []);
  }

  /** Marks a table that can't be compared; it stays so. */
  failed(table: number): void {
    this.#failed.add(table);
    this.#changed.add(table);
    this.#report(NO_PROGRESS, []);
  }

  /** Returns hooks for passes over the tables at these positions, which number them from 0. */
  among(positions: readonly number[]): PassHooks {
    return (tables) =>
      this.pass(new Map([...tables].map(([id, place]) => [id, positions[place] ?? -1] as const)));
  }

  /** Begins a pass over all tables. A table with nothing to read finishes it at once. */
  readonly pass: PassHooks = (tables) => {
    this.#before = addTotals(this.#before, this.#current);
    this.#current = { ...NOTHING, storedBytes: 0, retries: 0 };
    this.#lanesBefore = lanesTogether(this.#lanesBefore, this.#lanes);
    this.#lanes = [];
    const left = new Map<number, number>();
    for (const table of tables.values()) left.set(table, (left.get(table) ?? 0) + 1);
    for (const table of this.#read.keys()) if (!left.has(table)) this.#endPass(table);
    const pass: Pass = { tables, sets: new Map(), left };
    return { ...quiet(this.#hooks), batch: (batch) => this.#take(pass, batch) };
  };

  #take(pass: Pass, { events, progress }: EngineBatch): void {
    const logs = events.flatMap((event) => (event.kind === 'log' ? [ofTable(event, pass.tables)] : []));
    if (progress === null) {
      if (logs.length > 0) this.#hooks.batch({ events: logs, progress: null });
      return;
    }
    for (const { id, state, rows, bytes } of progress.tables) this.#count(pass, id, { state, rows, bytes });
    const { rows, bytes, storedBytes, retries } = progress;
    this.#current = { rows, bytes, storedBytes, retries };
    this.#lanes = progress.lanes;
    const table = (id: number) => pass.tables.get(id) ?? -1;
    this.#report(
      {
        ...progress,
        lanes: progress.lanes.map((lane) => ({ ...this.#shareOfLane(lane), table: table(lane.table) })),
        segments: progress.segments.map((segment) => ({ ...segment, table: table(segment.table) })),
      },
      logs,
    );
  }

  #count(pass: Pass, id: number, now: Counters & { readonly state: TableState }): void {
    const table = pass.tables.get(id);
    if (table === undefined) return;
    const before = pass.sets.get(id) ?? { ...NOTHING, isDone: false };
    const isDone = before.isDone || now.state === 'done';
    pass.sets.set(id, { rows: now.rows, bytes: now.bytes, isDone });
    this.#add(table, { rows: now.rows - before.rows, bytes: now.bytes - before.bytes });
    if (now.state === 'failed') this.#failed.add(table);
    if (!isDone || before.isDone) return;
    const left = (pass.left.get(table) ?? 1) - 1;
    pass.left.set(table, left);
    if (left === 0) this.#endPass(table);
  }

  #add(table: number, { rows, bytes }: Counters): void {
    const read = this.#read[table] ?? NOTHING;
    this.#read[table] = { rows: read.rows + rows, bytes: read.bytes + bytes };
    this.#changed.add(table);
  }

  #endPass(table: number): void {
    this.#passesDone[table] = (this.#passesDone[table] ?? 0) + 1;
    this.#changed.add(table);
  }

  #report(progress: EngineProgress, events: readonly EngineEvent[]): void {
    const all = addTotals(this.#before, this.#current);
    const tables = [...this.#changed].map((id) => ({
      id,
      state: this.#stateOf(id),
      ...this.#share(this.#read[id] ?? NOTHING),
    }));
    this.#changed.clear();
    const { storedBytes, retries } = all;
    this.#hooks.batch({
      events,
      progress: { ...progress, ...this.#share(all), storedBytes, retries, tables },
    });
  }

  #stateOf(table: number): TableState {
    if (this.#failed.has(table)) return 'failed';
    return (this.#passesDone[table] ?? 0) < this.#passes ? 'verifying' : 'done';
  }

  #share({ rows, bytes }: Counters): Counters {
    return { rows: Math.floor(rows / this.#passes), bytes: Math.floor(bytes / this.#passes) };
  }

  #shareOfLane(lane: EngineLane): EngineLane {
    const before = this.#lanesBefore[lane.lane] ?? NOTHING;
    return { ...lane, ...this.#share({ rows: before.rows + lane.rows, bytes: before.bytes + lane.bytes }) };
  }
}

/** Progress of no job. */
export const NO_PROGRESS: EngineProgress = {
  elapsedMs: 0,
  lanes: [],
  tables: [],
  segments: [],
  rows: 0,
  bytes: 0,
  storedBytes: 0,
  memoryBytes: 0,
  memoryPeakBytes: 0,
  retries: 0,
  firstRowMs: null,
};

interface Totals extends Counters {
  readonly storedBytes: number;
  readonly retries: number;
}

function addTotals(one: Totals, other: Totals): Totals {
  return {
    rows: one.rows + other.rows,
    bytes: one.bytes + other.bytes,
    storedBytes: one.storedBytes + other.storedBytes,
    retries: one.retries + other.retries,
  };
}

function lanesTogether(before: readonly Counters[], now: readonly Counters[]): readonly Counters[] {
  return Array.from({ length: Math.max(before.length, now.length) }, (_, lane) => {
    const [one, other] = [before[lane] ?? NOTHING, now[lane] ?? NOTHING];
    return { rows: one.rows + other.rows, bytes: one.bytes + other.bytes };
  });
}

function ofTable(event: Extract<EngineEvent, { kind: 'log' }>, tables: TablesOfSets): EngineEvent {
  return { ...event, table: tables.get(event.table) ?? -1 };
}
