import { cpus } from 'os';

/** Bounds: a server on another machine keeps a few threads busy whatever this one has, and no server many by default. */
export const THREADS_BOUNDS = { least: 4, most: 16 } as const;

/** Returns the threads of a run that nobody has set: one per core, within {@link THREADS_BOUNDS}. */
export function suitableThreads(cores = cpus().length): number {
  return Math.min(THREADS_BOUNDS.most, Math.max(THREADS_BOUNDS.least, cores));
}
