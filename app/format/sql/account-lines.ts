import { unquoted } from '../../catalog/privileges/grant-line';
import { quoteName, quoteText } from '../../catalog/text/quote';

/** A quote that nothing closes takes all the rest: it is looked through once, not again from each quote in it. */
const QUOTED = /`(?:[^`]|``)*(?:`|$)|'(?:[^'\\]|\\[^]?|'')*(?:'|$)/g;
const BREAK = /[\r\n]/;

/**
 * Puts a statement about accounts whose names contain line breaks on one line: MySQL Shell reads `@.users.sql` line by
 * line, and the rest of a name would be a statement. The name becomes a text with escapes. The name of a schema or a
 * table can't be written so: it is kept unchanged.
 */
export function onOneLine(statement: string): string {
  return eachAccountPart(statement, (part) => (BREAK.test(part) ? escaped(unquoted(part)) : part));
}

/** Restores the statement that {@link onOneLine} changed, as the server prints it. */
export function asPrinted(line: string): string {
  return eachAccountPart(line, (part, number) => {
    if (part.startsWith('`') || !BREAK.test(unquoted(part))) return part;
    // The account of an ALTER USER is of our own making, and a text.
    const isText = line.startsWith('ALTER USER ') && number < 2;
    return isText ? quoteText(unquoted(part)) : quoteName(unquoted(part));
  });
}

function escaped(name: string): string {
  return quoteText(name).replace(/\n/g, '\\n').replace(/\r/g, '\\r');
}

/** Both parts of an account, and no other quoted piece, have an @ beside them. */
function eachAccountPart(statement: string, change: (part: string, number: number) => string): string {
  let number = 0;
  return statement.replace(QUOTED, (part: string, at: number) => {
    const isPart = statement[at - 1] === '@' || statement[at + part.length] === '@';
    return isPart && part.length > 1 && part.endsWith(part.charAt(0)) ? change(part, number++) : part;
  });
}
