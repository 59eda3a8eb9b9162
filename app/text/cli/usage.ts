import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';
import { MOST_THREADS } from '../../contract/runs/threads';
import { otherToolsText, type OtherToolsTopic } from './other-tools';

interface OptionsMissing {
  readonly options: readonly string[];
  readonly command: string;
}

/** The name that was perhaps meant, and the command that lacks the one that was typed. */
interface Guess {
  readonly near: string | undefined;
  readonly command: string;
}

interface UnknownOption extends Guess {
  readonly option: string;
  /** The topic of this option in other tools. */
  readonly elsewhere: OtherToolsTopic | undefined;
  /** Words of a command that takes more than options. */
  readonly usage: string | undefined;
}

interface TooManyArguments {
  readonly command: string;
  readonly expected: number;
  /** The first that is too many. */
  readonly first: string;
  /** Options that are needed and were not given. */
  readonly missing: readonly string[];
}

interface BadValue {
  readonly option: string;
  readonly value: string;
  /** A whole sentence, of {@link takes}. */
  readonly problem: string;
}

function didYouMean(near: string | undefined, command: string): string {
  return near === undefined ? seeHelp(command) : `Did you mean “${near}”?`;
}

function seeHelp(command: string): string {
  return `What it takes: ${command} --help`;
}

/** Failures of a command line that can’t be understood, beyond those of single options. */
export const usageFailures = failures({
  limitWithoutFile: {
    code: 'usage',
    message: '--reject-limit is for --reject-file: without it no row is set aside.',
  },
  separatorIsQuote: {
    code: 'usage',
    message: ({ separator }: { readonly separator: string }) =>
      `--input-separator and --input-quote are the same character: ${separator}`,
  },
  other: { code: 'usage', message: ({ message }: { readonly message: string }) => message },
  argumentMissing: {
    code: 'usage',
    message: ({ name }: { readonly name: string; readonly usage: string }) =>
      `The argument <${name}> is missing.`,
    hint: ({ usage }: { readonly name: string; readonly usage: string }) => `Write it as: ${usage}`,
  },
  valueMissing: {
    code: 'usage',
    message: ({ option }: { readonly option: string }) => `The value of ${option} is missing.`,
  },
  optionsMissing: {
    code: 'usage',
    message: ({ options, command }: OptionsMissing) => `${command} needs ${options.join(' and ')}.`,
    hint: ({ command }: OptionsMissing) => seeHelp(command),
  },
  conflict: {
    code: 'usage',
    message: ({ one, other }: { readonly one: string; readonly other: string }) =>
      `${one} can’t be used with ${other}.`,
    hint: 'Leave out one of them.',
  },
  unknownOption: {
    code: 'usage',
    message: ({ option, command }: UnknownOption) => `${command} has no option “${option}”.`,
    hint: ({ near, elsewhere, usage, command }: UnknownOption) => {
      if (elsewhere !== undefined) return otherToolsText[elsewhere];
      return near === undefined && usage !== undefined ? `Write it as: ${usage}` : didYouMean(near, command);
    },
  },
  helpAlone: {
    code: 'usage',
    message: ({ command, word }: { readonly command: string; readonly word: string }) =>
      `${command} prints its help for -h alone, and “${word}” belongs to no option.`,
    hint: otherToolsText.account,
  },
  unknownCommand: {
    code: 'usage',
    message: ({ name, command }: { readonly name: string } & Guess) => `${command} has no command “${name}”.`,
    hint: ({ near, command }: { readonly name: string } & Guess) => didYouMean(near, command),
  },
  commandMissing: { code: 'usage', message: 'The command is missing.' },
  tooManyArguments: {
    code: 'usage',
    message: ({ command, expected, first }: TooManyArguments) =>
      expected === 0
        ? `${command} takes options alone, and “${first}” belongs to none.`
        : `${command} takes ${expected === 1 ? 'one argument' : `${expected} arguments`}: “${first}” is one too many.`,
    hint: ({ command, missing }: TooManyArguments) =>
      `${missing.length === 0 ? 'Quote a value that holds spaces.' : `It needs ${missing.join(' and ')}.`} ${seeHelp(command)}`,
  },
  badValue: {
    code: 'usage',
    message: ({ option, value, problem }: BadValue) => `${option} does not take “${value}”. ${problem}`,
  },
  givenTwice: {
    code: 'usage',
    message: ({ option }: { readonly option: string }) => `${option} takes one value, but was given twice.`,
  },
  notQualified: {
    code: 'usage',
    message: ({ text }: { readonly text: string }) => `“${text}” is not written as SCHEMA.NAME.`,
  },
  notPlaced: {
    code: 'usage',
    message: ({ text }: { readonly text: string }) => `“${text}” is not written as SCHEMA.TABLE=….`,
  },
  schemaTwice: {
    code: 'usage',
    message: ({ schema }: { readonly schema: string }) =>
      `The DSN names the schema “${schema}”, and an option names objects too.`,
    hint: 'Leave the schema out of the DSN, or leave out --schemas, --tables, --routines and --events.',
  },
  otherSchema: {
    code: 'usage',
    message: ({
      table,
      target,
      other,
    }: {
      readonly table: string;
      readonly target: string;
      readonly other: string;
      readonly schema: string;
    }) => `“${table}” goes into “${target}”, not into “${other}”.`,
    hint: ({
      schema,
      other,
    }: {
      readonly table: string;
      readonly target: string;
      readonly other: string;
      readonly schema: string;
    }) => `Say where the schema goes: --schema-map ${schema}=${other}.`,
  },
  nothingLeft: { code: 'usage', message: '--ddl-only and --data-only leave nothing to dump.' },
  checksumNeedsTarget: {
    code: 'usage',
    message: '--checksum compares the dump with a server: name it by --target.',
  },
  folderToStandardOutput: {
    code: 'usage',
    message: 'A dump folder can’t be written to standard output: choose --format sql, or name a folder.',
  },
  gzipInFolder: {
    code: 'usage',
    message: 'The data files of a dump folder are not written as gzip: choose none or zstd.',
  },
  comparisonNeedsTarget: {
    code: 'usage',
    message: ({ flag }: { readonly flag: string }) =>
      `${flag} is for comparing the dump with a server: name it by --target.`,
  },
  sourceNeedsChecksum: {
    code: 'usage',
    message: '--compare-source needs --checksum: rows are compared by their checksums.',
  },
  badLength: {
    code: 'usage',
    message: ({ text, length }: { readonly text: string; readonly length: number }) =>
      `“${text}” can’t be used: it has ${length} characters.`,
    hint: 'A name has from 1 to 64, a pattern up to 192, a condition up to 65,536.',
  },
  unknownJobKind: {
    code: 'usage',
    message: ({ text, known }: { readonly text: string; readonly known: readonly string[] }) =>
      `“${text}” is no job; there are ${known.join(', ')}.`,
  },
  sideMissing: {
    code: 'usage',
    message: 'A migration has two servers: say which one this is, by --side source or --side target.',
  },
  sideForMigrations: { code: 'usage', message: '--side is for migrations.' },
  htmlOrJson: { code: 'usage', message: 'Choose --html or --json.' },
  twoInspections: {
    code: 'usage',
    message: 'Two inspections are needed to compare: BEFORE.json AFTER.json.',
  },
  nothingToInspect: { code: 'usage', message: 'Give either --target with --tables, or --ibd.' },
  tablesMissing: { code: 'usage', message: 'Name the tables with --tables.' },
  noJsonCommand: {
    code: 'usage',
    message: ({ command }: { readonly command: string; readonly known: readonly string[] }) =>
      `“${command}” is no command with --json.`,
    hint: ({ known }: { readonly command: string; readonly known: readonly string[] }) =>
      `There are ${known.join(', ')}.`,
  },
  notSaved: {
    code: 'unknown-profile',
    message: ({ name }: { readonly name: string }) => `${name} is not saved.`,
  },
  noConnection: {
    code: 'unknown-profile',
    message: ({ name }: { readonly name: string; readonly dsn: string | null }) =>
      `There is no saved connection “${name}”.`,
    hint: ({ dsn }: { readonly name: string; readonly dsn: string | null }) =>
      dsn === null
        ? 'Name a saved connection (“sluice connections” lists them) or give a DSN: mysql://USER@HOST:PORT.'
        : `If this is an account at a host, give it as a DSN: ${dsn}`,
  },
  windowsKeychain: {
    code: 'password-unavailable',
    message: ({ name }: { readonly name: string; readonly word: string }) =>
      `Only the window can read the password of ${name}.`,
    hint: ({ word }: { readonly name: string; readonly word: string }) =>
      `Set SLUICE_PASSWORD, use --option-file, or: sluice connections password ${word} --command …`,
  },
  noPassword: { code: 'cancelled', message: 'No password was given.' },
});

