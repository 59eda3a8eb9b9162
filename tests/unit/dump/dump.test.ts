import { describe, expect, it } from 'vitest';
import { mostLanes } from '../../../app/dump/dump';

describe('mostLanes', () => {
  it.each([
    [1, 2],
    [4, 8],
    [6, 8],
    [8, 8],
    [64, 64],
  ])('lets a dump on %i threads grow to %i', (threads, most) => {
    expect(mostLanes(threads)).toBe(most);
  });
});
