import { has, type ServerVersion } from '../server/dialect';
import type { Asker } from '../session/answers';
import type { ControlSession } from '../session/control-session';
import { quoteText } from '../text/quote';

/** Statements that list the objects of a schema, by kind, in the order in which they are created. */
export const LISTS = {
  views: (schema: string) =>
    `SELECT TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ${quoteText(schema)} ORDER BY name`,
  /** Functions first, because a procedure or an event may call them; on MariaDB a package comes before its body. */
  routines: (schema: string) =>
    `SELECT ROUTINE_NAME AS name, ROUTINE_TYPE AS type, ROUTINE_COMMENT AS comment FROM information_schema.ROUTINES
     WHERE ROUTINE_SCHEMA = ${quoteText(schema)} ORDER BY type, name`,
  triggers: (schema: string) =>
    `SELECT TRIGGER_NAME AS name, EVENT_OBJECT_TABLE AS t FROM information_schema.TRIGGERS
     WHERE EVENT_OBJECT_SCHEMA = ${quoteText(schema)}
     ORDER BY EVENT_OBJECT_TABLE, EVENT_MANIPULATION, ACTION_TIMING, ACTION_ORDER`,
  events: (schema: string) =>
    `SELECT EVENT_NAME AS name, EVENT_COMMENT AS comment FROM information_schema.EVENTS
     WHERE EVENT_SCHEMA = ${quoteText(schema)} ORDER BY name`,
  libraries: (schema: string) =>
    `SELECT LIBRARY_NAME AS name FROM information_schema.LIBRARIES
     WHERE LIBRARY_SCHEMA = ${quoteText(schema)} ORDER BY name`,
  sequences: (schema: string) =>
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = ${quoteText(schema)} AND TABLE_TYPE = 'SEQUENCE' ORDER BY name`,
} as const;

/** Returns the kinds that a server may have. */
function kindsOf(server: ServerVersion): readonly (keyof typeof LISTS)[] {
  return [
    ...(['views', 'routines'] as const),
    ...(has(server, 'libraries') ? (['libraries'] as const) : []),
    ...(server.vendor === 'mariadb' ? (['sequences'] as const) : []),
  ];
}

/**
 * Asks for the lists of schemas ahead, in one call where the session takes many. That of events only when they are read:
 * an event may remove itself meanwhile.
 */
export async function askForLists(session: ControlSession, schemas: readonly string[]): Promise<Asker> {
  const kinds = kindsOf(session.server);
  return await session.askAhead(schemas.flatMap((schema) => kinds.map((kind) => LISTS[kind](schema))));
}

/** Asks for the lists of events ahead, as `askForLists`. */
export async function askForEvents(session: ControlSession, schemas: readonly string[]): Promise<Asker> {
  return await session.askAhead(schemas.map(LISTS.events));
}
