import type { InputChoices } from '../../contract/commands/input';
import type { EngineDelimitedFormat } from '../../engine/chunk-files';
import { writableColumns } from '../script/tables/period';
import type { TableText } from '../script/tables/table-text';
import { namesIn } from './names';

type Characters = Omit<EngineDelimitedFormat, 'nullWord'>;

/** Characters of a file of values, as its first rows show them. */
export interface DelimitedDialect extends Characters {
  /** True where the first row has the names of the columns. */
  readonly hasHeader: boolean;
}

const SEPARATORS = [',', ';', '\t', '|'] as const;
const MOST_ROWS = 100;
/** A value that no name of a column looks like. */
const LIKE_A_VALUE = /^(?:|-?\d[\d.,: eE+TZ-]*|true|false|NULL|\\N)$/;
const LIKE_A_NAME = /^[\p{L}_][\p{L}\p{N}_ .,()/%#-]{0,63}$/u;

/**
 * Finds out how the values of a file are parted. Pure.
 * @param head the first characters of the file; the last row in it may be cut
 * @param isTsv true where the file's name says that tabs part them
 * @param definition that of its table; null where it is not known
 * @param input choices made by hand, which win
 */
export function dialectOf(
  head: string,
  isTsv: boolean,
  definition: TableText | null,
  input: InputChoices = {},
): DelimitedDialect {
  const found = charactersOf(head, isTsv, input);
  const rows = rowsOf(head, found);
  const { header = definition === null ? hasHeader(rows) : namesColumns(rows, definition) } = input;
  return { ...found, hasHeader: header };
}

/** More of a file tells nothing new of the dialect that it shares with others. */
const MOST_OF_PART = 16 << 10;

/**
 * Beginnings of the files of one table as that of one file, so that what one shows of the dialect holds for all: whole rows, and
 * the header once. Pure.
 */
export function joinedHead([lead = '', ...others]: readonly string[]): string {
  if (others.length === 0) return lead;
  const [header] = lead.split('\n', 1);
  const parts = others.map((head) => {
    const own = head.startsWith(`${header}\n`) ? head.slice((header?.length ?? 0) + 1) : head;
    return wholeLines(own.length > MOST_OF_PART ? own.slice(0, MOST_OF_PART) : withEnd(own));
  });
  return [wholeLines(withEnd(lead)), ...parts].join('');
}

function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Up to the last line end outside of quotes. */
function wholeLines(text: string): string {
  let end = 0;
  let isOpen = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isOpen = !isOpen;
    if (text[at] === '\n' && !isOpen) end = at + 1;
  }
  return end === 0 ? text : text.slice(0, end);
}

/** Returns whether a value is one that no name of a column looks like. Pure. */
export function isLikeValue(value: string): boolean {
  return LIKE_A_VALUE.test(value.trim());
}

/** The separator that parts the values of the first row; null where none does. Pure. */
export function partingSeparator(head: string, isTsv: boolean): string | null {
  const found = charactersOf(head, isTsv, {});
  const [first = []] = rowsOf(head, found);
  return first.length > 1 ? found.separator : null;
}

/** The values of the first rows, without one that has no end. Pure. */
export function firstRows(head: string, dialect: DelimitedDialect): readonly (readonly string[])[] {
  return rowsOf(head, dialect);
}

function charactersOf(head: string, isTsv: boolean, input: InputChoices): Characters {
  const { separator = '\t', quote, escape } = input;
  const found = isTsv && separator === '\t' ? tabbed(head) : parted(head, input);
  return {
    ...found,
    ...(quote !== undefined && { quote }),
    ...(escape !== undefined && { backslashEscapes: escape === 'backslash' }),
  };
}

function namesColumns([first]: readonly (readonly string[])[], definition: TableText): boolean {
  const columns = writableColumns(definition);
  const known = new Set(columns.map(({ name }) => name.toLowerCase()));
  return first !== undefined && namesIn(first, columns).every((name) => known.has(name.toLowerCase()));
}

/** The tools of both servers write tabs with backslashes, spreadsheets with quotes; SELECT … INTO OUTFILE can do both. */
function tabbed(head: string): Characters {
  const isQuoted = hasQuotedTabs(head);
  return {
    separator: '\t',
    quote: isQuoted ? '"' : null,
    backslashEscapes: !isQuoted || isEscapedAsServersDo(head),
  };
}

/** A value that needs its quotes, or a column with all of its values in quotes: a text may begin and end with them too. */
function hasQuotedTabs(head: string): boolean {
  if (quotedTabs(head).some((value) => NEEDS_QUOTES.test(value))) return true;
  const [first = [], ...rest] = rowsOf(head, { separator: '\t', quote: null, backslashEscapes: true });
  return first.some((_, at) => areQuoted([first, ...rest], at) || (rest.length > 1 && areQuoted(rest, at)));
}

