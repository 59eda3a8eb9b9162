import { expect, it } from 'vitest';
import {
  broken,
  failureLines,
  isGreen,
  sentence,
  tallyOf,
  verdictOfTwo,
} from '../../../build/test/tally.mjs';

const passed = (name) => ({ name, state: 'passed', ms: 1, why: '' });
const failed = (name) => ({ name, state: 'failed', ms: 1, why: '' });
const tallyOfTwo = (first, second) => tallyOf(verdictOfTwo(first, second));

it('lets no second try turn a failure into a pass', () => {
  const tally = tallyOfTwo([passed('a'), failed('b')], [passed('a'), passed('b')]);
  expect(tally).toMatchObject({ passed: 1, failed: 1, failures: ['b'], unsteady: ['b'] });
  expect(sentence(tally)).toBe('1 passed, 1 failed');
  expect(failureLines(tally)).toEqual(['unsteady, failed in one of two tries: b']);
  expect(isGreen(tally)).toBe(false);
});

it('calls what fails twice failed, and not unsteady', () => {
  expect(tallyOfTwo([failed('a')], [failed('a')])).toMatchObject({ failed: 1, unsteady: [] });
});

it('counts what fails only in the second try', () => {
  expect(tallyOfTwo([failed('a'), passed('b')], [failed('a'), failed('b')])).toMatchObject({
    passed: 0,
    failures: ['a', 'b'],
    unsteady: ['b'],
  });
});

it('keeps a file that could not be run at first, and could then', () => {
  const tally = tallyOfTwo([broken('file')], [passed('a')]);
  expect(tally).toMatchObject({ failures: ['file'], unsteady: ['file'] });
});

it('keeps a file that could be run at first, and could not then', () => {
  const tally = tallyOfTwo([failed('a'), passed('b')], [broken('file')]);
  expect(tally).toMatchObject({ passed: 1, failures: ['a', 'file'], unsteady: ['file'] });
});

it('is green where something passed and nothing failed', () => {
  expect(isGreen(tallyOf([passed('a')]))).toBe(true);
  expect(isGreen(tallyOf([]))).toBe(false);
});
