import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { formatCount } from '../../contract/quantities';
import { commandLine } from '../../contract/commands/command-line';
import { inputWords, type InputChoices } from '../../contract/commands/input';
import { failures } from '../failures';

interface InFile {
  readonly file: string;
}

interface OfColumn extends InFile {
  readonly column: string;
}

interface OnLine extends InFile {
  readonly line: number;
}

/** A choice by hand that a file contradicts. */
interface OfOption {
  /** Option of the command line that makes it; the window finds its field by it. */
  readonly option: `--input-${Exclude<keyof InputChoices, 'timeZone'>}` | '--input-time-zone';
}

const withoutOption = ({ option }: OfOption): string => `Leave out ${option}, or give what the file has.`;

/** Remedy against a file that is not of the dump; `ending` is that of the others where a pattern can choose them. */
export function withoutFile({ ending }: { readonly ending: string | null }): string {
  return ending === null
    ? 'Take it out of the folder.'
    : `Take it out of the folder, or choose the files by a pattern: --dump 'exports/*${ending}'.`;
}

const LONGEST_SHOWN = 64;

function shortened(name: string): string {
  return name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name;
}

/** Failures of reading files of delimited values as a dump. */
export const delimitedFailures = failures({
  empty: {
    code: 'not-a-dump',
    message: ({ file }: InFile) => `${file} holds no row.`,
    hint: 'Leave it out, or get it again from where it comes from.',
  },
  carriageReturns: {
    code: 'dump-unsupported',
    message: ({ file }: InFile) =>
      `The lines of ${file} end with a carriage return alone, which Sluice does not read.`,
    hint: "Convert it: tr '\\r' '\\n'.",
  },
  separatorLine: {
    code: 'dump-unsupported',
    message: ({ file }: InFile) =>
      `${file} begins with a line for Excel (sep=…), which is neither a header nor a row.`,
    hint: 'Remove that line: tail -n +2.',
  },
  packed: {
    code: 'dump-unsupported',
    message: ({ file, suffix }: InFile & { readonly suffix: string }) =>
      `${file} is packed as ${suffix}; of files of rows Sluice unpacks gz, zst, bz2, xz and lz4.`,
    hint: 'Unpack it first.',
  },
  wideCharacters: {
    code: 'dump-unsupported',
    message: ({ file }: InFile) => `${file} is UTF-16, which Sluice does not read.`,
    hint: 'Convert it: iconv -f UTF-16 -t UTF-8.',
  },
  oddRows: {
    code: 'dump-damaged',
    message: (
      values: InFile & {
        readonly rows: number;
        readonly columns: number;
        readonly first: string;
      },
    ) =>
      `${counted(values.rows, 'row', 'rows')} of ${values.file} ${values.rows === 1 ? 'has' : 'have'} not ${counted(values.columns, 'value', 'values')} as the first one has: ${values.first}.`,
    hint: 'Mend the lines. A value that holds the separator or a line break must be in quotes.',
  },
  cut: {
    code: 'dump-incomplete',
    message: ({ file, line }: OnLine) =>
      `${file} ends within the quotes of a value of the row on line ${formatCount(line)}.`,
    hint: 'The file was cut, or a quote is missing: get it again from where it comes from.',
  },
  broken: {
    code: 'dump-damaged',
    message: ({ file, line }: OnLine) =>
      `In ${file} a value of the row on line ${formatCount(line)} goes on behind its closing quote.`,
    hint: 'A quote within a value in quotes is doubled. Mend the line, or give --input-escape backslash where the file has backslashes before its quotes.',
  },
  headerOfPart: {
    code: 'header-assumed',
    message: ({
      file,
      names,
      other,
    }: InFile & { readonly names: readonly string[]; readonly other: string | null }) =>
      `The first row of ${file} (${names.map(shortened).join(', ')}) is loaded as a row, though it looks like names of columns: ${other === null ? 'other files of the table have none' : `those of ${other} are others`}.`,
    hint: 'If it is a header, give the files of the table the same one; if it is a row, --input-header no says so of all.',
  },
  headerOfLater: {
    code: 'header-assumed',
    message: ({ file, names }: InFile & { readonly names: readonly string[] }) =>
      `The first row of ${file} (${names.map(shortened).join(', ')}) is taken for the columns’ names, and not loaded as a row; the files of the table before it have none.`,
    hint: 'If it is a row like the others, load with --input-header no.',
  },
  headerRepeated: {
    code: 'header-assumed',
    message: ({ names, files }: InFile & { readonly names: readonly string[]; readonly files: number }) =>
      `The first rows of all ${formatCount(files)} files of a table are the same (${names.map(shortened).join(', ')}), and are loaded as rows.`,
    hint: 'If they are headers, load with --input-header yes; if they are rows, --input-header no says so.',
  },
  sameFile: {
    code: 'dump-unsupported',
    message: ({ file, other }: InFile & { readonly other: string }) =>
      `${file} and ${other} have one name but for their ending, and would be loaded as different rows of one table.`,
    hint: 'Take one of them out where both hold the same rows; else rename one.',
  },
  partitionFolder: {
    code: 'dump-unsupported',
    message: ({ folder }: { readonly folder: string }) =>
      `The folder ${folder} stands for a value of its rows that the files in it do not hold: it would be lost.`,
    hint: 'Write the files with that column, then load them with --input-table.',
  },
  definitionHoldsMore: {
    code: 'dump-unsupported',
    message: ({ file, statement }: InFile & { readonly statement: string }) =>
      `${file} is to define the table of the files of rows beside it, and holds more than one CREATE TABLE: ${statement}`,
    hint: 'Put keys into its CREATE TABLE; a script that is a dump is loaded by itself, or from a folder of its own.',
  },
  otherHeader: {
    code: 'dump-unsupported',
    message: ({ file, other }: InFile & { readonly other: string }) =>
      `The first rows of ${file} and ${other} name other columns, or the same in another order, and both files hold rows of one table.`,
    hint: 'Load them as two tables, or write one of them again with the columns of the other.',
  },
  otherColumns: {
    code: 'dump-unsupported',
    message: (
      values: InFile & {
        readonly columns: number;
        readonly other: string;
        readonly otherColumns: number;
      },
    ) =>
      `${values.file} has ${counted(values.columns, 'column', 'columns')}, and ${values.other} has ${formatCount(values.otherColumns)}: both hold rows of one table.`,
    hint: 'Load them as two tables, or write one of them again with the columns of the other.',
  },
  twice: {
    code: 'dump-unsupported',
    message: ({ file, other }: InFile & { readonly other: string }) =>
      `${file} and ${other} hold the same table.`,
    hint: 'Put them into one file, or give one another name.',
  },
  unknownFile: {
    code: 'dump-unsupported',
    message: ({ file }: InFile) => `${file} is no file of values, and stands among such.`,
    hint: withoutFile,
  },
  headerAssumed: {
    code: 'header-assumed',
    message: ({ file, names }: InFile & { readonly names: readonly string[] }) =>
      `The first row of ${file} (${names.join(', ')}) is taken for the columns’ names, and not loaded as a row: all values are texts, so nothing tells it from the others.`,
    hint: 'If it is a row like the others, load with --input-header no; if it is not, --input-header yes says so.',
  },
  headerDoubted: {
    code: 'header-assumed',
    message: ({ file, names }: InFile & { readonly names: readonly string[] }) =>
      `The first row of ${file} (${names.map(shortened).join(', ')}) is loaded as a row: it may be the columns’ names, but one is missing, there twice, too long or has unusual characters.`,
    hint: 'If it is the header, load with --input-header yes: such columns are then given names. If it is a row, --input-header no says so.',
  },
  tableUnnamed: {
    code: 'usage',
    message: ({ separator }: { readonly separator: string }) =>
      `Standard input is no SQL script: it looks like CSV, with ${separatorText(separator)} between values.`,
    hint: 'Name the table whose rows it holds: --input-table TABLE, or SCHEMA.TABLE.',
  },
  tableOfOneFile: {
    code: 'usage',
    message: ({ files }: OfOption & { readonly files: number }) =>
      `A name of the table is for one file, and these are ${formatCount(files)}.`,
    hint: ({ option }: OfOption) =>
      `Leave out ${option}: each file is called like its table, as orders.xml, or shop.orders.xml.`,
  },
  tableOfOne: {
    code: 'usage',
    message: ({ files }: OfOption & { readonly files: number }) =>
      `A name of the table is for the rows of one, and scripts beside these ${formatCount(files)} files define others.`,
    hint: ({ option }: OfOption) =>
      `Leave out ${option}: each file is called like its table, as orders.csv, or shop.orders.csv.`,
  },
  statements: {
    code: 'usage',
    message: ({ file }: InFile & OfOption) =>
      `A name of the table is for CSV, TSV and JSON Lines, and ${file} begins as an SQL script.`,
    hint: withoutOption,
  },
  notValues: {
    code: 'usage',
    message: ({ path, option }: { readonly path: string; readonly option: string }) =>
      `${option} is for files of rows (CSV, TSV, JSON Lines), and ${path} is none.`,
  },
  otherSeparator: {
    code: 'usage',
    message: ({
      file,
      separator,
      other,
    }: InFile & OfOption & { readonly separator: string; readonly other: string }) =>
      `The separator does not fit: there are no ${separatorText(separator)} between the values of ${file}, but ${separatorText(other)}.`,
    hint: withoutOption,
  },
  notUtf8: {
    code: 'usage',
    message: ({ file, first }: InFile & OfOption & { readonly first: string }) =>
      `The character set does not fit: ${file} holds bytes that are no UTF-8${first === '' ? '' : `: ${first}`}.`,
    hint: ({ option }: OfOption) => `Without ${option} such a file is taken for Windows-1252 (latin1).`,
  },
  markOfUtf8: {
    code: 'usage',
    message: ({ file }: InFile & OfOption) =>
      `The character set does not fit: ${file} begins with the byte order mark of UTF-8.`,
    hint: withoutOption,
  },
  pointDecimals: {
    code: 'usage',
    message: ({ file, column }: OfColumn & OfOption) =>
      `The decimal comma does not fit: the numbers of column ${column} of ${file} have decimal points.`,
    hint: withoutOption,
  },
  zoneOfOffsets: {
    code: 'usage',
    message: ({ file, column }: OfColumn & OfOption) =>
      `The time zone does not fit: values of column ${column} of ${file} bring their own offset from UTC.`,
    hint: withoutOption,
  },
  otherDates: {
    code: 'usage',
    message: ({ file, column, isDayFirst }: OfColumn & OfOption & { readonly isDayFirst: boolean }) =>
      `The order of dates does not fit: those of column ${column} of ${file} have the ${isDayFirst ? 'month' : 'day'} first.`,
    hint: withoutOption,
  },
  datesDoubted: {
    code: 'dates-doubted',
    message: ({ file, names }: InFile & { readonly names: readonly string[] }) =>
      `Dates of ${file} (${names.map(shortened).join(', ')}) may have the day or the month first: no value tells which.`,
    hint: 'Say it: --input-dates dmy for 31.12.2025, mdy for 12/31/2025. They are texts otherwise, which no column of dates takes.',
  },
  numbersDoubted: {
    code: 'numbers-doubted',
    message: ({ file, names }: InFile & { readonly names: readonly string[] }) =>
      `Numbers of ${file} (${names.map(shortened).join(', ')}) are taken for decimals, and may be thousands: nothing tells which.`,
    hint: 'Choose the decimal sign (--input-decimal): a comma takes 1.234 for 1234 and 1,234 for 1.234, a point the other way round.',
  },
  otherNumberOfColumns: {
    code: 'usage',
    message: ({
      file,
      named,
      columns,
    }: InFile & OfOption & { readonly named: number; readonly columns: number }) =>
      `The columns do not fit: ${counted(named, 'name is', 'names are')} given, and the first row of ${file} has ${counted(columns, 'value', 'values')}.`,
    hint: withoutOption,
  },
  noHeaderToRename: {
    code: 'usage',
    message: ({ file }: InFile & OfOption) =>
      `The columns do not fit: ${file} has no header whose names could be mapped.`,
    hint: ({ option }: OfOption) =>
      `Name all columns in their order (${option} a,b,c), or say that there is a header (--input-header yes).`,
  },
  columnAbsent: {
    code: 'usage',
    message: ({ file, column, names }: OfColumn & OfOption & { readonly names: readonly string[] }) =>
      `The columns do not fit: the header of ${file} has no column ${column}, but ${names.join(', ')}.`,
    hint: withoutOption,
  },
  columnTwice: {
    code: 'usage',
    message: ({ file, column }: OfColumn & OfOption) =>
      `The columns do not fit: two columns of ${file} would be called ${column}.`,
    hint: withoutOption,
  },
  columnUnknown: {
    code: 'usage',
    message: ({ file, column }: OfColumn & OfOption) =>
      `The definition beside ${file} has no column ${column}, which its header names, or a choice of columns.`,
    hint: ({ option }: OfOption) => `Map it to one that is there: ${option} old=new.`,
  },
});

