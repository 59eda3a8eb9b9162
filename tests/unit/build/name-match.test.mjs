import { expect, it } from 'vitest';
import { mayHold } from '../../../build/test/name-match.mjs';

it.each([
  ['dumps every row', 'every row'],
  ['dumps $count rows of %s', 'dumps 5 rows'],
  ['dumps $count rows of %s', 'rows of a view'],
  // Words that a table fills in can't be known.
  ['%s', 'a view'],
])('“%s” may hold “%s”', (template, pattern) => {
  expect(mayHold(template, pattern)).toBe(true);
});

it.each([
  ['dumps every row', 'every rows'],
  ['dumps $count rows of %s', 'loads nothing'],
  ['dumps $count rows of %s', 'loads rows behind views'],
])('“%s” can’t hold “%s”', (template, pattern) => {
  expect(mayHold(template, pattern)).toBe(false);
});
