import type { ControlSession } from '../../catalog/session/control-session';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import type { CreatedObject } from '../journal/created-object';
import { runInOracleMode } from '../session/oracle-mode';

/** Drops an object. A trigger or an event may be dropped already, with its table or by itself. */
export async function dropObject(session: ControlSession, object: CreatedObject): Promise<void> {
  if (object.kind === 'package') await runInOracleMode(session, dropOf(object));
  else await session.run(dropOf(object));
}

/** Returns the statement that drops an object. */
export function dropOf({ kind, schema, name }: CreatedObject): string {
  if (kind === 'schema') return `DROP DATABASE IF EXISTS ${quoteName(schema)}`;
  if (kind === 'user' || kind === 'role') return `DROP ${kind.toUpperCase()} IF EXISTS ${name}`;
  return `DROP ${kind.toUpperCase()} IF EXISTS ${quoteTable(schema, name)}`;
}
