import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { formatCount } from '../../contract/quantities';
import { failures } from '../failures';

interface InFile {
  readonly file: string;
}

/** Failures of reading files that LOAD DATA would read. */
export const fieldsFailures = failures({
  cut: {
    code: 'dump-incomplete',
    message: ({ file, line }: InFile & { readonly line: number }) =>
      `${file} ends within the row that begins on line ${formatCount(line)}.`,
    hint: 'The file was cut: get it again from where it comes from, or dump again.',
  },
  oddRows: {
    code: 'dump-damaged',
    message: (values: InFile & { readonly rows: number; readonly columns: number; readonly first: string }) =>
      `${counted(values.rows, 'row', 'rows')} of ${values.file} ${values.rows === 1 ? 'has' : 'have'} not ${counted(values.columns, 'value', 'values')} as its table has columns: ${values.first}.`,
    hint: 'Mend the rows, or dump again.',
  },
  noDialect: {
    code: 'dump-unsupported',
    message: ({ file }: InFile) =>
      `Nothing shows how the values of ${file} are parted: no separator, quote and line end makes as many values of its rows as its table has columns.`,
    hint: 'Dump again with --fields-terminated-by and --lines-terminated-by of one plain character each, and with the usual backslash as escape.',
  },
  rowsMissing: {
    code: 'dump-incomplete',
    message: ({ file, rows }: InFile & { readonly rows: string }) =>
      `${file} creates a table, and its rows, ${rows}, are not beside it.`,
    hint: 'Get the whole folder from where it comes from, or dump again.',
  },
  noTable: {
    code: 'dump-unsupported',
    message: ({ file, rows }: InFile & { readonly rows: string }) =>
      `${rows} holds rows, and ${file} beside it does not create their table.`,
    hint: 'Dump again without --no-create-info.',
  },
  timesOfNoZone: {
    code: 'dump-unsupported',
    message: ({ file, table }: InFile & { readonly table: string }) =>
      `${table} has TIMESTAMP values, and ${file} does not set UTC, so that nothing tells the time zone that they are in.`,
    hint: 'Name the time zone of the server that wrote them with --input-time-zone, or dump again without --skip-tz-utc.',
  },
  unsafeCharset: {
    code: 'dump-unsupported',
    message: ({ file, charsets }: InFile & { readonly charsets: readonly string[] }) =>
      `${file} has texts in ${charsets.join(', ')}: servers write such files in a way in which they do not read them, where a part of a character looks like a tab or a backslash.`,
    hint: 'Dump the table without --tab, or with --default-character-set of one in which all its texts can be written.',
  },
  rawBits: {
    code: 'dump-unsupported',
    message: ({ file }: InFile) =>
      `${file} has BIT values of more than three bits: the server writes them without escapes, so that nothing tells their bytes from ends of values.`,
    hint: 'Dump the table without --tab.',
  },
  loadStatement: {
    code: 'dump-unsupported',
    message: ({ file }: InFile) =>
      `${file} does not hold one LOAD DATA statement as mydumper writes it, with the columns and without lines that begin with something.`,
    hint: 'Dump again with the format INSERT, which is mydumper’s default, or load it with myloader.',
  },
});

const NAMES: Readonly<Record<string, string>> = {
  '\t': 'tabs',
  ',': 'commas',
  ';': 'semicolons',
  '|': 'vertical bars',
};
const ENDS: Readonly<Record<string, string>> = { '\n': 'line feeds', '\r\n': 'line ends of Windows' };

interface FoundDialect {
  readonly fieldTerminator: string;
  readonly enclosure: string;
  readonly lineTerminator: string;
}

/** Words of files that LOAD DATA would read. */
export const fieldsText = spoken({
  emptyFolder: (folder: string) => `${folder} is empty: its schema has no tables, and is left out.`,
  found: ({ fieldTerminator, enclosure, lineTerminator }: FoundDialect) =>
    `Files of rows: ${NAMES[fieldTerminator] ?? JSON.stringify(fieldTerminator)} between values, ` +
    `${enclosure === '' ? 'no quotes' : `quotes ${enclosure}`}, backslash escapes, ` +
    `${ENDS[lineTerminator] ?? JSON.stringify(lineTerminator)} between rows.`,
  zoneUnused:
    '--input-time-zone changes nothing: no table has TIMESTAMP values of which the dump does not name the time zone.',
});
