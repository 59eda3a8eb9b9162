import { quoteName } from '../../catalog/text/quote';
import type { EngineDumpTable, EngineKeyPart, EngineKeyRange } from '../../engine/specs';
import { areEqual, NO_ROWS, together, type TableChecksum } from '../../checksums/totals';

/**
 * A table that an earlier run has started is compared in ranges of its key: ranges that are the same on both sides stay,
 * the others are deleted and loaded again. So a table never holds rows of two snapshots, whatever changed on either side.
 *
 * On each side the ranges hold all rows, and none twice, wherever the cuts ascend: a row is on one side of each cut. The
 * cuts are keys of the target's rows in key order, and a query checks that the source has them in the same order. Pure.
 */

/** Values of a key, as the engine takes them. */
export type CutKey = readonly string[];

/** Range of a table's rows along its key, or the rows without a value in a unique key's first column. */
export type KeyRange =
  | { readonly kind: 'range'; readonly within: EngineKeyRange }
  | { readonly kind: 'keyless' };

/** Table, or one of its partitions, as both sides read it. */
export interface PartitionPair {
  readonly source: EngineDumpTable;
  readonly target: EngineDumpTable;
}

/** Collations of a table's columns by name; null where the values are no text. */
export type Collations = ReadonlyMap<string, string | null>;

/** Parts in which one side reads a table, with the collations of its columns. */
export interface TableSide {
  readonly parts: readonly EngineDumpTable[];
  readonly collations: Collations;
}

/**
 * Pairs the partitions of a table with those of the other side. Returns null where the sides can't be cut alike: no key,
 * different keys, text that each side sorts in its own order, different partitions.
 */
export function partitionPairsOf(source: TableSide, target: TableSide): readonly PartitionPair[] | null {
  if (source.parts.length !== target.parts.length) return null;
  const pairs = source.parts.flatMap((part): readonly PartitionPair[] => {
    const twin = target.parts.find(({ partition }) => partition === part.partition);
    if (twin === undefined || !isSameKey(part.key, twin.key)) return [];
    const isOrdered = part.key.every((key) => isOrderedAlike(key, source.collations, target.collations));
    return isOrdered ? [{ source: part, target: twin }] : [];
  });
  return pairs.length === source.parts.length && pairs.length > 0 ? pairs : null;
}

function isSameKey(one: readonly EngineKeyPart[], other: readonly EngineKeyPart[]): boolean {
  if (one.length === 0 || one.length !== other.length) return false;
  return one.every((part, at) => {
    const twin = other[at];
    return (
      twin?.column === part.column &&
      twin.kind === part.kind &&
      twin.descending === part.descending &&
      twin.nullable === part.nullable &&
      memberCount(twin) === memberCount(part)
    );
  });
}

/** Returns the number of members of an ENUM or SET: other members have other numbers for the same values. */
function memberCount(part: EngineKeyPart): number | null {
  return part.kind === 'numbered' ? part.most : null;
}

/**
 * Checks that both sides sort a key column alike. A collation of another name may treat two keys as equal that the other
 * side tells apart. Collations of one name sort alike on every server, because indexes are stored in that order.
 */
function isOrderedAlike({ column, kind }: EngineKeyPart, source: Collations, target: Collations): boolean {
  if (kind !== 'text' && kind !== 'narrow-text' && kind !== 'encoded-text') return true;
  const collation = source.get(column) ?? null;
  return collation !== null && collation === target.get(column);
}

/** Returns the ranges between the cuts, before the first and after the last one: together they hold all rows. */
export function keyRangesBetween(
  key: readonly EngineKeyPart[],
  cuts: readonly CutKey[],
): readonly KeyRange[] {
  const ranges = [null, ...cuts].map((at, index): KeyRange => {
    return { kind: 'range', within: { at, before: cuts[index] ?? null } };
  });
  return key[0]?.nullable === true ? [{ kind: 'keyless' }, ...ranges] : ranges;
}

/** Range with the checksums of both sides; `source` is null where it was not read. */
export interface ComparedRange {
  readonly keyRange: KeyRange;
  readonly source: TableChecksum | null;
  readonly target: TableChecksum;
}

export interface SplitRanges {
  /** Sum of the source's rows in the ranges that are the same on both sides. */
  readonly kept: TableChecksum;
  /** Ranges that are loaded again, neighbours merged. */
  readonly reload: readonly KeyRange[];
}

/** Splits compared ranges into those that are kept and those that are loaded again. Pure. */
export function splitRanges(compared: readonly ComparedRange[]): SplitRanges {
  let kept = NO_ROWS;
  const reload: KeyRange[] = [];
  /** The previous range, where it is loaded again. */
  let previous: EngineKeyRange | null = null;
  for (const { keyRange, source, target } of compared) {
    const isKept = source !== null && areEqual(source, target);
    if (isKept) kept = together(kept, source);
    else if (keyRange.kind === 'keyless') reload.push(keyRange);
    else {
      if (previous !== null) reload.pop();
      previous = { at: (previous ?? keyRange.within).at, before: keyRange.within.before };
      reload.push({ kind: 'range', within: previous });
    }
    if (isKept) previous = null;
  }
  return { kept, reload };
}

/** Returns the part of the table that lies in the range, as a part with its own id. */
export function partWithin(part: EngineDumpTable, keyRange: KeyRange, id: number): EngineDumpTable {
  // The target's journal records its chunks under this name.
  const own = { ...part, id, basename: `${part.basename}~${id}` };
  const column = quoteName(part.key[0]?.column ?? '');
  if (keyRange.kind === 'keyless')
    return { ...own, key: [], keyIndex: null, where: both(part.where, `${column} IS NULL`) };
  const { within } = keyRange;
  // A range without bounds would include the rows without a key.
  const isAll = within.at === null && within.before === null;
  const where =
    isAll && part.key[0]?.nullable === true ? both(part.where, `${column} IS NOT NULL`) : part.where;
  return { ...own, within, where };
}

/** Joins two conditions; the line break ends a comment that a user's condition may end with. */
function both(wish: string | null, condition: string): string {
  return wish === null ? condition : `(${wish}\n) AND ${condition}`;
}
