import type { EngineRowVersions } from '../../engine/specs';
import type { ControlSession } from '../session/control-session';
import { quoteTable } from '../text/quote';

/** A table as it stands in a FROM clause (MariaDB manual, "System-Versioned Tables"). */
export function fromTable(schema: string, table: string, versions: EngineRowVersions): string {
  return `${quoteTable(schema, table)}${versions === 'all' ? ' FOR SYSTEM_TIME ALL' : ''}`;
}

/** How many rows a table has now, or has had with those that it has now. */
export async function countRows(
  session: ControlSession,
  schema: string,
  table: string,
  versions: EngineRowVersions,
): Promise<number> {
  return Number(await session.scalar(`SELECT COUNT(*) FROM ${fromTable(schema, table, versions)}`));
}