const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

function separatorText(separator: string): string {
  return SEPARATORS[separator] ?? `characters ${separator}`;
}

interface FoundDialect extends InFile {
  readonly separator: string;
  readonly quote: string | null;
  readonly backslashEscapes: boolean;
  readonly hasHeader: boolean;
  /** Names those that have it; null for all. */
  readonly headedFiles: string | null;
  readonly isWindows1252: boolean;
  /** Fields that its values become (`EngineDelimitedColumn`). */
  readonly columns: readonly string[];
  readonly hasThousands: boolean;
  readonly primaryKey: string | null;
  readonly isDefined: boolean;
  readonly input: InputChoices;
}

/** Words of files of delimited values. */
export const delimitedText = spoken({
  format: (isTsv: boolean) => (isTsv ? 'TSV' : 'CSV'),
  /** Names the files of one table. */
  ofFiles: (first: string, more: number) => `${first} and ${counted(more, 'more file', 'more files')}`,
  found: (found: FoundDialect) => {
    const parts = [
      `${separatorText(found.separator)} between values`,
      `${found.quote === null ? 'no quotes' : `quotes ${found.quote}`}${found.backslashEscapes ? ', backslash escapes' : ''}`,
      found.hasHeader
        ? `the first row${found.headedFiles === null ? '' : ` of ${found.headedFiles}`} has the columns’ names`
        : 'no header',
      found.isWindows1252 ? 'Windows-1252' : 'UTF-8',
      ...(found.columns.includes('comma-decimal') ? ['decimal commas'] : []),
      ...(found.hasThousands ? ['thousands apart'] : []),
      ...(found.columns.includes('day-first') ? ['dates with the day first'] : []),
      ...(found.columns.includes('month-first') ? ['dates with the month first'] : []),
      ...(found.columns.includes('instant') ? ['times with an offset, stored in UTC'] : []),
    ].join(', ');
    const key = found.primaryKey === null ? 'no primary key' : `primary key ${found.primaryKey}`;
    const given = inputWords(found.input);
    return (
      `${found.file}: ${parts}; ${found.isDefined ? 'its definition lies beside it' : key}` +
      `${given.length === 0 ? '' : `; by hand: ${commandLine(given)}`}.`
    );
  },
  oddRow: (line: number, values: number) =>
    `line ${formatCount(line)} (${counted(values, 'value', 'values')})`,
  zoneOfTimes: (zone: string) =>
    `Values of TIMESTAMP columns, of a table that is there, are taken as in the time zone ${zone}.`,
  zoneUnused: '--input-time-zone changes nothing: no column is a TIMESTAMP.',
  timesIn: (zone: string | null) =>
    zone === null
      ? 'TIMESTAMP values are taken for UTC, in which Sluice writes them: the file does not record their time zone, and --input-time-zone names another.'
      : `TIMESTAMP values are taken as in the time zone ${zone}.`,
  inferred: (nullWord: string | null) =>
    'The types of the columns are inferred from all values. ' +
    (nullWord === null
      ? 'A value without quotes that is empty, or \\N, is NULL; the word NULL too, but in columns of text.'
      : `A value without quotes that is ${nullWord === '' ? 'empty' : nullWord} is NULL; an empty value and the word NULL too, but in columns of text.`),
});
