import { quoteName, quoteTable, quoteText } from '../../catalog/text/quote';
import { assertNever } from '../../contract/exhaustive';
import type { EngineInsert, EngineLoadTable } from '../../engine/specs';
import {
  decodedField,
  decoderOf,
  formOf,
  fieldVariable,
  type ColumnForm,
  type Decoder,
} from '../../format/decoders';
import type { ForeignKeyLine, TableExpressions } from '../../catalog/definition/definition';
import type { Vendor } from '../../contract/connections/connection';
import type { TableDocument } from '../../format/documents';
import { rowFailures } from '../../text/target/rows';

/**
 * Returns the text after the file name of LOAD DATA LOCAL INFILE for a table of a dump. MariaDB generates a number for
 * a 0 in the AUTO_INCREMENT column in spite of NO_AUTO_VALUE_ON_ZERO wherever the statement has a SET that does not
 * assign that column (measured on 10.11): then the statement assigns it too.
 */
export function loadTail(
  schema: string,
  table: string,
  document: TableDocument,
  autoIncrement: string | null = null,
): string {
  const { options } = document;
  const enclosed = `${options.fieldsOptionallyEnclosed ? 'OPTIONALLY ' : ''}ENCLOSED BY ${quoteText(options.fieldsEnclosedBy)}`;
  const decoded = Object.keys(options.decodeColumns).flatMap((column) => {
    const value = decodedValue(column, decoderOf(document, column));
    return value === null ? [] : [{ column, value }];
  });
  const isPlain = options.columns.some(
    (column) => column === autoIncrement && decoderOf(document, column).kind === 'none',
  );
  const assigned =
    autoIncrement !== null && isPlain && decoded.length > 0
      ? [...decoded, { column: autoIncrement, value: fieldVariable(autoIncrement) }]
      : decoded;
  const columns = options.columns.map((column) =>
    assigned.some((other) => other.column === column) ? fieldVariable(column) : quoteName(column),
  );
  const values = assigned.map(({ column, value }) => `${quoteName(column)} = ${value}`);
  return [
    ` INTO TABLE ${quoteTable(schema, table)}`,
    `CHARACTER SET ${givenAs(options.defaultCharacterSet)}`,
    `FIELDS TERMINATED BY ${quoteText(options.fieldsTerminatedBy)} ${enclosed} ESCAPED BY ${quoteText(options.fieldsEscapedBy)}`,
    `LINES TERMINATED BY ${quoteText(options.linesTerminatedBy)}`,
    `(${columns.join(', ')})`,
    ...(values.length === 0 ? [] : [`SET ${values.join(', ')}`]),
  ].join(' ');
}

/**
 * Returns how a table's rows are loaded by INSERT, value for value as LOAD DATA would store them. Fails with
 * `dump-unsupported` where a column is decoded by an expression, which only LOAD DATA can be given.
 */
export function insertPlan(
  schema: string,
  table: string,
  document: TableDocument,
  bytes: BytesDecoding,
): EngineInsert {
  const { columns } = document.options;
  return {
    head: `INSERT INTO ${quoteTable(schema, table)} (${columns.map(quoteName).join(', ')}) VALUES `,
    columns: columns.map((column) => inForm(bytes, fieldText(document, column, `${schema}.${table}`))),
  };
}

/**
 * Returns the character set that a statement names for texts: utf8mb4 holds all that the older UTF-8 does, and MySQL
 * warns of each statement that names that (error 3719, 8.0 and later; 1287 for utf8mb3).
 */
function givenAs(charset: string): string {
  return /^utf8(?:mb3)?$/.test(charset) ? 'utf8mb4' : charset;
}

/** Returns the text before and after a field of a column. */
function fieldText(document: TableDocument, column: string, table: string): FieldText {
  const charset = givenAs(document.options.defaultCharacterSet);
  // The session's own character set needs no introducer, and JSON accepts none.
  const quote = charset === 'utf8mb4' ? "'" : `_${charset}'`;
  const decoder = decoderOf(document, column);
  switch (decoder.kind) {
    case 'none':
      return { before: quote, after: "'" };
    case 'function':
      return { before: `${decoder.name}(${quote}`, after: "')" };
    case 'encoded':
    case 'number':
      return around(decoder, quote);
    case 'expression':
      throw rowFailures.decodedByExpression({ column }, { table });
    default:
      return assertNever(decoder);
  }
}

type InsertColumn = EngineInsert['columns'][number];
type FieldText = Omit<InsertColumn, 'isBase64'>;

/** Place where the base64 of a dump becomes bytes: in the statement, or here for a server without FROM_BASE64. */
export type BytesDecoding = 'by-server' | 'here';

