import {
  inOrderPct,
  type FileLayout,
  type IndexLayout,
  type Inspection,
} from '../../../app/contract/pages/inspection';
import { MOST_THREADS } from '../../../app/contract/runs/threads';

/** Pure functions that turn inspections into figures to compare, sort and grade. */

export type Grade = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';

/** The least fill and the most out-of-order steps of each grade, in per cent; what is worse has an F. */
const GRADES: readonly { readonly grade: Grade; readonly fill: number; readonly outOfOrder: number }[] = [
  { grade: 'A', fill: 90, outOfOrder: 3 },
  { grade: 'B', fill: 85, outOfOrder: 10 },
  { grade: 'C', fill: 78, outOfOrder: 25 },
  { grade: 'D', fill: 68, outOfOrder: 50 },
  { grade: 'E', fill: 55, outOfOrder: 80 },
];

/** An index of fewer leaf pages than an extent has is too small to judge: its first pages are always scattered. */
export const LEAST_JUDGED_PAGES = 64;

/** The worse of the two grades; an unknown order does not count. Null where the fill is unknown. */
export function gradeOf(fillPct: number | null, outOfOrderPct: number | null): Grade | null {
  return gradingOf(fillPct, outOfOrderPct)?.grade ?? null;
}

/** A grade with its reason: the bounds of the next better grade that are missed, in per cent; both null for the best. */
export interface Grading {
  readonly grade: Grade;
  readonly leastFill: number | null;
  readonly leastInOrder: number | null;
  /** Lanes whose pages take turns, where that is all that is wrong with the order. */
  readonly lanes: number | null;
}

/** Most out-of-order steps that pages of lanes that take turns count as, whatever they are: a B. */
const MOST_OF_LANES = 10;

/** Grades fill and order; null where the fill is unknown. `lanes` are those that wrote at once. */
export function gradingOf(
  fillPct: number | null,
  outOfOrderPct: number | null,
  lanes: number | null = null,
): Grading | null {
  if (fillPct === null) return null;
  const steps = outOfOrderPct ?? 0;
  const outOfOrder = lanes === null ? steps : Math.min(steps, MOST_OF_LANES);
  const found = GRADES.findIndex((bounds) => fillPct >= bounds.fill && outOfOrder <= bounds.outOfOrder);
  const place = found < 0 ? GRADES.length : found;
  const better = GRADES[place - 1];
  return {
    grade: GRADES[place]?.grade ?? 'F',
    leastFill: better !== undefined && fillPct < better.fill ? better.fill : null,
    ...(better !== undefined && outOfOrder > better.outOfOrder
      ? { leastInOrder: lanes === null ? inOrderPct(better.outOfOrder) : null, lanes }
      : { leastInOrder: null, lanes: null }),
  };
}

/** With more steps back the lanes' own runs are too short to be read ahead. In per cent. */
const MOST_BACKWARD = 3;

/**
 * Number of lanes that wrote an index at once, each in order: a scan in key order then only moves ahead, which costs far
 * less than pages without order. Null where a single one did, or none in order.
 */
export function interleavedLanes({
  lanes,
  backwardPct,
}: Pick<IndexLayout, 'lanes' | 'backwardPct'>): number | null {
  if (lanes === null || backwardPct === null || backwardPct > MOST_BACKWARD) return null;
  return lanes >= 2 && lanes <= MOST_THREADS ? lanes : null;
}

export function isJudged({ leafPages }: Pick<IndexLayout, 'leafPages'>): boolean {
  return leafPages !== null && leafPages >= LEAST_JUDGED_PAGES;
}

/** Reason that a figure of an index is unknown. */
export function reasonFor(index: IndexLayout, figure: string): string | null {
  return index.unknown.find(({ figures }) => figures.includes(figure))?.reason ?? null;
}

/** A figure, or why there is none. */
export interface Told<T> {
  readonly value: T | null;
  readonly reason: string;
}

/** One table's line in the list. */
export interface TableFigures {
  readonly leafPages: Told<number>;
  /** Mean over the leaf pages of all indexes. */
  readonly fillPct: Told<number>;
  /** Steps in key order that lead to the next page, in the clustered index, which holds the rows. */
  readonly inOrderPct: Told<number>;
  readonly wastedBytes: Told<number>;
  readonly histogram: Told<readonly number[]>;
  readonly grading: Told<Grading>;
  /** Bytes of the files' pages that hold nothing. */
  readonly freeBytes: Told<number>;
  /** File size where files were read, else pages counted by statistics; null where unknown. */
  readonly bytes: number | null;
}

