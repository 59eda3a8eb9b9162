import { settleAll } from '../../catalog/collections/settle';
import type { Answers } from '../../catalog/session/answers';
import type { ControlSession } from '../../catalog/session/control-session';
import { steadyNow } from '../../engine/steady-clock';
import { ask } from './ask';
import { blockDdl, LockNotHeld, seeLocks, type ReadLockProof, type SeenLocks } from './lock-proof';
import { runWithin, waitNoLongerThan, type LockWait } from './lock-request';
import { timedLock, type SnapshotLock } from './locks';
import { READ_LOCK, refusedLock } from './lower-mode';

const UNSEEN: SeenLocks = { readLock: 'unseen', ddlLock: 'unseen' };

/** A read lock that was granted and is not seen to be missing. */
export interface SeenReadLock extends SeenLocks {
  readonly lock: SnapshotLock;
}

interface ReadLockRequest {
  readonly locker: ControlSession;
  readonly wait: LockWait;
  /** Null where the account may ask no question. */
  readonly proof: ReadLockProof | null;
}

/**
 * MySQL: takes the read lock, the lock that blocks DDL and the proof of both in one call, in this order (see
 * {@link takeReadLock}): writers wait for one round trip. Fails with {@link LockNotHeld}.
 */
export async function takeReadLockAtOnce({
  mode,
  locker,
  wait,
  proof,
}: ReadLockRequest & { readonly mode: 'backup-lock' | 'read-lock' }): Promise<SeenReadLock> {
  const locks = mode === 'backup-lock' ? [READ_LOCK, 'LOCK INSTANCE FOR BACKUP'] : [READ_LOCK];
  let sights = UNSEEN;
  const lock = await timedLock(locker, wait, async (sliceMs) => {
    await waitNoLongerThan(locker, sliceMs);
    const answers = await ask(locker, proof === null ? locks : [...locks, proof.question]);
    try {
      sights = sightsOf(answers, locks, proof);
      assertHeld(sights);
    } catch (error) {
      await giveUpReadLock(locker, error);
      // One that stays holds back DDL alone.
      if (mode === 'backup-lock' && answers.at.length > 1)
        await locker.run('UNLOCK INSTANCE').catch(() => undefined);
      throw error;
    }
    const [at = steadyNow()] = answers.at;
    return at;
  });
  return { lock, ...sights };
}

/** Throws the refusal of a lock; that of the question is an answer. */
function sightsOf(
  { at, rows, refusal }: Answers,
  locks: readonly string[],
  proof: ReadLockProof | null,
): SeenLocks {
  if (refusal !== null && at.length < locks.length) throw refusal;
  if (proof === null) return UNSEEN;
  if (refusal === null) return proof.read({ kind: 'rows', rows: rows[locks.length] ?? [] });
  return proof.read({ kind: 'refused', errno: refusal.failure.errno });
}

function assertHeld({ readLock }: SeenLocks): void {
  if (readLock === 'not-held') throw new LockNotHeld(READ_LOCK);
}

/**
 * Takes the read lock, and under it the lock that blocks DDL: the other way round, a waiting ALTER of a user becomes the
 * victim of a deadlock (error 1213, measured on MySQL 9.7 and MariaDB 10.11). While it waits for either, writers wait
 * too: a request that is not granted in time releases both.
 */
export async function takeReadLock(
  session: ControlSession,
  wait: LockWait,
  holdDdlBack: (withinMs: number) => Promise<void>,
): Promise<SnapshotLock> {
  return await timedLock(session, wait, async (sliceMs) => {
    try {
      await runWithin(session, sliceMs, READ_LOCK);
      const at = steadyNow();
      await holdDdlBack(sliceMs);
      return at;
    } catch (error) {
      await giveUpReadLock(session, error);
      throw error;
    }
  });
}

/**
 * Releases a read lock that a request did not end with, also one that was not granted: where MySQL waited in vain for a
 * statement that reads a table, it has the lock that writers of all tables wait for, and keeps it (measured on 9.7: the
 * next UPDATE of another table timed out). A session that doesn't obey is cut. One that may not take the lock has none.
 */
async function giveUpReadLock(session: ControlSession, error: unknown): Promise<void> {
  if (refusedLock(error)?.statement === READ_LOCK) return;
  await session.run('UNLOCK TABLES').catch(() => session.destroy());
}

/**
 * MariaDB: takes the read lock, and under it the stage that blocks DDL, on a session of its own, beside the proof of the
 * first. Fails with {@link LockNotHeld}.
 */
export async function takeStagedReadLock({
  locker,
  stager,
  wait,
  proof,
}: ReadLockRequest & { readonly stager: ControlSession }): Promise<SeenReadLock> {
  let sights = UNSEEN;
  const lock = await takeReadLock(locker, wait, async (withinMs) => {
    const blocking = blockDdl(stager, withinMs);
    const seeing = proof === null ? Promise.resolve(UNSEEN) : seeLocks(locker, proof);
    await settleAll([blocking, seeing]);
    sights = { readLock: (await seeing).readLock, ddlLock: await blocking };
    assertHeld(sights);
  });
  return { lock, ...sights };
}
