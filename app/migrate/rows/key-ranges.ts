import { quoteName } from '../../catalog/text/quote';
import type { EngineDumpTable, EngineKeyPart, EngineKeyStretch } from '../../engine/specs';
import { areEqual, NO_ROWS, together, type TableSum } from '../../checksums/totals';

/**
 * A table that an earlier run has begun is compared in stretches of its key: what is the same on both sides stays, what
 * is not goes and comes again. So a table never holds rows of two snapshots, whatever was changed on either side.
 *
 * On each side the stretches are all rows, and none twice, wherever the cuts ascend: a row is on one side of each cut.
 * The cuts are keys of the target's rows in their order, and the source is asked whether it has them in the same. Pure.
 */

/** The values of a key, as the engine takes them. */
export type CutKey = readonly string[];

/** A part of a table's rows: along its key, or those without a value in a unique key's first column. */
export type KeyRange =
  { readonly kind: 'range'; readonly within: EngineKeyStretch } | { readonly kind: 'keyless' };

/** A table, or a partition of it, as both sides read it. */
export interface PartitionPair {
  readonly source: EngineDumpTable;
  readonly target: EngineDumpTable;
}

/** The collations of a table's columns by their names; null where the values are no text. */
export type Collations = ReadonlyMap<string, string | null>;

/** How one side reads a table. */
export interface TableSide {
  readonly parts: readonly EngineDumpTable[];
  readonly collations: Collations;
}

/**
 * The table's sections, each with its partition on the other side. Null where the sides can't be cut alike: without a
 * key, with another one, with text that each side puts in an order of its own, with other partitions.
 */
export function partitionPairsOf(source: TableSide, target: TableSide): readonly PartitionPair[] | null {
  if (source.parts.length !== target.parts.length) return null;
  const sections = source.parts.flatMap((part): readonly PartitionPair[] => {
    const there = target.parts.find(({ partition }) => partition === part.partition);
    if (there === undefined || !isSameKey(part.key, there.key)) return [];
    const isOrdered = part.key.every((key) => isOrderedAlike(key, source.collations, target.collations));
    return isOrdered ? [{ source: part, target: there }] : [];
  });
  return sections.length === source.parts.length && sections.length > 0 ? sections : null;
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
      mostOf(twin) === mostOf(part)
    );
  });
}

/** How many values an ENUM or SET has: whoever has others has other numbers for the same ones. */
function mostOf(part: EngineKeyPart): number | null {
  return part.kind === 'numbered' ? part.most : null;
}

/**
 * A collation of another name may take two keys for one that the other side tells apart. The same name is meant to
 * order alike wherever it is: indexes lie on disks in its order.
 */
function isOrderedAlike({ column, kind }: EngineKeyPart, source: Collations, target: Collations): boolean {
  if (kind !== 'text' && kind !== 'narrow-text' && kind !== 'encoded-text') return true;
  const collation = source.get(column) ?? null;
  return collation !== null && collation === target.get(column);
}

/** The stretches between the cuts, and those before the first and behind the last one: together all rows. */
export function keyRangesBetween(
  key: readonly EngineKeyPart[],
  cuts: readonly CutKey[],
): readonly KeyRange[] {
  const ranges = [null, ...cuts].map((at, index): KeyRange => {
    return { kind: 'range', within: { at, before: cuts[index] ?? null } };
  });
  return key[0]?.nullable === true ? [{ kind: 'keyless' }, ...ranges] : ranges;
}

/** A stretch with what both sides hold in it; `source` is null where that was not read. */
export interface ComparedRange {
  readonly stretch: KeyRange;
  readonly source: TableSum | null;
  readonly target: TableSum;
}

export interface DividedTable {
  /** The source's rows in the stretches that are the same on both sides. */
  readonly kept: TableSum;
  /** The others, ranges beside each other as one. */
  readonly again: readonly KeyRange[];
}

export function divided(compared: readonly ComparedRange[]): DividedTable {
  let kept = NO_ROWS;
  const again: KeyRange[] = [];
  /** The range before, where it comes again. */
  let beside: EngineKeyStretch | null = null;
  for (const { stretch, source, target } of compared) {
    const isKept = source !== null && areEqual(source, target);
    if (isKept) kept = together(kept, source);
    else if (stretch.kind === 'keyless') again.push(stretch);
    else {
      if (beside !== null) again.pop();
      beside = { at: (beside ?? stretch.within).at, before: stretch.within.before };
      again.push({ kind: 'range', within: beside });
    }
    if (isKept) beside = null;
  }
  return { kept, again };
}

/** The part of the table that lies in the stretch, as a data set of its own. */
export function partWithin(part: EngineDumpTable, stretch: KeyRange, id: number): EngineDumpTable {
  // The target's journal knows what came by this name.
  const own = { ...part, id, basename: `${part.basename}~${id}` };
  const column = quoteName(part.key[0]?.column ?? '');
  if (stretch.kind === 'keyless')
    return { ...own, key: [], keyIndex: null, where: both(part.where, `${column} IS NULL`) };
  const { within } = stretch;
  // Without a bound the rows without a key would come along.
  const isAll = within.at === null && within.before === null;
  const where =
    isAll && part.key[0]?.nullable === true ? both(part.where, `${column} IS NOT NULL`) : part.where;
  return { ...own, within, where };
}

/** The line break ends a comment that a user's condition may end with. */
function both(wish: string | null, condition: string): string {
  return wish === null ? condition : `(${wish}\n) AND ${condition}`;
}
