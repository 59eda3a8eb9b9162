import { quoteName } from '../../../catalog/text/quote';
import type { Reading } from '../statements/modes';
import { NAME } from '../statements/name';
import { columnsOf, TOKEN, type TableText } from './table-text';

/** As {@link TOKEN}, where a backslash stands for itself. */
const PLAIN_TOKEN =
  /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|--(?=\s)[^\n]*|#[^\n]*|\/\*(?!M?!)[^]*?(?:\*\/|$)|[^]/g;

const BETWEEN = '(?:\\s|/\\*M?!\\d*|\\*/|/\\*(?!M?!)[^*]*\\*/)+';
const OF_TABLE = new RegExp(
  `^(?:\\s|/\\*M?!\\d*)*(?:CREATE|ALTER)${BETWEEN}(?:OR${BETWEEN}REPLACE${BETWEEN})?(?:TEMPORARY${BETWEEN})?(?:TABLE|(?:(?:UNIQUE|FULLTEXT|SPATIAL)${BETWEEN})?INDEX)\\b`,
  'i',
);

/**
 * A statement about a table as a session reads it in which double quotes stand around texts and a backslash escapes: tables are
 * created under Sluice's own sql_mode, not the script's. Any other statement is left as it is, for it runs under its own. Pure.
 */
export function inOwnMode(statement: string, { hasAnsiQuotes, keepsBackslashes }: Reading): string {
  if ((!hasAnsiQuotes && !keepsBackslashes) || !OF_TABLE.test(statement)) return statement;
  return statement.replace(keepsBackslashes ? PLAIN_TOKEN : TOKEN, (token) => {
    if (hasAnsiQuotes && /^"[^]*"$/.test(token)) return quoteName(token.slice(1, -1).replace(/""/g, '"'));
    return keepsBackslashes && /^['"]/.test(token) ? token.replace(/\\/g, '\\\\') : token;
  });
}

/** Returns whether a table has an expression that joins texts by `||`, which is OR under Sluice's own sql_mode. Pure. */
export function joinsTexts(
  { elements, options }: Pick<TableText, 'elements' | 'options'>,
  { joinsByPipes }: Reading,
): boolean {
  return (
    joinsByPipes &&
    [...elements, options].some((part) =>
      part.replace(TOKEN, (token) => (token.length > 1 ? ' ' : token)).includes('||'),
    )
  );
}

const REAL = new RegExp(`^${NAME}(\\s+)REAL\\b`, 'i');

/** Names the type that REAL is for the script; null where the table has none of it. Pure. */
export function withSmallReals(table: TableText, { hasSmallReals }: Reading): TableText | null {
  const isReal = (element: string) => columnsOf({ elements: [element] })[0]?.type === 'real';
  if (!hasSmallReals || !table.elements.some(isReal)) return null;
  const elements = table.elements.map((element) =>
    isReal(element) ? element.replace(REAL, '$1$2FLOAT') : element,
  );
  return { ...table, elements };
}