/** Reasons in the window's words. */
export interface FigureReasons {
  /** Why a small table has no grade. */
  readonly tooSmall: string;
  /** Why the free space is unknown where no file was read. */
  readonly noFile: string;
}

/** The figures of one table's indexes together. */
export function figuresOf({ indexes, tables }: Inspection, reasons: FigureReasons): TableFigures {
  const files = tables.flatMap((table) => table.files);
  const clustered = indexes.filter(isClustered);
  const leafPages = summed(indexes, 'leafPages');
  const fillPct = weighted(indexes, 'fillPct');
  const outOfOrderPct = weighted(clustered, 'outOfOrderPct');
  const small = leafPages.value !== null && leafPages.value < LEAST_JUDGED_PAGES;
  return {
    leafPages,
    fillPct,
    inOrderPct: { ...outOfOrderPct, value: inOrderPct(outOfOrderPct.value) },
    wastedBytes: summed(indexes, 'wastedBytes'),
    histogram: histogramOf(indexes),
    grading: small
      ? { value: null, reason: reasons.tooSmall }
      : { value: gradingOf(fillPct.value, outOfOrderPct.value, lanesOf(clustered)), reason: fillPct.reason },
    freeBytes: { value: freeBytesOf(files), reason: reasons.noFile },
    bytes: files.length === 0 ? countedBytes(tables) : files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Null where no file was read, or one by an earlier Sluice. */
function freeBytesOf(files: readonly FileLayout[]): number | null {
  if (files.length === 0) return null;
  return files.reduce<number | null>(
    (sum, { freePages, filePageSize }) =>
      sum === null || freePages === undefined ? null : sum + freePages * filePageSize,
    0,
  );
}

/** Lanes of a table's partitions together: null as soon as one of them has pages in no order. */
function lanesOf(clustered: readonly IndexLayout[]): number | null {
  const disordered = clustered.filter(
    ({ outOfOrderPct }) => (outOfOrderPct ?? 0) > (GRADES[0]?.outOfOrder ?? 0),
  );
  const lanes = disordered.map(interleavedLanes);
  return lanes.reduce<number | null>(
    (most, each) => (most === null || each === null ? null : Math.max(most, each)),
    lanes[0] ?? null,
  );
}

function countedBytes(tables: Inspection['tables']): number | null {
  return tables.reduce<number | null>(
    (sum, { bytes }) => (bytes === undefined ? sum : (sum ?? 0) + bytes),
    null,
  );
}

/** The first index of its table or partition: inspections name it first. */
function isClustered(index: IndexLayout, at: number, all: readonly IndexLayout[]): boolean {
  return (
    all.findIndex(({ table, partition }) => table === index.table && partition === index.partition) === at
  );
}

type Figure = 'leafPages' | 'fillPct' | 'outOfOrderPct' | 'wastedBytes';

function summed(indexes: readonly IndexLayout[], figure: Figure): Told<number> {
  const missing = indexes.find((index) => index[figure] === null);
  if (missing !== undefined) return { value: null, reason: reasonFor(missing, figure) ?? '' };
  return { value: indexes.reduce((sum, index) => sum + (index[figure] ?? 0), 0), reason: '' };
}

/** The mean over all leaf pages. What has no leaf pages does not count. */
function weighted(indexes: readonly IndexLayout[], figure: Figure): Told<number> {
  const missing = indexes.find((index) => index[figure] === null || index.leafPages === null);
  if (missing !== undefined) return { value: null, reason: reasonFor(missing, figure) ?? '' };
  const pages = indexes.reduce((sum, { leafPages }) => sum + (leafPages ?? 0), 0);
  const sum = indexes.reduce((total, index) => total + (index[figure] ?? 0) * (index.leafPages ?? 0), 0);
  return pages === 0 ? { value: null, reason: '' } : { value: sum / pages, reason: '' };
}

function histogramOf(indexes: readonly IndexLayout[]): Told<readonly number[]> {
  const [first] = indexes;
  const missing = indexes.find(({ fillHistogram }) => fillHistogram === null);
  if (first?.fillHistogram == null || missing !== undefined) {
    return { value: null, reason: (missing && reasonFor(missing, 'fillHistogram')) ?? '' };
  }
  const bins = first.fillHistogram.map((_, bin) =>
    indexes.reduce((sum, { fillHistogram }) => sum + (fillHistogram?.[bin] ?? 0), 0),
  );
  return { value: bins, reason: '' };
}
