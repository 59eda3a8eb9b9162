import type { ControlSession } from '../../catalog/session/control-session';
import { quoteTable } from '../../catalog/text/quote';

/**
 * Takes all rows away, with what a versioned table keeps of them: MariaDB truncates no such table (error 4137), and what
 * is deleted becomes its history.
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

/** Whether rows that are deleted from the table stay as its history: in MariaDB's system-versioned ones. */
export async function isVersioned(session: ControlSession, schema: string, table: string): Promise<boolean> {
  if (session.server.vendor !== 'mariadb') return false;
  const type = await session.scalar(
    'SELECT TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [schema, table],
  );
  return type === 'SYSTEM VERSIONED';
}
