import type { RowDataPacket } from 'mysql2/promise';
import type { SpeedUp } from '../../../app/contract/runs/options';
import type { CrashTarget } from './crash-target';

/** Speed-ups that each vendor allows while it runs: MariaDB 10.11 has no switch for the other two. */
export const ALL_SPEED_UPS: Readonly<Record<string, readonly SpeedUp[]>> = {
  mysql: ['redo', 'doublewrite', 'flush'],
  mariadb: ['flush'],
};

export type Settings = Readonly<Record<string, string>>;

/** Current values of the settings that speed-ups change. */
export async function settingsOf(target: CrashTarget): Promise<Settings> {
  return await target.onServer(async (connection) => {
    const [variables] = await connection.query<RowDataPacket[]>(
      "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('innodb_doublewrite', 'innodb_flush_log_at_trx_commit', 'sync_binlog')",
    );
    const [status] = await connection.query<RowDataPacket[]>(
      "SHOW GLOBAL STATUS LIKE 'Innodb_redo_log_enabled'",
    );
    return Object.fromEntries(
      [...variables, ...status].map((row) => [String(row.Variable_name), String(row.Value)]),
    );
  });
}
