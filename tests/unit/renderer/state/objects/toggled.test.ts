import { expect, test } from 'vitest';
import { toggled } from '../../../../../renderer/state/objects/toggled';

test('an item goes in where it was not, and out where it was; the set before stays as it is', () => {
  const before = new Set(['a']);
  expect([...toggled(before, 'b')]).toEqual(['a', 'b']);
  expect([...toggled(before, 'a')]).toEqual([]);
  expect([...before]).toEqual(['a']);
});