/** Spreadsheets quote values with commas too. */
const NEEDS_QUOTES = /[\t\r\n",;]/;

/** The values that begin and end with a quote. In one pass: a head has up to a million characters. */
function quotedTabs(head: string): readonly string[] {
  const values: string[] = [];
  const format = { separator: '\t', quote: '"', backslashEscapes: false };
  let at = 0;
  while (at < head.length) {
    const quoted = head[at] === '"' ? quotedAt(head, at, format) : undefined;
    if (quoted === null) return values;
    const isWhole = quoted !== undefined && /^[\t\r\n]?$/.test(head.slice(quoted.end, quoted.end + 1));
    if (isWhole) values.push(quoted.value);
    at = nextValue(head, isWhole ? quoted.end : at);
  }
  return values;
}

function nextValue(head: string, from: number): number {
  const end = /[\t\n]/g;
  end.lastIndex = from;
  return end.test(head) ? end.lastIndex : head.length;
}

function areQuoted(rows: readonly (readonly string[])[], at: number): boolean {
  const values = rows.map((row) => row[at] ?? '').filter((value) => !/^(?:|NULL|\\N)$/.test(value));
  return values.length > 0 && values.every((value) => /^".*"$/s.test(value));
}

/**
 * Returns whether backslashes stand where a server puts them (both manuals, "SELECT … INTO"): NULL is `\N`, and they stand
 * before themselves, quotes and what ends values. One before anything else is a text's own.
 */
function isEscapedAsServersDo(head: string): boolean {
  const isNullThere = /(?:^|[,;|\t\n])\\N(?=[,;|\t\r\n]|$)/.test(head);
  const rest = head.replace(/\\$/, '').replace(/\\[\\N0"\r\n\t,;|]/g, '');
  return isNullThere && /\\[\\"]/.test(head) && !rest.includes('\\');
}

function parted(head: string, { separator, quote = '"' }: InputChoices): Characters {
  // Two quotes are one within a value, and an empty value elsewhere.
  const isDoubled = head.replace(/(^|[,;|\t\n])""(?=[,;|\t\r\n]|$)/g, '$1').includes('""');
  const isBeforeQuotes = /[^\\](?:\\\\)*\\"[^,;|\t\r\n]/.test(head);
  const backslashEscapes = quote === '"' && !isDoubled && (isBeforeQuotes || isEscapedAsServersDo(head));
  const escaped = (character: string): Characters => ({ separator: character, quote, backslashEscapes });
  if (separator !== undefined) return escaped(separator);
  const scored = SEPARATORS.map((character) => {
    const format = escaped(character);
    return { format, columns: commonColumns(rowsOf(head, format)) };
  });
  const [best] = [...scored].sort((a, b) => b.columns - a.columns);
  return best === undefined || best.columns < 2 ? escaped(',') : best.format;
}

/** Returns whether the first rows of a text have the same number of values, two or more, by any separator. */
export function isParted(head: string): boolean {
  return SEPARATORS.some((separator) => {
    const rows = rowsOf(head, { separator, quote: '"', backslashEscapes: false });
    const columns = rows[0]?.length ?? 0;
    return rows.length > 1 && columns > 1 && rows.every(({ length }) => length === columns);
  });
}

/** Number of values in each row; 0 where rows differ too much for it to be the separator. */
function commonColumns(rows: readonly (readonly string[])[]): number {
  const [first] = rows;
  if (first === undefined) return 0;
  const alike = rows.filter(({ length }) => length === first.length).length;
  return alike >= rows.length * 0.9 ? first.length : 0;
}

/** The first rows, without one that is cut. */
function rowsOf(head: string, format: Characters): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = '';
  let at = 0;
  while (at < head.length && rows.length < MOST_ROWS) {
    if (value === '' && format.quote !== null && head[at] === format.quote) {
      const quoted = quotedAt(head, at, format);
      if (quoted === null) return rows;
      value = quoted.value;
      at = quoted.end;
      continue;
    }
    const byte = head[at] ?? '';
    at += 1;
    if (byte === format.separator) {
      row.push(value);
      value = '';
    } else if (byte === '\n') {
      rows.push([...row, value.replace(/\r$/, '')]);
      row = [];
      value = '';
    } else {
      value += byte;
    }
  }
  // A file of one row may have no line end.
  return rows.length === 0 && row.length > 0 ? [[...row, value]] : rows;
}

function quotedAt(text: string, from: number, { quote, backslashEscapes }: Characters) {
  let value = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const byte = text[at] ?? '';
    if (backslashEscapes && byte === '\\') {
      value += text[at + 1] ?? '';
      at += 1;
    } else if (byte !== quote) {
      value += byte;
    } else if (text[at + 1] === quote) {
      value += quote;
      at += 1;
    } else {
      return { value, end: at + 1 };
    }
  }
  return null;
}

/**
 * The first row where it is taken for values, and looks like names that columns seldom have: one is missing, there twice,
 * too long or has other characters; null elsewhere. Pure.
 */
export function doubtfulNames(head: string, dialect: DelimitedDialect): readonly string[] | null {
  const [first = [], ...rest] = rowsOf(head, dialect);
  const names = first.filter((name) => name.trim() !== '');
  if (dialect.hasHeader || names.length === 0 || rest.length === 0) return null;
  if (names.some((name) => LIKE_A_VALUE.test(name.trim()) || !/^[\p{L}_]/u.test(name.trim()))) return null;
  const isRepeated = rest.some((row) => row.every((value, at) => value === first[at]));
  return isRepeated ? null : first;
}

/** Names are all there, all different, and none looks like a value. */
function hasHeader([first, ...rest]: readonly (readonly string[])[]): boolean {
  if (first === undefined) return false;
  const names = first.map((name) => name.trim());
  if (names.some((name) => LIKE_A_VALUE.test(name) || !LIKE_A_NAME.test(name))) return false;
  if (new Set(names.map((name) => name.toLowerCase())).size !== names.length) return false;
  // A row that has what only values have tells them apart; without one, words that could be names are taken for names.
  return rest.length === 0 || !rest.some((row) => row.every((value, at) => value === first[at]));
}
