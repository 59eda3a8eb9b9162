import type { CautionKind } from '../../catalog/server/impostors';
import { has, type ServerVersion } from '../../catalog/server/dialect';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Privileges } from '../../catalog/privileges/grants';
import { quoteTable } from '../../catalog/text/quote';
import { grantsFor, missingNeeds } from '../../catalog/privileges/missing';
import { granteeOf } from '../../catalog/privileges/names';
import { BACKUP_LOCK, flushNeed, lockNeeds, type Need } from '../../catalog/privileges/needs/needs';
import { assertNever } from '../../contract/exhaustive';
import type { Consistency } from '../../contract/runs/options';
import { sourceFailures, sourceText } from '../../text/source';
import { requestInSlices, runWithin, type LockWait } from './lock-request';
import { steadyNow } from '../../engine/steady-clock';

/** Modes of the consistency ladder, best first. */
export type LockMode = 'backup-lock' | 'backup-stage' | 'read-lock' | 'table-locks' | 'none';

export interface LockPlan {
  readonly mode: LockMode;
  /** Sentences besides that of the lock: earlier refusals, and sessions that are missing. */
  readonly notes: readonly string[];
  /** The sentence of the lock and the notes, as they are shown to the user. */
  readonly sentence: string;
  /** Grant that would allow a better mode; empty where nothing is better. */
  readonly better: string;
}

export interface LockContext {
  readonly server: ServerVersion;
  /** As `user@host`: the account that missing privileges are granted to. */
  readonly account: string;
  readonly privileges: Privileges;
  /** Schemas that are dumped. */
  readonly schemas: readonly string[];
  readonly consistency: Consistency;
  /** Server or proxy that was recognized. */
  readonly caution: CautionKind | null;
}

/**
 * Chooses the best lock mode that the account may use, down to locks on the tables themselves. Fails with
 * `privilege-missing` where there is none: a dump without a lock is made only on request.
 */
export function planLocks(context: LockContext): LockPlan {
  const { server, account, privileges, schemas, consistency } = context;
  if (consistency === 'none') return planOf('none', sourceText.betterThanNone);
  if (context.caution === 'aurora-reader') throw sourceFailures.readerWithoutLock();
  const mayFlush = isMet(flushNeed(server), privileges);
  if (consistency === 'auto' && mayFlush) return readLockPlan(server, privileges);
  const missing = missingNeeds(lockNeeds(server, schemas, 'lock-tables'), privileges);
  if (missing.length === 0) return planOf('table-locks', sourceText.betterThanTableLocks[server.vendor]);
  const unlocked = schemas.find((schema) => !privileges.hasIn(schema, 'LOCK TABLES')) ?? '';
  const grants = grantsFor(missing, granteeOf(account), privileges);
  const serverPrivileges = flushNeed(server).anyOf;
  throw sourceFailures.mayNotLock({ serverPrivileges, schema: unlocked, grants });
}

function isMet(need: Need, privileges: Privileges): boolean {
  return missingNeeds([need], privileges).length === 0;
}

function readLockPlan(server: ServerVersion, privileges: Privileges): LockPlan {
  if (has(server, 'backupStages')) return planOf('backup-stage');
  if (!has(server, 'backupLock')) return planOf('read-lock');
  return isMet(BACKUP_LOCK, privileges) ? planOf('backup-lock') : readLock();
}

function readLock(): LockPlan {
  return planOf('read-lock', sourceText.betterThanReadLock);
}

/** Returns the plan of a mode; `better` is the grant that would allow a better one. */
export function planOf(mode: LockMode, better = '', notes: readonly string[] = []): LockPlan {
  return { mode, notes, sentence: [sourceText.locks[mode], ...notes].join(' '), better };
}

/** Returns the plan for an account that may not have the session that MariaDB's backup stages need. */
export function planWithoutStages(): LockPlan {
  return planOf('read-lock', '', [sourceText.noRoomForStages]);
}

/** Returns the plan without the lock that would block our own DDL, for a copy that stays on its server. */
export function withoutDdlLock(plan: LockPlan): LockPlan {
  if (plan.mode !== 'backup-lock' && plan.mode !== 'backup-stage') return plan;
  return planOf('read-lock', sourceText.betterThanReadLock, plan.notes);
}

/** Returns the plan of locks on the tables, for a server that pretended to a better lock, as the note says. */
export function withTableLocks(plan: LockPlan, note: string): LockPlan {
  return planOf('table-locks', '', [...plan.notes, note]);
}

/** Returns the plan with another sentence for the user. */
export function withNote({ mode, better, notes }: LockPlan, note: string): LockPlan {
  return planOf(mode, better, [...notes, note]);
}

/** Returns whether all lanes share one snapshot. */
export function isConsistent({ mode }: LockPlan): boolean {
  return mode !== 'none';
}

/** Returns whether DDL may change a table while it is dumped. */
export function mustCompareDefinitions({ mode }: LockPlan): boolean {
  switch (mode) {
    case 'backup-lock':
    case 'backup-stage':
      return false;
    case 'read-lock':
    case 'table-locks':
    case 'none':
      return true;
    default:
      return assertNever(mode);
  }
}

/** The short lock under which snapshots are taken. */
export interface SnapshotLock {
  /** Time that writers queued behind the requests, in ms, failed requests included. */
  readonly waitMs: number;
  /** Number of requests until it was granted. */
  readonly requests: number;
  /** Session that holds it, for reading the position under it. */
  readonly session: ControlSession;
  /** Releases the lock; resolves to the ms for which it was held. */
  release(): Promise<number>;
}

export interface TableName {
  readonly schema: string;
  readonly name: string;
}

/** Takes LOCK TABLES … READ on all tables at once, for accounts that may not lock the server. */
export async function takeTableLocks(
  session: ControlSession,
  tables: readonly TableName[],
  wait: LockWait,
): Promise<SnapshotLock> {
  return await timedLock(session, wait, async (sliceMs) => {
    const locks = tables.map(({ schema, name }) => `${quoteTable(schema, name)} READ`);
    if (locks.length > 0) await runWithin(session, sliceMs, `LOCK TABLES ${locks.join(', ')}`);
    return steadyNow();
  });
}

/** Requests a lock in slices, and measures for how long it is held. */
export async function timedLock(
  session: ControlSession,
  wait: LockWait,
  request: (sliceMs: number) => Promise<number>,
): Promise<SnapshotLock> {
  const { at, waitMs, requests } = await requestInSlices(session, wait, request);
  return {
    waitMs,
    requests,
    session,
    release: async () => {
      await session.run('UNLOCK TABLES');
      return steadyNow() - at;
    },
  };
}

/**
 * MariaDB: starts a backup on a session of its own, because the session that holds its stages can't take the read lock.
 * Blocks nothing yet; closing the session ends the backup.
 */
export async function beginBackupStages(session: ControlSession, wait: LockWait): Promise<void> {
  // No writer queues behind this request, only the next backup.
  await requestInSlices(session, wait, async (sliceMs) => {
    await runWithin(session, sliceMs, 'BACKUP STAGE START');
    return steadyNow();
  });
}
