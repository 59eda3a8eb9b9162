import type { ControlSession } from '../session/control-session';
import { has } from './dialect';

/** Reads the default collation of each character set, lower case. */
export async function readDefaultCollations(session: ControlSession): Promise<ReadonlyMap<string, string>> {
  const rows = await session.rows(
    `SELECT CHARACTER_SET_NAME AS charset, DEFAULT_COLLATE_NAME AS collation FROM information_schema.CHARACTER_SETS`,
  );
  return new Map(rows.map(({ charset, collation }) => [charset ?? '', (collation ?? '').toLowerCase()]));
}

/** Reads the names of all collations, lower case, with and without their character set where a server has both. */
export async function readCollations(session: ControlSession): Promise<ReadonlySet<string>> {
  const names = await session.rows('SELECT COLLATION_NAME AS name FROM information_schema.COLLATIONS');
  const full = has(session.server, 'fullCollationNames')
    ? await session.rows(
        'SELECT FULL_COLLATION_NAME AS name FROM information_schema.COLLATION_CHARACTER_SET_APPLICABILITY',
      )
    : [];
  return new Set([...names, ...full].map(({ name }) => (name ?? '').toLowerCase()));
}
