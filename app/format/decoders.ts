import { quoteName } from '../catalog/text/quote';
import { byName } from '../contract/by-name';
import type { TableDocument } from './documents';

/** Functions that `decodeColumns` may name; any other text there is an expression, as MySQL Shell's reader has it. */
const FUNCTIONS: ReadonlySet<string> = new Set(['UNHEX', 'FROM_BASE64', 'STRING_TO_VECTOR']);

/** The form of a column's values in a dump's fields. */
export type ColumnForm =
  | { readonly kind: 'text' }
  /** The value's bytes as base64. */
  | { readonly kind: 'bytes' }
  /** Text as the bytes of its own character set, as base64: utf8mb4 would not preserve all of them. */
  | { readonly kind: 'encoded'; readonly charset: string }
  /** An ENUM or a SET by the number of its value: texts do not tell its values apart. */
  | { readonly kind: 'number' };

/** The conversion of a column's field in a chunk to its value. */
export type Decoder =
  | { readonly kind: 'none' }
  | { readonly kind: 'function'; readonly name: string }
  | Extract<ColumnForm, { kind: 'encoded' | 'number' }>
  | { readonly kind: 'expression'; readonly expression: string };

/**
 * The decoder of a column, without a guard ({@link historyGuard}), which is for other readers: our own sessions allow
 * past row versions.
 */
export function decoderOf({ options }: Pick<TableDocument, 'options'>, column: string): Decoder {
  const text = byName(options.decodeColumns, column);
  if (text === undefined) return { kind: 'none' };
  if (FUNCTIONS.has(text)) return { kind: 'function', name: text };
  return ownDecoder(column, unguarded(text)) ?? { kind: 'expression', expression: text };
}

/** The form of a column's values; null where only the server can decode them, by an expression of another tool. */
export function formOf(document: Pick<TableDocument, 'options'>, column: string): ColumnForm | null {
  const decoder = decoderOf(document, column);
  switch (decoder.kind) {
    case 'none':
      return { kind: 'text' };
    case 'function':
      return { kind: 'bytes' };
    case 'encoded':
    case 'number':
      return decoder;
    case 'expression':
      return null;
  }
}

/** The entry of `decodeColumns` for a column in this form; null where its fields are its values. */
export function decoderText(column: string, form: ColumnForm): string | null {
  if (form.kind === 'text') return null;
  return form.kind === 'bytes' ? 'FROM_BASE64' : decodedField(fieldVariable(column), form);
}

/** The SQL expression for the value of the field that `field` names. */
export function decodedField(field: string, form: ColumnForm): string {
  switch (form.kind) {
    case 'text':
      return field;
    case 'bytes':
      return `FROM_BASE64(${field})`;
    case 'encoded':
      return `CONVERT(FROM_BASE64(${field}) USING ${form.charset})`;
    case 'number':
      return `CAST(${field} AS UNSIGNED)`;
  }
}

/** The user variable that LOAD DATA reads a field into where the value needs decoding. */
export function fieldVariable(column: string): string {
  return `@${quoteName(column)}`;
}

const GUARD = 'IF(@@SESSION.system_versioning_insert_history, ';
const REFUSAL = ', (SELECT 1 UNION SELECT 2))';

/**
 * The decoder of one ordinary column of a table that is dumped with its past row versions. A session that does not
 * allow them ignores the times at which they began and ended, so that all would become current rows, or replace one:
 * there this decoder fails (error 1242 of MariaDB, measured on 10.11), whichever tool reads the dump.
 */
export function historyGuard(column: string, form: ColumnForm): string {
  return GUARD + decodedField(fieldVariable(column), form) + REFUSAL;
}

function unguarded(text: string): string {
  const isGuarded = text.startsWith(GUARD) && text.endsWith(REFUSAL);
  return isGuarded ? text.slice(GUARD.length, -REFUSAL.length) : text;
}

/** Recognizes an expression that dumps of Sluice have; null for any other. */
function ownDecoder(column: string, expression: string): Decoder | null {
  const field = fieldVariable(column);
  if (expression === field) return { kind: 'none' };
  if (expression === decodedField(field, { kind: 'bytes' })) return { kind: 'function', name: 'FROM_BASE64' };
  if (expression === decodedField(field, { kind: 'number' })) return { kind: 'number' };
  const charset = / USING ([a-z0-9]+)\)$/.exec(expression)?.[1] ?? '';
  const encoded = { kind: 'encoded', charset } as const;
  return expression === decodedField(field, encoded) ? encoded : null;
}
