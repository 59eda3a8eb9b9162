import { describe, expect, it } from 'vitest';
import { sparkPoints } from '../../../../renderer/charts/Sparkline';

describe('sparkPoints', () => {
  it('runs from left to right, the greatest value at the top and 0 at the bottom', () => {
    expect(sparkPoints([0, 50, 100])).toEqual([
      { x: 3, y: 15 },
      { x: 36, y: 9 },
      { x: 69, y: 3 },
    ]);
  });

  it('takes one value, none, and nothing but zeros', () => {
    expect(sparkPoints([])).toEqual([]);
    expect(sparkPoints([7])).toEqual([{ x: 3, y: 3 }]);
    expect(sparkPoints([0, 0]).map(({ y }) => y)).toEqual([15, 15]);
  });
});
