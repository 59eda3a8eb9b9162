import { describe, expect, it } from 'vitest';
import { said } from '../harness/engine';
import { SluiceError } from '../../../app/contract/failure';
import { failureOf, toFailure } from '../../../app/engine/failures';

describe('toFailure', () => {
  const failure = {
    code: 'disk-full',
    message: said('No space.'),
    hint: null,
    table: 'shop.orders',
    retryable: false,
  } as const;

  it('adds the remedy of the code where the engine has none', () => {
    expect(toFailure(failure)).toEqual({
      ...failure,
      message: 'No space.',
      hint: 'Free some space, then start again.',
    });
  });

  it.each([
    ['threads-refused', /fewer threads.*ulimit -u/],
    ['memory-refused', /lower memory limit/],
  ] as const)('says what helps where the system refuses: %s', (code, remedy) => {
    expect(toFailure({ ...failure, code }).hint).toMatch(remedy);
  });

  it.each([
    [1300, "Invalid utf8mb4 character string: ''", true],
    [1366, "Incorrect string value: '\\xE9' for column `s`.`t`.`c` at row 3", true],
    [1366, "Incorrect integer value: 'x' for column `s`.`t`.`c` at row 3", false],
  ])('tells of another character set by error %i: %s', (errno, message, isKnown) => {
    const { hint } = toFailure({ ...failure, code: 'statement-failed', errno, message: said(message) });
    expect(hint.includes('SET NAMES to latin1')).toBe(isKnown);
  });

  it('calls a copy of standard input so, in its words and where it lies', () => {
    const chunk = `stdin-${'0a'.repeat(32)}.sql`;
    const message = { key: 'fileEndsEarly', parameters: { file: chunk } } as const;
    expect(toFailure({ ...failure, message, chunk })).toMatchObject({
      message: 'standard input ends in the middle of its data',
      chunk: 'standard input',
      parameters: { file: 'standard input' },
    });
  });

  it('keeps what the engine knows better', () => {
    expect(toFailure({ ...failure, hint: said('Empty /backups.') }).hint).toBe('Empty /backups.');
  });

  it('words what the engine has to say, and keeps its values for scripts', () => {
    const counts = { counted: 1, table: 'shop.orders', written: 1204 };
    const message = { key: 'countDiffersFromDump', parameters: counts } as const;
    expect(toFailure({ ...failure, message })).toMatchObject({
      message: 'The server counts 1 row of shop.orders in this snapshot, but 1,204 were written',
      parameters: counts,
    });
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
