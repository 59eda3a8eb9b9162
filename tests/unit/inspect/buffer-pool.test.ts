import { describe, expect, it } from 'vitest';
import { fillFigures, leafSizes, type SizeCount } from '../../../app/inspect/buffer-pool';

const USABLE = 16_252;

function size(dataBytes: number, pages: number, isRoot = false): SizeCount {
  return { isRoot, dataBytes, pages, records: pages * 10 };
}

describe('fillFigures', () => {
  it('weighs each size by its pages', () => {
    const figures = fillFigures([size(USABLE, 3), size(0, 1)], USABLE);
    expect(figures.fillPct).toBe(75);
    expect(figures.belowHalfPct).toBe(25);
    expect(figures.fillHistogram?.[19]).toBe(3);
    expect(figures.fillHistogram?.[0]).toBe(1);
  });

  it('takes the tenth percentile as the engine does: the page at the nearest rank', () => {
    expect(fillFigures([size(USABLE / 4, 10), size(USABLE, 90)], USABLE).fillP10Pct).toBe(25);
    expect(fillFigures([size(USABLE / 4, 9), size(USABLE, 91)], USABLE).fillP10Pct).toBe(100);
    expect(fillFigures([size(USABLE, 2), size(USABLE / 2, 1)], USABLE).fillP10Pct).toBe(50);
  });
});

describe('leafSizes', () => {
  it('leaves a root out that is not the only page', () => {
    expect(leafSizes([size(100, 1, true), size(9000, 4)])).toEqual([size(9000, 4)]);
  });

  it('keeps a root that is the only page: it is a leaf', () => {
    expect(leafSizes([size(100, 1, true)])).toEqual([size(100, 1, true)]);
  });
});
