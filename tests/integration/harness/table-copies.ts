import type { Connection, RowDataPacket } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';

/** Options with which a server counts its table copies; MySQL does so anyway. */
export const COUNTS_COPIES: Readonly<Record<Vendor, readonly string[]>> = {
  mysql: [],
  mariadb: ['--performance-schema=ON', '--performance-schema-instrument=stage/sql/copy to tmp table=ON'],
};

/** Number of times that the server has copied a table row by row since it started, which is what INPLACE is to prevent. */
export async function tableCopies(connection: Connection): Promise<number> {
  const [[row]] = await connection.query<RowDataPacket[]>(
    `SELECT COUNT_STAR AS copies FROM performance_schema.events_stages_summary_global_by_event_name
     WHERE EVENT_NAME = 'stage/sql/copy to tmp table'`,
  );
  if (row === undefined) throw new Error('The server counts no copies of tables.');
  return Number(row.copies);
}
