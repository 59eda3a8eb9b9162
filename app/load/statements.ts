import { quoteName, quoteTable, quoteText } from '../catalog/quote';
import { assertNever } from '../contract/exhaustive';
import { SluiceError } from '../contract/failure';
import type { EngineInsert, EngineLoadTable } from '../engine/specs';
import { decoderOf, fieldVariable, type Decoder } from '../format/decoders';
import type { TableDocument } from '../format/documents';

/** What follows the file name of LOAD DATA LOCAL INFILE for a table of a dump. */
export function loadTail(schema: string, table: string, document: TableDocument): string {
  const { options } = document;
  const enclosed = `${options.fieldsOptionallyEnclosed ? 'OPTIONALLY ' : ''}ENCLOSED BY ${quoteText(options.fieldsEnclosedBy)}`;
  const columns = options.columns.map((column) =>
    decoderOf(document, column).kind === 'none' ? quoteName(column) : fieldVariable(column),
  );
  const values = Object.keys(options.decodeColumns).flatMap((column) => {
    const value = decoded(column, decoderOf(document, column));
    return value === null ? [] : [`${quoteName(column)} = ${value}`];
  });
  return [
    ` INTO TABLE ${quoteTable(schema, table)}`,
    `CHARACTER SET ${options.defaultCharacterSet}`,
    `FIELDS TERMINATED BY ${quoteText(options.fieldsTerminatedBy)} ${enclosed} ESCAPED BY ${quoteText(options.fieldsEscapedBy)}`,
    `LINES TERMINATED BY ${quoteText(options.linesTerminatedBy)}`,
    `(${columns.join(', ')})`,
    ...(values.length === 0 ? [] : [`SET ${values.join(', ')}`]),
  ].join(' ');
}

/**
 * How a table's rows go in by INSERT, value for value as LOAD DATA would store them. Fails with `dump-unsupported`
 * where a column is decoded by an expression, which only LOAD DATA can be given.
 */
export function insertPlan(schema: string, table: string, document: TableDocument): EngineInsert {
  const { columns, defaultCharacterSet } = document.options;
  // The session's own character set needs no word, and JSON takes no other.
  const quote = defaultCharacterSet === 'utf8mb4' ? "'" : `_${defaultCharacterSet}'`;
  return {
    head: `INSERT INTO ${quoteTable(schema, table)} (${columns.map(quoteName).join(', ')}) VALUES `,
    columns: columns.map((column) => {
      const decoder = decoderOf(document, column);
      switch (decoder.kind) {
        case 'none':
          return { before: quote, after: "'" };
        case 'function':
          return { before: `${decoder.name}(${quote}`, after: "')" };
        case 'expression':
          throw new SluiceError(
            'dump-unsupported',
            `The column “${column}” is decoded by an expression, which an INSERT can’t do.`,
            {
              table: `${schema}.${table}`,
              hint: 'Let the target take LOAD DATA: SET GLOBAL local_infile = ON.',
            },
          );
        default:
          return assertNever(decoder);
      }
    }),
  };
}

/** What is stored of a field's variable; null where the field is stored as it is. */
function decoded(column: string, decoder: Decoder): string | null {
  switch (decoder.kind) {
    case 'none':
      return null;
    case 'function':
      return `${decoder.name}(${fieldVariable(column)})`;
    case 'expression':
      return `(${decoder.expression})`;
    default:
      return assertNever(decoder);
  }
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
