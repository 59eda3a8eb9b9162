import type { Vendor } from '../../contract/connection';
import type { LoadOptions } from '../../contract/options';
import { formatBytes } from '../../contract/quantities';
import type { TableSize } from '../indexes/cost';
import type { DumpTable } from '../../format/read/dump';

/** Whether several lanes may load a table at once. */
export interface SharingDecision {
  readonly mayShare: boolean;
  /** Why not, as a sentence; null where there is nothing to say. */
  readonly reason: string | null;
}

/** From this average on, fewer than about 15 rows fit a page, and a lane leaves the space of one row in each. */
const WIDE_ROW_BYTES = 1024;
/** What the engine's schedule leaves to one lane anyway (`LoadSchedule::kSmallestSharedBytes`). */
const SMALLEST_SHARED_BYTES = 64 * 1024 * 1024;

export interface SharingWish {
  readonly prefer: LoadOptions['prefer'];
  /** Of the target. */
  readonly vendor: Vendor;
  /** Of the table, as its definition has it. */
  readonly engine: string;
}

/** Whether a table takes no number below the ones that it has: its rows must come in their order. */
export function takesRisingNumbers(engine: string): boolean {
  return engine.toLowerCase() === 'archive';
}

/**
 * Every lane but the one with the highest keys packs one row less on a page (measured: 19 to 24 % more pages at 2.8 kB
 * a row), so wide rows stay with one lane unless speed is preferred.
 *
 * On MariaDB all tables do. Measured on 10.11.19 with 2,000,000 rows on 17,500 pages: a lane that has filled its extent
 * gets single pages of another lane's, however late the lanes join and however few they are. 2 lanes leave 5 % of the
 * pages out of order and visit each extent 1.35 times, 4 lanes 11 % and 1.9 times, 7 % and 1.6 times where they begin
 * 32 MiB apart instead of 8; on MySQL 9.7 it is 1.4 % and 1.01 times.
 */
export function decideSharing(
  { rows, bytes }: TableSize,
  { prefer, vendor, engine }: SharingWish,
): SharingDecision {
  if (takesRisingNumbers(engine))
    return { mayShare: false, reason: 'One lane: ARCHIVE takes numbers in rising order alone.' };
  if (prefer === 'speed') return { mayShare: true, reason: null };
  if (vendor === 'mariadb') return decideOnMariaDb(bytes);
  if (rows === null || bytes === null || rows === 0) return { mayShare: true, reason: null };
  const rowBytes = bytes / rows;
  if (rowBytes <= WIDE_ROW_BYTES) return { mayShare: true, reason: null };
  if (bytes < SMALLEST_SHARED_BYTES) return { mayShare: false, reason: null };
  return {
    mayShare: false,
    reason: `One lane: several would leave part-filled pages with rows of about ${formatBytes(rowBytes)}; “speed” preferred, they share it.`,
  };
}

function decideOnMariaDb(bytes: number | null): SharingDecision {
  if (bytes !== null && bytes < SMALLEST_SHARED_BYTES) return { mayShare: false, reason: null };
  return {
    mayShare: false,
    reason:
      'One lane: MariaDB gives several lanes pages between each other’s, about a tenth of them out of order; “speed” preferred, they share it.',
  };
}

/** The most lanes that work on a table's rows at once. */
export function lanesOf(
  { bytes, chunks }: Pick<DumpTable, 'bytes' | 'chunks'>,
  { mayShare }: SharingDecision,
  threads: number,
): number {
  const partitions = new Set(chunks.map(({ partition }) => partition));
  if (!partitions.has(null)) return Math.min(threads, Math.max(partitions.size, 1));
  if (!mayShare || (bytes ?? 0) < SMALLEST_SHARED_BYTES) return 1;
  return Math.min(threads, chunks.length);
}
