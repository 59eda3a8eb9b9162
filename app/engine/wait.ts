import { SluiceError } from '../contract/failure';
import { engineFailures } from '../text/engine/jobs';
import type { EngineBatch, EngineEvent, EngineSink } from './events';
import { toFailure } from './failures';

type Milestone = EngineEvent['kind'];

/**
 * Turns a job's event stream into promises: services wait for milestones, and every wait fails with the job's
 * first failure when the job ends before the milestone came.
 */
export class EngineWaiter {
  readonly #seen = new Map<Milestone, EngineEvent>();
  readonly #waiting = new Map<Milestone, Set<(event: EngineEvent) => void>>();
  #ended: Extract<EngineEvent, { kind: 'finished' }> | null = null;
  readonly #onEnd = new Set<() => void>();

  /** The sink to give to the engine; every batch is passed on to `next` first. */
  sink(next: (batch: EngineBatch) => void): EngineSink {
    return (batch) => {
      next(batch);
      for (const event of batch.events) this.#take(event);
    };
  }

  /** Resolves when the event has come; rejects when the job finished without it. */
  async until(kind: Exclude<Milestone, 'finished' | 'log'>): Promise<void> {
    if (this.#seen.has(kind)) return;
    await new Promise<void>((resolve, reject) => {
      const waiting = this.#waiting.get(kind) ?? new Set();
      this.#waiting.set(
        kind,
        waiting.add(() => resolve()),
      );
      this.#whenEnded(() => reject(this.#error()));
    });
  }

  /** Resolves when the job is done; rejects with its first failure, or as cancelled. */
  async finished(): Promise<void> {
    await new Promise<void>((resolve) => this.#whenEnded(resolve));
    if (this.#ended?.state !== 'done') throw this.#error();
  }

  #take(event: EngineEvent): void {
    this.#seen.set(event.kind, event);
    for (const resolve of this.#waiting.get(event.kind) ?? []) resolve(event);
    this.#waiting.delete(event.kind);
    if (event.kind !== 'finished') return;
    this.#ended = event;
    for (const listener of this.#onEnd) listener();
    this.#onEnd.clear();
  }

  #whenEnded(listener: () => void): void {
    if (this.#ended === null) this.#onEnd.add(listener);
    else listener();
  }

  #error(): SluiceError {
    const [first] = this.#ended?.failures ?? [];
    if (first !== undefined) return SluiceError.from(toFailure(first));
    if (this.#ended?.state === 'cancelled') return engineFailures.cancelled();
    return engineFailures.endedWithoutReason();
  }
}
