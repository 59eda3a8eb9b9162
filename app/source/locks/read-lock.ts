import type { Answers } from '../../catalog/session/answers';
import { settleAll } from '../../catalog/collections/settle';
import type { ControlSession } from '../../catalog/session/control-session';
import { steadyNow } from '../../engine/steady-clock';
import { ask } from './ask';
import { blockDdl, LockNotHeld, seeLocks, type ReadLockProof, type SeenLocks } from './lock-proof';
import { waitNoLongerThan, type LockWait } from './lock-request';
import { giveUpReadLock, takeReadLock, timedLock, type SnapshotLock } from './locks';

const READ_LOCK = 'FLUSH TABLES WITH READ LOCK';
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
      await letGo(locker, answers.at.length > 1 && mode === 'backup-lock');
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
  return proof.read({ kind: 'refused', errno: refusal.failure.errno ?? 0 });
}

function assertHeld({ readLock }: SeenLocks): void {
  if (readLock === 'not-held') throw new LockNotHeld(READ_LOCK);
}

/** Releases both locks, so that writers go on. A lock of the instance that stays holds back DDL alone. */
async function letGo(session: ControlSession, hasInstance: boolean): Promise<void> {
  await giveUpReadLock(session);
  if (hasInstance) await session.run('UNLOCK INSTANCE').catch(() => undefined);
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
