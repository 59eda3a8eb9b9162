import { has } from '../server/dialect';
import type { Asker } from '../session/answers';
import type { ControlSession } from '../session/control-session';
import { LISTS } from './lists';
import { readAllStored, type StoredObject } from './objects';

/**
 * Reads the libraries of a schema in name order. They import one another only within their text, so that any order will
 * do; a routine that imports one can be created only after it (error 1305, measured on 9.7).
 */
export async function readLibraries(
  session: ControlSession,
  schema: string,
  takes: (library: string) => boolean = () => true,
  ask: Asker = (statement) => session.rows(statement),
): Promise<readonly StoredObject[]> {
  const names = (await readLibraryNames(session, schema, ask)).filter(takes);
  const found = names.map((name) => ({ kind: 'library', name }) as const);
  return await readAllStored(session, schema, found, (stored) => stored);
}

/** Reads names in order; empty on a server that has no libraries. */
export async function readLibraryNames(
  session: ControlSession,
  schema: string,
  ask: Asker = (statement) => session.rows(statement),
): Promise<readonly string[]> {
  if (!has(session.server, 'libraries')) return [];
  const rows = await ask(LISTS.libraries(schema));
  return rows.map(({ name }) => name ?? '');
}
