import type { EngineRowVersions } from '../../engine/specs';
import type { ControlSession } from '../session/control-session';
import { quoteTable } from '../text/quote';

/** Returns a table reference for a FROM clause (MariaDB manual, "System-Versioned Tables"). */
export function fromTable(schema: string, table: string, versions: EngineRowVersions): string {
  return `${quoteTable(schema, table)}${versions === 'all' ? ' FOR SYSTEM_TIME ALL' : ''}`;
}

/** Counts a table's current rows, or all row versions. */
export async function countRows(
  session: ControlSession,
  schema: string,
  table: string,
  versions: EngineRowVersions,
): Promise<number> {
  return Number(await session.scalar(`SELECT COUNT(*) FROM ${fromTable(schema, table, versions)}`));
}
