import type { ControlSession } from '../session/control-session';
import type { Row } from '../session/row';
import { groupBy } from '../collections/group-by';
import { NOT_SYSTEM } from '../objects/schemas';

/** Names of a schema's objects. */
export interface SchemaNames {
  readonly name: string;
  readonly tables: readonly string[];
  /** Views, and on MariaDB sequences. */
  readonly tableLikes: readonly string[];
  /** Functions and procedures; on MariaDB packages too. */
  readonly routines: readonly string[];
  readonly events: readonly string[];
  readonly triggers: readonly { readonly table: string; readonly name: string }[];
}

const SCHEMAS = `SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA
  WHERE SCHEMA_NAME ${NOT_SYSTEM} ORDER BY name`;
const TABLES = `SELECT TABLE_SCHEMA AS s, TABLE_NAME AS n, TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED') AS has_rows
  FROM information_schema.TABLES WHERE TABLE_SCHEMA ${NOT_SYSTEM} ORDER BY n`;
const ROUTINES = namesIn('ROUTINES', 'ROUTINE');
const EVENTS = namesIn('EVENTS', 'EVENT');
const TRIGGERS = `SELECT TRIGGER_SCHEMA AS s, EVENT_OBJECT_TABLE AS t, TRIGGER_NAME AS n
  FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA ${NOT_SYSTEM} ORDER BY n`;

function namesIn(view: string, kind: string): string {
  return `SELECT ${kind}_SCHEMA AS s, ${kind}_NAME AS n FROM information_schema.${view}
  WHERE ${kind}_SCHEMA ${NOT_SYSTEM} ORDER BY n`;
}

/**
 * Reads the names in all schemas that the account sees, without the server's own, in five queries, which go in one
 * call where the session takes many.
 */
export async function readNames(session: ControlSession): Promise<readonly SchemaNames[]> {
  const [schemas = [], ...kinds] = await session.rowsOfEach([SCHEMAS, TABLES, ROUTINES, EVENTS, TRIGGERS]);
  const [tables, routines, events, triggers] = kinds.map((rows) => groupBy(rows, ({ s }) => s ?? ''));
  return schemas.map(({ name }) => {
    const schema = name ?? '';
    const own = tables?.get(schema) ?? [];
    return {
      name: schema,
      tables: namesOf(own.filter((row) => row.has_rows === '1')),
      tableLikes: namesOf(own.filter((row) => row.has_rows === '0')),
      routines: namesOf(routines?.get(schema)),
      events: namesOf(events?.get(schema)),
      triggers: (triggers?.get(schema) ?? []).map((row) => ({ table: row.t ?? '', name: row.n ?? '' })),
    };
  });
}

function namesOf(rows: readonly Row[] = []): readonly string[] {
  return rows.map(({ n }) => n ?? '');
}
