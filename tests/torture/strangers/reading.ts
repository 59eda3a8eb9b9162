import fc from 'fast-check';
import { expect } from 'vitest';
import { SluiceError } from '../../../app/contract/failure';

/** Numbers that a mutation draws. */
export const draws = fc.infiniteStream(fc.nat(2 ** 30)).map((stream) => (limit: number) => {
  return Number(stream.next().value) % limit;
});

/** Asserts that an error is a failure with all its parts. */
export function assertTold(error: unknown): void {
  if (!(error instanceof SluiceError)) throw error;
  expect(error.failure.message).not.toBe('');
}
