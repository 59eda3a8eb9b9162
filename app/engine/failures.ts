import { FAILURE_CODES, SluiceError, type Failure, type FailureCode } from '../contract/failure';
import { engineText } from '../text/engine/jobs';
import type { EngineFailure } from './events';
import { valuesOf, wordsOf } from './words/message';
import { serverStateOf } from './words/server-state';
import { signInFailure } from './sign-in/refusal';
import { shownPath } from './words/spooled-input';

/** Remedies for what rows alone bring to light, by the server's error number. */
const ROW_REMEDIES: ReadonlyMap<number, string> = new Map([[1416, engineText.rowRemedies.emptyGeometry]]);

/** Words an engine's failure, with what helps where the engine had nothing more precise. */
export function toFailure({ signIn, message: said, hint, ...failure }: EngineFailure): Failure {
  const message = wordsOf(said);
  if (signIn !== undefined) return signInFailure(signIn, { ...failure, message }).failure;
  const code = codeOf(failure, message);
  const parameters = said.key === 'said' ? {} : valuesOf(said);
  return {
    ...failure,
    ...(failure.chunk !== undefined && { chunk: shownPath(failure.chunk) }),
    code,
    message,
    hint: hint === null ? remedyOf(code, failure.errno) : wordsOf(hint),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  };
}

function remedyOf(code: FailureCode, errno: number | undefined): string {
  const known = errno === undefined ? undefined : ROW_REMEDIES.get(errno);
  return known ?? FAILURE_CODES[code].remedy;
}

/** Returns the engine's code, or that of the server's state by which a statement failed. */
function codeOf({ code, errno }: Pick<EngineFailure, 'code' | 'errno'>, message: string): FailureCode {
  if (code !== 'statement-failed' || errno === undefined) return code;
  return serverStateOf(errno, message) ?? code;
}

/** The words of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Converts any thrown value to a failure; a value that is not ours is a defect and says so. */
export function failureOf(error: unknown): Failure {
  if (error instanceof SluiceError) return error.failure;
  return {
    code: 'internal',
    message: messageOf(error),
    hint: FAILURE_CODES.internal.remedy,
    retryable: false,
  };
}
