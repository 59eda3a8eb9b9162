import { pageKinds, type FilePicture, type PageMap } from '../../../app/contract/pages/page-picture';
import type { Theme } from '../../theme/appearance';
import { tableColour } from '../../theme/palette';
import { pixelOf, rampPixels, type RampName } from '../../theme/ramps';

/** Pure functions from pages to pixels, over the cells that were summed up where the file was read. */

export const mapModes = ['fill', 'key', 'lsn', 'index'] as const;
export type MapMode = (typeof mapModes)[number];

/** Grid of cells in device pixels: rows from the left, in the file's order. */
export interface CellGrid {
  readonly count: number;
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
}

const LARGEST = 22;
/** From this size on cells stand apart by a pixel. */
const GAP_FROM = 5;
/** Columns come in such steps: extents then begin at the same places in each row. Smaller ones waste less of the width. */
const STEPS = [8, 4, 2] as const;
/** The share of the width that may stay empty for a larger step. */
const WASTE = 0.04;

/** The largest cells with which all of them fit. */
export function fittingSize(count: number, width: number, height: number): number {
  for (let size = LARGEST; size > 1; size -= 1) {
    if (Math.ceil(count / columnsOf(width, size)) * size <= height) return size;
  }
  return 1;
}

export function gridOf(count: number, width: number, size: number): CellGrid {
  const columns = columnsOf(width, size);
  return { count, size, columns, rows: Math.ceil(count / columns) };
}

function columnsOf(width: number, size: number): number {
  const most = Math.max(1, Math.floor(width / size));
  const step = STEPS.find((candidate) => most >= candidate && (most % candidate) * size <= width * WASTE);
  return most - (most % (step ?? 1));
}

/** The height of the whole rows that fit into `most`, one at least; all of a grid's where they fit. In device pixels. */
export function shownHeight({ rows, size }: CellGrid, most: number): number {
  return Math.min(rows, Math.max(1, Math.floor(most / size))) * size;
}

/** Top of the view when it is scrolled by `scrolled`: at a row, so that none is cut. In device pixels. */
export function firstShown({ size }: CellGrid, scrolled: number): number {
  return Math.floor(scrolled / size) * size;
}

/** The row, from the top in device pixels, of the first cell that shows pages of an index; null where none does. */
export function firstRowOf({ size, columns }: CellGrid, { index }: PageMap, focus: number): number | null {
  const cell = index.indexOf(focus);
  return cell < 0 ? null : Math.floor(cell / columns) * size;
}

/** The cell at a place, or null beside them. */
export function cellAt({ count, size, columns }: CellGrid, x: number, y: number): number | null {
  const column = Math.floor(x / size);
  const cell = Math.floor(y / size) * columns + column;
  return x < 0 || y < 0 || column >= columns || cell >= count ? null : cell;
}

/** Colours for what a ramp does not cover. */
const NEUTRAL: Readonly<Record<Theme, Readonly<Record<'unused' | 'other', string>>>> = {
  dark: { unused: '#323a42', other: '#5b6772' },
  light: { unused: '#e9edef', other: '#b9c3ca' },
};

export function neutralColour(what: 'unused' | 'other', theme: Theme): string {
  return NEUTRAL[theme][what];
}

/** Colour of an index in that mode; its name always stands in the legend. */
export function indexColour(index: number, theme: Theme): string {
  return tableColour(index, theme);
}

/** The colour of each cell as a pixel. `focus` is the index that is shown; other indexes are neutral, except by index. */
export function cellPixels(map: PageMap, mode: MapMode, focus: number, theme: Theme): Uint32Array {
  const unused = pixelOf(NEUTRAL[theme].unused);
  const other = pixelOf(NEUTRAL[theme].other);
  const paint = painterOf(map, mode, focus, theme);
  return Uint32Array.from(map.used, (used, cell) => (used === 0 ? unused : (paint(cell) ?? other)));
}

function painterOf(
  map: PageMap,
  mode: MapMode,
  focus: number,
  theme: Theme,
): (cell: number) => number | undefined {
  if (mode === 'index') {
    return (cell) => {
      const index = map.index[cell] ?? -1;
      return index < 0 ? undefined : pixelOf(indexColour(index, theme));
    };
  }
  const ramp = rampPixels(mode satisfies RampName);
  const shares = { fill: map.fill, key: map.keyPosition, lsn: map.lsnAge }[mode];
  return (cell) => {
    const share = shares[cell] ?? NaN;
    if (map.index[cell] !== focus || Number.isNaN(share)) return undefined;
    return ramp[Math.round(Math.min(1, Math.max(0, share)) * (ramp.length - 1))];
  };
}

/** Paints the rows of cells that are in view: `top` is how far they are scrolled, in device pixels. */
export function paintCells(
  target: Uint32Array,
  width: number,
  height: number,
  grid: CellGrid,
  pixels: Uint32Array,
  top: number,
): void {
  const { size, columns, count } = grid;
  const inner = size >= GAP_FROM ? size - 1 : size;
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y + top) / size);
    if ((y + top) % size >= inner) continue;
    const first = row * columns;
    const last = Math.min(count, first + columns);
    for (let cell = first; cell < last; cell += 1) {
      const left = y * width + (cell - first) * size;
      target.fill(pixels[cell] ?? 0, left, left + inner);
    }
  }
}

/** Facts of one cell, for people. */
export interface CellFacts {
  readonly firstPage: number;
  readonly lastPage: number;
  readonly used: number;
  readonly kind: (typeof pageKinds)[number];
  /** A place in the picture's indexes, or -1. */
  readonly index: number;
  /** Null where there is nothing to say. */
  readonly fill: number | null;
  readonly lowestFill: number | null;
  readonly keyPosition: number | null;
  readonly lsnAge: number | null;
}

export function cellFacts({ pages }: FilePicture, map: PageMap, cell: number): CellFacts {
  const firstPage = cell * map.pagesPerCell;
  return {
    firstPage,
    lastPage: Math.min(pages, firstPage + map.pagesPerCell) - 1,
    used: map.used[cell] ?? 0,
    kind: pageKinds[map.kind[cell] ?? 0] ?? 'unknown',
    index: map.index[cell] ?? -1,
    fill: known(map.fill[cell]),
    lowestFill: known(map.lowestFill[cell]),
    keyPosition: known(map.keyPosition[cell]),
    lsnAge: known(map.lsnAge[cell]),
  };
}

function known(share: number | undefined): number | null {
  return share === undefined || Number.isNaN(share) ? null : share;
}
