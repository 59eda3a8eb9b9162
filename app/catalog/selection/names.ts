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

const TABLES = `SELECT TABLE_SCHEMA AS s, TABLE_NAME AS n, TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED') AS has_rows
  FROM information_schema.TABLES WHERE TABLE_SCHEMA ${NOT_SYSTEM} ORDER BY n`;

/**
 * Reads the names in all schemas that the account sees, without the server's own, in five queries, however many there
 * are.
 */
export async function readNames(session: ControlSession): Promise<readonly SchemaNames[]> {
  const schemas = await session.rows(
    `SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME ${NOT_SYSTEM} ORDER BY name`,
  );
  const tables = groupBy(await session.rows(TABLES), ({ s }) => s ?? '');
  const routines = await namesBySchema(session, 'ROUTINES', 'ROUTINE_SCHEMA', 'ROUTINE_NAME');
  const events = await namesBySchema(session, 'EVENTS', 'EVENT_SCHEMA', 'EVENT_NAME');
  const triggers = groupBy(await session.rows(TRIGGERS), ({ s }) => s ?? '');
  return schemas.map(({ name }) => {
    const schema = name ?? '';
    const own = tables.get(schema) ?? [];
    return {
      name: schema,
      tables: own.filter((row) => row.has_rows === '1').map(({ n }) => n ?? ''),
      tableLikes: own.filter((row) => row.has_rows === '0').map(({ n }) => n ?? ''),
      routines: routines(schema),
      events: events(schema),
      triggers: (triggers.get(schema) ?? []).map((row) => ({ table: row.t ?? '', name: row.n ?? '' })),
    };
  });
}

const TRIGGERS = `SELECT TRIGGER_SCHEMA AS s, EVENT_OBJECT_TABLE AS t, TRIGGER_NAME AS n
  FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA ${NOT_SYSTEM} ORDER BY n`;

async function namesBySchema(
  session: ControlSession,
  view: string,
  schemaColumn: string,
  nameColumn: string,
): Promise<(schema: string) => readonly string[]> {
  const rows: readonly Row[] = await session.rows(
    `SELECT ${schemaColumn} AS s, ${nameColumn} AS n FROM information_schema.${view}
     WHERE ${schemaColumn} ${NOT_SYSTEM} ORDER BY n`,
  );
  const bySchema = groupBy(rows, ({ s }) => s ?? '');
  return (schema) => (bySchema.get(schema) ?? []).map(({ n }) => n ?? '');
}
