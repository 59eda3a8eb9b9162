import { describe, expect, it } from 'vitest';
import { exitCodeOf, exitCodeOfFailure } from '../../../app/cli/exit';
import { SluiceError, type FailureCode } from '../../../app/contract/failure';

const failed = (code: FailureCode) =>
  ({ state: 'failed', errors: [new SluiceError(code, 'x').failure] }) as const;

describe('exitCodeOf', () => {
  it.each([
    ['done', 0],
    ['done-with-warnings', 3],
    ['incomplete', 4],
    ['cancelled', 130],
    ['failed', 1],
  ] as const)('tells scripts that a run is %s by %i', (state, code) => {
    expect(exitCodeOf({ state, errors: [] })).toBe(code);
  });

  it.each([
    ['rows-differ', 5],
    ['target-exists', 5],
    ['connect-lost', 5],
    ['internal', 1],
    ['usage', 2],
    ['bad-dsn', 2],
    ['unknown-profile', 2],
  ] as const)('tells that nothing was touched by a run that did not begin, for %s by %i', (code, exit) => {
    expect(exitCodeOf({ ...failed(code), begun: false })).toBe(exit);
  });

  it.each(['target-exists', 'usage', 'rows-differ'] as const)(
    'never calls what had begun a refusal, whatever ended it: %s',
    (code) => {
      expect(exitCodeOf({ ...failed(code), begun: true })).toBe(1);
    },
  );
});

describe('exitCodeOfFailure', () => {
  it('reports a refusal where no run began', () => {
    expect(exitCodeOfFailure(new SluiceError('target-protected', 'x').failure)).toBe(5);
    expect(exitCodeOfFailure(new SluiceError('file-failed', 'x').failure)).toBe(1);
  });

  it('is 130 for a cancelled run and 1 for an unknown failure', () => {
    expect(exitCodeOfFailure(new SluiceError('cancelled', 'x').failure)).toBe(130);
    expect(exitCodeOfFailure(undefined)).toBe(1);
  });
});
