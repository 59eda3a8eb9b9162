import type { TableRows } from '../content';
import type { ScriptColumn } from './table-text';

/** Names the columns of rows as their table spells them: both servers ignore the case of a column's name. Pure. */
export function inTableSpelling<Rows extends Pick<TableRows, 'columns'>>(
  rows: readonly Rows[],
  columns: readonly ScriptColumn[],
): readonly Rows[] {
  const known = new Map(columns.map(({ name }) => [name.toLowerCase(), name] as const));
  return rows.map((range) =>
    range.columns === null
      ? range
      : { ...range, columns: range.columns.map((name) => known.get(name.toLowerCase()) ?? name) },
  );
}
