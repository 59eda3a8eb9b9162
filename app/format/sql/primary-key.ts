import type { Vendor } from '../../contract/connections/connection';
import { autoIncrementOf, engineOf, parseDefinition } from '../../catalog/definition/definition';

/** Name of the column that MySQL itself gives to tables without a primary key ("Generated Invisible Primary Keys"). */
export const ROW_ID = 'my_row_id';

/**
 * The column as SHOW CREATE TABLE prints it: MySQL a generated one from 8.0.30 on, MariaDB one that was created with the
 * same words (measured on 10.11).
 */
const COLUMNS: Readonly<Record<Vendor, string>> = {
  mysql: `  \`${ROW_ID}\` bigint unsigned NOT NULL AUTO_INCREMENT /*!80023 INVISIBLE */,\n`,
  mariadb: `  \`${ROW_ID}\` bigint(20) unsigned NOT NULL INVISIBLE AUTO_INCREMENT,\n`,
};
const KEY = `  PRIMARY KEY (\`${ROW_ID}\`)`;

/** Reason why no key can be added to a table: it has one, or servers allow none of this kind there. */
export type KeyObstacle = 'has-key' | 'auto-increment' | 'partitions' | 'engine' | 'name';

/** Returns why no invisible key can be added to a table; null where one can be. */
export function keyObstacle(createTable: string): KeyObstacle | null {
  const definition = parseDefinition(createTable);
  if (definition.indexes.some(({ kind }) => kind === 'primary')) return 'has-key';
  // A table has one AUTO_INCREMENT column at most, and each partitioning column is a part of every unique key.
  if (autoIncrementOf(definition) !== null) return 'auto-increment';
  if (/\bPARTITION BY\b/.test(definition.options)) return 'partitions';
  if (engineOf(definition).toLowerCase() !== 'innodb') return 'engine';
  const isTaken = definition.columns.some((column) => column.toLowerCase().startsWith(`\`${ROW_ID}\` `));
  return isTaken ? 'name' : null;
}

const HEAD = /^(CREATE TABLE (?:IF NOT EXISTS )?`(?:[^`]|``)+` \(\n)/i;

/**
 * Returns a table's definition with an invisible primary key, as a server of this vendor prints it; unchanged where none
 * can be added.
 */
export function withInvisibleKey(createTable: string, vendor: Vendor): string {
  if (!HEAD.test(createTable) || keyObstacle(createTable) !== null) return createTable;
  const last = parseDefinition(createTable).columns.slice(-1)[0] ?? '';
  const end = createTable.indexOf(`\n  ${last}`) + `\n  ${last}`.length;
  const rest = createTable.slice(end);
  const keyed = `${createTable.slice(0, end)},\n${KEY}${rest}`;
  return keyed.replace(HEAD, `$1${COLUMNS[vendor]}`);
}
