import type { Connection, RowDataPacket } from 'mysql2/promise';

type IdRow = RowDataPacket & { readonly id: number };

/** The ids of all sessions of clients but the watcher's own, in the order in which they were opened. */
export async function sessionIds(watcher: Connection): Promise<readonly number[]> {
  const [rows] = await watcher.query<IdRow[]>(
    `SELECT ID AS id FROM information_schema.PROCESSLIST
     WHERE USER NOT IN ('system user', 'event_scheduler') AND ID <> CONNECTION_ID() ORDER BY ID`,
  );
  return rows.map(({ id }) => id);
}

/** The ids of the sessions that hold a snapshot: the lanes of a dump. */
export async function snapshotIds(watcher: Connection): Promise<readonly number[]> {
  const [rows] = await watcher.query<IdRow[]>(
    `SELECT trx_mysql_thread_id AS id FROM information_schema.INNODB_TRX
     WHERE trx_mysql_thread_id NOT IN (0, CONNECTION_ID()) ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

/** Servers take a moment to notice that a client has gone; a session that stays would hang the test. */
export async function untilOnly(watcher: Connection, before: readonly number[]): Promise<void> {
  while ((await sessionIds(watcher)).some((id) => !before.includes(id)))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

const ER_NO_SUCH_THREAD = 1094;

/** Kills a session. The engine ends the other lanes as soon as it has lost one: those may be gone already. */
export async function kill(watcher: Connection, id: number): Promise<void> {
  await watcher.query(`KILL ${id}`).catch((error: unknown) => {
    if ((error as { readonly errno?: number }).errno !== ER_NO_SUCH_THREAD) throw error;
  });
}
