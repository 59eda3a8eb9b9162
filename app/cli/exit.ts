import { FAILURE_CODES, type Failure } from '../contract/failure';
import type { RunResult } from '../contract/runs/run';
import { assertNever } from '../contract/exhaustive';

/** Scripts rely on these: 0 done, 1 failed, 2 usage, 3 incomplete but resumable, 130 cancelled. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

export function exitCodeOf({ state, errors }: Pick<RunResult, 'state' | 'errors'>): ExitCode {
  switch (state) {
    case 'done':
    case 'done-with-warnings':
      return 0;
    case 'incomplete':
      return 3;
    case 'cancelled':
      return 130;
    case 'failed':
      return exitCodeOfFailure(errors[0]);
    case 'running':
    case 'paused':
    case 'cancelling':
      return 1;
    default:
      return assertNever(state);
  }
}

export function exitCodeOfFailure(failure: Failure | undefined): ExitCode {
  return failure === undefined ? 1 : FAILURE_CODES[failure.code].exitCode;
}
