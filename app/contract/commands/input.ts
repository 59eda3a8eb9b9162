import { z } from 'zod';
import { commandLine } from './command-line';
import { escaped, guardPattern } from './pattern';

const nameSchema = z.string().min(1).max(64);
const characterSchema = z.string().length(1);
/** As servers take it: an offset from -13:59 to +14:00, or a name. */
const TIME_ZONE = /^(?:[+-](?:0?\d|1[0-3]):[0-5]\d|\+14:00|[A-Za-z][\w+/-]*)$/;

export const inputCharsets = ['utf8mb4', 'latin1'] as const;
export const inputEscapes = ['backslash', 'none'] as const;
export const inputDecimals = ['point', 'comma'] as const;
/** 2025-12-31, 31.12.2025 and 12/31/2025. */
export const inputDates = ['ymd', 'dmy', 'mdy'] as const;

export const DEFAULT_REJECTS = 1000;
/** The engine holds all of them, with up to 16 KiB of each. */
const MOST_REJECTS = 10_000;

/** Choices about a dump of files of rows, and some about scripts, that a user makes by hand; all others are found in the files. */
export const inputChoicesSchema = z.object({
  separator: characterSchema.optional(),
  /** Null where values are not quoted. */
  quote: characterSchema.nullable().optional(),
  escape: z.enum(inputEscapes).optional(),
  /** True where the first row has the names of the columns. */
  header: z.boolean().optional(),
  /** `latin1` is the servers': Windows-1252. */
  charset: z.enum(inputCharsets).optional(),
  /** Word that is NULL where it stands without quotes. */
  nullWord: z.string().max(64).optional(),
  decimal: z.enum(inputDecimals).optional(),
  /** Order of year, month and day in dates. */
  dates: z.enum(inputDates).optional(),
  /** File in which rows that do not fit are set aside, and the most of them; absent where they are refused. */
  rejects: z.object({ file: z.string().min(1), limit: z.number().int().min(1).max(MOST_REJECTS) }).optional(),
  /** The one table whose rows the file holds; `schema` is null for that of the file's name. */
  table: z.object({ schema: nameSchema.nullable(), name: nameSchema }).optional(),
  /** Names of all columns in their order, or new names by those of the header. */
  columns: z.union([z.array(nameSchema).min(1), z.record(z.string().min(1), nameSchema)]).optional(),
  /** Time zone of the TIMESTAMP values of a script that sets none. */
  timeZone: z.string().regex(TIME_ZONE).optional(),
});
export type InputChoices = z.infer<typeof inputChoicesSchema>;

/** Choices that a window makes: a path to write to enters through the command line alone. */
export const readingChoicesSchema = inputChoicesSchema.omit({ rejects: true });
export type ReadingChoices = z.infer<typeof readingChoicesSchema>;

/** Returns whether anything is chosen. */
export function hasChoices(choices: InputChoices): boolean {
  return Object.values(choices).some((choice) => choice !== undefined);
}

/** The options that make these choices, as one line for a shell. */
export function inputText(choices: InputChoices): string {
  return commandLine(inputWords(choices));
}

/** The options that make these choices. */
export function inputWords(choices: InputChoices = {}): readonly string[] {
  const { separator, quote, escape, header, charset, nullWord, decimal, columns, table, rejects } = choices;
  const { dates, timeZone } = choices;
  const limit = rejects?.limit;
  const words: readonly (readonly [flag: string, value: string | undefined])[] = [
    ['--input-table', table === undefined ? undefined : tableText(table)],
    ['--input-separator', separator === '\t' ? 'tab' : separator],
    ['--input-quote', quote === null ? 'none' : quote],
    ['--input-escape', escape],
    ['--input-header', header === undefined ? undefined : header ? 'yes' : 'no'],
    ['--input-charset', charset],
    ['--input-null', nullWord],
    ['--input-decimal', decimal],
    ['--input-dates', dates],
    ['--input-columns', columns === undefined ? undefined : columnsText(columns)],
    ['--input-time-zone', timeZone],
    ['--reject-file', rejects?.file],
    ['--reject-limit', limit === DEFAULT_REJECTS ? undefined : limit?.toString()],
  ];
  return words.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
}

/** Names as `--input-columns` takes them. */
export function columnsText(columns: NonNullable<InputChoices['columns']>): string {
  const named = (name: string) => guardPattern(escaped(name), ',=');
  return Array.isArray(columns)
    ? columns.map(named).join(',')
    : Object.entries(columns)
        .map(([from, to]) => `${named(from)}=${named(to)}`)
        .join(',');
}

/**
 * A table as `--input-table` takes it. A name alone is the table's: its dots are escaped as those of a schema are.
 */
export function tableText({ schema, name }: NonNullable<InputChoices['table']>): string {
  const dotless = (text: string) => guardPattern(escaped(text), '.');
  return schema === null ? dotless(name) : `${dotless(schema)}.${dotless(name)}`;
}
