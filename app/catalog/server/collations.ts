import type { ControlSession } from '../session/control-session';
import { has, type ServerVersion } from './dialect';

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

/** Character sets whose default collation MariaDB 11.5 has changed (its release notes, character_set_collations). */
const UNICODE = ['utf8mb3', 'ucs2', 'utf8mb4', 'utf16', 'utf32'];

/**
 * Default collations that a server's definitions leave unsaid, where versions differ in them. Later versions of MariaDB
 * have others, and always name them.
 */
export function unsaidCollations(server: ServerVersion): ReadonlyMap<string, string> {
  if (server.vendor === 'mariadb')
    return new Map(UNICODE.map((charset) => [charset, `${charset}_general_ci`]));
  return new Map([
    ['utf8mb4', has(server, 'newUtf8mb4Default') ? 'utf8mb4_0900_ai_ci' : 'utf8mb4_general_ci'],
  ]);
}
