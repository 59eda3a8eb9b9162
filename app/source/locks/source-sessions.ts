import type { StatementsPerCall } from '../../catalog/session/answers';
import type { ControlSession } from '../../catalog/session/control-session';
import type { ControlSessions } from '../../catalog/session/sessions';
import type { RunHooks } from '../../engine/hooks';
import { sourceFailures, sourceText } from '../../text/source';
import { planWithoutStages, type LockPlan, type TableName } from './locks';

/** Control sessions that reading a source needs besides its lanes and its catalogue session. */
export interface SourceSessions {
  /** Plan that these sessions can carry out. */
  readonly locks: LockPlan;
  /** Takes the lock; null where none is taken. */
  readonly locker: ControlSession | null;
  /** Holds MariaDB's backup stages; null in other modes. */
  readonly stager: ControlSession | null;
  /** Holds the lock on the tables without transactions; null where there are none. */
  readonly holder: ControlSession | null;
  /** Reads definitions in bulk; the catalogue session itself where there is no room for another. */
  readonly bulk: ControlSession;
  /** Another session that must have the same snapshot as the lanes; null where none is needed or there is no room. */
  readonly json: ControlSession | null;
}

interface SessionContext {
  readonly sessions: ControlSessions;
  readonly catalog: ControlSession;
  readonly locks: LockPlan;
  readonly heldTables: readonly TableName[];
  readonly hooks: Pick<RunHooks, 'log'>;
  /** Opens the session that looks JSON documents through, where one is needed. */
  readonly openJson: () => Promise<ControlSession | null>;
}

interface Opened extends Omit<SourceSessions, 'locks' | 'bulk'> {
  /** Null where there is no room for it. */
  readonly bulk: ControlSession | null;
  /** Shows that there is room for a lane. */
  readonly lane: ControlSession;
}

/**
 * Opens the control sessions before the lanes take what the server has room for: an account may have only so many.
 * Sessions that a run can do without are left out where there would be no room for a lane. Fails with `connect-refused`
 * where there is not even room for one.
 */
export async function openSourceSessions(context: SessionContext): Promise<SourceSessions> {
  const { sessions, catalog, locks, hooks } = context;
  const { lane, bulk, ...opened } = (await openAtOnce(context)) ?? (await openInTurn(context));
  if (bulk === null) hooks.log('info', sourceText.noRoomForBulk);
  await sessions.release(lane);
  const isStaged = locks.mode !== 'backup-stage' || opened.stager !== null;
  return { ...opened, locks: isStaged ? locks : planWithoutStages(), bulk: bulk ?? catalog };
}

/**
 * Opens all of them at the same time: far away each takes several round trips. Returns null, and leaves none open, where the
 * server has no room for all.
 */
async function openAtOnce(context: SessionContext): Promise<Opened | null> {
  const { sessions, locks, heldTables } = context;
  const refusalsBefore = sessions.refusals;
  const none = Promise.resolve(null);
  const opening = [
    locks.mode === 'none' ? none : lockingSession(sessions, 'many'),
    heldTables.length === 0 ? none : lockingSession(sessions),
    sessions.openIfRoom('many'),
    locks.mode === 'backup-stage' ? lockingSession(sessions, 'many') : none,
    context.openJson(),
    sessions.openIfRoom('many'),
  ] as const;
  const settled = await Promise.allSettled(opening);
  if (sessions.refusals === refusalsBefore) {
    const [locker, holder, lane, stager, json, bulk] = await Promise.all(opening);
    return { locker, holder, lane: needed(lane), stager, json, bulk };
  }
  const opened = settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? (outcome.value ?? []) : []));
  await Promise.all(opened.map((session) => sessions.release(session)));
  return null;
}

/** Opens one after the other, those first without which a run can't be. */
async function openInTurn(context: SessionContext): Promise<Opened> {
  const { sessions, locks, heldTables } = context;
  const locker = locks.mode === 'none' ? null : needed(await lockingSession(sessions, 'many'));
  const holder = heldTables.length === 0 ? null : needed(await lockingSession(sessions));
  const lane = needed(await sessions.openIfRoom('many'));
  const stager = locks.mode === 'backup-stage' ? await lockingSession(sessions, 'many') : null;
  const json = await context.openJson();
  const bulk = await sessions.openIfRoom('many');
  return { locker, holder, lane, stager, json, bulk };
}

/** Opens a session for a lock that others wait for, if there is room: the server drops it soon after its client dies. */
async function lockingSession(
  sessions: ControlSessions,
  perCall: StatementsPerCall = 'one',
): Promise<ControlSession | null> {
  const session = await sessions.openIfRoom(perCall);
  await session?.keepAlive();
  return session;
}

function needed(session: ControlSession | null): ControlSession {
  if (session === null) throw sourceFailures.tooFewConnections();
  return session;
}
