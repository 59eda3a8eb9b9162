import { expect, it } from 'vitest';
import { suitableThreads } from '../../../app/engine/threads';

it.each([
  [1, 4],
  [4, 4],
  [6, 6],
  [64, 16],
])('a machine of %i cores suits %i threads', (cores, threads) => {
  expect(suitableThreads(cores)).toBe(threads);
});
