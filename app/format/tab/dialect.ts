import type { EngineRowDialect } from '../../engine/chunk-files';
import { OUR_DIALECT } from '../tsv-dialect';

/** A file of rows, as far as it shows its dialect. */
export interface TabSample {
  /** The first bytes as Latin-1; where they are not the whole file, the last row in them may be cut. */
  readonly head: string;
  readonly isWhole: boolean;
  /** The last ones; empty where they are not known. */
  readonly tail: string;
  /** Types that the columns may have, in the order of the values. */
  readonly shapes: readonly (readonly string[])[];
}

/** A value as LOAD DATA would read it. */
interface Value {
  readonly text: string;
  readonly isEnclosed: boolean;
  readonly isNull: boolean;
}

const SEPARATORS = ['\t', ',', ';', '|'] as const;
const QUOTES = ['"', "'", '`', '^', '~'] as const;
/** No tool writes a letter, a digit or a part of a number between values; a quote is one around them. */
const MARKS = /^[^\w"'`^~\\.:+-]+$/;
const LONGEST_MARK = 4;
/** The first value is looked for in so many characters. */
const FIRST_VALUE = 60;
const MOST_ROWS = 200;

const NUMBERS = /^(?:(?:tiny|small|medium|big)?int|decimal|numeric|float|double|real|year)$/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const MOMENTS = /^(?:date|time|datetime|timestamp)$/;
const MOMENT = /^-?[\d: .-]+$/;
/** Values that may begin and end with a quote of their own. */
const WITH_QUOTES = /^json$/;

/**
 * Finds out how the rows of files are written that one run of mysqldump --tab has written: in all of them alike. Null where nothing
 * fits. Pure.
 */
export function tabDialect(samples: readonly TabSample[]): EngineRowDialect | null {
  const telling = samples.filter(({ head }) => head !== '');
  const [widest] = [...telling].sort((a, b) => columnsIn(b) - columnsIn(a));
  if (widest === undefined) return OUR_DIALECT;
  for (const lineTerminator of lineEnds(telling))
    for (const fieldTerminator of separators(widest)) {
      if (fieldTerminator.includes(lineTerminator) || lineTerminator.includes(fieldTerminator)) continue;
      for (const enclosure of [...QUOTES, '']) {
        const dialect = { fieldTerminator, enclosure, escape: '\\', lineTerminator };
        if (fits(telling, dialect)) return dialect;
      }
    }
  return null;
}

/** Place of the shape that all whole rows of a file have; null where there is none, or no row tells. Pure. */
export function shapeOf({ head, shapes }: TabSample, dialect: EngineRowDialect): number | null {
  const rows = rowsOf(head, dialect);
  if (rows === null || rows.length === 0) return null;
  const at = shapes.findIndex((shape) => haveShape(rows, shape, dialect));
  return at < 0 ? null : at;
}

function columnsIn({ shapes }: TabSample): number {
  return Math.max(...shapes.map(({ length }) => length));
}

/** The usual ones, and what all files end with, the longest first. */
function lineEnds(samples: readonly TabSample[]): readonly string[] {
  const tails = samples.map(({ tail }) => tail).filter((tail) => tail !== '');
  const [first = ''] = tails;
  const common = [4, 3, 2, 1]
    .map((length) => first.slice(-length))
    .filter((end) => isMark(end) && tails.every((tail) => tail.endsWith(end)));
  return [...new Set([...(common.includes('\r\n') ? ['\r\n'] : []), '\n', ...common, '\r\n'])];
}

/** The usual ones, and all that stands behind what may be the first value, the longest first. */
function separators({ head }: TabSample): readonly string[] {
  const found = new Set<string>();
  for (let at = 0; at < Math.min(FIRST_VALUE, head.length); at += 1)
    for (let length = LONGEST_MARK; length > 0; length -= 1) {
      const mark = head.slice(at, at + length);
      if (isMark(mark)) found.add(mark);
    }
  const others = [...found].filter((mark) => !SEPARATORS.some((usual) => usual === mark));
  return [...SEPARATORS, ...others.sort((a, b) => b.length - a.length)];
}

/** LOAD DATA reads a terminator exactly whose first character is in it once. */
function isMark(text: string): boolean {
  return text !== '' && MARKS.test(text) && text.lastIndexOf(text.charAt(0)) === 0;
}

function fits(samples: readonly TabSample[], dialect: EngineRowDialect): boolean {
  let enclosed = 0;
  let found = 0;
  for (const { head, isWhole, shapes } of samples) {
    const rows = rowsOf(head, dialect);
    if (rows === null || (isWhole && rows.length === 0)) return false;
    if (rows.length === 0) continue;
    found += rows.length;
    const types = shapes.find((shape) => haveShape(rows, shape, dialect));
    if (types === undefined) return false;
    if (dialect.enclosure === '') continue;
    enclosed += rows.reduce(
      (sum, row) => sum + row.filter((value, at) => value.isEnclosed && !isOwnQuote(types[at])).length,
      0,
    );
  }
  return found > 0 && (dialect.enclosure === '' || enclosed > 0);
}

function isOwnQuote(type = ''): boolean {
  return WITH_QUOTES.test(type);
}

/** A few rows may be damaged, of which the reading of the whole file will tell. */
function haveShape(
  rows: readonly (readonly Value[])[],
  types: readonly string[],
  { enclosure }: EngineRowDialect,
): boolean {
  const whole = rows.filter(({ length }) => length === types.length);
  return whole.length >= rows.length * 0.9 && whole.every((row) => isRowOf(row, types, enclosure !== ''));
}

function isRowOf(row: readonly Value[], types: readonly string[], areEnclosed: boolean): boolean {
  return row.every(({ text, isEnclosed, isNull }, at) => {
    const type = types[at] ?? '';
    if (isNull) return true;
    if (NUMBERS.test(type)) return NUMBER.test(text);
    if (areEnclosed && !isEnclosed) return false;
    return !MOMENTS.test(type) || MOMENT.test(text);
  });
}

/** The whole rows in the text, the first ones; null where a character is escaped that no server escapes. Pure. */
function rowsOf(text: string, dialect: EngineRowDialect): readonly (readonly Value[])[] | null {
  const { fieldTerminator, enclosure, lineTerminator } = dialect;
  const escaped = new Set([
    '\\',
    'N',
    '0',
    'n',
    't',
    'r',
    'b',
    'Z',
    enclosure,
    fieldTerminator.charAt(0),
    lineTerminator.charAt(0),
  ]);
  const rows: Value[][] = [];
  let row: Value[] = [];
  let at = 0;
  while (at < text.length && rows.length < MOST_ROWS) {
    const isEnclosed = enclosure !== '' && text[at] === enclosure;
    let value = '';
    let isNull = false;
    if (isEnclosed) at += 1;
    let ended: 'field' | 'row' | null = null;
    while (at < text.length && ended === null) {
      const byte = text[at] ?? '';
      if (byte === '\\') {
        const next = text[at + 1];
        if (next === undefined) return rows;
        if (!escaped.has(next)) return null;
        isNull = value === '' && next === 'N';
        value += next;
        at += 2;
        continue;
      }
      const end = isEnclosed && byte !== enclosure ? null : at + (isEnclosed ? 1 : 0);
      if (end !== null && text.startsWith(lineTerminator, end)) {
        at = end + lineTerminator.length;
        ended = 'row';
      } else if (end !== null && text.startsWith(fieldTerminator, end)) {
        at = end + fieldTerminator.length;
        ended = 'field';
      } else {
        value += byte;
        at += 1;
      }
    }
    if (ended === null) return rows;
    const isWord = !isEnclosed && enclosure !== '' && value === 'NULL';
    row.push({ text: value, isEnclosed, isNull: (isNull && value === 'N') || isWord });
    if (ended === 'row') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
