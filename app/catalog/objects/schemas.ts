import type { ControlSession } from '../session/control-session';
import type { Row } from '../session/row';
import { objectFailures } from '../../text/catalog/objects';
import { groupBy } from '../collections/group-by';
import { IS_PARTITIONED } from './tables';
import type { CatalogSchema, CatalogTable, CatalogTree } from '../../contract/catalog';

/** Schemas that belong to the server itself and never travel (MySQL manual, "The mysql System Schema"). */
export const SYSTEM_SCHEMAS = ['information_schema', 'mysql', 'performance_schema', 'sys'] as const;

/** Returns whether the schema is one of the server's own, in any letter case. */
export function isSystem(schema: string): boolean {
  return SYSTEM_SCHEMAS.some((name) => name === schema.toLowerCase());
}

export const NOT_SYSTEM = `NOT IN (${SYSTEM_SCHEMAS.map((name) => `'${name}'`).join(', ')})`;

/** Reads all schemas that the account sees, with the tables, sizes and object counts of each, in name order. */
export async function readTree(session: ControlSession): Promise<CatalogTree> {
  const names = await session.rows(
    `SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME ${NOT_SYSTEM} ORDER BY name`,
  );
  const tables = await session.rows(
    `SELECT TABLE_SCHEMA AS \`schema\`, TABLE_NAME AS name, TABLE_TYPE AS type, ENGINE AS engine,
            TABLE_ROWS AS \`rows\`, DATA_LENGTH AS data, INDEX_LENGTH AS idx, ${IS_PARTITIONED} AS partitioned
     FROM information_schema.TABLES WHERE TABLE_SCHEMA ${NOT_SYSTEM} ORDER BY TABLE_SCHEMA, TABLE_NAME`,
  );
  const partitions = tables.some(({ partitioned }) => partitioned === '1')
    ? await countPartitions(session)
    : new Map<string, number>();
  const routines = await countBy(session, 'ROUTINES', 'ROUTINE_SCHEMA');
  const triggers = await countBy(session, 'TRIGGERS', 'TRIGGER_SCHEMA');
  const events = await countBy(session, 'EVENTS', 'EVENT_SCHEMA');
  const bySchema = groupBy(tables, ({ schema }) => schema ?? '');
  return {
    vendor: session.server.vendor,
    schemas: names.map(({ name }) => {
      const schema = name ?? '';
      const own = bySchema.get(schema) ?? [];
      return {
        name: schema,
        tables: own
          .filter(isTable)
          .map((row) => toTable(row, partitions.get(`${schema}/${row.name ?? ''}`) ?? 0)),
        views: own.filter(({ type }) => type === 'VIEW').map((row) => row.name ?? ''),
        routines: routines.get(schema) ?? 0,
        triggers: triggers.get(schema) ?? 0,
        events: events.get(schema) ?? 0,
      } satisfies CatalogSchema;
    }),
  };
}

/** Fails with `unknown-schema` for the first name that does not exist or that the account can't see. */
export async function assertSchemas(session: ControlSession, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const found = await session.scalar(
      'SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?',
      [name],
    );
    if (found === null) throw objectFailures.schemaUnknown({ name });
  }
}

export async function schemaExists(session: ControlSession, name: string): Promise<boolean> {
  const found = await session.scalar('SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?', [
    name,
  ]);
  return found !== null;
}

/** Returns whether a row is a BASE TABLE, or MariaDB's SYSTEM VERSIONED; not a view or a sequence. */
function isTable({ type }: Row): boolean {
  return type === 'BASE TABLE' || type === 'SYSTEM VERSIONED';
}

function toTable(row: Row, partitions: number): CatalogTable {
  return {
    name: row.name ?? '',
    engine: row.engine ?? '',
    rows: Number(row.rows ?? 0),
    dataBytes: Number(row.data ?? 0),
    indexBytes: Number(row.idx ?? 0),
    partitions,
  };
}

/** Returns the number of partitions by `schema/table`. */
function countPartitions(session: ControlSession): Promise<ReadonlyMap<string, number>> {
  const table = "CONCAT(TABLE_SCHEMA, '/', TABLE_NAME)";
  return countBy(session, 'PARTITIONS', 'TABLE_SCHEMA', table, 'PARTITION_NAME IS NOT NULL');
}

async function countBy(
  session: ControlSession,
  view: string,
  schemaColumn: string,
  key = schemaColumn,
  condition = 'TRUE',
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.rows(
    `SELECT ${key} AS k, COUNT(*) AS n FROM information_schema.${view}
     WHERE ${schemaColumn} ${NOT_SYSTEM} AND ${condition} GROUP BY k`,
  );
  return new Map(rows.map(({ k, n }) => [k ?? '', Number(n)]));
}
