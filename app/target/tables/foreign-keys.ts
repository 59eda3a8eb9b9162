import { parseDefinition, type ForeignKeyLine } from '../../catalog/definition/definition';
import type { ControlSession } from '../../catalog/session/control-session';
import { readCreateTable } from '../../catalog/objects/objects';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import type { Failure } from '../../contract/failure';
import type { Check } from '../../contract/runs/result';
import type { RunHooks } from '../../engine/hooks';
import { addStatement } from '../indexes/batches';
import type { PreparedTable } from './prepared-table';
import { tableFailures, tableText } from '../../text/target/tables';

/**
 * Adds the foreign keys with checks off (with checks on, the server copies the whole table); an anti-join proves them
 * later.
 */
export async function addForeignKeys(
  session: ControlSession,
  tables: readonly PreparedTable[],
  hooks: RunHooks,
): Promise<void> {
  for (const { dump, schema, detached } of tables) {
    hooks.cancellation.throwIfCancelled();
    if (detached.length === 0) continue;
    // An earlier run, or an attempt whose answer was lost, may have put them back.
    const missing = missingKeys(detached, await readCreateTable(session, schema, dump.name));
    if (missing.length > 0) await session.run(addStatement(quoteTable(schema, dump.name), missing));
  }
}

/** Returns the foreign keys that the table's present definition lacks. Pure. */
export function missingKeys(keys: readonly ForeignKeyLine[], createTable: string): readonly ForeignKeyLine[] {
  const existing = new Set(parseDefinition(createTable).foreignKeys.map(({ name }) => name));
  return keys.filter(({ name }) => !existing.has(name));
}

/** A table on the target, with the foreign keys to prove. */
export interface KeyedTable extends Pick<PreparedTable, 'schema' | 'foreignKeys'> {
  readonly dump: Pick<PreparedTable['dump'], 'name'>;
}

/** Searches for rows without a parent, key by key. Returns null for a table without foreign keys. */
export async function checkForeignKeys<T extends KeyedTable>(
  session: ControlSession,
  table: T,
): Promise<CheckedKeys<T> | null> {
  if (table.foreignKeys.length === 0) return null;
  const orphaned: ForeignKeyLine[] = [];
  for (const foreignKey of table.foreignKeys) {
    const orphan = await session.scalar(antiJoin(table.schema, table.dump.name, foreignKey));
    if (orphan !== null) orphaned.push(foreignKey);
  }
  return {
    check: checkOfKeys(table.foreignKeys.length, orphaned),
    orphaned: orphaned.map((foreignKey) => ({ table, foreignKey })),
  };
}

/** Returns the check of a table with `count` foreign keys, of which the given ones have orphaned rows. Pure. */
export function checkOfKeys(count: number, orphaned: readonly ForeignKeyLine[]): Check {
  if (orphaned.length > 0) {
    const detail = tableText.orphans(orphaned.map(({ name }) => name));
    return { kind: 'foreign-keys', state: 'not-checked', detail };
  }
  return { kind: 'foreign-keys', state: 'ok', detail: tableText.keysHold(count) };
}

/** A foreign key with orphaned rows. */
export interface OrphanedKey<T extends KeyedTable = PreparedTable> {
  readonly table: T;
  readonly foreignKey: ForeignKeyLine;
}

export interface CheckedKeys<T extends KeyedTable = PreparedTable> {
  readonly check: Check;
  readonly orphaned: readonly OrphanedKey<T>[];
}

/**
 * Fails with `rows-differ` for orphaned rows that can't be the source's: the dump does not have the key, or the parents
 * are not those that came with them.
 */
export function assertOrphansOfSource(
  orphaned: readonly OrphanedKey[],
  tables: readonly PreparedTable[],
): void {
  const added = orphaned.find((key) => !isKeyOfDump(key) || !comeTogether(key, tables));
  if (added === undefined) return;
  const { table, foreignKey } = added;
  throw tableFailures.noParent(
    { foreignKey: foreignKey.name },
    { table: `${table.schema}.${table.dump.name}`, statement: foreignKey.text },
  );
}

function isKeyOfDump({ table, foreignKey }: OrphanedKey): boolean {
  if (!table.isKept) return true;
  const { foreignKeys } = parseDefinition(table.dump.definition?.createTable ?? '');
  return foreignKeys.some(
    ({ columns, parentTable }) =>
      parentTable === foreignKey.parentTable && columns.join() === foreignKey.columns.join(),
  );
}

function comeTogether({ table, foreignKey }: OrphanedKey, tables: readonly PreparedTable[]): boolean {
  const { parentSchema, parentTable } = foreignKey;
  const parent = tables.find(
    ({ schema, dump }) => schema === (parentSchema ?? table.schema) && dump.name === parentTable,
  );
  return parent?.existingRows === null;
}

/** Returns the warning for an orphaned key whose tables hold the source's rows: the source has the orphans too. */
export function orphanWarning({ table, foreignKey }: OrphanedKey<KeyedTable>): Failure {
  const { schema, dump } = table;
  const statement = antiJoin(schema, dump.name, foreignKey).replace('SELECT 1 ', 'SELECT c.* ');
  return tableFailures.noParentAtSource(
    { foreignKey: foreignKey.name },
    { table: `${schema}.${dump.name}`, statement: statement.slice(0, 500) },
  ).failure;
}

/**
 * Returns the query for a row whose key columns are all set and which has no parent; MATCH SIMPLE lets any NULL pass.
 */
export function antiJoin(schema: string, table: string, foreignKey: ForeignKeyLine): string {
  const { columns, parentColumns, parentSchema, parentTable } = foreignKey;
  const pairs = columns.map(
    (column, part) => `c.${quoteName(column)} = p.${quoteName(parentColumns[part] ?? '')}`,
  );
  const set = columns.map((column) => `c.${quoteName(column)} IS NOT NULL`);
  return [
    `SELECT 1 FROM ${quoteTable(schema, table)} c`,
    `WHERE ${set.join(' AND ')} AND NOT EXISTS`,
    `(SELECT 1 FROM ${quoteTable(parentSchema ?? schema, parentTable)} p WHERE ${pairs.join(' AND ')}) LIMIT 1`,
  ].join(' ');
}
