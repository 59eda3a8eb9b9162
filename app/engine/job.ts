import { SluiceError } from '../contract/failure';
import { memoryProblem } from '../contract/runs/options';
import type { EngineJob, EngineSessionsJob } from './addon';
import type { EngineBatch, EngineSink } from './events';
import type { RunHooks } from './hooks';
import type { PasswordRenewal } from './sign-in/password-renewal';
import { EngineWaiter } from './wait';

/** Fails with `usage` where so many threads can't keep within the limit: before anything is touched. */
export function assertMemory(options: { readonly threads: number; readonly memoryLimitBytes: number }): void {
  const problem = memoryProblem(options);
  if (problem !== null) throw new SluiceError('usage', problem);
}

/** Callbacks that start a job and use it. */
export interface JobUse<Job extends EngineJob, Result> {
  readonly start: (sink: EngineSink) => Job;
  /** Hears every batch after the run's watchers did. */
  readonly take: (batch: EngineBatch) => void;
  /** Feeds the job and waits for it. */
  readonly use: (job: Job, waiter: EngineWaiter) => Promise<Result>;
}

/** Reports of a job to its run, and the run’s request to stop. */
export type JobHooks = Pick<RunHooks, 'cancellation' | 'job' | 'batch'>;

/**
 * Runs one job of the engine for a run: its watchers see it, cancelling the run cancels it, and however `use` ends,
 * no thread of the job is left when this resolves or rejects.
 */
export async function withJob<Job extends EngineJob, Result>(
  hooks: JobHooks,
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

/** Passwords that may expire while a job runs, by the side whose sessions use them. */
export type Renewals = Readonly<Partial<Record<'source' | 'target', PasswordRenewal | undefined>>>;

/**
 * Runs a job whose lanes sign in, as {@link withJob} does, and keeps their passwords fresh: a lane may sign in hours
 * after the first one.
 */
export async function withSessionsJob<Job extends EngineSessionsJob, Result>(
  hooks: RunHooks,
  { source, target }: Renewals,
  { use, ...job }: JobUse<Job, Result>,
): Promise<Result> {
  await source?.current();
  await target?.current();
  return await withJob<Job, Result>(hooks, {
    ...job,
    use: async (running, waiter) => {
      const stopSource = source?.watch((password) => running.renewPassword('source', password));
      const stopTarget = target?.watch((password) => running.renewPassword('target', password));
      try {
        return await use(running, waiter);
      } finally {
        stopSource?.();
        stopTarget?.();
      }
    },
  });
}
