import type { LoadOptions } from '../../contract/runs/options';
import { NO_PART, type EngineSortColumn, type EngineSortedPart } from '../../engine/chunk-files';
import { isComputedByServer, type DumpChunk, type DumpTable } from '../../format/read/dump';
import { rowText } from '../../text/target/rows';
import type { MethodDecision } from './method';

/** Decision on the order in which a table's rows are loaded. */
type OrderDecision =
  | {
      readonly kind: 'as-dumped';
      /** Reason as a sentence; null where they are in order, as far as one knows. */
      readonly reason: string | null;
    }
  | {
      readonly kind: 'sorted';
      readonly reason: string;
      readonly key: readonly EngineSortColumn[];
      /** Ranges of keys, each of which is sorted in memory. */
      readonly ranges: number;
    };

/** Order of a table's rows as its load was begun with. */
export type RowOrder =
  | Extract<OrderDecision, { readonly kind: 'as-dumped' }>
  | (Omit<Extract<OrderDecision, { readonly kind: 'sorted' }>, 'ranges'> & {
      /** First key of each range behind the first one, as hexadecimal digits. */
      readonly bounds: readonly string[];
    });

export type OrderWish = Pick<LoadOptions, 'sortRows' | 'threads' | 'memoryLimitBytes'> & {
  readonly method: MethodDecision['kind'];
};

/**
 * Each range reads all of the table's rows again. Measured with 150 MB of rows: that takes a fortieth of what their order
 * saves where pages fit the server's memory, and far less where they don't.
 */
const MOST_RANGES = 8;
/** The engine keeps so much of each row besides its line (`SortedRows::Entry`). */
const BYTES_PER_ROW = 24;
/** Lines are longer than what stands in the dump: bytes are base64. And ranges are divided by a sample. */
const MARGIN = 1.25;

/**
 * Decides whether a table's rows are sorted by its primary key. All rows of a range of keys are in memory at once: runs that
 * overlap would leave pages emptier than no order does (measured with three runs of 1,500,000 small rows: 28 % full, 66 % without, and 92 % in one run). Pure.
 */
export function decideOrder(
  { disorder, chunks, rows, bytes }: Pick<DumpTable, 'disorder' | 'chunks' | 'rows' | 'bytes'>,
  wish: OrderWish,
): OrderDecision {
  if (disorder === undefined || rows === null || bytes === null) return { kind: 'as-dumped', reason: null };
  const asDumped = (why: string): OrderDecision => ({
    kind: 'as-dumped',
    reason: rowText.notSorted({ share: disorder.share, why }),
  });
  if (wish.sortRows === 'never') return asDumped(rowText.sortingOff);
  if (disorder.key === null) return asDumped(rowText.orderOfServer);
  if (chunks.some(isComputedByServer)) return asDumped(rowText.computedRowsUnsorted);
  const [first] = chunks;
  if (first === undefined || chunks.some((chunk) => settingsOf(chunk) !== settingsOf(first)))
    return asDumped(rowText.settingsDiffer);
  const need = (bytes + rows * BYTES_PER_ROW) * MARGIN;
  const ranges = Math.ceil(need / runBytes(wish));
  if (ranges > MOST_RANGES) {
    const most = Math.ceil(wish.memoryLimitBytes * (ranges / MOST_RANGES));
    return asDumped(rowText.tooManyRanges({ ranges, most }));
  }
  const reason = rowText.sorted({ share: disorder.share, ranges, bytes: bytes / ranges });
  return { kind: 'sorted', reason, key: disorder.key, ranges };
}

/** Bytes of the rows that a lane keeps at once, as the engine does (`SortedRows`). */
export function runBytes({ threads, memoryLimitBytes, method }: OrderWish): number {
  const lane = memoryLimitBytes / threads;
  return (method === 'insert' ? lane / 2 : lane) / 2;
}

function settingsOf({ settings, part }: DumpChunk): string {
  return JSON.stringify([settings, part?.charset]);
}

/** The part of all rows of a table, whatever their keys are. */
export function wholePart(
  { chunks, bytes }: Pick<DumpTable, 'chunks' | 'bytes'>,
  key: readonly EngineSortColumn[],
): EngineSortedPart {
  return { from: chunks, key, at: '', before: null, weight: bytes ?? 0 };
}

/** Chunks as which a table is loaded: its ranges in key order where it is sorted, else those of the dump. */
export function loadedChunks(
  dump: Pick<DumpTable, 'chunks' | 'bytes' | 'rows'>,
  order: RowOrder | undefined,
): readonly DumpChunk[] {
  const [first] = dump.chunks;
  if (order?.kind !== 'sorted' || first === undefined) return dump.chunks;
  const { key, bounds } = order;
  const whole = wholePart(dump, key);
  return ['', ...bounds].map((at, range) => ({
    ...first,
    file: `${first.file}:sorted:${range + 1}`,
    compression: 'none',
    rows: bounds.length === 0 ? dump.rows : null,
    ...NO_PART,
    sorted: {
      ...whole,
      at,
      before: bounds[range] ?? null,
      weight: Math.round(whole.weight / (bounds.length + 1)),
    },
  }));
}
