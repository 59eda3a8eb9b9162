import { expect } from 'vitest';
import { SluiceError, type Failure, type FailureCode } from '../../../app/contract/failure';

/** Matches the error that carries a failure of this code, and of these particulars where they matter. */
export function failingWith(code: FailureCode, particulars: object = {}): unknown {
  return expect.objectContaining({ failure: expect.objectContaining({ code, ...particulars }) as unknown });
}

/** The failure with which this work ends; null where it does not fail. */
export function failureOf(work: () => unknown): Failure | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof SluiceError) return error.failure;
    throw error;
  }
}
