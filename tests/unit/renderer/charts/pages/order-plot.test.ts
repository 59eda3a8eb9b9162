import { describe, expect, it } from 'vitest';
import { plotMarks, topPage } from '../../../../../renderer/charts/pages/order-plot';

const plot = {
  leavesPerPoint: 2,
  lowest: Uint32Array.from([0, 10]),
  highest: Uint32Array.from([5, 19]),
};

describe('plotMarks', () => {
  it('puts keys along and the file up, on the scale that is given', () => {
    expect(plotMarks(plot, 20)).toEqual([
      { x: 0.25, low: 0, high: 0.25 },
      { x: 0.75, low: 0.5, high: 0.95 },
    ]);
  });
});

describe('topPage', () => {
  it('holds the highest page of all plots', () => {
    const other = { ...plot, highest: Uint32Array.from([99, 3]) };
    expect(topPage([plot, null])).toBe(20);
    expect(topPage([plot, other])).toBe(100);
    expect(topPage([null])).toBe(1);
  });
});
