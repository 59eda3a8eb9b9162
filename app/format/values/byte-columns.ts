/** Text in which a file of values has bytes, and texts in a character set that UTF-8 can't stand for. */
export type ByteText = 'hex' | 'base64';

const HEADS: Readonly<Record<ByteText, string>> = {
  hex: '-- Hexadecimal digits of bytes:',
  base64: '-- Base64 of bytes:',
};

/**
 * Prints the comment, on a line of its own in the script beside a file of values, that names the columns whose values are their
 * bytes in this text: by the values alone, bytes look like texts. Empty where there are no such columns. Pure.
 */
export function printByteColumns(text: ByteText, columns: readonly string[]): string {
  // JSON, as a name may hold anything.
  return columns.length === 0 ? '' : `${HEADS[text]} ${JSON.stringify(columns)}\n`;
}

/** Names of the columns that a script's comment lists, in small letters; none where it is not ours. Pure. */
export function byteColumnsIn(text: ByteText, script: string): ReadonlySet<string> {
  const [, list = '[]'] = new RegExp(`^${HEADS[text]} (\\[.*\\])$`, 'm').exec(script) ?? [];
  try {
    return new Set((JSON.parse(list) as readonly unknown[]).map((name) => String(name).toLowerCase()));
  } catch {
    return new Set();
  }
}
