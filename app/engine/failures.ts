import { FAILURE_CODES, SluiceError, type Failure } from '../contract/failure';
import type { EngineFailure } from './events';

/** Completes an engine's failure with the remedy of its code where the engine had nothing more precise. */
export function toFailure(failure: EngineFailure): Failure {
  return { ...failure, hint: failure.hint === '' ? FAILURE_CODES[failure.code].remedy : failure.hint };
}

/** The words of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What any thrown value says, as a failure; what is not ours is a defect and says so. */
export function failureOf(error: unknown): Failure {
  if (error instanceof SluiceError) return error.failure;
  return {
    code: 'internal',
    message: messageOf(error),
    hint: FAILURE_CODES.internal.remedy,
    retryable: false,
  };
}
