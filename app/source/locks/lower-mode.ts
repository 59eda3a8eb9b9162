import type { ServerFacts } from '../../catalog/server/server';
import { SluiceError } from '../../contract/failure';
import { sourceFailures, sourceText, type RefusedLock } from '../../text/source';
import { planOf, type LockMode, type LockPlan } from './locks';

/**
 * Errors by which a server, or what stands before it, refuses a lock for good: no access to the schema (1044), access
 * denied (1045: RDS answers FLUSH TABLES WITH READ LOCK so although RELOAD is granted), a privilege is missing (1227),
 * not supported (1235), forbidden by an option (1290).
 */
const REFUSED: ReadonlySet<number> = new Set([1044, 1045, 1227, 1235, 1290]);

/** The lock of all tables. */
export const READ_LOCK = 'FLUSH TABLES WITH READ LOCK';
const LOCKS = new RegExp(`^(?:${READ_LOCK}|LOCK INSTANCE FOR BACKUP|BACKUP STAGE \\w+|LOCK TABLES)`);

/** Returns the lock that an error refuses for good; null for every other error. */
export function refusedLock(error: unknown): RefusedLock | null {
  if (!(error instanceof SluiceError)) return null;
  const { errno = 0, message, statement = '' } = error.failure;
  if (!REFUSED.has(errno)) return null;
  const [kind = ''] = LOCKS.exec(statement) ?? [];
  return kind === '' ? null : { statement: kind, errno, message };
}

/**
 * Returns the plan one rung below, for a server that has answered with a refusal. Fails with `privilege-missing` below
 * the locks on tables: a dump without a lock is made only on request.
 */
export function planBelow(
  plan: LockPlan,
  refused: RefusedLock,
  server: Pick<ServerFacts, 'vendor'>,
): LockPlan {
  const mode = modeBelow(refused.statement);
  if (mode === null) throw sourceFailures.everyLockRefused(refused);
  const better =
    mode === 'read-lock' ? sourceText.betterThanReadLock : sourceText.betterThanTableLocks[server.vendor];
  return planOf(mode, better, [...plan.notes, sourceText.lockRefused(refused)]);
}

/** The lock on all tables comes first: without it, holding DDL back is no help. */
function modeBelow(statement: string): Extract<LockMode, 'read-lock' | 'table-locks'> | null {
  if (statement === READ_LOCK) return 'table-locks';
  return statement === 'LOCK TABLES' ? null : 'read-lock';
}
