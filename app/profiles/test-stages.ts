import type { ConnectionTestStage } from '../contract/connections/connection';
import type { Failure } from '../contract/failure';
import { failureOf } from '../engine/failures';
import { profileText } from '../text/profiles';

type Stage = ConnectionTestStage['stage'];

export interface Outcome {
  readonly state: 'ok' | 'warning';
  readonly detail: string;
}

/** Thrown after a failed stage: the stages hold the reason, and no stage follows. */
export class StageFailed extends Error {}

/** The stages of one test as they pass. */
export class TestStages {
  readonly #passed: ConnectionTestStage[] = [];

  get passed(): readonly ConnectionTestStage[] {
    return this.#passed;
  }

  /** Passes a stage by doing `work`; `describe` turns its value into the stage's outcome. */
  async pass<T>(stage: Stage, work: () => Promise<T>, describe: (value: T) => Outcome): Promise<T> {
    const startedAt = Date.now();
    try {
      const value = await work();
      this.note(stage, describe(value), Date.now() - startedAt);
      return value;
    } catch (error) {
      throw this.fail(stage, failureOf(error), Date.now() - startedAt);
    }
  }

  /** Records the outcome of a stage that another stage's work has also decided. */
  note(stage: Stage, outcome: Outcome, ms = 0): void {
    this.#passed.push({ stage, ...outcome, ms });
  }

  /** Records a failed stage and returns the error to throw. */
  fail(stage: Stage, failure: Failure, ms: number): StageFailed {
    this.#passed.push({ stage, state: 'failed', detail: profileText.test.failed(failure), ms });
    return new StageFailed();
  }
}
