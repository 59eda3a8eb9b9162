import { quoteTable } from '../../catalog/text/quote';
import type { EngineDumpTable } from '../../engine/specs';
import { NO_ROWS, together, type Checksums, type TableChecksum } from '../../checksums/totals';
import type { Route } from './routes';
import {
  splitRanges,
  partWithin,
  keyRangesBetween,
  type ComparedRange,
  type CutKey,
  type PartitionPair,
  type KeyRange,
} from './key-ranges';
import type { TargetRun } from '../../target/context';

/** Decisions on tables that an earlier run of a migration has started; resume-rows.ts asks the servers. Pure. */

/** Partition of such a table, with the cuts at which it is compared. */
export interface CutPartition extends PartitionPair {
  readonly cuts: readonly CutKey[];
}

/**
 * Returns whether all rows of the target's table come from an earlier run: that run recorded the table, and no other rows
 * existed in it, which couldn't be told from its own.
 */
export function isRecorded(
  route: {
    readonly prepared: Pick<Route['prepared'], 'schema' | 'existingRows'> & {
      readonly dump: { readonly name: string };
    };
  },
  records: TargetRun['records'],
): boolean {
  const { schema, existingRows, dump } = route.prepared;
  return existingRows === null && records?.has(quoteTable(schema, dump.name)) === true;
}

/**
 * Returns whether a table can be resumed range by range: both sides sort the cuts of all its partitions alike (`inOrder`
 * are the partitions where they do), and there is at least one cut.
 */
export function canResume(partitions: readonly PartitionPair[], inOrder: readonly CutPartition[]): boolean {
  return inOrder.length === partitions.length && inOrder.some(({ cuts }) => cuts.length > 0);
}

/** Range as it is read on both sides. */
interface ReadRange {
  readonly keyRange: KeyRange;
  readonly source: EngineDumpTable;
  readonly target: EngineDumpTable;
}

/** Ranges of a partition that are read for the comparison. */
export interface PartitionReading {
  readonly partition: CutPartition;
  readonly read: readonly ReadRange[];
  /** The last range, where the earlier run stopped: it is loaded again without being compared. */
  readonly unread: readonly KeyRange[];
}

/** Plans how the partitions are read; the parts of both sides are numbered from `firstId`. */
export function planReadings(
  partitions: readonly CutPartition[],
  firstId: number,
): readonly PartitionReading[] {
  let nextId = firstId;
  return partitions.map((partition) => {
    const keyRanges = keyRangesBetween(partition.source.key, partition.cuts);
    const read = keyRanges.slice(0, -1).map((keyRange) => {
      const id = nextId++;
      return {
        keyRange,
        source: partWithin(partition.source, keyRange, id),
        target: partWithin(partition.target, keyRange, id),
      };
    });
    return { partition, read, unread: keyRanges.slice(-1) };
  });
}

/** Pairs the checksums of both sides for each range of the partitions. Fails where the engine reported none. */
export function compareRanges(
  readings: readonly PartitionReading[],
  source: Pick<Checksums, 'of'>,
  target: Pick<Checksums, 'of'>,
): ReadonlyMap<CutPartition, readonly ComparedRange[]> {
  return new Map(
    readings.map(({ partition, read, unread }) => [
      partition,
      [
        ...read.map((one) => ({
          keyRange: one.keyRange,
          source: source.of([one.source]),
          target: target.of([one.target]),
        })),
        ...unread.map((keyRange) => ({ keyRange, source: null, target: NO_ROWS })),
      ],
    ]),
  );
}

/** Range that is loaded again: where its rows go, and how they are read. */
interface ReloadedRange {
  readonly target: EngineDumpTable;
  readonly keyRange: KeyRange;
  readonly part: EngineDumpTable;
}

/**
 * Splits a table's partitions into what is kept and what is loaded again. The first reloaded range has its
 * partition's id, under which the run has announced it; the others have ids from `firstId` on.
 */
export function splitByResult(
  partitions: readonly CutPartition[],
  compared: ReadonlyMap<CutPartition, readonly ComparedRange[]>,
  firstId: number,
): { readonly kept: TableChecksum; readonly reload: readonly ReloadedRange[] } {
  let nextId = firstId;
  let kept = NO_ROWS;
  const reload: ReloadedRange[] = [];
  for (const partition of partitions) {
    const { source, target } = partition;
    const division = splitRanges(compared.get(partition) ?? []);
    kept = together(kept, division.kept);
    for (const [at, keyRange] of division.reload.entries())
      reload.push({ target, keyRange, part: partWithin(source, keyRange, at === 0 ? source.id : nextId++) });
  }
  return { kept, reload };
}
