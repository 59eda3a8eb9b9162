import type { CatalogTree } from '../../../app/contract/catalog';
import type { Grade, TableFigures } from '../pages/figures';

/** A table in the list, inspected or not. */
export interface InspectRow {
  /** `schema.table`. */
  readonly key: string;
  readonly schema: string;
  readonly table: string;
  /** Catalogue's estimate; the inspection's figure once there is one. */
  readonly bytes: number;
  readonly figures: TableFigures | null;
}

export const sortKeys = [
  'name',
  'bytes',
  'leafPages',
  'fillPct',
  'inOrderPct',
  'grade',
  'wastedBytes',
] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sorting {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** Sorting after a click on a column's head: names ascending first, figures descending first. */
export function nextSorting(now: Sorting, key: SortKey): Sorting {
  if (now.key === key) return { key, descending: !now.descending };
  return { key, descending: key !== 'name' };
}

/** InnoDB's tables whose names hold the filter. */
export function rowsOf(
  tree: CatalogTree,
  figuresOf: (schema: string, table: string) => TableFigures | null,
  filter: string,
): readonly InspectRow[] {
  const wanted = filter.trim().toLowerCase();
  return tree.schemas.flatMap((schema) =>
    schema.tables
      .filter(({ engine }) => engine === 'InnoDB')
      .map((table) => ({ key: `${schema.name}.${table.name}`, table }))
      .filter(({ key }) => key.toLowerCase().includes(wanted))
      .map(({ key, table }) => {
        const figures = figuresOf(schema.name, table.name);
        const bytes = figures?.bytes ?? table.dataBytes + table.indexBytes;
        return { key, schema: schema.name, table: table.name, bytes, figures };
      }),
  );
}

/** Sorted by a column; what is not known comes last whichever way, and equals go by name. */
export function sortRows(rows: readonly InspectRow[], { key, descending }: Sorting): readonly InspectRow[] {
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    if (key === 'name') return sign * compareNames(a, b);
    const [left, right] = [valueOf(a, key), valueOf(b, key)];
    if (left === null || right === null) return nullsLast(left, right) || compareNames(a, b);
    return sign * (left - right) || compareNames(a, b);
  });
}

const GRADE_PLACES: Readonly<Record<Grade, number>> = { A: 0, B: 1, C: 2, D: 3, E: 4, F: 5 };

function valueOf({ bytes, figures }: InspectRow, key: Exclude<SortKey, 'name'>): number | null {
  if (key === 'bytes') return bytes;
  if (figures === null) return null;
  if (key !== 'grade') return figures[key].value;
  return figures.grade.value === null ? null : GRADE_PLACES[figures.grade.value];
}

function nullsLast(left: number | null, right: number | null): number {
  return Number(left === null) - Number(right === null);
}

function compareNames(a: InspectRow, b: InspectRow): number {
  return a.key.localeCompare(b.key, 'en', { numeric: true });
}
