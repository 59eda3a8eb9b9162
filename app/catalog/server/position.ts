import { SluiceError } from '../../contract/failure';
import { has } from './dialect';
import type { ControlSession } from '../session/control-session';

/** Position of the source's binary log at the snapshot; empty texts and 0 where there is no binary log. */
export interface BinlogPosition {
  readonly file: string;
  readonly position: number;
  /** MySQL: gtid_executed. MariaDB: gtid_binlog_pos. */
  readonly gtid: string;
}

const NOT_LOGGED: BinlogPosition = { file: '', position: 0, gtid: '' };

/**
 * Reads the position. MySQL renamed the statement in 8.2 and dropped the old name in 8.4. Without the privilege
 * (REPLICATION CLIENT, on MariaDB BINLOG MONITOR) the position stays unknown: null.
 */
export async function readPosition(session: ControlSession): Promise<BinlogPosition | null> {
  const { server } = session;
  const statement = has(server, 'binaryLogStatus') ? 'SHOW BINARY LOG STATUS' : 'SHOW MASTER STATUS';
  try {
    const [status] = await session.rows(statement);
    if (status === undefined) return NOT_LOGGED;
    const executed = server.vendor === 'mysql' ? 'gtid_executed' : 'gtid_binlog_pos';
    const gtid = has(server, 'gtids') ? await session.scalar(`SELECT @@GLOBAL.${executed}`) : null;
    return {
      file: status.File ?? '',
      position: Number(status.Position ?? 0),
      gtid: (gtid ?? '').replace(/\n/g, ''),
    };
  } catch (error) {
    if (error instanceof SluiceError && error.failure.code === 'privilege-missing') return null;
    throw error;
  }
}
