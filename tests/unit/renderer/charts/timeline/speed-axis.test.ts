import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speedAxis } from '../../../../../renderer/charts/timeline/speed-axis';

describe('speedAxis', () => {
  it('has round levels, one or two, and the greatest value below its top', () => {
    expect(speedAxis([0, 42_000_000], 1.2).levels.map(({ value }) => value)).toEqual([
      20_000_000, 40_000_000,
    ]);
    expect(speedAxis([100_000], 1.6).levels.map(({ value }) => value)).toEqual([50_000, 100_000]);
  });

  it('has none where nothing moves', () => {
    expect(speedAxis([], 1.2).levels).toEqual([]);
    expect(speedAxis([0, 0], 1.2).levels).toEqual([]);
  });

  it('puts each level where a value as great as it is drawn', () => {
    fc.assert(
      fc.property(fc.double({ min: 10, max: 1e12, noNaN: true }), (most) => {
        const { top, levels } = speedAxis([most / 2, most], 1.2);
        expect(levels.length).toBeGreaterThanOrEqual(1);
        expect(levels.length).toBeLessThanOrEqual(2);
        for (const { value, share } of levels) {
          expect(share * top).toBeCloseTo(value, 3 - Math.floor(Math.log10(value)));
          expect(share).toBeLessThan(0.9);
        }
      }),
    );
  });
});
