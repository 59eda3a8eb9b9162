import { expect, it } from 'vitest';
import { choiceOf, UsageError } from '../../../build/test/choice.mjs';

const KNOWN = ['lint', 'unit', 'native', 'e2e', 'sanitize'];
const SETS = {
  files: ['unit', 'native', 'e2e'],
  default: ['lint', 'unit', 'native', 'e2e'],
  all: ['lint', 'unit', 'native', 'e2e', 'sanitize'],
};
const choose = (...argv) => choiceOf(argv, { sets: SETS, known: KNOWN });

it('is every suite of npm test where nothing is said', () => {
  expect(choose()).toMatchObject({
    tiers: SETS.default,
    patterns: [],
    isWhole: true,
    isAll: true,
    isShare: true,
  });
});

it.each([
  ['as words', ['unit', 'native']],
  ['with an option', ['--suite', 'unit,native']],
  ['with an option and a sign', ['--suite=unit,native']],
  ['with two options', ['--suite', 'unit', '--suite', 'native']],
])('takes suites %s', (_how, argv) => {
  expect(choose(...argv)).toMatchObject({ tiers: ['unit', 'native'], patterns: [], isAll: false });
});

it('looks for a pattern in every suite that has files, or in those that are named', () => {
  expect(choose('sign-in')).toMatchObject({ tiers: SETS.files, patterns: ['sign-in'] });
  expect(choose('--suite', 'e2e', 'sign-in')).toMatchObject({ tiers: ['e2e'], patterns: ['sign-in'] });
});

it('knows the set of CI', () => {
  expect(choose('all')).toMatchObject({ tiers: SETS.all, isWhole: true, isAll: true, isShare: false });
});

it.each([
  [['--suite', 'unti'], /no suite “unti”.*unit/],
  [['--suite'], /--suite needs a value/],
  [['--quick'], /no option --quick/],
])('refuses %j', (argv, message) => {
  expect(() => choose(...argv)).toThrow(UsageError);
  expect(() => choose(...argv)).toThrow(message);
});
