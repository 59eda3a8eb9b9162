import type { ControlSession } from '../catalog/control-session';

export interface RunningStatement {
  readonly connection: string;
  readonly account: string;
  readonly seconds: string;
  readonly text: string;
}

/** The statements that have run for at least this long; without PROCESS just the account's own. */
export async function readLongStatements(
  session: ControlSession,
  seconds: number,
): Promise<readonly RunningStatement[]> {
  const rows = await session.rows(
    `SELECT ID AS id, CONCAT(USER, '@', HOST) AS account, TIME AS seconds, LEFT(INFO, 100) AS text
     FROM information_schema.PROCESSLIST
     WHERE COMMAND IN ('Query', 'Execute') AND TIME >= ? AND ID <> CONNECTION_ID() ORDER BY TIME DESC LIMIT 3`,
    [seconds],
  );
  return rows.map((row) => ({
    connection: row.id ?? '',
    account: row.account ?? '',
    seconds: row.seconds ?? '',
    text: row.text ?? '',
  }));
}

export function describeStatement({ connection, account, seconds, text }: RunningStatement): string {
  return `Connection ${connection} (${account}) has run for ${seconds} s: ${text}.`;
}
