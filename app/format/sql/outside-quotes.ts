/**
 * Texts, names and remarks; everything between two of them is SQL. A comment that a server reads (`/*!`, `/*M!`) is SQL
 * too. Double quotes hold a text or, with ANSI_QUOTES, a name: neither is to be changed.
 * What has no end holds all the rest, which a server would refuse.
 */
const QUOTED =
  /('(?:[^'\\]|\\[^]|'')*(?:'|\\?$)|"(?:[^"\\]|\\[^]|"")*(?:"|\\?$)|`(?:[^`]|``)*(?:`|$)|--(?=\s)[^\n]*|#[^\n]*|\/\*(?!M?!)[^]*?(?:\*\/|$))/;

/** Applies `change` to the parts of a statement outside of its quoted texts, names and comments. */
export function changeOutside(statement: string, change: (sql: string) => string): string {
  return statement
    .split(QUOTED)
    .map((piece, at) => (at % 2 === 0 ? change(piece) : piece))
    .join('');
}
