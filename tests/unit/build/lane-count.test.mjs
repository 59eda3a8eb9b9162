import { describe, expect, it } from 'vitest';
import { laneCount } from '../../../build/test/lane-count.mjs';

const GIB = 1024 ** 3;

describe('laneCount', () => {
  it.each([
    { processors: 2, memoryBytes: 16 * GIB, lanes: 4 },
    { processors: 2, memoryBytes: 7.7 * GIB, lanes: 2 },
    { processors: 1, memoryBytes: 16 * GIB, lanes: 3 },
    { processors: 1, memoryBytes: 2 * GIB, lanes: 1 },
    { processors: 64, memoryBytes: 256 * GIB, lanes: 4 },
  ])('is $lanes with $processors processors and $memoryBytes bytes', ({ lanes, ...machine }) => {
    expect(laneCount({ ...machine, wish: null })).toBe(lanes);
  });

  it('is what the user says', () => {
    expect(laneCount({ processors: 2, memoryBytes: 16 * GIB, wish: '1' })).toBe(1);
  });
});
