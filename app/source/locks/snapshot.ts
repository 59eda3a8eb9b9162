import type { ControlSession } from '../../catalog/session/control-session';
import { readPosition, type BinlogPosition } from '../../catalog/server/position';
import type { ControlSessions } from '../../catalog/session/sessions';
import { assertNever } from '../../contract/exhaustive';
import type { DumpOptions } from '../../contract/runs/options';
import type { EngineDump } from '../../engine/addon';
import type { RunHooks } from '../../engine/hooks';
import type { EngineWaiter } from '../../engine/wait';
import { sourceText } from '../../text/source';
import type { CheckedSelection } from '../selection/selection';
import { LOCK_SLICES, type LockWait } from './lock-request';
import { LONG_SECONDS, LongStatementWatch } from './long-statements';
import { planBelow, refusedLock } from './lower-mode';
import {
  beginBackupStages,
  blockDdl,
  lockInstance,
  takeReadLock,
  takeTableLocks,
  type LockPlan,
  type SnapshotLock,
  type TableName,
} from './locks';

export interface TakenSnapshot {
  /** Time at which the snapshot was taken and the lock released, as `Date.now` returns it. */
  readonly at: number;
  /** In ms; null where no lock was taken. */
  readonly lockWaitMs: number | null;
  readonly lockHeldMs: number | null;
  /** Null where it is unknown, or does not belong to the snapshot. */
  readonly position: BinlogPosition | null;
  /** Lock on the tables without transactions; null where there are none. */
  readonly tableLock: SnapshotLock | null;
  /** Plan by which it was taken: below the asked one where the server refused a lock. */
  readonly locks: LockPlan;
}

interface SnapshotContext {
  readonly request: { readonly options: Pick<DumpOptions, 'lockWaitTimeoutMs' | 'longQueries'> };
  readonly hooks: RunHooks;
  readonly sessions: ControlSessions;
  readonly locks: LockPlan;
  readonly selected: CheckedSelection;
  readonly heldTables: readonly TableName[];
  /** Another session that must have the same snapshot as the lanes; null where none is needed. */
  readonly jsonSession: ControlSession | null;
  readonly job: Pick<EngineDump, 'takeSnapshots'>;
  readonly waiter: EngineWaiter;
}

/**
 * Has all lanes open one consistent snapshot, as the lock plan allows. Sessions are opened before the lock is
 * requested; only the snapshots and the position are taken under it.
 */
export async function takeSnapshots(context: SnapshotContext): Promise<TakenSnapshot> {
  const { hooks, job, waiter, jsonSession } = context;
  hooks.stage('lock');
  await jsonSession?.keepAlive();
  const takeLock = await prepareLock(context);
  const holdTables = await prepareTableLock(context);
  await waiter.until('sessions-open');
  const { lock, locks } = await takeLock();
  hooks.stage('snapshot');
  job.takeSnapshots();
  await waiter.until('snapshots-taken');
  await jsonSession?.run('START TRANSACTION WITH CONSISTENT SNAPSHOT /*!50605 , READ ONLY */');
  const tableLock = await holdTables();
  if (lock === null)
    return { at: Date.now(), lockWaitMs: null, lockHeldMs: null, position: null, tableLock, locks };
  const position = await readPosition(lock.session);
  const heldMs = await lock.release();
  const { waitMs, requests } = lock;
  hooks.log('info', sourceText.snapshotsTaken({ waitMs, requests, heldMs }));
  return { at: Date.now(), lockWaitMs: waitMs, lockHeldMs: heldMs, position, tableLock, locks };
}

/**
 * Prepares locking the tables without transactions. Nobody writes under the snapshot lock, so they are locked at the
 * moment of the snapshots, and stay so when it is released.
 */
async function prepareTableLock(context: SnapshotContext): Promise<() => Promise<SnapshotLock | null>> {
  const { heldTables, sessions, locks } = context;
  if (heldTables.length === 0) return () => Promise.resolve(null);
  const holder = await openLockSession(sessions);
  const wait = lockWaitOf(context);
  if (locks.mode === 'none') return () => takeTableLocks(holder, heldTables, wait);
  // Writers to all tables wait meanwhile, and none is active: one request must be enough.
  const once = { ...wait, watch: null, timeoutMs: Math.min(wait.timeoutMs, wait.sliceMs) };
  return () => takeTableLocks(holder, heldTables, once);
}

interface TakenLock {
  /** Null where none was asked for. */
  readonly lock: SnapshotLock | null;
  readonly locks: LockPlan;
}

/**
 * Opens the sessions that the lock needs; the returned function takes the lock, or the next lower one where the server
 * refuses it: grants don't tell what a provider forbids.
 */
async function prepareLock(context: SnapshotContext): Promise<() => Promise<TakenLock>> {
  const { sessions, locks, hooks } = context;
  if (locks.mode === 'none') return () => Promise.resolve({ lock: null, locks });
  const locker = await openLockSession(sessions);
  const stager = locks.mode === 'backup-stage' ? await openLockSession(sessions) : null;
  return async () => {
    for (let plan = locks; ;) {
      try {
        return { lock: await takeBy(plan, { ...context, locks: plan }, locker, stager), locks: plan };
      } catch (error) {
        const refused = refusedLock(error);
        if (refused === null) throw error;
        plan = planBelow(plan, refused, locker.server);
        // A stage that was granted would go on to hold what the lower plan does without.
        await stager?.run('BACKUP STAGE END').catch(() => undefined);
        hooks.log('warning', plan.sentence);
      }
    }
  };
}

async function takeBy(
  { mode }: LockPlan,
  context: SnapshotContext,
  locker: ControlSession,
  stager: ControlSession | null,
): Promise<SnapshotLock | null> {
  const wait = lockWaitOf(context);
  switch (mode) {
    case 'backup-stage': {
      if (stager === null) return null;
      await beginBackupStages(stager, wait);
      return await takeReadLock(locker, wait, (withinMs) => blockDdl(stager, withinMs));
    }
    case 'backup-lock':
      return await takeReadLock(locker, wait, (withinMs) => lockInstance(locker, withinMs));
    case 'read-lock':
      return await takeReadLock(locker, wait, () => Promise.resolve());
    case 'table-locks':
      return await takeTableLocks(locker, context.selected.tables, wait);
    case 'none':
      return null;
    default:
      return assertNever(mode);
  }
}

/** Opens a session for a lock that others wait for: the server drops it soon after its client dies. */
async function openLockSession(sessions: ControlSessions): Promise<ControlSession> {
  const session = await sessions.open();
  await session.keepAlive();
  return session;
}

function lockWaitOf({ request, hooks, locks }: SnapshotContext): LockWait {
  const { cancellation } = hooks;
  const { mode } = locks;
  const { lockWaitTimeoutMs, longQueries } = request.options;
  const warn = (text: string) => hooks.log('warning', text);
  // MySQL: after a read lock request that timed out, a table stays blocked for as long as a statement runs that
  // used it at the time of the request (measured on 9.7): no request may start beside such a statement.
  const endFirst = mode === 'read-lock' || mode === 'backup-lock';
  const watch = new LongStatementWatch({ policy: longQueries, longSeconds: LONG_SECONDS, endFirst, warn });
  return { timeoutMs: lockWaitTimeoutMs, ...LOCK_SLICES, cancellation, watch };
}
