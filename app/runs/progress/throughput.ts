import type { EngineLane, EngineProgress } from '../../engine/events';
import type { LanePhase, LaneProgress } from '../../contract/run';
import {
  BEGINNING,
  FORECAST_WINDOW_MS,
  RateWindow,
  remaining,
  SPEED_WINDOW_MS,
  type RatePoint,
} from './rate-window';

/** Rows and uncompressed bytes, and how often that had to be done again. */
export interface Moved {
  readonly rows: number;
  readonly bytes: number;
  readonly retries: number;
}

/** What a lane does while no rows move through it. One that is idle may only be between two chunks. */
const STILL: ReadonlySet<LanePhase> = new Set<LanePhase>(['index', 'wait', 'retry']);

const NOTHING_COUNTED = { ...BEGINNING, storedBytes: 0, retries: 0 };

/** How much a run has moved so far and how fast, by what its engine counts. Times are in ms since the run began. */
export class RunThroughput {
  /** Where the counters began: with the run, or when they began anew. */
  #from: RatePoint = BEGINNING;
  /** Of the rows that are in: what the remaining time is told by. */
  #pace = new RateWindow(FORECAST_WINDOW_MS);
  #lanePaces: RateWindow[] = [];
  #lanes: readonly LaneProgress[] = [];
  #moving: readonly RateWindow[] = [];
  #counted = NOTHING_COUNTED;
  /** What had been moved when the counters began anew; null where they have not. */
  #movedBefore: Moved | null = null;

  add({ rows, bytes, storedBytes, retries, lanes }: EngineProgress, ms: number): void {
    this.#counted = { ms, rows, bytes, storedBytes, retries };
    this.#pace.add(this.#counted);
    this.#lanes = lanes.map((lane) => this.#withSpeed(lane));
    // A lane that builds an index may have loaded all its rows a moment ago; one that waits is held.
    this.#moving = lanes.flatMap(({ lane, phase }) =>
      phase === 'wait' ? [] : (this.#lanePaces[lane] ?? []),
    );
  }

  /** From now on, `from` on, all rows are counted once more: they are compared, and what was moved stays. */
  countAnew(from: Pick<Moved, 'rows' | 'bytes'>, ms: number): void {
    this.#movedBefore = this.moved;
    this.#from = { ms, ...from };
    this.#counted = { ...NOTHING_COUNTED, ...this.#from };
    this.#pace = new RateWindow(FORECAST_WINDOW_MS, this.#from);
    this.#lanePaces = [];
    this.#lanes = [];
    this.#moving = [];
  }

  /** What the run has moved, however often that was counted. */
  get moved(): Moved {
    const { rows, bytes } = this.#movedBefore ?? this.#counted;
    return { rows, bytes, retries: (this.#movedBefore?.retries ?? 0) + this.#counted.retries };
  }

  /** How far it is in what it counts now. */
  get counted(): { readonly rows: number; readonly bytes: number; readonly storedBytes: number } {
    return this.#counted;
  }

  /** Each lane with its own speed; `sinceMs` is on the engine's clock as yet. */
  get lanes(): readonly LaneProgress[] {
    return this.#lanes;
  }

  /** Of all lanes: rows that are on their way count, for a chunk's rows are in all at once, when it is committed. */
  get rowsPerSecond(): number {
    return this.#moving.reduce((sum, pace) => sum + pace.rowsPerSecond, 0);
  }

  get bytesPerSecond(): number {
    return this.#moving.reduce((sum, pace) => sum + pace.bytesPerSecond, 0);
  }

  /** As a range in ms, to so many rows; null while there is nothing honest to say. */
  remaining(expected: number | null): { readonly low: number; readonly high: number } | null {
    return remaining(this.#counted, this.#pace.rowsPerSecond, expected, this.#from);
  }

  #withSpeed({ lane: number, phase, table, chunk, rows, bytes, sinceMs }: EngineLane): LaneProgress {
    const from = { ...BEGINNING, ms: this.#from.ms };
    const pace = (this.#lanePaces[number] ??= new RateWindow(SPEED_WINDOW_MS, from));
    pace.add({ ms: this.#counted.ms, rows, bytes });
    const lane = { lane: number, phase, table, chunk, sinceMs, rows, bytes };
    if (STILL.has(phase)) return { ...lane, rowsPerSecond: 0, bytesPerSecond: 0 };
    return { ...lane, rowsPerSecond: pace.rowsPerSecond, bytesPerSecond: pace.bytesPerSecond };
  }
}
