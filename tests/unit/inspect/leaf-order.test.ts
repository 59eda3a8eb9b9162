import { describe, expect, it } from 'vitest';
import { orderFigures, plotOrder } from '../../../app/inspect/leaf-order';

const PAGE_SIZE = 16_384;

describe('orderFigures', () => {
  it('finds nothing wrong with pages that follow each other', () => {
    expect(orderFigures([10, 11, 12], PAGE_SIZE)).toEqual({
      outOfOrderPct: 0,
      backwardPct: 0,
      runs: 1,
      extentVisits: 1,
      extents: 1,
      lanes: 1,
    });
  });

  it('does not count a gap that holds none of the index’s own pages as disorder', () => {
    expect(orderFigures([10, 11, 40, 200], PAGE_SIZE)).toMatchObject({
      outOfOrderPct: 0,
      runs: 3,
      extents: 2,
    });
  });

  it('counts steps out of order and backward ones', () => {
    expect(orderFigures([10, 12, 11, 13, 14], PAGE_SIZE)).toMatchObject({
      outOfOrderPct: 75,
      backwardPct: 25,
      runs: 4,
    });
  });

  it('counts each visit to an extent, whose size depends on the pages’', () => {
    expect(orderFigures([64, 128, 65], PAGE_SIZE)).toMatchObject({ extentVisits: 3, extents: 2 });
    expect(orderFigures([64, 128, 65], 4096)).toMatchObject({ extentVisits: 1, extents: 1 });
    expect(orderFigures([64, 128, 65], 65_536)).toMatchObject({ extentVisits: 3, extents: 2 });
  });

  it('knows tables of one page and of none', () => {
    expect(orderFigures([3], PAGE_SIZE)).toMatchObject({ outOfOrderPct: 0, runs: 1, extentVisits: 1 });
    expect(orderFigures([], PAGE_SIZE)).toMatchObject({ outOfOrderPct: 0, runs: 0, extentVisits: 0 });
  });
});

describe('the lanes that wrote at once', () => {
  it('are the streams that lie side by side', () => {
    const interleaved = (lanes: number) =>
      Array.from({ length: lanes }, (_, lane) =>
        Array.from({ length: 100 }, (_page, at) => 10 + at * lanes + lane),
      ).flat();
    for (const lanes of [1, 2, 5]) expect(orderFigures(interleaved(lanes), PAGE_SIZE).lanes).toBe(lanes);
  });

  it('are no few where there is no order', () => {
    let seed = 1;
    const scattered = Array.from(
      { length: 1000 },
      () => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff),
    );
    expect(orderFigures(scattered, PAGE_SIZE).lanes).toBeGreaterThan(8);
  });
});

describe('plotOrder', () => {
  it('has a point for each leaf as long as there are few', () => {
    const { leavesPerPoint, lowest, highest } = plotOrder([7, 3, 9], 4);
    expect([leavesPerPoint, [...lowest], [...highest]]).toEqual([1, [7, 3, 9], [7, 3, 9]]);
  });

  it('sums up several leaves to a point beyond that, the last ones too', () => {
    const { leavesPerPoint, lowest, highest } = plotOrder([7, 3, 9, 1, 5], 3);
    expect([leavesPerPoint, [...lowest], [...highest]]).toEqual([2, [3, 1, 5], [7, 9, 5]]);
  });

  it('is empty of nothing', () => {
    expect(plotOrder([], 3).lowest).toHaveLength(0);
  });
});
