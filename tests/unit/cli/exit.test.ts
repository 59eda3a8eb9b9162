import { describe, expect, it } from 'vitest';
import { exitCodeOf, exitCodeOfFailure } from '../../../app/cli/exit';
import { SluiceError, type FailureCode } from '../../../app/contract/failure';

const failed = (code: FailureCode) =>
  ({ state: 'failed', errors: [new SluiceError(code, 'x').failure] }) as const;

describe('exitCodeOf', () => {
  it.each([
    ['done', 0],
    ['done-with-warnings', 0],
    ['incomplete', 3],
    ['cancelled', 130],
    ['failed', 1],
  ] as const)('tells scripts that a run is %s by %i', (state, code) => {
    expect(exitCodeOf({ state, errors: [] })).toBe(code);
  });

  it('never calls a run that has not ended a success', () => {
    for (const state of ['running', 'paused', 'cancelling'] as const)
      expect(exitCodeOf({ state, errors: [] })).not.toBe(0);
  });

  it.each([
    ['rows-differ', 1],
    ['target-exists', 1],
    ['usage', 2],
    ['bad-dsn', 2],
    ['unknown-profile', 2],
  ] as const)('tells a failure by %s as %i', (code, exit) => {
    expect(exitCodeOf(failed(code))).toBe(exit);
  });
});

describe('exitCodeOfFailure', () => {
  it('is 130 for what the user stopped and 1 for what nobody can name', () => {
    expect(exitCodeOfFailure(new SluiceError('cancelled', 'x').failure)).toBe(130);
    expect(exitCodeOfFailure(undefined)).toBe(1);
  });
});
