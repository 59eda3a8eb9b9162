import type { ControlSession } from '../../../catalog/session/control-session';
import type { MigrationFinding } from '../../../contract/runs/migrate';
import { precheckText } from '../../../text/migrate/precheck';

/** A column for which MariaDB records a spatial reference system. */
interface ReferringColumn {
  readonly table: string;
  readonly column: string;
  readonly srid: string;
}

/** Reads the columns of a MariaDB schema that were created with REF_SYSTEM_ID. */
export async function readReferences(
  session: ControlSession,
  schema: string,
): Promise<readonly ReferringColumn[]> {
  const rows = await session.rows(
    `SELECT G_TABLE_NAME AS t, G_GEOMETRY_COLUMN AS c, SRID AS srid
     FROM information_schema.GEOMETRY_COLUMNS WHERE G_TABLE_SCHEMA = ? AND SRID <> 0
     ORDER BY t, c`,
    [schema],
  );
  return rows.map(({ t, c, srid }) => ({ table: t ?? '', column: c ?? '', srid: srid ?? '' }));
}

/**
 * Returns findings on such columns. MariaDB's SHOW CREATE TABLE does not print REF_SYSTEM_ID, and MariaDB enforces it
 * on no value: MySQL's SRID, which refuses other values, would be something else (both measured on 10.11). Pure.
 */
export function judgeReferences(
  schema: string,
  columns: readonly ReferringColumn[],
  tables: ReadonlySet<string>,
): readonly MigrationFinding[] {
  return columns
    .filter(({ table }) => tables.has(table))
    .map(({ table, column, srid }) => ({
      kind: 'plain',
      severity: 'converts',
      rule: 'spatial-reference',
      object: `${schema}.${table}.${column}`,
      why: precheckText.referenceSystem(srid),
    }));
}
