import { resolve } from 'path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  DEFAULT_REJECTS,
  inputCharsets,
  inputChoicesSchema,
  inputDates,
  inputDecimals,
  inputEscapes,
  type InputChoices,
} from '../../contract/commands/input';
import { isQuote, isTimeZone, readColumns, readInputTable } from '../../contract/commands/input-text';
import { groups } from '../../text/cli/groups';
import { inputHelp } from '../../text/cli/help/options/input';
import { takes, usageFailures } from '../../text/cli/usage';
import { parseNullWord, parseSeparator } from './arguments';

/** Options of a command that reads CSV and TSV files, and scripts. */
export interface InputArguments {
  readonly inputSeparator?: string;
  /** One character, or `none`. */
  readonly inputQuote?: string;
  readonly inputEscape?: InputChoices['escape'];
  readonly inputHeader?: 'yes' | 'no';
  readonly inputCharset?: InputChoices['charset'];
  readonly inputNull?: string;
  readonly inputDecimal?: InputChoices['decimal'];
  readonly inputDates?: InputChoices['dates'];
  readonly inputTable?: NonNullable<InputChoices['table']>;
  readonly inputColumns?: NonNullable<InputChoices['columns']>;
  readonly inputTimeZone?: string;
}

export function addInputOptions(command: Command): Command {
  const { options } = inputHelp;
  return command
    .optionsGroup(groups.input)
    .option('--input-table <name>', options.table, parseTable)
    .option('--input-separator <char>', options.separator, parseSeparator)
    .option('--input-quote <char>', options.quote, parseQuote)
    .addOption(new Option('--input-escape <how>', options.escape).choices(inputEscapes))
    .addOption(new Option('--input-header <yes-no>', options.header).choices(['yes', 'no']))
    .addOption(new Option('--input-charset <name>', options.charset).choices(inputCharsets))
    .option('--input-null <word>', options.nullWord, parseNullWord)
    .addOption(new Option('--input-decimal <sign>', options.decimal).choices(inputDecimals))
    .addOption(new Option('--input-dates <order>', options.dates).choices(inputDates))
    .option('--input-columns <columns>', options.columns, parseColumns)
    .option('--input-time-zone <zone>', options.timeZone, parseTimeZone);
}

/** The choices that the options make; undefined for none. */
export function toInput({
  inputSeparator: separator,
  inputQuote,
  inputEscape: escape,
  inputHeader: header,
  inputCharset: charset,
  inputNull: nullWord,
  inputDecimal: decimal,
  inputDates: dates,
  inputColumns: columns,
  inputTable: table,
  inputTimeZone: timeZone,
}: InputArguments): InputChoices | undefined {
  const quote = inputQuote === 'none' ? null : inputQuote;
  if (separator !== undefined && separator === quote) throw usageFailures.separatorIsQuote({ separator });
  const choices: InputChoices = {
    ...(separator !== undefined && { separator }),
    ...(quote !== undefined && { quote }),
    ...(escape !== undefined && { escape }),
    ...(header !== undefined && { header: header === 'yes' }),
    ...(charset !== undefined && { charset }),
    ...(nullWord !== undefined && { nullWord }),
    ...(decimal !== undefined && { decimal }),
    ...(dates !== undefined && { dates }),
    ...(columns !== undefined && { columns }),
    ...(table !== undefined && { table }),
    ...(timeZone !== undefined && { timeZone }),
  };
  return Object.keys(choices).length === 0 ? undefined : choices;
}

/** Reads the quote of CSV: a character, or `none`. */
export function parseQuote(text: string): string {
  if (text !== 'none' && !isQuote(text)) throw new InvalidArgumentError(takes.quote);
  return text;
}

export function parseColumns(text: string): NonNullable<InputChoices['columns']> {
  const read = readColumns(text);
  if (read === 'twice') throw new InvalidArgumentError(takes.columnsOnce);
  if (read === 'unreadable') throw new InvalidArgumentError(takes.columns);
  return read;
}

function parseTable(text: string): NonNullable<InputChoices['table']> {
  const read = readInputTable(text);
  if (read === null) throw new InvalidArgumentError(takes.inputTable);
  return read;
}

/** Reads a time zone as servers take it: an offset or a name. */
function parseTimeZone(text: string): string {
  if (!isTimeZone(text)) throw new InvalidArgumentError(takes.timeZone);
  return text;
}

/** Options of a load that sets rows aside. */
export interface RejectArguments {
  readonly rejectFile?: string;
  readonly rejectLimit?: number;
}

export function addRejectOptions(command: Command): Command {
  const { options } = inputHelp;
  return command
    .optionsGroup(groups.input)
    .option('--reject-file <path>', options.rejectFile)
    .option('--reject-limit <n>', options.rejectLimit, parseRejectLimit);
}

/** The choice that the options make; fails with `usage` for a limit of nothing. */
export function toRejects({ rejectFile, rejectLimit }: RejectArguments): InputChoices['rejects'] {
  if (rejectFile === undefined && rejectLimit !== undefined) throw usageFailures.limitWithoutFile();
  return rejectFile === undefined
    ? undefined
    : { file: resolve(rejectFile), limit: rejectLimit ?? DEFAULT_REJECTS };
}

function parseRejectLimit(text: string): number {
  const read = inputChoicesSchema.shape.rejects.safeParse({ file: text, limit: Number(text) }).data;
  if (read === undefined) throw new InvalidArgumentError(takes.rejectLimit);
  return read.limit;
}
