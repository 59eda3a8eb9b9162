import { SluiceError } from '../contract/failure';
import { memoryProblem } from '../contract/runs/options';

/** Fails with `usage` where so many threads can't keep within the limit: before anything is touched. */
export function assertMemory(options: { readonly threads: number; readonly memoryLimitBytes: number }): void {
  const problem = memoryProblem(options);
  if (problem !== null) throw new SluiceError('usage', problem);
}
