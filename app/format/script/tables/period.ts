import { unquoted } from '../../../catalog/definition/statement-head';
import { NAME } from '../statements/name';
import { columnsOf, withoutTexts, type ScriptColumn, type TableText } from './table-text';

/** Columns that tell from when to when a row version was current. */
interface Period {
  readonly start: string;
  readonly end: string;
}

/** Names of the columns that a table without ones of its own has (MariaDB manual, "System-Versioned Tables"). */
const IMPLICIT: Period = { start: 'row_start', end: 'row_end' };
const FIRST_NAME = new RegExp(`^${NAME}`);
const STARTS = /\bAS\s+ROW\s+START\b/i;
const ENDS = /\bAS\s+ROW\s+END\b/i;
const VERSIONED = /\bWITH\s+SYSTEM\s+VERSIONING\b/i;

/** The columns of a system-versioned table that bound its row versions; null for any other table. Pure. */
export function periodOf({ elements, options }: Pick<TableText, 'elements' | 'options'>): Period | null {
  const words = elements.map(withoutTexts);
  const named = (bound: RegExp) =>
    FIRST_NAME.exec(elements[words.findIndex((one) => bound.test(one))] ?? '')?.[1];
  const [start, end] = [named(STARTS), named(ENDS)];
  if (start !== undefined && end !== undefined) return { start: unquoted(start), end: unquoted(end) };
  return [withoutTexts(options), ...words].some((part) => VERSIONED.test(part)) ? IMPLICIT : null;
}

/** The columns for which rows may have values: those of the period too, where no element defines them. Pure. */
export function writableColumns(text: Pick<TableText, 'elements' | 'options'>): readonly ScriptColumn[] {
  const own = columnsOf(text);
  if (periodOf(text) !== IMPLICIT) return own;
  const hidden = Object.values(IMPLICIT).map((name: string) => ({
    ...{ name, type: 'timestamp', definition: 'timestamp(6)' },
    ...{ isGenerated: false, isAutoIncrement: false, isInvisible: true },
  }));
  return [...own, ...hidden];
}

/** Returns whether rows with these columns are row versions, those of the past too. Pure. */
export function areVersions(
  text: Pick<TableText, 'elements' | 'options'>,
  columns: readonly string[],
): boolean {
  const period = periodOf(text);
  if (period === null) return false;
  const listed = new Set(columns.map((name) => name.toLowerCase()));
  return listed.has(period.start.toLowerCase()) && listed.has(period.end.toLowerCase());
}
