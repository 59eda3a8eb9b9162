import type { ControlSession } from '../session/control-session';

/** A column for which MariaDB records a spatial reference system. */
export interface ReferringColumn {
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
