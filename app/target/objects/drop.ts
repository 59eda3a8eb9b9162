import type { ControlSession } from '../../catalog/session/control-session';
import { quoteName, quoteTable, quoteText } from '../../catalog/text/quote';
import type { CreatedObject } from '../journal/created-object';

/** Drops an object. A trigger or an event may be dropped already, with its table or by itself. */
export async function dropObject(session: ControlSession, object: CreatedObject): Promise<void> {
  if (object.kind !== 'package') return session.run(dropOf(object));
  // MariaDB knows the word in Oracle's mode alone. As a text for EXECUTE IMMEDIATE it takes it from 10.6 on only.
  const mode = (await session.scalar('SELECT @@SESSION.sql_mode')) ?? '';
  await session.run("SET SESSION sql_mode = 'ORACLE'");
  try {
    await session.run(dropOf(object));
  } finally {
    await session.run(`SET SESSION sql_mode = ${quoteText(mode)}`);
  }
}

/** Returns the statement that drops an object. */
export function dropOf({ kind, schema, name }: CreatedObject): string {
  if (kind === 'schema') return `DROP DATABASE IF EXISTS ${quoteName(schema)}`;
  if (kind === 'user' || kind === 'role') return `DROP ${kind.toUpperCase()} IF EXISTS ${name}`;
  return `DROP ${kind.toUpperCase()} IF EXISTS ${quoteTable(schema, name)}`;
}
