/** Side to which a column's cells are moved: texts to the left, figures to the right. */
type Side = 'left' | 'right';

/** Rows as lines whose columns stand below each other, with two spaces between them. Pure. @param side that of a column, from 0 */
export function aligned(
  rows: readonly (readonly string[])[],
  side: (column: number) => Side,
): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    rows.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0),
  );
  const padded = (cell: string, at: number) =>
    side(at) === 'left' ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return rows.map((row) => row.map(padded).join('  ').trimEnd());
}

/** The first column has names, all others have figures. Pure. */
export function figuresBehindNames(column: number): Side {
  return column === 0 ? 'left' : 'right';
}
