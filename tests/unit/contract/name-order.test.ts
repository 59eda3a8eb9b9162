import { describe, expect, it } from 'vitest';
import { compareNames } from '../../../app/contract/name-order';

describe('compareNames', () => {
  it('counts the numbers in names, and puts a capital beside its small letter', () => {
    const names = ['part10', 'b', 'part2', 'A', 'part1'];
    expect(names.sort(compareNames)).toEqual(['A', 'b', 'part1', 'part2', 'part10']);
  });
});
