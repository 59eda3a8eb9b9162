import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { formatCount } from '../../contract/quantities';
import { failures } from '../failures';
import { withoutFile } from './delimited';

interface InFile {
  readonly file: string;
}

interface At extends InFile {
  readonly line: number;
  /** Byte of the line, from 1. */
  readonly column: number;
}

interface OfTable extends InFile {
  readonly table: string;
}

const MOST_NAMED = 10;

function some(names: readonly string[]): string {
  return `${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;
}

function place({ line, column }: Pick<At, 'line' | 'column'>): string {
  return `line ${formatCount(line)}, byte ${formatCount(column)}`;
}

const FAULTS = {
  unexpected: 'markup that is none of XML’s',
  reference: 'a reference that is none of XML’s own (&amp; &lt; &gt; &quot; &apos; or a character’s number)',
  mismatch: 'an end tag of another element than the one that is open',
  'too-long': 'a tag, or all definitions together, longer than any dump has them',
  element: 'an element that dumps do not have there',
  attribute: 'an attribute that dumps do not have there, or one that is missing',
  text: 'text where dumps have none',
  'other-fields': 'a row with other fields than the first one of its table',
  hex: 'a value that is said to be hexadecimal digits and is none',
  more: 'text behind the end of the document',
  'too-many-parts': 'more columns or keys than a table can have',
} as const;

/** Failures of reading XML of the vendors’ clients as a dump. */
export const xmlFailures = failures({
  damaged: {
    code: 'dump-damaged',
    message: (values: At & { readonly fault: keyof typeof FAULTS; readonly detail: string }) =>
      `${values.file} can’t be read as a dump of mysqldump --xml, mariadb-dump --xml or mysql --xml: on ${place(values)} stands ${FAULTS[values.fault]}${values.detail === '' ? '' : ` (${values.detail})`}.`,
    hint: 'Get the file again from where it comes from. Nothing of it was loaded.',
  },
  cut: {
    code: 'dump-incomplete',
    message: (values: At & { readonly element: string }) =>
      `${values.file} is cut: it ends on ${place(values)}${values.element === '' ? ', before its document does' : `, within <${values.element}>`}.`,
    hint: 'Dump again, and see that it ends without an error; or get the whole file.',
  },
  notText: {
    code: 'dump-unsupported',
    message: (values: At & { readonly table: string; readonly field: string; readonly isUtf8: boolean }) =>
      `${values.file} holds ${values.isUtf8 ? 'a control character' : 'bytes that are no UTF-8'} on ${place(values)}${values.field === '' ? '' : `, in the column ${values.field}${values.table === '' ? '' : ` of ${values.table}`}`}: XML can’t hold that, and the client writes bytes as they are.`,
    hint: 'Dump again with --hex-blob, and with --default-character-set=utf8mb4; of mysql --xml, select HEX(column). A text with control characters goes into an SQL script alone: dump without --xml.',
  },
  encoding: {
    code: 'dump-unsupported',
    message: ({ file, encoding }: InFile & { readonly encoding: string }) =>
      `${file} says that it is in the encoding ${encoding}; Sluice reads XML in UTF-8 alone.`,
    hint: 'Convert it with iconv and take the word out of its first line, or dump again with --default-character-set=utf8mb4.',
  },
  doctype: {
    code: 'dump-unsupported',
    message: (values: At) =>
      `${values.file} declares a document type or entities on ${place(values)}, which no client writes and Sluice never expands.`,
    hint: 'Do not load a file that somebody has changed so.',
  },
  second: {
    code: 'dump-unsupported',
    message: (values: At & { readonly isQuery: boolean }) =>
      values.isQuery
        ? `${values.file} holds the results of several statements: the second one begins on line ${formatCount(values.line)}.`
        : `${values.file} holds a second document, which begins on line ${formatCount(values.line)}.`,
    hint: 'Put each document into a file of its own, and load one after the other.',
  },
  mixed: {
    code: 'dump-unsupported',
    message: ({ query, dump }: { readonly query: string; readonly dump: string }) =>
      `${query} is the result of a query (mysql --xml) and ${dump} a dump (mysqldump --xml): one load takes files of one kind.`,
    hint: 'Load one kind after the other.',
  },
  unknownFile: {
    code: 'dump-unsupported',
    message: ({ file }: InFile) => `${file} is no file of XML, and stands among such.`,
    hint: withoutFile,
  },
  noRows: {
    code: 'not-a-dump',
    message: ({ file }: InFile) =>
      `${file} is the result of a query without a row: nothing names its columns.`,
    hint: 'Leave it out.',
  },
  unnamed: {
    code: 'usage',
    message: 'Standard input holds the result of a query, and nothing names its table.',
    hint: 'Name it: --input-table SCHEMA.TABLE.',
  },
  tableOfDump: {
    code: 'usage',
    message: ({ file }: InFile) =>
      `--input-table is for the result of a query (mysql --xml), and ${file} is a dump that names its tables.`,
    hint: 'To load a table under another name, use --rename.',
  },
  statement: {
    code: 'dump-unsupported',
    message: ({ file, statement }: InFile & { readonly statement: string }) =>
      `${file} holds text between its elements that is no statement about replication: ${statement}`,
    hint: 'Dump again: it may be an error message of the client.',
  },
  unreadable: {
    code: 'dump-incomplete',
    message: ({ file, table, said }: OfTable & { readonly said: string }) =>
      `${file} does not hold the definition of ${table}: the server could not read it${said === '' ? '' : ` (${said})`}.`,
    hint: 'Repair the object on its server, or leave it out of the dump with --ignore-table.',
  },
  object: {
    code: 'dump-incomplete',
    message: ({ file, line }: InFile & { readonly line: number }) =>
      `${file} does not hold the statement of a trigger, an event or a routine on line ${formatCount(line)}.`,
    hint: 'The account that dumped may not have been allowed to read it.',
  },
  otherColumns: {
    code: 'dump-damaged',
    message: ({ file, table, column }: OfTable & { readonly column: string }) =>
      `${file}: rows and definition of ${table} do not have the same columns: ${column} is in one of them alone.`,
    hint: 'The table was changed while it was dumped: dump again.',
  },
  twice: {
    code: 'dump-unsupported',
    message: ({ file, table, first, line }: OfTable & { readonly first: number; readonly line: number }) =>
      `${file} holds ${table} twice, on lines ${formatCount(first)} and ${formatCount(line)}.`,
    hint: 'Dump again, and name each schema and table once.',
  },
});

interface FoundFile extends InFile {
  readonly columns: number;
  readonly primaryKey: string | null;
}

/** Words of XML of the vendors’ clients. */
export const xmlText = spoken({
  format: 'mysqldump --xml',
  query: 'mysql --xml',
  notRecorded:
    'Not recorded in XML: generated columns (of MySQL not even that there are any), foreign keys, CHECK constraints, partitions, the character set and collation of single columns (they get their table’s), parsers of FULLTEXT keys, SRIDs, system versioning, and bytes of default values that are no text. The tables are created without them.',
  times:
    'TIMESTAMP values are taken for UTC, in which the client writes them unless it is told --skip-tz-utc: XML does not record it.',
  replication: 'The file sets positions of a replica; a load leaves them as they are.',
  systemSchema: (schema: string) => `The file holds the server’s own schema ${schema}, which is left out.`,
  views: (views: readonly string[]) =>
    `${counted(views.length, 'view is', 'views are')} left out, as XML does not record the SELECT: ${some(views)}.`,
  generated: (table: string, columns: readonly string[]) =>
    `${table} is not created, as XML does not record the expressions of its generated columns (${some(columns)}): its rows go into a table that is there already.`,
  triggers: (table: string, triggers: readonly string[]) =>
    `${counted(triggers.length, 'trigger', 'triggers')} of ${table}, which the file does not create, ${triggers.length === 1 ? 'is' : 'are'} left out: ${some(triggers)}.`,
  leftOut: (table: string, words: readonly string[]) =>
    `${table} is created without what the file does not tell the whole of: ${some(words)}.`,
  found: ({ file, columns, primaryKey }: FoundFile) =>
    `${file}: ${counted(columns, 'column', 'columns')}; ${primaryKey === null ? 'no primary key' : `primary key ${primaryKey}`}.`,
  inferred:
    'The types of the columns are inferred from all values, as XML of a query does not record them. The client writes a zero byte as a space: bytes are whole only where the query has selected HEX(column).',
});
