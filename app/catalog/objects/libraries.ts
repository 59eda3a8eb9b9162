import { has } from '../server/dialect';
import type { ControlSession } from '../session/control-session';
import { readStored, type StoredObject } from './objects';

/**
 * Reads the libraries of a schema in name order. They import one another only within their text, so that any order will
 * do; a routine that imports one can be created only after it (error 1305, measured on 9.7).
 */
export async function readLibraries(
  session: ControlSession,
  schema: string,
  takes: (library: string) => boolean = () => true,
): Promise<readonly StoredObject[]> {
  const names = (await readLibraryNames(session, schema)).filter(takes);
  if (names.length > 0) await session.use(schema);
  const libraries: StoredObject[] = [];
  for (const name of names) libraries.push(await readStored(session, 'library', name));
  return libraries;
}

/** Reads names in order; empty on a server that has no libraries. */
export async function readLibraryNames(session: ControlSession, schema: string): Promise<readonly string[]> {
  if (!has(session.server, 'libraries')) return [];
  const rows = await session.rows(
    'SELECT LIBRARY_NAME AS name FROM information_schema.LIBRARIES WHERE LIBRARY_SCHEMA = ? ORDER BY name',
    [schema],
  );
  return rows.map(({ name }) => name ?? '');
}
