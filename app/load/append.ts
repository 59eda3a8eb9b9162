import type { ControlSession } from '../catalog/control-session';
import { quoteTable } from '../catalog/quote';
import { SluiceError } from '../contract/failure';
import type { LoadOptions } from '../contract/options';
import type { DumpFolder } from '../format/reader';
import type { TargetSchema } from './target';

/**
 * How many rows a table has that the dump's are added to. Only a load that is interrupted may leave a part of them, so
 * nobody else may write into the table meanwhile: the count at the end must be this one and the dump's.
 */
export async function countThere(session: ControlSession, schema: string, table: string): Promise<number> {
  return Number(await session.scalar(`SELECT COUNT(*) FROM ${quoteTable(schema, table)}`));
}

/**
 * Refuses to add rows where a part of a chunk could not be taken back, or could not be told from what was there: to
 * views, and to tables of an engine without transactions.
 */
export async function assertAppendable(
  session: ControlSession,
  targets: readonly TargetSchema[],
  { schemas }: DumpFolder,
  { onExisting }: Pick<LoadOptions, 'onExisting'>,
): Promise<void> {
  if (onExisting !== 'append') return;
  for (const [index, { target, clashes }] of targets.entries()) {
    const tables = new Set(schemas[index]?.tables.map(({ name }) => name));
    const rows = await session.rows(
      `SELECT t.TABLE_NAME AS name, t.ENGINE AS engine FROM information_schema.TABLES t
       LEFT JOIN information_schema.ENGINES e ON e.ENGINE = t.ENGINE
       WHERE t.TABLE_SCHEMA = ? AND COALESCE(e.TRANSACTIONS, 'NO') <> 'YES'`,
      [target],
    );
    const refused = rows.find(({ name }) => clashes.has(name ?? '') && tables.has(name ?? ''));
    if (refused === undefined) continue;
    const why =
      refused.engine == null
        ? 'It is a view'
        : `Its engine ${refused.engine} can’t take back a part of them when the load is interrupted`;
    throw new SluiceError('target-exists', `No rows can be added to the table. ${why}.`, {
      table: `${target}.${refused.name ?? ''}`,
      hint: 'Leave the table out, or choose “truncate” or “drop” for existing objects.',
    });
  }
}
