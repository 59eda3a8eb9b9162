import type { ControlSession } from '../../catalog/session/control-session';
import { readPrivileges } from '../../catalog/privileges/grants';
import { parseVersion, type ServerFacts } from '../../catalog/server/server';
import { INSERTS_HISTORY_SINCE } from '../../catalog/session/variables';
import { versionsOf } from '../../format/row-versions';
import { tablesOf, type DumpFolder } from '../../format/read/dump';
import { tableFailures, tableText } from '../../text/target/tables';

/** First version whose current rows end in 2106 instead of 2038 (MariaDB 11.5 release notes, "TIMESTAMP"). */
const LATER_END_SINCE = 110_500;

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
  { vendor, version, versionNumber }: Pick<ServerFacts, 'vendor' | 'version' | 'versionNumber'>,
  source: string,
): string | null {
  if (vendor === 'mysql') return tableText.noVersionsInMySql;
  if (versionNumber < INSERTS_HISTORY_SINCE) return tableText.noPastBefore(version);
  const endsLater = versionNumber >= LATER_END_SINCE;
  const sourceEndsLater = parseVersion(source).versionNumber >= LATER_END_SINCE;
  return sourceEndsLater === endsLater ? null : tableText.otherEndOfTime;
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
