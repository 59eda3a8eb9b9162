import { quoteName, unquoteName } from '../text/quote';

/** Strings, comments (also without an end) and names in backticks, with dots between their parts. */
const TOKEN =
  /'(?:[^'\\]|\\[^]|'')*(?:'|\\?$)|"(?:[^"\\]|\\[^]|"")*(?:"|\\?$)|--(?=\s)[^\n]*|#[^\n]*|\/\*(?!!)[^]*?(?:\*\/|$)|((?:`(?:[^`]|``)*`\s*\.\s*){0,2}`(?:[^`]|``)*`)/g;
const PART = /`((?:[^`]|``)*)`/g;

/**
 * Returns the names in a text that SHOW CREATE VIEW has printed, each in its parts: of a table, after its schema, or of
 * a column.
 */
export function namesInView(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(TOKEN)].flatMap(([, name]) => (name === undefined ? [] : [partsOf(name)]));
}

function partsOf(name: string): readonly string[] {
  return [...name.matchAll(PART)].map(([, part = '']) => unquoteName(part));
}

/**
 * Removes a view's own schema before columns. MariaDB prints it only where the definer no longer exists (measured on
 * 10.11): in another schema such a view names columns that don't exist. It stays where a table of the same name in
 * another schema could be meant as well.
 */
export function withoutOwnSchema(text: string, schema: string): string {
  const foreign = new Set(
    namesInView(text).flatMap(([of = '', table = '', column]) =>
      column === undefined || of === schema ? [] : [table.toLowerCase()],
    ),
  );
  return text.replace(TOKEN, (token: string, name: string | undefined) => {
    const [of = '', table = '', column] = name === undefined ? [] : partsOf(name);
    if (column === undefined || of !== schema || foreign.has(table.toLowerCase())) return token;
    return `${quoteName(table)}.${quoteName(column)}`;
  });
}
