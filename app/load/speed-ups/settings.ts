import { has } from '../../catalog/server/dialect';
import type { ControlSession } from '../../catalog/session/control-session';
import { quoteText } from '../../catalog/text/quote';
import { nameOf, wasBefore, type ServerSettings, type SettingChange } from './changes';
import { speedUpFailures, speedUpText } from '../../text/load/speed-ups';

/** Reads the settings by which {@link changesFor} decides. */
export async function readSettings(session: ControlSession): Promise<ServerSettings> {
  const { vendor, version } = session.server;
  return {
    vendor,
    version,
    redoLog: await readRedoLog(session),
    doublewrite: {
      value: await globalValue(session, 'innodb_doublewrite'),
      dynamic: await isDoublewriteDynamic(session),
    },
    flushLogAtCommit: await globalValue(session, 'innodb_flush_log_at_trx_commit'),
    syncBinlog: await globalValue(session, 'sync_binlog'),
  };
}

/**
 * Reads the state of the redo log: Innodb_redo_log_enabled exists where it can be disabled (MySQL 8.0.21 and later).
 */
async function readRedoLog(session: ControlSession): Promise<ServerSettings['redoLog']> {
  const [row] = await session.rows("SHOW GLOBAL STATUS LIKE 'Innodb_redo_log_enabled'");
  if (row === undefined) return 'none';
  return row.Value === 'ON' ? 'on' : 'off';
}

async function isDoublewriteDynamic(session: ControlSession): Promise<boolean> {
  if (session.server.vendor === 'mysql') return has(session.server, 'dynamicDoublewrite');
  const readOnly = await session.scalar(
    "SELECT READ_ONLY FROM information_schema.SYSTEM_VARIABLES WHERE VARIABLE_NAME = 'INNODB_DOUBLEWRITE'",
  );
  return readOnly === 'NO';
}

/**
 * Reads the identity of the server, independent of its address: its own UUID, or its data directory where it has none.
 */
export async function identityOf(session: ControlSession): Promise<string> {
  const [own] = await session.rows(
    "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('server_uuid', 'server_uid')",
  );
  const place = await session.scalar("SELECT CONCAT_WS(' ', @@hostname, @@port, @@datadir)");
  return own?.Value ?? place ?? '';
}

/** Makes the change and checks it. */
export async function makeChange(session: ControlSession, change: SettingChange): Promise<void> {
  if (change.kind === 'redo-log') await session.run('ALTER INSTANCE DISABLE INNODB REDO_LOG');
  else await setVariable(session, change.name, change.during);
  if (!(await isChanged(session, change))) throw speedUpFailures.notChanged({ setting: nameOf(change) });
}

/**
 * Restores a setting and returns what was done, in one sentence. A value that another session, or a restart of the
 * server, has set meanwhile stays.
 */
export async function undoChange(session: ControlSession, change: SettingChange): Promise<string> {
  const [setting, before] = [nameOf(change), wasBefore(change)];
  if (!(await isChanged(session, change))) return speedUpText.leftAsIs({ setting, before });
  if (change.kind === 'redo-log') await session.run('ALTER INSTANCE ENABLE INNODB REDO_LOG');
  else await setVariable(session, change.name, change.before);
  if (await isChanged(session, change)) throw speedUpFailures.notPutBack({ setting });
  return speedUpText.putBack({ setting, before });
}

async function isChanged(session: ControlSession, change: SettingChange): Promise<boolean> {
  if (change.kind === 'redo-log') return (await readRedoLog(session)) === 'off';
  return (await globalValue(session, change.name)) === change.during;
}

async function setVariable(session: ControlSession, name: string, value: string): Promise<void> {
  await session.run(`SET GLOBAL ${name} = ${/^\d+$/.test(value) ? value : quoteText(value)}`);
}

/** Reads a global value in words, as SET accepts them: `SELECT @@…` returns some switches as numbers. */
async function globalValue(session: ControlSession, name: string): Promise<string> {
  return (await session.row('SHOW GLOBAL VARIABLES WHERE Variable_name = ?', [name])).Value ?? '';
}
