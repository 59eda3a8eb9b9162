import { quoteName, quoteTable, quoteText } from '../catalog/quote';
import { SluiceError } from '../contract/failure';
import type { EngineInsert, EngineLoadTable } from '../engine/specs';
import { byName } from '../format/by-name';
import type { TableDocument } from '../format/documents';

const DECODERS: ReadonlySet<string> = new Set(['UNHEX', 'FROM_BASE64', 'STRING_TO_VECTOR']);

/** What follows the file name of LOAD DATA LOCAL INFILE for a table of a dump. */
export function loadTail(schema: string, table: string, { options }: TableDocument): string {
  const enclosed = `${options.fieldsOptionallyEnclosed ? 'OPTIONALLY ' : ''}ENCLOSED BY ${quoteText(options.fieldsEnclosedBy)}`;
  const columns = options.columns.map((column) =>
    byName(options.decodeColumns, column) === undefined ? quoteName(column) : variable(column),
  );
  const decoded = Object.entries(options.decodeColumns).map(
    ([column, decoder]) => `${quoteName(column)} = ${decode(column, decoder)}`,
  );
  return [
    ` INTO TABLE ${quoteTable(schema, table)}`,
    `CHARACTER SET ${options.defaultCharacterSet}`,
    `FIELDS TERMINATED BY ${quoteText(options.fieldsTerminatedBy)} ${enclosed} ESCAPED BY ${quoteText(options.fieldsEscapedBy)}`,
    `LINES TERMINATED BY ${quoteText(options.linesTerminatedBy)}`,
    `(${columns.join(', ')})`,
    ...(decoded.length === 0 ? [] : [`SET ${decoded.join(', ')}`]),
  ].join(' ');
}

/**
 * How a table's rows go in by INSERT, value for value as LOAD DATA would store them. Fails with `dump-unsupported`
 * where a column is decoded by an expression, which only LOAD DATA can be given.
 */
export function insertPlan(schema: string, table: string, { options }: TableDocument): EngineInsert {
  const { columns, decodeColumns, defaultCharacterSet } = options;
  // The session's own character set needs no word, and JSON takes no other.
  const quote = defaultCharacterSet === 'utf8mb4' ? "'" : `_${defaultCharacterSet}'`;
  return {
    head: `INSERT INTO ${quoteTable(schema, table)} (${columns.map(quoteName).join(', ')}) VALUES `,
    columns: columns.map((column) => {
      const decoder = byName(decodeColumns, column);
      if (decoder === undefined) return { before: quote, after: "'" };
      if (DECODERS.has(decoder)) return { before: `${decoder}(${quote}`, after: "')" };
      throw new SluiceError(
        'dump-unsupported',
        `The column “${column}” is decoded by an expression, which an INSERT can’t do.`,
        { table: `${schema}.${table}`, hint: 'Let the target take LOAD DATA: SET GLOBAL local_infile = ON.' },
      );
    }),
  };
}

function variable(column: string): string {
  return `@${quoteName(column)}`;
}

/** A known function's name stands for its call; any other text is the expression itself. */
function decode(column: string, decoder: string): string {
  return DECODERS.has(decoder) ? `${decoder}(${variable(column)})` : `(${decoder})`;
}

/**
 * ENUM's error value, index 0, is the empty text, which is no member: storing it warns every time although it is
 * stored exactly (measured on both vendors).
 */
export function harmlessWarnings(enumColumns: readonly string[]): EngineLoadTable['harmlessWarnings'] {
  if (enumColumns.length === 0) return [];
  const names = enumColumns.map(escapePattern).join('|');
  return [{ errno: 1265, message: `^Data truncated for column '(${names})' at row [0-9]+$` }];
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Takes foreign keys off a table, which changes its definition only. @param table quoted */
export function dropForeignKeys(table: string, keys: readonly { readonly name: string }[]): string {
  return `ALTER TABLE ${table} ${keys.map(({ name }) => `DROP FOREIGN KEY ${quoteName(name)}`).join(', ')}`;
}
