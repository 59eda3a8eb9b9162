import { readPosition, type BinlogPosition } from '../../catalog/server/position';
import { settleAll } from '../../catalog/collections/settle';
import type { EngineDump } from '../../engine/addon';
import type { EngineWaiter } from '../../engine/wait';
import { sourceText } from '../../text/source';
import { LockNotHeld } from './lock-proof';
import type { LockPlan, SnapshotLock, TableName } from './locks';
import { lockWaitOf, prepareLock, takeSeenTableLocks, type LockContext } from './prepare-lock';

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
  /** Lock under which it was taken: a lower rung than planned where the server refused that lock or did not hold it. */
  readonly locks: LockPlan;
}

/** Everything that taking snapshots needs. */
interface SnapshotContext extends LockContext {
  readonly heldTables: readonly TableName[];
  readonly job: Pick<EngineDump, 'takeSnapshots'>;
  readonly waiter: EngineWaiter;
}

/**
 * Has all lanes open one consistent snapshot, as the lock plan allows. Sessions were opened before the lock is
 * requested; only the snapshots and the position are taken under it.
 */
export async function takeSnapshots(context: SnapshotContext): Promise<TakenSnapshot> {
  const { hooks, job, waiter, control } = context;
  const { json } = control;
  hooks.stage('lock');
  await json?.keepAlive();
  const takeLock = await prepareLock(context);
  await waiter.until('sessions-open');
  const { lock, plan } = await takeLock();
  hooks.stage('snapshot');
  job.takeSnapshots();
  // Nobody writes under the lock, so that all of these see the same state; writers wait for the slowest.
  const reading = lock === null ? null : readPosition(lock.session);
  await settleAll([
    waiter.until('snapshots-taken'),
    ...(json === null
      ? []
      : [json.run('START TRANSACTION WITH CONSISTENT SNAPSHOT /*!50605 , READ ONLY */')]),
    ...(reading === null ? [] : [reading]),
  ]);
  const tableLock = await holdTables(context);
  if (lock === null || reading === null)
    return { at: Date.now(), lockWaitMs: null, lockHeldMs: null, position: null, tableLock, locks: plan };
  const position = await reading;
  const heldMs = await lock.release();
  const { waitMs, requests } = lock;
  hooks.log('info', sourceText.snapshotsTaken({ waitMs, requests, heldMs }));
  return { at: Date.now(), lockWaitMs: waitMs, lockHeldMs: heldMs, position, tableLock, locks: plan };
}

/**
 * Locks the tables without transactions. Nobody writes under the snapshot lock, so they are locked at the moment of the
 * snapshots, and stay so when it is released.
 */
async function holdTables(context: SnapshotContext): Promise<SnapshotLock | null> {
  const { heldTables, control } = context;
  if (control.holder === null) return null;
  const wait = lockWaitOf(context, control.locks);
  if (control.locks.mode === 'none') return await held(takeSeenTableLocks(control.holder, heldTables, wait));
  // Writers to all tables wait meanwhile, and none is active: one request must be enough.
  const once = { ...wait, watch: null, timeoutMs: Math.min(wait.timeoutMs, wait.sliceMs) };
  return await held(takeSeenTableLocks(control.holder, heldTables, once));
}

/** Refuses tables without transactions whose writers are not held back, whatever the server says. */
async function held(lock: Promise<{ readonly lock: SnapshotLock }>): Promise<SnapshotLock> {
  try {
    return (await lock).lock;
  } catch (error) {
    throw error instanceof LockNotHeld ? error.refusal() : error;
  }
}
