import type { EngineLane, EngineProgress } from '../engine/events';
import type { LaneProgress } from '../contract/run';
import { BEGINNING, Pace, remaining, type PacePoint } from './pace';

/** Rows and uncompressed bytes, and how often that had to be done again. */
export interface Moved {
  readonly rows: number;
  readonly bytes: number;
  readonly retries: number;
}

const NOTHING_COUNTED = { ...BEGINNING, storedBytes: 0, retries: 0 };

/** How much a run has moved so far and how fast, by what its engine counts. Times are in ms since the run began. */
export class Course {
  /** Where the counters began: with the run, or when they began anew. */
  #from: PacePoint = BEGINNING;
  #pace = new Pace();
  #lanePaces: Pace[] = [];
  #counted = NOTHING_COUNTED;
  /** What had been moved when the counters began anew; null where they have not. */
  #movedBefore: Moved | null = null;

  add({ rows, bytes, storedBytes, retries }: EngineProgress, ms: number): void {
    this.#counted = { ms, rows, bytes, storedBytes, retries };
    this.#pace.add(this.#counted);
  }

  /** From now on, `from` on, all rows are counted once more: they are compared, and what was moved stays. */
  countAnew(from: Pick<Moved, 'rows' | 'bytes'>, ms: number): void {
    this.#movedBefore = this.moved;
    this.#from = { ms, ...from };
    this.#counted = { ...NOTHING_COUNTED, ...this.#from };
    this.#pace = new Pace(this.#from);
    this.#lanePaces = [];
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

  get rowsPerSecond(): number {
    return this.#pace.rowsPerSecond;
  }

  get bytesPerSecond(): number {
    return this.#pace.bytesPerSecond;
  }

  /** As a range in ms, to so many rows; null while there is nothing honest to say. */
  remaining(expected: number | null): { readonly low: number; readonly high: number } | null {
    return remaining(this.#counted, this.rowsPerSecond, expected, this.#from);
  }

  /** The lane with its own speed; to be asked once for each sample. */
  withSpeed({ lane: number, phase, table, chunk, rows, bytes }: EngineLane): LaneProgress {
    const pace = (this.#lanePaces[number] ??= new Pace({ ...BEGINNING, ms: this.#from.ms }));
    pace.add({ ms: this.#counted.ms, rows, bytes });
    const { rowsPerSecond, bytesPerSecond } = pace;
    return { ...{ lane: number, phase, table, chunk, rows, bytes }, rowsPerSecond, bytesPerSecond };
  }
}
