import { quoteName, quoteText } from '../../catalog/text/quote';
import type { EngineSessionVariable } from '../../engine/chunk-files';
import { mayHoldBackslash } from '../encoded-text';
import type { ScriptRows, ScriptTable, ValueRows } from './content';
import { fieldOf, isOfAscii } from './field-types';
import { readingUnder } from './statements/modes';
import { visibleColumns, type ScriptColumn } from './tables/table-text';

/** Form in which most rows of a table stand: these become lines for LOAD DATA. */
export interface RowForm {
  readonly columns: readonly string[];
  /** Empty where the script has not set any. */
  readonly charset: string;
  /** Character set of each column whose texts go in as their bytes in it; empty for others. */
  readonly charsets: readonly string[];
}

type FormedRows = Pick<ScriptRows, 'columns' | 'charset' | 'isComputed' | 'length'> &
  Partial<Pick<ScriptRows, 'charsets' | 'plain'>>;

type RowTable = Pick<ScriptTable, 'columns'> & {
  readonly rows: readonly FormedRows[];
};

const UTF8 = /^(?:utf8|ascii|$)/;

/** The form of most of a table's rows, by their bytes. */
export function mostRowsForm({ rows, columns }: RowTable): RowForm {
  const sizes = new Map<string, RowForm & { readonly bytes: number }>();
  const charsets = charsetsOf({ rows, columns });
  for (const range of rows) {
    const { columns: named, charset, isComputed, length } = range;
    if (isComputed) continue;
    const listed = named ?? visibleColumns(columns);
    const form = { columns: listed, charset, charsets: charsets(range, listed) };
    const key = JSON.stringify(form);
    sizes.set(key, { ...form, bytes: (sizes.get(key)?.bytes ?? 0) + length });
  }
  const [most] = [...sizes.values()].sort((one, other) => other.bytes - one.bytes);
  return most ?? { columns: rows[0]?.columns ?? visibleColumns(columns), charset: '', charsets: [] };
}

/**
 * Returns whether rows go to the server as they stand in the script: those that it has to compute, and those of a table of
 * which nothing is known.
 */
export function goAsWritten(rows: ScriptRows, table: RowTable, form: RowForm): boolean {
  const { columns } = table;
  const listed = rows.columns ?? visibleColumns(columns);
  return (
    columns.length === 0 ||
    rows.isComputed ||
    rows.charset !== form.charset ||
    String(listed) !== String(form.columns) ||
    String(charsetsOf(table)(rows, listed)) !== String(form.charsets) ||
    hasOddCharset(rows, table) ||
    hasOddNumbers(rows, columns) ||
    hasOddTexts(rows, columns) ||
    generateNumbers(rows, columns)
  );
}

/**
 * Character sets of a range's columns of text: those of introducers, or the script's own where a part of a letter may look like a
 * backslash. A column that is NULL in all of its rows has that which others of the table's rows have.
 */
function charsetsOf({ rows, columns }: Pick<RowTable, 'rows' | 'columns'>) {
  const texts = columns.filter(({ type }) => fieldOf(type, '') === 'text');
  const isText = new Set(texts.map(({ name }) => name));
  const isAscii = new Set(texts.filter(({ type }) => isOfAscii(type)).map(({ name }) => name));
  const usual = new Map<string, string>();
  for (const { columns: named, charsets = [] } of rows)
    for (const [at, name] of charsets.length === 0 ? [] : (named ?? visibleColumns(columns)).entries())
      if (!usual.has(name) && (charsets[at] ?? '') !== '') usual.set(name, charsets[at] ?? '');
  return (
    { charset, charsets = [], plain = 0 }: FormedRows,
    listed: readonly string[],
  ): readonly string[] => {
    const ofScript = mayHoldBackslash(charset) ? charset : '';
    if (usual.size === 0 && ofScript === '') return [];
    return listed.map((name, at) => {
      if (!isText.has(name)) return '';
      const own = charsets[at] ?? '';
      const introduced = own === '' && !isIn(plain, at) ? (usual.get(name) ?? '') : own;
      return introduced === '' && !isAscii.has(name) ? ofScript : introduced;
    });
  };
}

/** Numbers and bits have no character set, and not every word is the name of one. */
function hasOddCharset({ charsets, columns: named }: ScriptRows, { columns }: RowTable): boolean {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const listed = named ?? visibleColumns(columns);
  return charsets.some((charset, at) => {
    if (charset === '') return false;
    const field = fieldOf(types.get(listed[at] ?? '') ?? '', '');
    return !/^[a-z0-9]+$/.test(charset) || field === 'number' || field === 'bit';
  });
}

/** The last place that the engine names of columns of numbers; it stands for all behind it too. */
const LAST_PLACE = 255;

