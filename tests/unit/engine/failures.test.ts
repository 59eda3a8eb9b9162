import { describe, expect, it } from 'vitest';
import { SluiceError } from '../../../app/contract/failure';
import { failureOf, toFailure } from '../../../app/engine/failures';

describe('toFailure', () => {
  const failure = {
    code: 'disk-full',
    message: 'No space.',
    hint: '',
    table: 'shop.orders',
    retryable: false,
  } as const;

  it('adds the remedy of the code where the engine has none', () => {
    expect(toFailure(failure)).toEqual({ ...failure, hint: 'Free some space, then start again.' });
  });

  it.each([
    ['threads-refused', /fewer threads.*ulimit -u/],
    ['memory-refused', /lower memory limit/],
  ] as const)('says what helps where the system refuses: %s', (code, remedy) => {
    expect(toFailure({ ...failure, code }).hint).toMatch(remedy);
  });

  it('keeps what the engine knows better', () => {
    expect(toFailure({ ...failure, hint: 'Empty /backups.' }).hint).toBe('Empty /backups.');
  });
});

describe('failureOf', () => {
  it('keeps what a failure of ours says', () => {
    const error = new SluiceError('lock-timeout', 'No lock.', { errno: 1205, retryable: true });
    expect(failureOf(error)).toMatchObject({ code: 'lock-timeout', errno: 1205, retryable: true });
  });

  it.each([
    [new TypeError('x is undefined'), 'x is undefined'],
    ['a string', 'a string'],
    [undefined, 'undefined'],
  ])('calls anything else a defect: %s', (thrown, message) => {
    const failure = failureOf(thrown);
    expect(failure).toMatchObject({ code: 'internal', message, retryable: false });
    expect(failure.hint).not.toBe('');
  });
});
