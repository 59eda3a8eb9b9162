import type { ControlSession } from '../../catalog/session/control-session';
import { otherZoneOf, tablesOf, type DumpFolder } from '../../format/read/dump';
import { loadFailures } from '../../text/load/load';

/** Refuses time zones of the dump's TIMESTAMP values that the target does not know: without its tables it knows none by name. */
export async function assertTimeZonesKnown(session: ControlSession, dump: DumpFolder): Promise<void> {
  const named = new Map<string, string>();
  for (const { schema, name, chunks } of tablesOf(dump))
    for (const chunk of chunks) {
      const found = otherZoneOf(chunk);
      if (found?.kind === 'named' && !named.has(found.zone)) named.set(found.zone, `${schema}.${name}`);
    }
  for (const [zone, table] of named) {
    const converted = await session.scalar(
      `SELECT CONVERT_TZ('2000-01-01 00:00:00', '+00:00', ${zone}) AS converted`,
    );
    if (converted === null) throw loadFailures.timeZoneUnknown({ zone, table }, { table });
  }
}
