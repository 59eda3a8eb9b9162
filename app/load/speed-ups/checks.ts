import { has } from '../../catalog/server/dialect';
import type { ControlSession } from '../../catalog/session/control-session';
import { readPrivileges } from '../../catalog/privileges/grants';
import { privilegesLack, privilegesRefusal } from '../../catalog/privileges/missing';
import { speedUpNeeds, type ServerSetting } from '../../catalog/privileges/needs/setting-needs';
import type { LoadOptions } from '../../contract/runs/options';
import { type LoadRequest } from '../request';
import { changesFor, type SettingChange } from './changes';
import { readSettings } from './settings';
import { guardIn } from '../../target/guard';
import { speedUpFailures } from '../../text/load/speed-ups';

export type SpeedUpRequest = Pick<LoadRequest, 'profile' | 'guard'> & {
  readonly options: Pick<LoadOptions, 'fastUnsafe'>;
};

/**
 * Returns the changes that a load may make on its target for the requested speed-ups; changes nothing. Fails with
 * `speed-up-refused` where others would be affected: a production connection, replicas of the target, a cluster,
 * clients that write (except the connection `own`), and with `privilege-missing`.
 */
export async function allowedChanges(
  session: ControlSession,
  request: SpeedUpRequest,
  own: number | null = null,
): Promise<readonly SettingChange[]> {
  const { fastUnsafe } = request.options;
  if (fastUnsafe.length === 0) return [];
  const guard = guardIn(request);
  if (guard !== null) {
    const { name } = guard;
    throw guard.environment === 'unknown'
      ? speedUpFailures.environmentUnknown({ name })
      : speedUpFailures.productionServer({ name });
  }
  const changes = changesFor(fastUnsafe, await readSettings(session));
  await assertMayChange(session, changes);
  await assertNoCluster(session);
  await assertNoReplicas(session);
  await assertNobodyWrites(session, own);
  return changes;
}

async function assertMayChange(session: ControlSession, changes: readonly SettingChange[]): Promise<void> {
  const needs = speedUpNeeds(session.server, new Set(changes.map(settingOf)));
  const lack = privilegesLack(needs, session.server, await readPrivileges(session));
  if (lack !== null) throw privilegesRefusal({ kind: 'speed-up-load' }, lack);
}

function settingOf(change: SettingChange): ServerSetting {
  if (change.kind === 'redo-log') return 'redo-log';
  return change.name === 'sync_binlog' ? 'binlog' : 'innodb';
}

/** Refuses members of a cluster: both kinds have their own durability, and other members that rely on it. */
async function assertNoCluster(session: ControlSession): Promise<void> {
  const { server } = session;
  if (server.vendor === 'mysql' && !has(server, 'groupReplication')) return;
  const query =
    server.vendor === 'mysql'
      ? "SELECT 1 FROM performance_schema.replication_group_members WHERE MEMBER_STATE <> 'OFFLINE' LIMIT 1"
      : "SELECT 1 FROM information_schema.GLOBAL_VARIABLES WHERE VARIABLE_NAME = 'WSREP_ON' AND VARIABLE_VALUE = 'ON'";
  if ((await session.scalar(query)) !== null) throw speedUpFailures.clusterMember();
}

async function assertNoReplicas(session: ControlSession): Promise<void> {
  const host = await session.scalar(
    "SELECT HOST FROM information_schema.PROCESSLIST WHERE COMMAND LIKE 'Binlog Dump%' LIMIT 1",
  );
  if (host !== null) throw speedUpFailures.hasReplica({ host });
}

/** Statements that change rows, as MySQL's performance schema counts them for each connection. */
const WRITES = [
  ...['insert', 'insert_select', 'update', 'update_multi', 'delete', 'delete_multi'],
  ...['replace', 'replace_select', 'load'],
].map((statement) => `'statement/sql/${statement}'`);

/** Number of polls for writers: a session that has just ended may be listed for a moment. */
const POLLS = 20;
const POLL_INTERVAL_MS = 250;

async function assertNobodyWrites(session: ControlSession, own: number | null): Promise<void> {
  let writer: string | null = null;
  for (let poll = 0; poll < POLLS; poll += 1) {
    writer = await findWriter(session, own);
    if (writer === null) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  throw speedUpFailures.hasWriter({ connection: writer ?? '' });
}

/**
 * Finds another connection that has changed rows. MariaDB's performance schema is off by default: there, and wherever
 * it is off, only connections with an open transaction are found.
 */
async function findWriter(session: ControlSession, own: number | null): Promise<string | null> {
  const ours = `(CONNECTION_ID(), ${own ?? 0})`;
  const open = await session.scalar(
    `SELECT trx_mysql_thread_id FROM information_schema.INNODB_TRX
     WHERE trx_rows_modified > 0 AND trx_mysql_thread_id > 0 AND trx_mysql_thread_id NOT IN ${ours} LIMIT 1`,
  );
  if (open !== null || !has(session.server, 'statementCounts')) return open;
  return await session.scalar(
    `SELECT t.PROCESSLIST_ID FROM performance_schema.threads t
     JOIN performance_schema.events_statements_summary_by_thread_by_event_name e ON e.THREAD_ID = t.THREAD_ID
     WHERE t.TYPE = 'FOREGROUND' AND t.PROCESSLIST_ID NOT IN ${ours}
       AND e.EVENT_NAME IN (${WRITES.join(', ')}) AND e.COUNT_STAR > 0 LIMIT 1`,
  );
}
