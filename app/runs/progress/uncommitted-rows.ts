import type { EngineProgress } from '../../engine/events';

/** Counters of one lane: what it has sent since its chunk began is not committed. */
interface LaneStart {
  readonly sinceMs: number;
  /** Rows that the lane had sent before its chunk. */
  readonly before: number;
  /** Rows at the last sample. */
  readonly rows: number;
}

/** Rows that lanes have sent to the target and not committed; the engine counts a table's rows at their commit. */
export class UncommittedRows {
  readonly #lanes = new Map<number, LaneStart>();
  /** Rows of each lane's finished segments. */
  readonly #finished = new Map<number, number>();
  /** Most rows sent, committed or not, since work was last rolled back. */
  #sent = 0;
  #committed = 0;
  #retries = 0;

  get rows(): number {
    return this.#sent - this.#committed;
  }

  add({ lanes, tables, segments, rows, retries }: EngineProgress): void {
    for (const { lane, rows: moved } of segments)
      this.#finished.set(lane, (this.#finished.get(lane) ?? 0) + moved);
    const sending = lanes.reduce((sum, lane) => sum + this.#sendingOf(lane), 0);
    // A lane leaves its chunk a moment before the table counts it: only a rollback lets the figure fall.
    const isRolledBack = retries > this.#retries || tables.some(({ state }) => state === 'failed');
    this.#sent = Math.max(rows + sending, isRolledBack ? 0 : this.#sent);
    this.#committed = rows;
    this.#retries = retries;
  }

  #sendingOf({ lane, phase, sinceMs, rows }: EngineProgress['lanes'][number]): number {
    const last = this.#lanes.get(lane);
    // Past a bound the engine drops its shortest segments: the sample before the chunk is the other lower bound.
    const atLeast = last === undefined || last.sinceMs === sinceMs ? (last?.before ?? 0) : last.rows;
    const before = Math.max(atLeast, this.#finished.get(lane) ?? 0);
    this.#lanes.set(lane, { sinceMs, before, rows });
    return phase === 'load' ? Math.max(0, rows - before) : 0;
  }
}
