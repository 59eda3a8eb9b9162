import type { Inspection } from './inspection';

/**
 * Pictures of a table's pages in its files: cells and points, aggregated where the pages were read, so that drawing
 * never touches pages. Shares are 0 to 1.
 */

/** In the order of {@link PageMap.kind}. */
export const pageKinds = [
  'unknown',
  'unused',
  'index',
  'spatial',
  'sdi',
  'blob',
  'space-header',
  'descriptors',
  'inode',
  'buffer-bitmap',
  'compressed',
  'encrypted',
  'other',
] as const;
export type PageKind = (typeof pageKinds)[number];

/** Cells in the file's order, one entry of each list for each; NaN is "nothing to say". */
export interface PageMap {
  readonly pagesPerCell: number;
  /** Pages in use. */
  readonly used: Uint32Array;
  /** The commonest kind, a place in {@link pageKinds}. */
  readonly kind: Uint8Array;
  /** The commonest index, a place in the list of the file's indexes; -1 without one. */
  readonly index: Int32Array;
  readonly fill: Float32Array;
  readonly lowestFill: Float32Array;
  /** Position of the leaves of `index`: 0 is the first key, 1 the last. */
  readonly keyPosition: Float32Array;
  /** Age of the newest page: 0 is the file's oldest LSN, 1 its newest. */
  readonly lsnAge: Float32Array;
}

/** Page numbers in key order, each point the span of as many leaves. */
export interface OrderPlot {
  readonly leavesPerPoint: number;
  readonly lowest: Uint32Array;
  readonly highest: Uint32Array;
}

/** One file of a table: its own, or one partition's. */
export interface FilePicture {
  readonly partition: string | null;
  readonly pages: number;
  readonly pageSize: number;
  readonly extentPages: number;
  /** In the order that {@link PageMap.index} refers to. */
  readonly indexes: readonly IndexPicture[];
  readonly map: PageMap | null;
}

export interface IndexPicture {
  readonly indexId: number;
  /** Null where the order is not known. */
  readonly plot: OrderPlot | null;
}

/** The state of one table with its pictures: none where the figures are not from its files. */
export interface PicturedInspection {
  readonly inspection: Inspection;
  readonly pictures: readonly FilePicture[];
}

/** The most cells and points that are drawn: more than a screen can show apart. */
export const MOST_CELLS = 50_000;
export const MOST_POINTS = 4000;
