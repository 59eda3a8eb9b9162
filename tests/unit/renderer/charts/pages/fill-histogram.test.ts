import { describe, expect, it } from 'vitest';
import { sharesOf, topOf } from '../../../../../renderer/charts/pages/fill-histogram';

describe('sharesOf', () => {
  it('makes tables of different size comparable', () => {
    expect(sharesOf([1, 3])).toEqual([0.25, 0.75]);
    expect(sharesOf([0, 0])).toEqual([0, 0]);
  });
});

describe('topOf', () => {
  it('is the next tenth above all shares', () => {
    expect(topOf([0.2, 0.3], [0.41])).toBe(0.5);
    expect(topOf([0.3])).toBe(0.3);
    expect(topOf([1])).toBe(1);
    expect(topOf([0])).toBe(0.1);
  });
});