/**
 * In a column of text a number is the text of its value, not of its digits (007 is 7); in an ENUM or SET it is a place in the list;
 * the YEAR 0 is 0000, not 2000 (MySQL manual, "The ENUM Type", "The SET Type", "The YEAR Type"). LOAD DATA has texts alone.
 */
function hasOddNumbers(
  { numbers, notYears, columns: named }: ScriptRows,
  columns: readonly ScriptColumn[],
): boolean {
  if (numbers.length === 0) return false;
  const listed = listedTypes(named, columns);
  const years = new Set(notYears);
  const isOdd = (type: string, place: number) => {
    if (type === 'year') return years.has(place);
    const field = fieldOf(type, '');
    return field === 'text' || field === 'binary';
  };
  return numbers.some((place) => typesAt(listed, place).some((type) => isOdd(type, place)));
}

/** Bytes that go into a column of text are those of its own character set, not of the script's. */
function hasOddTexts({ notOwnTexts, columns: named }: ScriptRows, columns: readonly ScriptColumn[]): boolean {
  if (notOwnTexts.length === 0) return false;
  const listed = listedTypes(named, columns);
  return notOwnTexts.some((place) => typesAt(listed, place).some((type) => fieldOf(type, '') === 'text'));
}

function listedTypes(named: readonly string[] | null, columns: readonly ScriptColumn[]): readonly string[] {
  const types = new Map(columns.map(({ name, type }) => [name.toLowerCase(), type]));
  return (named ?? visibleColumns(columns)).map((name) => types.get(name.toLowerCase()) ?? '');
}

/** The type of a column; those of all from the last place on. */
function typesAt(listed: readonly string[], place: number): readonly string[] {
  return listed.slice(place, place === LAST_PLACE ? undefined : place + 1);
}

function isIn(set: number, column: number): boolean {
  return Math.floor(set / 2 ** column) % 2 === 1;
}

/** The server numbers rows that bring no number, NULL, or 0 unless the mode keeps that. */
function generateNumbers(
  { columns, nulls, zeros, settings }: ScriptRows,
  all: readonly ScriptColumn[],
): boolean {
  const auto = all.find(({ isAutoIncrement }) => isAutoIncrement);
  if (auto === undefined) return false;
  const at = (columns ?? visibleColumns(all)).findIndex(
    (name) => name.toLowerCase() === auto.name.toLowerCase(),
  );
  return at < 0 || isIn(nulls, at) || (isIn(zeros, at) && !keepsZero(settings.sql_mode));
}

function keepsZero(mode: string | null): boolean {
  return mode !== null && /NO_AUTO_VALUE_ON_ZERO/i.test(mode);
}

/** Settings of the session under which rows are stored as the script's client would store them. */
export function settingsOf(
  rows: ScriptRows,
  { isWritten, hasTimes }: { readonly isWritten: boolean; readonly hasTimes: boolean },
): readonly EngineSessionVariable[] {
  const { time_zone: zone } = rows.settings;
  const inUtc = zone !== null && isUtc(zone);
  const zones =
    (isWritten || hasTimes) && !inUtc
      ? [{ name: 'time_zone', value: zone === null ? '@@GLOBAL.time_zone' : quoteText(zone) }]
      : [];
  return isWritten ? [...zones, ...writtenSettings(rows)] : zones;
}

/** Settings under which rows of a file of values are stored. Pure. */
export function zoneSettings({ timeZone }: Pick<ValueRows, 'timeZone'>): readonly EngineSessionVariable[] {
  const isOther = timeZone !== undefined && !isUtc(timeZone);
  return isOther ? [{ name: 'time_zone', value: quoteText(timeZone) }] : [];
}

const UTC = new Set(['+00:00', '-00:00', 'utc', '+0:00']);

export function isUtc(zone: string): boolean {
  return UTC.has(zone.toLowerCase());
}

function writtenSettings({
  charset,
  backslashesEscape,
  ansiQuotes,
  settings,
}: ScriptRows): readonly EngineSessionVariable[] {
  const words = [
    ...['ALLOW_INVALID_DATES', 'NO_ENGINE_SUBSTITUTION'],
    ...(keepsZero(settings.sql_mode) ? ['NO_AUTO_VALUE_ON_ZERO'] : []),
    ...(ansiQuotes ? ['ANSI_QUOTES'] : []),
    ...(backslashesEscape ? [] : ['NO_BACKSLASH_ESCAPES']),
    ...(readingUnder(settings.sql_mode).joinsByPipes ? ['PIPES_AS_CONCAT'] : []),
  ];
  const names = UTF8.test(charset) ? [] : ['character_set_client', 'character_set_connection'];
  return [
    { name: 'sql_mode', value: quoteText(words.join(',')) },
    ...names.map((name) => ({ name, value: quoteText(charset) })),
  ];
}

/** List of columns of an INSERT; empty where it has none. */
export function columnList(columns: readonly string[] | null): string {
  return columns === null ? '' : ` (${columns.map(quoteName).join(', ')})`;
}
