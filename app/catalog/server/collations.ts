import type { ControlSession } from '../session/control-session';

/** Reads the default collation of each character set, lower case. */
export async function readDefaultCollations(session: ControlSession): Promise<ReadonlyMap<string, string>> {
  const rows = await session.rows(
    `SELECT CHARACTER_SET_NAME AS charset, DEFAULT_COLLATE_NAME AS collation FROM information_schema.CHARACTER_SETS`,
  );
  return new Map(rows.map(({ charset, collation }) => [charset ?? '', (collation ?? '').toLowerCase()]));
}
