import { expect, test } from 'vitest';
import { toggled } from '../../../../../renderer/state/objects/toggled';

test('toggles an item and leaves the original set unchanged', () => {
  const before = new Set(['a']);
  expect([...toggled(before, 'b')]).toEqual(['a', 'b']);
  expect([...toggled(before, 'a')]).toEqual([]);
  expect([...before]).toEqual(['a']);
});
