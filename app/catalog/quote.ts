/** An identifier in backticks, as both vendors read it in every sql_mode. */
export function quoteName(name: string): string {
  return `\`${name.replace(/`/g, '``')}\``;
}

export function quoteTable(schema: string, table: string): string {
  return `${quoteName(schema)}.${quoteName(table)}`;
}

/** A text literal. Needs a session without NO_BACKSLASH_ESCAPES, which session hygiene guarantees. */
export function quoteText(text: string): string {
  return `'${text.replace(/[\\']/g, (character) => `\\${character}`).replace(/\0/g, '\\0')}'`;
}
