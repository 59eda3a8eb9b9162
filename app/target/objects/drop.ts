import { quoteName, quoteTable, quoteText } from '../../catalog/text/quote';
import type { CreatedObject } from '../journal/created-object';

/**
 * Returns the statement that drops an object. A trigger or an event may be dropped already, with its table or by
 * itself.
 */
export function dropOf({ kind, schema, name }: CreatedObject): string {
  if (kind === 'schema') return `DROP DATABASE IF EXISTS ${quoteName(schema)}`;
  if (kind === 'user' || kind === 'role') return `DROP ${kind.toUpperCase()} IF EXISTS ${name}`;
  const drop = `DROP ${kind.toUpperCase()} IF EXISTS ${quoteTable(schema, name)}`;
  // MariaDB knows the word in Oracle's mode alone, and reads a text that it executes by the mode of the moment.
  return kind === 'package'
    ? `SET STATEMENT sql_mode = 'ORACLE' FOR EXECUTE IMMEDIATE ${quoteText(drop)}`
    : drop;
}
