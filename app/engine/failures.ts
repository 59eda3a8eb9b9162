import { FAILURE_CODES, SluiceError, type Failure, type FailureCode } from '../contract/failure';
import { engineText } from '../text/engine/jobs';
import type { EngineFailure } from './events';
import { valuesOf, wordsOf } from './words/message';
import { serverStateOf } from './words/server-state';
import { signInFailure } from './sign-in/refusal';
import { shownPath } from './words/spooled-input';

/** Remedies for what rows alone bring to light, by the server's error number and words of its message. */
const ROW_REMEDIES: readonly (readonly [errno: number, words: RegExp, remedy: string])[] = [
  [1416, /(?:)/, engineText.rowRemedies.emptyGeometry],
  [1300, /character string/, engineText.rowRemedies.otherCharset],
  [1366, /Incorrect string value/, engineText.rowRemedies.otherCharset],
];

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
    hint: hint === null ? remedyOf({ code, errno: failure.errno, message }) : wordsOf(hint),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  };
}

function remedyOf({ code, errno, message }: Pick<Failure, 'code' | 'errno' | 'message'>): string {
  const [, , known] = ROW_REMEDIES.find(([number, words]) => number === errno && words.test(message)) ?? [];
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
