import type {
  ComparedFigure,
  IndexComparison,
  Inspection,
  TableOutcome,
} from '../../../app/contract/pages/inspection';

/** Pure functions over the page layout in a load's result. */

/** The state before the load as an inspection that later ones are compared with; null where there is none. */
export function beforeOf({ schema, table, before, indexes }: TableOutcome): Inspection | null {
  if (before === null) return null;
  const { takenAt, ...source } = before;
  return {
    type: 'inspection',
    version: 1,
    takenAt,
    tables: [{ table: `${schema}.${table}`, ...source, pagesSeen: null, pagesInAll: null, files: [] }],
    indexes: indexes.flatMap((index) => (index.before === null ? [] : [index.before])),
  };
}

/** Writes a figure as it is shown: what reads the same did not change. */
export type FigureWriter = Readonly<{ figure: ComparedFigure; write: (value: number) => string }>;

/** Returns whether a figure of an index reads the same as before; null where either is not known. */
export function isUnchanged(
  { before, after }: IndexComparison,
  { figure, write }: FigureWriter,
): boolean | null {
  const [was, is] = [before?.[figure] ?? null, after?.[figure] ?? null];
  return was === null || is === null ? null : write(was) === write(is);
}

/** Reasons for skipped tables, each once with its number of tables. */
export function skippedReasons(
  outcomes: readonly TableOutcome[],
): readonly { readonly reason: string; readonly tables: number }[] {
  const counts = new Map<string, number>();
  for (const { skipped } of outcomes) {
    if (skipped !== null) counts.set(skipped, (counts.get(skipped) ?? 0) + 1);
  }
  return [...counts].map(([reason, tables]) => ({ reason, tables }));
}

/** Sorts tables by the leaf pages of all their indexes, most first. */
export function largestFirst(outcomes: readonly TableOutcome[]): readonly TableOutcome[] {
  const pages = ({ indexes }: TableOutcome): number =>
    indexes.reduce((sum, { after }) => sum + (after?.leafPages ?? 0), 0);
  return [...outcomes].sort((one, other) => pages(other) - pages(one));
}