/** Sentences behind an option that names the values that it takes. */
export const takes = spoken({
  threads: `It must be a whole number from 1 to ${MOST_THREADS}.`,
  separator: 'It must be one ASCII character that is no quote, or tab.',
  quote: 'It must be one ASCII character that is no letter or digit, or none.',
  columns: 'It must be names such as a,b,c, or pairs such as old=new,…: a name has at most 64 characters.',
  inputTable: 'It must be TABLE or SCHEMA.TABLE; a backslash escapes a dot of a name.',
  rows: (most: number) => `It must be a whole number up to ${most}; 0 for no rows.`,
  timeZone: 'It must be an offset from -13:59 to +14:00, such as +02:00, or a name, such as Europe/Berlin.',
  rejectLimit: 'It must be a whole number from 1 to 10,000.',
  columnsOnce: 'It must have each name once.',
  nullWord: 'It must be made of letters, digits, _, - and \\.',
  packing:
    'It must be none, gzip or gzip:LEVEL with a level from 1 to 9, zstd or zstd:LEVEL with a level from 1 to 19.',
  size: 'It must be a number of bytes, such as 64M or 64MiB.',
  memoryLimit: 'It must be from 16MiB to 1024GiB.',
  chunkBytes: 'It must be from 128KiB to 4GiB.',
  lockWait: 'It must be a number of seconds from 1 to 86400.',
  seconds: 'It must be a number of seconds from 0 to 3600.',
  someOf: (known: readonly string[]) => `It must be some of ${known.join(', ')}, with commas between them.`,
  oneOf: (known: readonly string[]) => `It must be one of ${known.join(', ')}.`,
  serverWish: 'It must be mysql or mariadb, or one with a version, such as mysql:9.7 or mariadb:10.11.',
  names: 'It must be names with commas between them.',
  pairs: 'It must be OLD=NEW pairs with commas between them.',
  oneTarget: (from: string, one: string, other: string) =>
    `“${from}” can’t become both “${one}” and “${other}”.`,
  definers: 'It must be keep, current, strip, USER@HOST, or map:USER@HOST=USER@HOST.',
  oneDefiners: 'Only map:USER@HOST=USER@HOST can be repeated, and not beside another value.',
  account: 'It must be an account as USER@HOST.',
  qualified: (text: string) => `“${text}” is not written as SCHEMA.NAME.`,
  placed: 'It must be written as SCHEMA.TABLE=….',
  wholeNumber: 'It must be a whole number.',
  count: 'Give a whole number from 1 to 10,000.',
});
