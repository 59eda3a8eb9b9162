import type { StageTime, RunStage } from '../../contract/runs/stages';

/**
 * Collects the times of a run's stages; one that comes again adds to its first. Times are in ms, by one clock.
 */
export class StageClock {
  readonly #spent = new Map<RunStage, number>();
  #stage: RunStage;
  #sinceMs: number;

  constructor(stage: RunStage, atMs: number) {
    this.#stage = stage;
    this.#sinceMs = atMs;
  }

  enter(stage: RunStage, atMs: number): void {
    this.#spend(atMs);
    this.#stage = stage;
  }

  /** Returns the times of the stages up to now; they add up to the time since the first. */
  times(atMs: number): readonly StageTime[] {
    this.#spend(atMs);
    return [...this.#spent].map(([stage, ms]) => ({ stage, seconds: ms / 1000 }));
  }

  #spend(atMs: number): void {
    this.#spent.set(this.#stage, (this.#spent.get(this.#stage) ?? 0) + atMs - this.#sinceMs);
    this.#sinceMs = atMs;
  }
}
