import { connect } from '../../catalog/connect/connect';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Failure } from '../../contract/failure';
import type { RunHooks, RunReport } from '../../engine/hooks';
import { failureOf } from '../../engine/failures';
import type { LoadRequest } from '../request';
import { nameOf, riskOf } from './changes';
import { allowedChanges } from './checks';
import { SettingsRecords, type SettingsRecord } from './records';
import { restore, restoreLeft } from './restore';
import { identityOf, makeChange } from './settings';
import { commandTarget } from '../../target/unfinished';
import { speedUpFailures, speedUpText } from '../../text/load/speed-ups';

/**
 * Runs `work` with the requested speed-ups, and restores the settings afterwards. They are recorded before they are
 * changed, so that after a kill the next start can restore them. A run whose settings could not be restored has failed,
 * however good its rows are: the server is not what it was. `own` is the connection of the load itself.
 */
export async function withSpeedUps(
  request: LoadRequest,
  hooks: RunHooks,
  own: number,
  work: () => Promise<RunReport>,
): Promise<RunReport> {
  const records = new SettingsRecords();
  const record = await switchOn(request, hooks, own, records);
  if (record === null) return await work();
  try {
    const report = await work();
    const put = await putBack(request, record, records);
    return put.kind === 'done' ? { ...report, speedUps: put.said } : failedBy(report, put.failure);
  } catch (error) {
    const put = await putBack(request, record, records);
    if (put.kind === 'failed') hooks.log('error', speedUpText.withRemedy(put.failure));
    throw error;
  }
}

/** Makes the changes; null where there are none. On failure everything is restored. */
async function switchOn(
  request: LoadRequest,
  hooks: RunHooks,
  own: number,
  records: SettingsRecords,
): Promise<SettingsRecord | null> {
  if (request.options.fastUnsafe.length === 0) return null;
  // On a session of its own, which no cancel ends between a change and its record.
  const session = await connect(request.endpoint);
  try {
    for (const said of await restoreLeft(session, records)) hooks.log('info', speedUpText.ofKilledLoad(said));
    const changes = await allowedChanges(session, request, own);
    if (changes.length === 0) return null;
    const where = { target: commandTarget(request), identity: await identityOf(session) };
    const record = await records.add(where, changes);
    await makeChanges(session, record, records);
    for (const change of changes) hooks.log('warning', riskOf(change));
    return record;
  } finally {
    await session.close();
  }
}

async function makeChanges(
  session: ControlSession,
  record: SettingsRecord,
  records: SettingsRecords,
): Promise<void> {
  try {
    for (const change of record.changes) await makeChange(session, change);
  } catch (error) {
    // Where this fails too the record stays: the settings can still be put back by it.
    await restore(session, record, records).catch(() => undefined);
    throw error;
  }
}

type PutBack =
  | { readonly kind: 'done'; readonly said: readonly string[] }
  | { readonly kind: 'failed'; readonly failure: Failure };

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/** Restores the settings; a restarting server or an interrupted network gets as much time as the load allows for it. */
async function putBack(
  { endpoint, options }: LoadRequest,
  record: SettingsRecord,
  records: SettingsRecords,
): Promise<PutBack> {
  const deadline = Date.now() + options.reconnectMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return { kind: 'done', said: await restoreOnce(endpoint, record, records) };
    } catch (error) {
      if (Date.now() > deadline) return { kind: 'failed', failure: notRestored(record, failureOf(error)) };
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

async function restoreOnce(
  endpoint: LoadRequest['endpoint'],
  record: SettingsRecord,
  records: SettingsRecords,
): Promise<readonly string[]> {
  const session = await connect(endpoint);
  try {
    return await restore(session, record, records);
  } finally {
    await session.close();
  }
}

function notRestored({ target, changes }: SettingsRecord, { message }: Failure): Failure {
  return speedUpFailures.notRestored({ target, settings: changes.map(nameOf), reason: message }).failure;
}

function failedBy(report: RunReport, failure: Failure): RunReport {
  const ended = report.state === 'done' || report.state === 'done-with-warnings';
  return { ...report, state: ended ? 'failed' : report.state, errors: [...report.errors, failure] };
}
