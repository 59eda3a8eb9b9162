import type { EngineJob } from './addon';
import type { EngineBatch, EngineSink } from './events';
import type { RunHooks } from './hooks';
import { EngineWaiter } from './wait';

/** Callbacks that start a job and use it. */
export interface JobUse<Job extends EngineJob, Result> {
  readonly start: (sink: EngineSink) => Job;
  /** Hears every batch after the run's watchers did. */
  readonly take: (batch: EngineBatch) => void;
  /** Feeds the job and waits for it. */
  readonly use: (job: Job, waiter: EngineWaiter) => Promise<Result>;
}

/**
 * Runs one job of the engine for a run: its watchers see it, cancelling the run cancels it, and however `use` ends,
 * no thread of the job is left when this resolves or rejects.
 */
export async function withJob<Job extends EngineJob, Result>(
  hooks: RunHooks,
  { start, take, use }: JobUse<Job, Result>,
): Promise<Result> {
  const waiter = new EngineWaiter();
  const job = start(
    waiter.sink((batch) => {
      hooks.batch(batch);
      take(batch);
    }),
  );
  hooks.job(job);
  const stopListening = hooks.cancellation.onCancel(() => job.cancel());
  try {
    return await use(job, waiter);
  } catch (error) {
    job.cancel();
    await waiter.finished().catch(() => undefined);
    throw error;
  } finally {
    stopListening();
    hooks.job(null);
  }
}
