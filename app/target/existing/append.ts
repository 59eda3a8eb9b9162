import type { ControlSession } from '../../catalog/session/control-session';
import { countRows } from '../../catalog/objects/count-rows';
import type { Failure } from '../../contract/failure';
import type { LoadOptions } from '../../contract/runs/options';
import type { LoadJournal } from '../journal/journal';
import { versionsOf } from '../../format/row-versions';
import type { DumpFolder, DumpTable } from '../../format/read/dump';
import type { TargetSchema } from '../target-schema';
import { existingFailures } from '../../text/target/existing';

/**
 * Counts the rows of a table that the dump's are appended to. Only an interrupted load may leave a part of the dump's
 * rows, so nobody else may write to the table meanwhile: the count at the end must be this one plus the dump's.
 */
export async function countExistingRows(
  session: ControlSession,
  schema: string,
  table: DumpTable,
): Promise<number> {
  return await countRows(session, schema, table.name, versionsOf(table));
}

/**
 * Refuses to append rows where a part of a chunk could not be rolled back, or not told from existing rows: to views,
 * and to tables of an engine without transactions.
 */
export async function assertAppendable(
  session: ControlSession,
  targets: readonly TargetSchema[],
  { schemas }: DumpFolder,
  { onExisting }: Pick<LoadOptions, 'onExisting'>,
): Promise<void> {
  if (onExisting !== 'append') return;
  for (const [index, { target, namesakes }] of targets.entries()) {
    const tables = new Set(schemas[index]?.tables.map(({ name }) => name));
    const taken = new Set(
      namesakes
        .filter(({ kind, name }) => kind === 'table' && tables.has(name))
        .map(({ there }) => there.name),
    );
    const rows = await session.rows(
      `SELECT t.TABLE_NAME AS name, t.ENGINE AS engine FROM information_schema.TABLES t
       LEFT JOIN information_schema.ENGINES e ON e.ENGINE = t.ENGINE
       WHERE t.TABLE_SCHEMA = ? AND COALESCE(e.TRANSACTIONS, 'NO') <> 'YES'`,
      [target],
    );
    const refused = rows.find(({ name }) => taken.has(name ?? ''));
    if (refused === undefined) continue;
    throw existingFailures.noAppend(
      { engine: refused.engine ?? null },
      { table: `${target}.${refused.name ?? ''}` },
    );
  }
}

/**
 * Lists what a rollback can't remove: rows that the load appended to existing tables. To be called while the journal
 * exists.
 */
export async function remainingRows(
  session: ControlSession,
  journal: LoadJournal,
): Promise<readonly Failure[]> {
  const created = await journal.createdTables(session);
  const rows = new Map<string, number>();
  for (const [key, chunk] of await journal.committed(session)) {
    const table = key.slice(0, key.lastIndexOf('/'));
    if (!created.has(table)) rows.set(table, (rows.get(table) ?? 0) + chunk.rows);
  }
  return [...rows].map(([table, count]) => existingFailures.rowsRemain({ table, count }).failure);
}
