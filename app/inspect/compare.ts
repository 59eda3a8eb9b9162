import {
  COMPARED,
  type ComparedFigure,
  type IndexComparison,
  type IndexLayout,
  type Inspection,
} from '../contract/pages/inspection';

export interface Comparison {
  readonly type: 'comparison';
  readonly before: Pick<Inspection, 'takenAt' | 'server'>;
  readonly after: Pick<Inspection, 'takenAt' | 'server'>;
  /** In the order of the later inspection; indexes of the earlier one alone come last. */
  readonly indexes: readonly IndexComparison[];
}

/**
 * Compares two inspections. Matches indexes by table, partition and name; else a table in another schema by its own
 * name, and an index without a name by its position among its table's.
 */
export function compareInspections(before: Inspection, after: Inspection): Comparison {
  const left = new Map(numbered(before).map(({ keys, index }) => [keys.exact, { keys, index }]));
  const byTable = new Map([...left.values()].map((entry) => [entry.keys.loose, entry]));
  const pairs = numbered(after).map(({ keys, index }) => {
    const found = left.get(keys.exact) ?? byTable.get(keys.loose) ?? null;
    if (found !== null) {
      left.delete(found.keys.exact);
      byTable.delete(found.keys.loose);
    }
    return toComparison(found?.index ?? null, index);
  });
  const gone = [...left.values()].map(({ index }) => toComparison(index, null));
  return {
    type: 'comparison',
    before: momentOf(before),
    after: momentOf(after),
    indexes: [...pairs, ...gone],
  };
}

function momentOf({ takenAt, server }: Inspection): Comparison['before'] {
  return { takenAt, ...(server !== undefined && { server }) };
}

interface NumberedIndex {
  readonly keys: { readonly exact: string; readonly loose: string };
  readonly index: IndexLayout;
}

function numbered({ indexes }: Inspection): readonly NumberedIndex[] {
  const counts = new Map<string, number>();
  return indexes.map((index) => {
    const { table = '', partition = '', name } = index;
    const place = `${table}\n${partition}`;
    const at = counts.get(place) ?? 0;
    counts.set(place, at + 1);
    const own = name ?? `#${at}`;
    const bare = table.slice(table.indexOf('.') + 1);
    return {
      keys: { exact: `${place}\n${own}`, loose: `${bare}\n${partition}\n${own}` },
      index,
    };
  });
}

function toComparison(before: IndexLayout | null, after: IndexLayout | null): IndexComparison {
  const { table, partition, name } = after ?? before ?? {};
  return {
    ...(table !== undefined && { table }),
    ...(partition !== undefined && { partition }),
    ...(name !== undefined && { name }),
    before,
    after,
    change: Object.fromEntries(
      COMPARED.map((figure) => [figure, difference(before?.[figure] ?? null, after?.[figure] ?? null)]),
    ) as Record<ComparedFigure, number | null>,
  };
}

/** Returns the difference with two decimals, as percentages have. */
function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : Math.round((after - before) * 100) / 100;
}
