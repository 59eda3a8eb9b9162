import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilePicture, PageMap } from '../../../../../app/contract/pages/page-picture';
import {
  cellAt,
  cellFacts,
  cellPixels,
  firstRowOf,
  firstShown,
  fittingSize,
  gridOf,
  neutralColour,
  paintCells,
  shownHeight,
} from '../../../../../renderer/charts/pages/page-map';
import { pixelOf, rampColour } from '../../../../../renderer/theme/ramps';

/** Three cells of two pages: the first index, the second, and nobody's. */
const map: PageMap = {
  pagesPerCell: 2,
  used: Uint32Array.from([2, 1, 0]),
  kind: Uint8Array.from([2, 2, 1]),
  index: Int32Array.from([0, 1, -1]),
  fill: Float32Array.from([1, 0.5, NaN]),
  lowestFill: Float32Array.from([0.75, 0.5, NaN]),
  keyPosition: Float32Array.from([0, 0.25, NaN]),
  lsnAge: Float32Array.from([1, 1, NaN]),
};
const file: FilePicture = { partition: null, pages: 5, pageSize: 16_384, extentPages: 64, indexes: [], map };

describe('the grid of cells', () => {
  it('has room for all of them, in the largest cells that have', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 300, max: 3000 }),
        fc.integer({ min: 200, max: 600 }),
        (count, width, height) => {
          const size = fittingSize(count, width, height);
          const grid = gridOf(count, width, size);
          expect(grid.columns * size).toBeLessThanOrEqual(width);
          expect(grid.rows * grid.columns).toBeGreaterThanOrEqual(count);
          if (size > 1) expect(grid.rows * size).toBeLessThanOrEqual(height);
          const larger = gridOf(count, width, size + 1);
          if (size < 22) expect(larger.rows * (size + 1)).toBeGreaterThan(height);
        },
      ),
    );
  });

  it('finds the cell at a place, and none beside them', () => {
    const grid = { count: 10, size: 4, columns: 8, rows: 2 };
    expect(cellAt(grid, 0, 0)).toBe(0);
    expect(cellAt(grid, 31.9, 3)).toBe(7);
    expect(cellAt(grid, 4, 4)).toBe(9);
    expect(cellAt(grid, 8, 4)).toBeNull();
    expect(cellAt(grid, 32, 0)).toBeNull();
    expect(cellAt(grid, -1, 0)).toBeNull();
  });
});

describe('visible part of a grid', () => {
  const grid = { count: 30, size: 20, columns: 5, rows: 6 };

  it('is whole rows, however much there is room for', () => {
    expect(shownHeight(grid, 70)).toBe(60);
    expect(shownHeight(grid, 500)).toBe(120);
    expect(shownHeight(grid, 10)).toBe(20);
    expect(firstShown(grid, 39)).toBe(20);
    expect(firstShown(grid, 40)).toBe(40);
  });

  it('can begin with the row where an index does', () => {
    const two = { count: 3, size: 20, columns: 1, rows: 3 };
    expect(firstRowOf(two, map, 1)).toBe(20);
    expect(firstRowOf(two, map, 7)).toBeNull();
  });

  it('leaves little of the width empty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 400, max: 2000 }), (size, width) => {
        const { columns } = gridOf(10_000, width, size);
        expect(width - columns * size).toBeLessThan(Math.max(2 * size, width * 0.04 + size));
      }),
    );
  });
});

describe('cellPixels', () => {
  const other = pixelOf(neutralColour('other', 'dark'));
  const unused = pixelOf(neutralColour('unused', 'dark'));

  it('colours the index that is shown and leaves the others and unused pages neutral', () => {
    expect([...cellPixels(map, 'fill', 0, 'dark')]).toEqual([pixelOf(rampColour('fill', 1)), other, unused]);
    expect([...cellPixels(map, 'key', 0, 'dark')]).toEqual([pixelOf(rampColour('key', 0)), other, unused]);
  });

  it('gives every index a colour of its own', () => {
    const [first, second, third] = cellPixels(map, 'index', 0, 'dark');
    expect(new Set([first, second, third]).size).toBe(3);
    expect(third).toBe(unused);
  });
});

describe('paintCells', () => {
  it('paints the rows in view, and leaves a gap between cells that have the room', () => {
    const grid = { count: 3, size: 5, columns: 2, rows: 2 };
    const target = new Uint32Array(10 * 5);
    paintCells(target, 10, 5, grid, Uint32Array.from([1, 2, 3]), 5);
    expect([...target.slice(0, 10)]).toEqual([3, 3, 3, 3, 0, 0, 0, 0, 0, 0]);
    expect([...target.slice(40, 50)]).toEqual(new Array(10).fill(0));
  });
});

describe('cellFacts', () => {
  it('shows pages and shares, and nothing for an empty index', () => {
    expect(cellFacts(file, map, 0)).toMatchObject({ firstPage: 0, lastPage: 1, kind: 'index', fill: 1 });
    expect(cellFacts(file, map, 0).lowestFill).toBe(0.75);
    expect(cellFacts(file, map, 2)).toMatchObject({ firstPage: 4, lastPage: 4, used: 0, fill: null });
  });
});

describe('a frame of a million pages', () => {
  /** As the engine sums them up: 21 pages to a cell. */
  const CELLS = Math.ceil(1_000_000 / 21);
  const [width, height] = [1000, 400];

  /** The cells that painting one frame reads. */
  function cellsRead(size: number, top: number): ReadonlySet<number> {
    const read = new Set<number>();
    const pixels = new Proxy(new Uint32Array(CELLS), {
      get: (target, key) => {
        const cell = Number(key);
        if (Number.isInteger(cell)) read.add(cell);
        return target[cell];
      },
    });
    paintCells(new Uint32Array(width * height), width, height, gridOf(CELLS, width, size), pixels, top);
    return read;
  }

  it('reads each cell that is in view, and no other', () => {
    const whole = cellsRead(fittingSize(CELLS, width, height), 0);
    expect(whole.size).toBeLessThanOrEqual(CELLS);
    const size = 10;
    const { columns } = gridOf(CELLS, width, size);
    for (const top of [0, 1000, 4005]) {
      const read = cellsRead(size, top);
      const [first, last] = [Math.floor(top / size), Math.floor((top + height - 1) / size)];
      expect(read.size).toBe((last - first + 1) * columns);
      expect(Math.min(...read)).toBe(first * columns);
    }
  });
});
