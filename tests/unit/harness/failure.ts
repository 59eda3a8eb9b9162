import { expect } from 'vitest';
import type { FailureCode } from '../../../app/contract/failure';

/** Matches the error that carries a failure of this code, and of these particulars where they matter. */
export function failingWith(code: FailureCode, particulars: object = {}): unknown {
  return expect.objectContaining({ failure: expect.objectContaining({ code, ...particulars }) as unknown });
}
