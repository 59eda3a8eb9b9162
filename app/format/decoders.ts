import { quoteName } from '../catalog/quote';
import { byName } from './by-name';
import type { TableDocument } from './documents';

/** Functions that `decodeColumns` may name; any other text there is an expression, as MySQL Shell's reader has it. */
const FUNCTIONS: ReadonlySet<string> = new Set(['UNHEX', 'FROM_BASE64', 'STRING_TO_VECTOR']);

/** How a column's field in a chunk becomes its value. */
export type Decoder =
  | { readonly kind: 'none' }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'expression'; readonly expression: string };

/** A guard ({@link historyGuard}) is meant for others: our own sessions let rows of the past in. */
export function decoderOf({ options }: Pick<TableDocument, 'options'>, column: string): Decoder {
  const text = byName(options.decodeColumns, column);
  if (text === undefined || text === historyGuard(column, 'text')) return { kind: 'none' };
  if (text === historyGuard(column, 'base64')) return { kind: 'function', name: 'FROM_BASE64' };
  if (FUNCTIONS.has(text)) return { kind: 'function', name: text };
  return { kind: 'expression', expression: text };
}

/** What LOAD DATA reads a field into that it does not store as it is. */
export function fieldVariable(column: string): string {
  return `@${quoteName(column)}`;
}

/**
 * The decoder of one ordinary column of a table whose rows of the past are dumped with those of now. A session that does
 * not let them in passes over the moments at which they began and ended, so that all would become rows of now, or replace
 * one: there this fails (error 1242 of MariaDB, measured on 10.11), whichever tool reads the dump.
 */
export function historyGuard(column: string, encoding: 'text' | 'base64'): string {
  const field = fieldVariable(column);
  const value = encoding === 'base64' ? `FROM_BASE64(${field})` : field;
  return `IF(@@SESSION.system_versioning_insert_history, ${value}, (SELECT 1 UNION SELECT 2))`;
}
