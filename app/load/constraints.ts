import { parseDefinition, type ForeignKeyLine } from '../catalog/definition';
import type { ControlSession } from '../catalog/control-session';
import { readCreateTable } from '../catalog/objects';
import { quoteName, quoteTable } from '../catalog/quote';
import { SluiceError } from '../contract/failure';
import type { Check } from '../contract/run';
import type { RunHooks } from '../engine/hooks';
import { addStatement } from './indexes/batches';
import type { PreparedTable } from './tables';

/**
 * Puts the foreign keys back with checks off (with checks on, the server copies the whole table), then proves by
 * an anti-join that no row points nowhere.
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
    const { foreignKeys } = parseDefinition(await readCreateTable(session, schema, dump.name));
    const there = new Set(foreignKeys.map(({ name }) => name));
    const missing = detached.filter(({ name }) => !there.has(name));
    if (missing.length > 0) await session.run(addStatement(quoteTable(schema, dump.name), missing));
  }
}

export async function checkForeignKeys(session: ControlSession, table: PreparedTable): Promise<Check | null> {
  if (table.foreignKeys.length === 0) return null;
  for (const foreignKey of table.foreignKeys) {
    const orphan = await session.scalar(antiJoin(table.schema, table.dump.name, foreignKey));
    if (orphan === null) continue;
    throw new SluiceError('rows-differ', `A row has no parent for the foreign key ${foreignKey.name}.`, {
      table: `${table.schema}.${table.dump.name}`,
      statement: foreignKey.text,
    });
  }
  const count = table.foreignKeys.length;
  return {
    kind: 'foreign-keys',
    state: 'ok',
    detail: `${count} foreign ${count === 1 ? 'key' : 'keys'} hold for every row`,
  };
}

/** A row whose key columns are all set and which has no parent; MATCH SIMPLE lets any NULL pass. */
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
