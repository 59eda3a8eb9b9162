import type { ControlSession } from './control-session';

/** The first version that has CREATE LIBRARY (MySQL 9.2 release notes). */
const SINCE = 90_200;

/** The names of a schema's libraries of JavaScript, in name order; MySQL alone has any. */
export async function readLibraryNames(session: ControlSession, schema: string): Promise<readonly string[]> {
  const { vendor, versionNumber } = session.server;
  if (vendor !== 'mysql' || versionNumber < SINCE) return [];
  const rows = await session.rows(
    'SELECT LIBRARY_NAME AS name FROM information_schema.LIBRARIES WHERE LIBRARY_SCHEMA = ? ORDER BY name',
    [schema],
  );
  return rows.map(({ name }) => name ?? '');
}
