import type { CatalogTree } from '../../../app/contract/catalog';
import { compareNames } from '../../../app/contract/name-order';
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
  'freeBytes',
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
    if (key === 'name') return sign * byName(a, b);
    const [left, right] = [valueOf(a, key), valueOf(b, key)];
    if (left === null || right === null) return nullsLast(left, right) || byName(a, b);
    return sign * (left - right) || byName(a, b);
  });
}

const GRADE_PLACES: Readonly<Record<Grade, number>> = { A: 0, B: 1, C: 2, D: 3, E: 4, F: 5 };

function valueOf({ bytes, figures }: InspectRow, key: Exclude<SortKey, 'name'>): number | null {
  if (key === 'bytes') return bytes;
  if (figures === null) return null;
  if (key !== 'grade') return figures[key].value;
  return figures.grading.value === null ? null : GRADE_PLACES[figures.grading.value.grade];
}

/** The sums of a list's rows. */
export interface Totals {
  readonly tables: number;
  /** Tables that were inspected: only they count in the figures, but for the size. */
  readonly inspected: number;
  readonly bytes: number;
  /** Null where it is not known of any table. */
  readonly freeBytes: number | null;
  readonly leafPages: number | null;
  /** Mean over the leaf pages. */
  readonly fillPct: number | null;
  readonly wastedBytes: number | null;
}

export function totalsOf(rows: readonly InspectRow[]): Totals {
  const sum = (key: 'freeBytes' | 'leafPages' | 'wastedBytes') =>
    rows.reduce<number | null>((total, { figures }) => {
      const value = figures?.[key].value ?? null;
      return value === null ? total : (total ?? 0) + value;
    }, null);
  return {
    tables: rows.length,
    inspected: rows.filter(({ figures }) => figures !== null).length,
    bytes: rows.reduce((total, { bytes }) => total + bytes, 0),
    freeBytes: sum('freeBytes'),
    leafPages: sum('leafPages'),
    fillPct: meanFill(rows),
    wastedBytes: sum('wastedBytes'),
  };
}

function meanFill(rows: readonly InspectRow[]): number | null {
  const known = rows.flatMap(({ figures }) =>
    figures?.fillPct.value == null
      ? []
      : [{ fill: figures.fillPct.value, pages: figures.leafPages.value ?? 0 }],
  );
  const pages = known.reduce((total, entry) => total + entry.pages, 0);
  return pages === 0 ? null : known.reduce((total, entry) => total + entry.fill * entry.pages, 0) / pages;
}

function nullsLast(left: number | null, right: number | null): number {
  return Number(left === null) - Number(right === null);
}

function byName(a: InspectRow, b: InspectRow): number {
  return compareNames(a.key, b.key);
}
