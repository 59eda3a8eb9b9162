import { parseDefinition, type ForeignKeyLine } from '../../catalog/definition/definition';
import type { ControlSession } from '../../catalog/session/control-session';
import { isRefusal } from '../../catalog/session/statement-failure';
import { readCreateTable } from '../../catalog/objects/objects';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import type { Failure } from '../../contract/failure';
import type { Check } from '../../contract/runs/result';
import { messageOf } from '../../engine/failures';
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

/** Tables as they are called, by their names as a server folds them. */
export type KnownTables = ReadonlyMap<string, Pick<KeyedTable, 'schema' | 'dump'>>;

export function knownTables(tables: readonly Pick<KeyedTable, 'schema' | 'dump'>[]): KnownTables {
  return new Map(tables.map((one) => [foldedPlace(one.schema, one.dump.name), one] as const));
}

/**
 * Names the parents of a table's foreign keys as these tables are called: a server that folds names prints them in lower case.
 * Pure.
 */
export function withKnownParents<T extends KeyedTable>(table: T, known: KnownTables): T {
  if (table.foreignKeys.length === 0) return table;
  const foreignKeys = table.foreignKeys.map((foreignKey) => {
    const { parentSchema, parentTable } = foreignKey;
    const parent = known.get(foldedPlace(parentSchema ?? table.schema, parentTable));
    if (parent === undefined) return foreignKey;
    return {
      ...foreignKey,
      parentSchema: parentSchema === null ? null : parent.schema,
      parentTable: parent.dump.name,
    };
  });
  return { ...table, foreignKeys };
}

function foldedPlace(schema: string, table: string): string {
  return quoteTable(schema, table).toLowerCase();
}

/**
 * Server errors for a parent that can't be read: the table or its schema is not there, the account may not read it or a
 * column of it. With foreign_key_checks off a key is created all the same.
 */
const ABSENT = [1146, 1049] as const;
const UNREADABLE = [1142, 1143] as const;

/** Searches for rows without a parent, key by key. Returns null for a table without foreign keys. */
export async function checkForeignKeys<T extends KeyedTable>(
  session: ControlSession,
  table: T,
): Promise<CheckedKeys<T> | null> {
  if (table.foreignKeys.length === 0) return null;
  const orphaned: OrphanedKey<T>[] = [];
  const unproved: UnprovedKey<T>[] = [];
  for (const foreignKey of table.foreignKeys) {
    try {
      const orphan = await session.scalar(antiJoin(table.schema, table.dump.name, foreignKey));
      if (orphan !== null) orphaned.push({ table, foreignKey });
    } catch (error) {
      if (!isRefusal(error, ...ABSENT, ...UNREADABLE)) throw error;
      unproved.push({
        table,
        foreignKey,
        reason: messageOf(error),
        isThere: isRefusal(error, ...UNREADABLE),
      });
    }
  }
  return { check: checkOfKeys(table.foreignKeys.length, orphaned, unproved), orphaned, unproved };
}

/** Returns the check of a table with `count` foreign keys, some with orphaned rows, some without a readable parent. Pure. */
export function checkOfKeys(
  count: number,
  orphaned: readonly Pick<OrphanedKey, 'foreignKey'>[],
  unproved: readonly Pick<UnprovedKey, 'foreignKey' | 'reason'>[] = [],
): Check {
  const details = [
    ...(orphaned.length === 0 ? [] : [tableText.orphans(orphaned.map(({ foreignKey }) => foreignKey.name))]),
    ...unproved.map(({ foreignKey, reason }) =>
      tableText.keyNotProved({ foreignKey: foreignKey.name, reason }),
    ),
  ];
  return details.length === 0
    ? { kind: 'foreign-keys', state: 'ok', detail: tableText.keysHold(count) }
    : { kind: 'foreign-keys', state: 'not-checked', detail: details.join('; ') };
}

/** A foreign key with orphaned rows. */
export interface OrphanedKey<T extends KeyedTable = PreparedTable> {
  readonly table: T;
  readonly foreignKey: ForeignKeyLine;
}

/** A foreign key whose parent can't be read, with the server's reason. */
export interface UnprovedKey<T extends KeyedTable = PreparedTable> extends OrphanedKey<T> {
  readonly reason: string;
  /** False where it does not exist. */
  readonly isThere: boolean;
}

export interface CheckedKeys<T extends KeyedTable = PreparedTable> {
  readonly check: Check;
  readonly orphaned: readonly OrphanedKey<T>[];
  readonly unproved: readonly UnprovedKey<T>[];
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

/** Returns the warning for a key whose parent can't be read: nothing says whether its rows have one. */
export function unprovedWarning({ table, foreignKey, reason, isThere }: UnprovedKey<KeyedTable>): Failure {
  const { schema, dump } = table;
  const place = { table: `${schema}.${dump.name}` };
  return tableFailures.keyNotProved({ foreignKey: foreignKey.name, reason, isThere }, place).failure;
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
