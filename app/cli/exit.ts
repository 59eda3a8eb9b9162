import { FAILURE_CODES, type Failure, type FailureCode } from '../contract/failure';
import type { RunResult } from '../contract/runs/result';
import { assertNever } from '../contract/exhaustive';
import { programText } from '../text/cli/program';

/** Meaning of each exit code; scripts rely on them. Whatever the command, a code means the same. */
export const EXIT_CODES = programText.exitCodes;

export type ExitCode = keyof typeof EXIT_CODES;

export const REFUSED: ExitCode = 5;

/** Failures of reaching a server, which may pass. */
const TRANSIENT: ReadonlySet<FailureCode> = new Set([
  'connect-refused',
  'connect-lost',
  'ssh-failed',
  'lock-timeout',
]);

/**
 * Exit code of a resumed run: where its servers can't be reached now, what it was to resume is still incomplete, and a
 * script tries again.
 */
export function exitCodeOfResumed(result: Ended): ExitCode {
  const [first] = result.errors;
  const code = exitCodeOf(result);
  return code === REFUSED && first !== undefined && TRANSIENT.has(first.code) ? 4 : code;
}

type Ended = Pick<RunResult, 'state' | 'errors' | 'begun'>;

export function exitCodeOf({ state, errors, begun }: Ended): ExitCode {
  switch (state) {
    case 'done':
      return 0;
    case 'done-with-warnings':
      return 3;
    case 'incomplete':
      return 4;
    case 'cancelled':
      return 130;
    case 'failed':
      return begun === false ? exitCodeOfRefusal(errors[0]) : 1;
    default:
      return assertNever(state);
  }
}

/** Exit code of a command that failed outside a run. */
export function exitCodeOfFailure(failure: Failure | undefined): ExitCode {
  return failure === undefined ? 1 : FAILURE_CODES[failure.code].exitCode;
}

/** Exit code of a run that did not begin: whatever the reason, nothing was touched. A defect of Sluice’s is no refusal. */
function exitCodeOfRefusal(failure: Failure | undefined): ExitCode {
  if (failure === undefined || failure.code === 'internal') return 1;
  return failure.code === 'cancelled' || exitCodeOfFailure(failure) === 2
    ? exitCodeOfFailure(failure)
    : REFUSED;
}
