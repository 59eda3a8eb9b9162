/**
 * The comment in the script beside a file of values that names its columns of text in a character set that UTF-8 can't stand
 * for: their values are the digits of their bytes. JSON, as a name may hold anything.
 */
const COMMENT = /^-- Hexadecimal digits of bytes: (\[.*\])$/m;

/** Prints the comment, on a line of its own; empty where there are no such columns. Pure. */
export function printHexColumns(columns: readonly string[]): string {
  return columns.length === 0 ? '' : `-- Hexadecimal digits of bytes: ${JSON.stringify(columns)}\n`;
}

/** Names of the columns that a script's comment lists, in small letters; none where it is not ours. Pure. */
export function hexColumnsIn(script: string): ReadonlySet<string> {
  const [, list = '[]'] = COMMENT.exec(script) ?? [];
  try {
    return new Set((JSON.parse(list) as readonly unknown[]).map((name) => String(name).toLowerCase()));
  } catch {
    return new Set();
  }
}
