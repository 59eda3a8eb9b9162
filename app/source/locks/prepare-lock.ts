import type { ControlSession } from '../../catalog/session/control-session';
import { assertNever } from '../../contract/exhaustive';
import { SluiceError } from '../../contract/failure';
import type { DumpOptions } from '../../contract/runs/options';
import type { RunHooks } from '../../engine/hooks';
import { sourceText } from '../../text/source';
import type { CheckedSelection } from '../selection/selection';
import {
  chooseReadLockProof,
  LockNotHeld,
  seeTableLocks,
  type ReadLockProof,
  type Sight,
} from './lock-proof';
import { LOCK_SLICES, waitNoLongerThan, type LockWait } from './lock-request';
import { LONG_SECONDS, LongStatementWatch } from './long-statements';
import { planBelow, refusedLock } from './lower-mode';
import { takeReadLockAtOnce, takeStagedReadLock, type SeenReadLock } from './read-lock';
import type { SourceSessions } from './source-sessions';
import {
  beginBackupStages,
  takeTableLocks,
  withNote,
  withTableLocks,
  withoutDdlLock,
  type LockPlan,
  type SnapshotLock,
  type TableName,
} from './locks';

/** A lock that was granted and, as far as the account may ask, seen to hold. */
export interface SeenLock {
  /** Null where none was planned. */
  readonly lock: SnapshotLock | null;
  /** The plan that came true. */
  readonly plan: LockPlan;
}

/** Sessions of a lock, and the question by which the read lock will be seen. */
interface LockSessions {
  readonly locker: ControlSession;
  /** Null where the plan has no backup stages. */
  readonly stager: ControlSession | null;
  readonly proof: ReadLockProof | null;
}

/** Everything that taking a lock needs. */
export interface LockContext {
  readonly request: { readonly options: Pick<DumpOptions, 'lockWaitTimeoutMs' | 'longQueries'> };
  readonly hooks: RunHooks;
  readonly control: SourceSessions;
  readonly selected: CheckedSelection;
}

/**
 * Chooses the question by which the lock will be seen; the returned function takes the lock, or the next lower one where
 * the server refuses it or does not hold it: grants don't tell what a provider forbids, and an OK is no lock.
 */
export async function prepareLock(context: LockContext): Promise<() => Promise<SeenLock>> {
  const { control, selected, hooks } = context;
  const { locks, locker, stager } = control;
  if (locker === null) return () => Promise.resolve({ lock: null, plan: locks });
  const proof = locks.mode === 'table-locks' ? null : await chooseReadLockProof(locker, selected.tables);
  // Now, beside the lanes' sign-in: before the request it would take a round trip.
  await waitNoLongerThan(locker, LOCK_SLICES.sliceMs);
  return async () => {
    let pretended: LockNotHeld | null = null;
    for (let plan = locks; ;) {
      try {
        return await takeBy(plan, context, { locker, stager, proof });
      } catch (error) {
        if (pretended !== null) throw isWithoutLock(error) ? pretended.refusal() : error;
        if (error instanceof LockNotHeld) {
          if (plan.mode === 'table-locks') throw error.refusal();
          pretended = error;
          const note = sourceText.lockPretended(error.statement);
          plan = withTableLocks(plan, note);
          hooks.log('warning', note);
        } else {
          const refused = refusedLock(error);
          if (refused === null) throw error;
          plan = planBelow(plan, refused, locker.server);
          hooks.log('warning', plan.sentence);
        }
        // A stage that was granted would go on to hold what the lower plan does without.
        await stager?.run('BACKUP STAGE END').catch(() => undefined);
      }
    }
  };
}

/** Returns whether an attempt failed because the server does not hold, or not grant, locks on the tables. */
function isWithoutLock(error: unknown): boolean {
  if (error instanceof LockNotHeld || refusedLock(error) !== null) return true;
  return error instanceof SluiceError && error.failure.code === 'privilege-missing';
}

async function takeBy(
  locks: LockPlan,
  context: LockContext,
  { locker, stager, proof }: LockSessions,
): Promise<SeenLock> {
  const { selected } = context;
  const { mode } = locks;
  const wait = lockWaitOf(context, locks);
  switch (mode) {
    case 'backup-stage': {
      if (stager === null) return { lock: null, plan: locks };
      await beginBackupStages(stager, wait);
      return seen(locks, await takeStagedReadLock({ locker, stager, wait, proof }));
    }
    case 'backup-lock':
    case 'read-lock':
      return seen(locks, await takeReadLockAtOnce({ mode, locker, wait, proof }));
    case 'table-locks': {
      const { lock, sight } = await takeSeenTableLocks(locker, selected.tables, wait);
      return { lock, plan: sight === 'unseen' ? withNote(locks, sourceText.lockUnseen) : locks };
    }
    case 'none':
      return { lock: null, plan: locks };
    default:
      return assertNever(mode);
  }
}

/** Where only the lock that blocks DDL is not held, definitions are compared again at the end. */
function seen(locks: LockPlan, { lock, readLock, ddlLock }: SeenReadLock): SeenLock {
  const plan = ddlLock === 'not-held' ? withoutDdlLock(locks) : locks;
  return { lock, plan: readLock === 'unseen' ? withNote(plan, sourceText.lockUnseen) : plan };
}

/** Takes locks on tables; fails with {@link LockNotHeld} where the session is not held to them. */
export async function takeSeenTableLocks(
  session: ControlSession,
  tables: readonly TableName[],
  wait: LockWait,
): Promise<{ readonly lock: SnapshotLock; readonly sight: Sight }> {
  const lock = await takeTableLocks(session, tables, wait);
  const sight = await seeTableLocks(session, tables);
  if (sight !== 'not-held') return { lock, sight };
  await lock.release();
  throw new LockNotHeld('LOCK TABLES');
}

export function lockWaitOf({ request, hooks }: LockContext, { mode }: LockPlan): LockWait {
  const { cancellation } = hooks;
  const { lockWaitTimeoutMs, longQueries } = request.options;
  const warn = (text: string) => hooks.log('warning', text);
  // MySQL: after a read lock request that timed out, a table stays blocked for as long as a statement runs that
  // used it at the time of the request (measured on 9.7): no request may start beside such a statement.
  const endFirst = mode === 'read-lock' || mode === 'backup-lock';
  const watch = new LongStatementWatch({ policy: longQueries, longSeconds: LONG_SECONDS, endFirst, warn });
  return { timeoutMs: lockWaitTimeoutMs, ...LOCK_SLICES, cancellation, watch };
}
