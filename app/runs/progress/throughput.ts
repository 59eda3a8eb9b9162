import type { EngineLane, EngineProgress } from '../../engine/events';
import type { LaneProgress } from '../../contract/runs/run';
import { laneProgress } from './lane-progress';
import {
  BEGINNING,
  FORECAST_WINDOW_MS,
  RateWindow,
  remaining,
  SPEED_WINDOW_MS,
  type RatePoint,
} from './rate-window';
import { UncommittedRows } from './uncommitted-rows';

/** Rows and uncompressed bytes, and the number of retries. */
export interface Moved {
  readonly rows: number;
  readonly bytes: number;
  readonly retries: number;
}

const NOTHING_COUNTED = { ...BEGINNING, storedBytes: 0, retries: 0 };

/** Total and speed of a run's moved rows, by its engine's counters. Times are in ms since the run began. */
export class RunThroughput {
  /** Start of the counters: that of the run, or of their restart. */
  #from: RatePoint = BEGINNING;
  /** Speed of committed rows, for the remaining time. */
  #rate = new RateWindow(FORECAST_WINDOW_MS);
  #laneRates: RateWindow[] = [];
  #lanes: readonly LaneProgress[] = [];
  #moving: readonly RateWindow[] = [];
  #counted = NOTHING_COUNTED;
  #uncommitted = new UncommittedRows();
  /** Total at the restart of the counters; null where there was none. */
  #movedBefore: Moved | null = null;

  add(progress: EngineProgress, ms: number): void {
    const { rows, bytes, storedBytes, retries, lanes } = progress;
    this.#uncommitted.add(progress);
    this.#counted = { ms, rows, bytes, storedBytes, retries };
    this.#rate.add(this.#counted);
    this.#lanes = lanes.map((lane) => this.#withSpeed(lane));
    // A lane that builds an index may have loaded all its rows a moment ago; one that waits is held.
    this.#moving = lanes.flatMap(({ lane, phase }) =>
      phase === 'wait' ? [] : (this.#laneRates[lane] ?? []),
    );
  }

  /** Restarts the counters, at `from`, for a second pass that compares all rows; the moved total is kept. */
  restartCounters(from: Pick<Moved, 'rows' | 'bytes'>, ms: number): void {
    this.#movedBefore = this.moved;
    this.#from = { ms, ...from };
    this.#counted = { ...NOTHING_COUNTED, ...this.#from };
    this.#rate = new RateWindow(FORECAST_WINDOW_MS, this.#from);
    this.#uncommitted = new UncommittedRows();
    this.#laneRates = [];
    this.#lanes = [];
    this.#moving = [];
  }

  /** Total that the run has moved, however often it was counted. */
  get moved(): Moved {
    const { rows, bytes } = this.#movedBefore ?? this.#counted;
    return { rows, bytes, retries: (this.#movedBefore?.retries ?? 0) + this.#counted.retries };
  }

  /** Returns whether this is the second count, which compares rows. */
  get isComparing(): boolean {
    return this.#movedBefore !== null;
  }

  /** Progress of the current count. */
  get counted(): { readonly rows: number; readonly bytes: number; readonly storedBytes: number } {
    return this.#counted;
  }

  /** Rows sent to the target and not committed yet. */
  get rowsUncommitted(): number {
    return this.#uncommitted.rows;
  }

  /** Each lane with its own speed; `sinceMs` is still on the engine's clock. */
  get lanes(): readonly LaneProgress[] {
    return this.#lanes;
  }

  /** Speed of all lanes together: rows on their way count, for a chunk's rows are committed all at once. */
  get rowsPerSecond(): number {
    return this.#moving.reduce((sum, rate) => sum + rate.rowsPerSecond, 0);
  }

  get bytesPerSecond(): number {
    return this.#moving.reduce((sum, rate) => sum + rate.bytesPerSecond, 0);
  }

  /** Remaining time to `expected` rows as a range in ms; null while there is nothing honest to say. */
  remaining(expected: number | null): { readonly low: number; readonly high: number } | null {
    return remaining(this.#counted, this.#rate.rowsPerSecond, expected, this.#from);
  }

  #withSpeed(lane: EngineLane): LaneProgress {
    const from = { ...BEGINNING, ms: this.#from.ms };
    const rate = (this.#laneRates[lane.lane] ??= new RateWindow(SPEED_WINDOW_MS, from));
    rate.add({ ms: this.#counted.ms, rows: lane.rows, bytes: lane.bytes });
    return laneProgress(lane, rate);
  }
}
