import type { ControlSession } from '../../catalog/session/control-session';
import { readPrivileges } from '../../catalog/privileges/grants';
import { has } from '../../catalog/server/dialect';
import { parseVersion, type ServerFacts } from '../../catalog/server/server';
import { versionsOf } from '../../format/row-versions';
import { tablesOf, type DumpFolder } from '../../format/read/dump';
import { tableFailures, tableText } from '../../text/target/tables';

/**
 * Returns why a target can't store row versions of the past as the source has them, as a sentence; null where it can.
 *
 * @param source the source's version, as `SELECT VERSION()` gives it
 */
export async function whyNoHistory(session: ControlSession, source: string): Promise<string | null> {
  const unfit = whyUnfit(session.server, source);
  if (unfit !== null) return unfit;
  return (await isTimeSecured(session)) ? tableText.timeSecured : null;
}

/** Judges by both servers' versions alone. Pure. */
export function whyUnfit(
  server: Pick<ServerFacts, 'vendor' | 'version' | 'versionNumber'>,
  source: string,
): string | null {
  if (server.vendor === 'mysql') return tableText.noVersionsInMySql;
  if (!has(server, 'rowVersionInserts')) return tableText.noPastBefore(server.version);
  const sourceEndsLater = has(parseVersion(source), 'rowVersionsEndIn2106');
  return sourceEndsLater === has(server, 'rowVersionsEndIn2106') ? null : tableText.otherEndOfTime;
}

/**
 * Returns whether a start-up option forbids setting `timestamp`: it forbids the moments of row versions too (MariaDB
 * manual, "secure_timestamp").
 */
async function isTimeSecured(session: ControlSession): Promise<boolean> {
  const secure = await session.scalar('SELECT @@GLOBAL.secure_timestamp');
  if (secure === 'NO') return false;
  return secure !== 'SUPER' || !(await readPrivileges(session)).has('SUPER');
}

/** Fails with `dump-unsupported` where the dump holds row versions of the past and the target can't store them. */
export async function assertHistoryFits(session: ControlSession, dump: DumpFolder): Promise<void> {
  const table = tablesOf(dump).find((one) => one.document.includesData && versionsOf(one) === 'all');
  if (table === undefined) return;
  const reason = await whyNoHistory(session, dump.manifest.serverVersion);
  if (reason !== null) throw tableFailures.noHistory({ reason }, { table: `${table.schema}.${table.name}` });
}
