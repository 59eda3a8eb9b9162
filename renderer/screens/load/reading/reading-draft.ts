import {
  columnsText,
  hasChoices,
  inputCharsets,
  inputDates,
  inputDecimals,
  inputEscapes,
  tableText,
  type ReadingChoices,
} from '../../../../app/contract/commands/input';
import {
  isNullWord,
  isQuote,
  isSeparator,
  isTimeZone,
  readColumns,
  readInputTable,
} from '../../../../app/contract/commands/input-text';
import type { Failure } from '../../../../app/contract/failure';
import { text } from '../../../text';

/** Value of a field whose choice is left to the file. */
export const FOUND = 'found';
/** Value of a list's entry for what the list does not have. */
export const OTHER = 'other';

export const separators = [FOUND, 'comma', 'semicolon', 'tab', 'bar', OTHER] as const;
export const quotes = [FOUND, 'double', 'single', 'none', OTHER] as const;
export const escapes = [FOUND, ...inputEscapes] as const;
export const headers = [FOUND, 'yes', 'no'] as const;
export const charsets = [FOUND, ...inputCharsets] as const;
export const nullWords = [FOUND, 'empty', OTHER] as const;
export const decimals = [FOUND, ...inputDecimals] as const;
export const dateOrders = [FOUND, ...inputDates] as const;

/** The fields of the form as they are set: choices that may not be valid yet. */
export interface ReadingDraft {
  readonly separator: (typeof separators)[number];
  readonly otherSeparator: string;
  readonly quote: (typeof quotes)[number];
  readonly otherQuote: string;
  readonly escape: (typeof escapes)[number];
  readonly header: (typeof headers)[number];
  readonly charset: (typeof charsets)[number];
  readonly nullWord: (typeof nullWords)[number];
  readonly otherNullWord: string;
  readonly decimal: (typeof decimals)[number];
  readonly dates: (typeof dateOrders)[number];
  readonly table: string;
  readonly timeZone: string;
  readonly columns: string;
}

/** Sentences about choices, by the choice. */
export type ReadingProblems = Readonly<Partial<Record<keyof ReadingChoices, string>>>;

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;
const QUOTES = { double: '"', single: "'", none: null } as const;

export const AS_FOUND = draftOf({});

/** The fields as choices set them. Pure. */
export function draftOf(choices: ReadingChoices): ReadingDraft {
  const { separator, quote, escape, header, charset, nullWord, decimal, dates, table, columns, timeZone } =
    choices;
  const listedSeparator = keyOf(SEPARATORS, separator);
  const listedQuote = keyOf(QUOTES, quote);
  return {
    separator: listedSeparator ?? OTHER,
    otherSeparator: listedSeparator === null ? (separator ?? '') : '',
    quote: listedQuote ?? OTHER,
    otherQuote: listedQuote === null ? (quote ?? '') : '',
    escape: escape ?? FOUND,
    header: header === undefined ? FOUND : header ? 'yes' : 'no',
    charset: charset ?? FOUND,
    nullWord: nullWord === undefined ? FOUND : nullWord === '' ? 'empty' : OTHER,
    otherNullWord: nullWord ?? '',
    decimal: decimal ?? FOUND,
    dates: dates ?? FOUND,
    table: table === undefined ? '' : tableText(table),
    timeZone: timeZone ?? '',
    columns: columns === undefined ? '' : columnsText(columns),
  };
}

/** The entry of a list that stands for a value; null where none does. */
function keyOf<Key extends string, Value>(
  list: Readonly<Record<Key, Value>>,
  value: Value | string | undefined,
): Key | typeof FOUND | null {
  if (value === undefined) return FOUND;
  const keys = Object.keys(list) as Key[];
  return keys.find((key) => list[key] === value) ?? null;
}

/** The choices that the fields make, and what is wrong with those that make none. Pure. */
export function choicesOf(draft: ReadingDraft): {
  readonly choices: ReadingChoices;
  readonly problems: ReadingProblems;
} {
  const { problems: words } = text.load.readAs;
  const separator = separatorOf(draft);
  const quote = quoteOf(draft);
  const nullWord = nullWordOf(draft);
  const table = draft.table.trim() === '' ? undefined : readInputTable(draft.table.trim());
  const columns = draft.columns.trim() === '' ? undefined : readColumns(draft.columns);
  const timeZone = draft.timeZone.trim();
  const isOneSign = separator !== undefined && separator !== null && separator === quote;
  const problems: ReadingProblems = {
    ...(separator === null && { separator: words.separator }),
    ...(quote === 'refused' && { quote: words.quote }),
    ...(isOneSign && { quote: words.sameSign }),
    ...(nullWord === null && { nullWord: words.nullWord }),
    ...(table === null && { table: words.table }),
    ...(timeZone !== '' && !isTimeZone(timeZone) && { timeZone: words.timeZone }),
    ...(columns === 'unreadable' && { columns: words.columns }),
    ...(columns === 'twice' && { columns: words.columnTwice }),
  };
  const choices: ReadingChoices = {
    ...(typeof separator === 'string' && { separator }),
    ...(quote !== undefined && quote !== 'refused' && !isOneSign && { quote }),
    ...(draft.escape !== FOUND && { escape: draft.escape }),
    ...(draft.header !== FOUND && { header: draft.header === 'yes' }),
    ...(draft.charset !== FOUND && { charset: draft.charset }),
    ...(typeof nullWord === 'string' && { nullWord }),
    ...(draft.decimal !== FOUND && { decimal: draft.decimal }),
    ...(draft.dates !== FOUND && { dates: draft.dates }),
    ...(table !== undefined && table !== null && { table }),
    ...(isTimeZone(timeZone) && { timeZone }),
    ...(typeof columns === 'object' && { columns }),
  };
  return { choices, problems };
}

/** Undefined where it is left to the file, null where it is none. */
function separatorOf({ separator, otherSeparator }: ReadingDraft): string | null | undefined {
  if (separator === FOUND) return undefined;
  if (separator !== OTHER) return SEPARATORS[separator];
  return isSeparator(otherSeparator) ? otherSeparator : null;
}

/** Null where values are not quoted. */
function quoteOf({ quote, otherQuote }: ReadingDraft): string | null | undefined {
  if (quote === FOUND) return undefined;
  if (quote !== OTHER) return QUOTES[quote];
  return isQuote(otherQuote) ? otherQuote : 'refused';
}

function nullWordOf({ nullWord, otherNullWord }: ReadingDraft): string | null | undefined {
  if (nullWord === FOUND) return undefined;
  if (nullWord === 'empty') return '';
  return otherNullWord !== '' && isNullWord(otherNullWord) ? otherNullWord : null;
}

/** Options of the command line about a choice, as a failure names them. */
const CHOICES: Readonly<Record<string, keyof ReadingChoices>> = {
  '--input-separator': 'separator',
  '--input-quote': 'quote',
  '--input-escape': 'escape',
  '--input-header': 'header',
  '--input-charset': 'charset',
  '--input-null': 'nullWord',
  '--input-decimal': 'decimal',
  '--input-dates': 'dates',
  '--input-table': 'table',
  '--input-time-zone': 'timeZone',
  '--input-columns': 'columns',
};

/** The choice that a failure is about; null for a failure about anything else. Pure. */
export function choiceOf({ parameters }: Failure): keyof ReadingChoices | null {
  const option = parameters?.option;
  return typeof option === 'string' ? (CHOICES[option] ?? null) : null;
}

/** Undefined for none, as the options of a load have it. Pure. */
export function madeChoices(choices: ReadingChoices): ReadingChoices | undefined {
  return hasChoices(choices) ? choices : undefined;
}
