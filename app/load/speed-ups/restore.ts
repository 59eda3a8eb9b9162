import { connect } from '../../catalog/connect/connect';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Endpoint } from '../../catalog/connect/endpoint';
import { withRoute } from '../../catalog/connect/route';
import type { SettingsRecords, SettingsRecord } from './records';
import { identityOf, undoChange } from './settings';
import { speedUpFailures } from '../../text/load/speed-ups';

/**
 * Restores the settings of a record, on a session of that server, and deletes the record when all are restored. Returns
 * a sentence for each setting, the last changed one first.
 */
export async function restore(
  session: ControlSession,
  record: SettingsRecord,
  records: SettingsRecords,
): Promise<readonly string[]> {
  const said: string[] = [];
  for (const change of [...record.changes].reverse()) said.push(await undoChange(session, change));
  await records.remove(record.id);
  return said;
}

/**
 * Restores what a killed load has left changed on the server of this session; returns nothing where there is no record.
 */
export async function restoreLeft(
  session: ControlSession,
  records: SettingsRecords,
): Promise<readonly string[]> {
  const left = await records.left();
  if (left.length === 0) return [];
  const identity = await identityOf(session);
  const said: string[] = [];
  for (const record of left)
    if (record.identity === identity) said.push(...(await restore(session, record, records)));
  return said;
}

/**
 * Restores one record with a new sign-in. Fails with `load-running` while the load that changed the settings runs, and
 * with `settings-not-restored` where another server answers at that address now.
 */
export async function restoreAt(
  endpoint: Endpoint,
  record: SettingsRecord,
  records: SettingsRecords,
): Promise<readonly string[]> {
  const { target } = record;
  if (!(await records.left()).some(({ id }) => id === record.id))
    throw speedUpFailures.loadStillRuns({ target });
  return await withRoute(endpoint, async (reachable) => {
    const session = await connect(reachable);
    try {
      if ((await identityOf(session)) !== record.identity) throw speedUpFailures.otherServer({ target });
      return await restore(session, record, records);
    } finally {
      await session.close();
    }
  });
}
