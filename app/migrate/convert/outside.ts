/** A quoted text or name; everything between two of them is SQL. */
const QUOTED = /('(?:[^'\\]|\\[^]|'')*'|`(?:[^`]|``)*`)/;

/** A statement with `change` done to what stands outside of its quoted texts and names. */
export function changeOutside(statement: string, change: (sql: string) => string): string {
  return statement
    .split(QUOTED)
    .map((piece, at) => (at % 2 === 0 ? change(piece) : piece))
    .join('');
}
