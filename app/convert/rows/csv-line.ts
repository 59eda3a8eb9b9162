import type { CsvDialect } from '../request';

/** A line of texts, as the engine writes those of rows. */
export function csvLine(texts: readonly string[], { separator, nullWord }: CsvDialect): string {
  const quoted = texts.map((text) => {
    const isSpecial = text === '' || text === nullWord || /["\r\n]/.test(text) || text.includes(separator);
    return isSpecial ? `"${text.replace(/"/g, '""')}"` : text;
  });
  return `${quoted.join(separator)}\r\n`;
}
