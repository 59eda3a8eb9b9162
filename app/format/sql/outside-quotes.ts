import { PLAIN_QUOTES, type QuoteMode } from './script';

/**
 * Texts, names and remarks; everything between two of them is SQL. A comment that a server reads (`/*!`, `/*M!`) is SQL
 * too. Double quotes hold a text or, with ANSI_QUOTES, a name: neither is to be changed.
 * What has no end holds all the rest, which a server would refuse.
 */
const REST = '`(?:[^`]|``)*(?:`|$)|--(?=\\s)[^\\n]*|#[^\\n]*|/\\*(?!M?!)[^]*?(?:\\*/|$)';
const WITH_BACKSLASHES = (quote: string) =>
  `${quote}(?:[^${quote}\\\\]|\\\\[^]|${quote}${quote})*(?:${quote}|\\\\?$)`;
const WITHOUT_BACKSLASHES = (quote: string) => `${quote}(?:[^${quote}]|${quote}${quote})*(?:${quote}|$)`;

/** Each kind of quotes that a mode knows, with all that is not SQL beside them, in one group. */
const quotedBy = (quotes: typeof WITH_BACKSLASHES) => new RegExp(`(${quotes("'")}|${quotes('"')}|${REST})`);
const QUOTED = quotedBy(WITH_BACKSLASHES);
const QUOTED_PLAINLY = quotedBy(WITHOUT_BACKSLASHES);

/**
 * Applies `change` to the parts of a statement outside of its quoted texts, names and comments.
 *
 * @param mode the server's reading of quotes where the statement runs
 */
export function changeOutside(
  statement: string,
  change: (sql: string) => string,
  { backslashes }: Pick<QuoteMode, 'backslashes'> = PLAIN_QUOTES,
): string {
  return statement
    .split(backslashes ? QUOTED : QUOTED_PLAINLY)
    .map((piece, at) => (at % 2 === 0 ? change(piece) : piece))
    .join('');
}

/** Returns a statement without the comments that no server reads. */
export function withoutComments(statement: string): string {
  return statement
    .split(QUOTED)
    .map((piece, at) => (at % 2 === 1 && /^(?:--|#|\/\*)/.test(piece) ? ' ' : piece))
    .join('');
}
