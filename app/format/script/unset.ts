import type { ScriptRows } from './content';
import { columnsOf, isOfText, visibleColumns, type TableText } from './tables/table-text';

interface Table {
  readonly text: TableText;
  readonly rows: readonly ScriptRows[];
}

/** Returns whether a table has times whose time zone the script leaves to its session. Pure. */
export function leavesTimesOpen({ text, rows }: Table): boolean {
  if (rows.every(({ settings }) => settings.time_zone !== null)) return false;
  return columnsOf(text).some(({ type }) => type === 'timestamp');
}

/** Line of the first rows with texts that are not UTF-8, where nothing names their character set; null for none. Pure. */
export function lineOfUnknownText({ text, rows }: Table): number | null {
  const all = columnsOf(text);
  const texts = new Set(all.filter(({ type }) => isOfText(type)).map(({ name }) => name.toLowerCase()));
  const found = rows.find(({ charset, notUtf8, columns }) => {
    if (notUtf8 === 0 || !/^(?:utf8.*)?$/.test(charset)) return false;
    const names = columns ?? visibleColumns(all);
    return names.some((name, at) => at < 32 && (notUtf8 & (1 << at)) !== 0 && texts.has(name.toLowerCase()));
  });
  return found?.line ?? null;
}