const CALL = /FROM_BASE64\((?:_\w+)?'$/;

/** Writes the bytes as a hexadecimal literal where they are decoded here. */
function inForm(bytes: BytesDecoding, { before, after }: FieldText): InsertColumn {
  if (bytes === 'by-server' || !CALL.test(before)) return { before, after, isBase64: false };
  return { before: before.replace(CALL, "x'"), after: after.replace("')", "'"), isBase64: true };
}

/** Returns the text before and after a field that becomes a value of this form. */
function around(form: ColumnForm, quote: string): FieldText {
  const [before = '', after = ''] = decodedField('\0', form).split('\0');
  return { before: before + quote, after: `'${after}` };
}

/** Returns the expression that is stored for a field's variable; null where the field is stored as it is. */
function decodedValue(column: string, decoder: Decoder): string | null {
  switch (decoder.kind) {
    case 'none':
      return null;
    case 'function':
      return `${decoder.name}(${fieldVariable(column)})`;
    case 'encoded':
    case 'number':
      return decodedField(fieldVariable(column), decoder);
    case 'expression':
      return `(${decoder.expression})`;
    default:
      return assertNever(decoder);
  }
}

/**
 * Returns the warnings that prove the stored value right. ENUM's error value, index 0, is the empty text, which is no
 * member: storing it always warns although it is stored exactly (measured on both vendors). MySQL also warns of a
 * deprecated character set that a statement names. Warnings of the table's own expressions say nothing about the stored
 * values: they occurred at the source too.
 */
export function harmlessWarnings(
  enumColumns: readonly string[],
  charsets: readonly string[] = [],
  expressions: TableExpressions = NO_EXPRESSIONS,
): EngineLoadTable['harmlessWarnings'] {
  const names = enumColumns.map(escapePattern).join('|');
  return [
    ...(names === ''
      ? []
      : [{ errno: 1265, message: `^Data truncated for column '(${names})' at row [0-9]+$` }]),
    ...(charsets.length === 0
      ? []
      : [{ errno: 1287, message: `^'(${charsets.join('|')})' is deprecated and will be removed` }]),
    ...expressionWarnings(expressions),
  ];
}

/** Warnings of a statement's words alone: deprecated syntax, character sets and collations, a statement unsafe for replication. */
export const WARNINGS_OF_WORDS: EngineLoadTable['harmlessWarnings'] = [
  1287, 1592, 1681, 3719, 3720, 3778,
].map((errno) => ({ errno, message: '^' }));

/** Warnings of MySQL (8.0.29 and later) of dates such as 1962/2/18, which it stores as all earlier versions have. */
export const WARNINGS_OF_DATES: EngineLoadTable['harmlessWarnings'] = [4095, 4096].map((errno) => ({
  errno,
  message: "^Delimiter '",
}));

const NO_EXPRESSIONS: TableExpressions = { hasAny: false, generated: [], timeless: [] };

/**
 * Returns the warnings of expressions: a warning on a stored value names its column, one on a value inside an
 * expression names none.
 */
function expressionWarnings({
  hasAny,
  generated,
  timeless,
}: TableExpressions): EngineLoadTable['harmlessWarnings'] {
  if (!hasAny) return [];
  const inside = [
    { errno: 1292, message: '^Truncated incorrect [A-Z]+ value: ' },
    // MariaDB's conversions to INET6, UUID and the like; a warning on a stored value names its column.
    { errno: 1292, message: '^Incorrect [a-z0-9]+ value: (?!.* for column )' },
    // The hidden column of MySQL's functional index.
    ...[1264, 1265, 1292, 1366].map((errno) => ({ errno, message: "olumn '!hidden![^']*' at row [0-9]+$" })),
    // oxlint-disable-next-line sluice/sentences -- A pattern of the server’s message.
    ...[3751, 3752].map((errno) => ({ errno, message: " for functional index '" })),
    // Division by 0, STR_TO_DATE, a value that is out of range, MariaDB's casts, JSON as a number, unusual delimiters: only functions.
    ...[1365, 1411, 1441, 1690, 1916, 1918, 3156, 4095, 4096, 6527].map((errno) => ({ errno, message: '^' })),
  ];
  return [
    ...inside,
    // MariaDB names the column that an expression reads a moment from.
    ...ofColumns([1292], timeless, '^Incorrect (?:date|time|datetime|timestamp) value: [\\s\\S]*c'),
    ...ofColumns([1264, 1265, 1292, 1366], generated, ''),
  ];
}

/**
 * Returns a pattern for a warning that names one of the columns: servers double no quotes in a table's name.
 *
 * @param before text before `olumn`
 */
function ofColumns(
  errnos: readonly number[],
  columns: readonly string[],
  before: string,
): EngineLoadTable['harmlessWarnings'] {
  if (columns.length === 0) return [];
  const names = columns.map(escapePattern).join('|');
  const message = `${before}olumn ['\\x60](?:[\\s\\S]*\\x60\\.\\x60)?(?:${names})['\\x60] at row [0-9]+$`;
  return errnos.map((errno) => ({ errno, message }));
}

/** Returns the character sets that the decoders of a table's columns name. */
export function decodedCharsets(document: TableDocument): readonly string[] {
  const forms = document.options.columns.map((column) => formOf(document, column));
  return [...new Set(forms.flatMap((form) => (form?.kind === 'encoded' ? [form.charset] : [])))];
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Bytes of the longest name that a server takes: 64 characters of three. */
const LONGEST_NAME_BYTES = 192;

/**
 * Returns the foreign keys that can be dropped: where the parent's name has as many bytes as a name can have, MySQL never
 * ends the ALTER TABLE, and KILL does not either (measured on 9.7.4; with 189 bytes it takes no time).
 */
export function droppableKeys(keys: readonly ForeignKeyLine[], vendor: Vendor): readonly ForeignKeyLine[] {
  if (vendor !== 'mysql') return keys;
  return keys.filter(({ parentTable }) => Buffer.byteLength(parentTable) < LONGEST_NAME_BYTES);
}

/**
 * Returns the statement that drops foreign keys, which changes the table's definition only.
 *
 * @param table quoted
 */
export function dropForeignKeys(table: string, keys: readonly { readonly name: string }[]): string {
  return `ALTER TABLE ${table} ${keys.map(({ name }) => `DROP FOREIGN KEY ${quoteName(name)}`).join(', ')}`;
}
