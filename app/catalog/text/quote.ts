/** Quotes an identifier in backticks, as both vendors read it in every sql_mode. */
export function quoteName(name: string): string {
  return `\`${name.replace(/`/g, '``')}\``;
}

/** Returns the name in a quoted identifier, given the text between its backticks. */
export function unquoteName(inner: string): string {
  return inner.replace(/``/g, '`');
}

export function quoteTable(schema: string, table: string): string {
  return `${quoteName(schema)}.${quoteName(table)}`;
}

/** Quotes a text literal. Needs a session without NO_BACKSLASH_ESCAPES, which session hygiene guarantees. */
export function quoteText(text: string): string {
  return `'${text.replace(/[\\']/g, (character) => `\\${character}`).replace(/\0/g, '\\0')}'`;
}

const ESCAPED: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\x1a',
};

/** Returns the value of a literal, given the text between its single quotes (both manuals, String Literals). */
export function unquoteText(inner: string): string {
  return inner.replace(/''|\\([^])/g, (_, escaped: string | undefined) =>
    escaped === undefined ? "'" : (ESCAPED[escaped] ?? escaped),
  );
}
