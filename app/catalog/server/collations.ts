import type { ControlSession } from '../session/control-session';

/** The collation that each character set has where none is named, lower case. */
export async function readDefaultCollations(session: ControlSession): Promise<ReadonlyMap<string, string>> {
  const rows = await session.rows(
    `SELECT CHARACTER_SET_NAME AS charset, DEFAULT_COLLATE_NAME AS collation FROM information_schema.CHARACTER_SETS`,
  );
  return new Map(rows.map(({ charset, collation }) => [charset ?? '', (collation ?? '').toLowerCase()]));
}
