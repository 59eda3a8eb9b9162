import type { Vendor } from '../../contract/connections/connection';
import type { LoadOptions } from '../../contract/runs/options';
import type { TableSize } from '../indexes/cost';
import { isComputedByServer, type DumpTable } from '../../format/read/dump';
import { rowText } from '../../text/target/rows';

/** Decision on whether several lanes may load a table at once. */
export interface SharingDecision {
  readonly mayShare: boolean;
  /** Reason against it as a sentence; null for none. */
  readonly reason: string | null;
}

/**
 * Average row size from which rows are wide: fewer than about 15 fit a page, and a lane leaves the space of one row in
 * each.
 */
const WIDE_ROW_BYTES = 1024;
/** Size below which the engine's schedule uses one lane anyway (`LoadSchedule::kSmallestSharedBytes`). */
const SMALLEST_SHARED_BYTES = 64 * 1024 * 1024;

export interface SharingWish {
  readonly prefer: LoadOptions['prefer'];
  /** Vendor of the target. */
  readonly vendor: Vendor;
  /** Engine of the table by its definition. */
  readonly engine: string;
}

/** Returns whether a table accepts no AUTO_INCREMENT value below the existing ones: its rows must arrive in order. */
export function takesRisingNumbers(engine: string): boolean {
  return engine.toLowerCase() === 'archive';
}

/**
 * Decides whether several lanes may share a table. Every lane but the one with the highest keys stores one row less per
 * page (measured: 19 to 24 % more pages at 2.8 kB a row), so wide rows stay with one lane unless speed is preferred.
 *
 * On MariaDB all tables stay with one lane. Measured on 10.11.19 with 2,000,000 rows on 17,500 pages: a lane that has
 * filled its extent gets single pages of another lane's, however late the lanes join and however few they are. 2 lanes
 * leave 5 % of the pages out of order and visit each extent 1.35 times, 4 lanes 11 % and 1.9 times, 7 % and 1.6 times
 * where they start 32 MiB apart instead of 8; on MySQL 9.7 it is 1.4 % and 1.01 times.
 */
export function decideSharing(
  { rows, bytes, chunks = [] }: TableSize & Partial<Pick<DumpTable, 'chunks'>>,
  { prefer, vendor, engine }: SharingWish,
): SharingDecision {
  if (chunks.some(isComputedByServer)) return { mayShare: false, reason: rowText.oneLaneForComputedRows };
  if (takesRisingNumbers(engine)) return { mayShare: false, reason: rowText.oneLaneForArchive };
  if (prefer === 'speed') return { mayShare: true, reason: null };
  if (vendor === 'mariadb') return decideOnMariaDb(bytes);
  if (rows === null || bytes === null || rows === 0) return { mayShare: true, reason: null };
  const rowBytes = bytes / rows;
  if (rowBytes <= WIDE_ROW_BYTES) return { mayShare: true, reason: null };
  if (bytes < SMALLEST_SHARED_BYTES) return { mayShare: false, reason: null };
  return { mayShare: false, reason: rowText.oneLaneForWideRows(rowBytes) };
}

function decideOnMariaDb(bytes: number | null): SharingDecision {
  if (bytes !== null && bytes < SMALLEST_SHARED_BYTES) return { mayShare: false, reason: null };
  return { mayShare: false, reason: rowText.oneLaneOnMariaDb };
}

/** Returns the largest number of lanes that load a table's rows at once. */
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
