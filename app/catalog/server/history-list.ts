import { has } from './dialect';
import { SluiceError } from '../../contract/failure';
import type { HistoryList } from '../../contract/runs/run';
import type { ControlSession } from '../session/control-session';

/**
 * Reads the history list length, that is undo log not yet purged, and the age of the oldest transaction: the cost of a
 * long snapshot. Null without PROCESS, and on a server without such figures. INNODB_TRX has its times in the server's own time zone (measured on both
 * vendors).
 */
export async function readHistoryList(session: ControlSession): Promise<HistoryList | null> {
  if (!has(session.server, 'innodbMetrics')) return null;
  try {
    const row = await session.row(
      `SELECT (SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rseg_history_len') AS length,
              (SELECT MAX(TIMESTAMPDIFF(SECOND, trx_started, CONVERT_TZ(NOW(), '+00:00', 'SYSTEM')))
               FROM information_schema.INNODB_TRX) AS seconds`,
    );
    return { length: Number(row.length ?? 0), oldestSnapshotMs: Number(row.seconds ?? 0) * 1000 };
  } catch (error) {
    if (error instanceof SluiceError && error.failure.code === 'privilege-missing') return null;
    throw error;
  }
}
