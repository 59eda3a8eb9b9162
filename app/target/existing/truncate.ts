import type { ControlSession } from '../../catalog/session/control-session';
import { quoteTable } from '../../catalog/text/quote';

/**
 * Deletes all rows, and the history of a versioned table: MariaDB truncates no such table (error 4137), and deleted
 * rows become its history.
 */
export async function emptyTable(session: ControlSession, schema: string, table: string): Promise<void> {
  const quoted = quoteTable(schema, table);
  if (!(await isVersioned(session, schema, table))) {
    await session.run(`TRUNCATE TABLE ${quoted}`);
    return;
  }
  await session.run(`DELETE FROM ${quoted}`);
  await session.run(`DELETE HISTORY FROM ${quoted}`);
}

/** Returns whether deleted rows of the table stay as its history: in MariaDB's system-versioned tables. */
export async function isVersioned(session: ControlSession, schema: string, table: string): Promise<boolean> {
  if (session.server.vendor !== 'mariadb') return false;
  const type = await session.scalar(
    'SELECT TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [schema, table],
  );
  return type === 'SYSTEM VERSIONED';
}
