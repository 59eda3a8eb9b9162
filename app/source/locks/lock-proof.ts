import { has } from '../../catalog/server/dialect';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Row } from '../../catalog/session/row';
import { refusalOf } from '../../catalog/session/statement-failure';
import { quoteTable } from '../../catalog/text/quote';
import type { SluiceError } from '../../contract/failure';
import { sourceFailures } from '../../text/source';
import { ask } from './ask';
import { runWithin, waitNoLongerThan } from './lock-request';
import type { TableName } from './locks';

/**
 * Proofs that a lock holds: an OK of the server is none, because a proxy, or a server that only resembles MySQL, may say
 * OK to a statement that it doesn't carry out (Vitess does so with FLUSH TABLES WITH READ LOCK). Each is one question to
 * the session that holds the lock, which answers at once.
 */

/** Observation of a lock: `unseen` where the account may not ask. */
export type Sight = 'held' | 'not-held' | 'unseen';

/** A question that answered “not held” before the lock was requested, so that it can tell. */
export interface ReadLockProof {
  readonly question: string;
  /** Reads from the answer to the question whether the read lock holds, and the lock that blocks DDL. */
  readonly read: (answer: ProofAnswer) => SeenLocks;
}

export type ProofAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'refused'; readonly errno: number };

export interface SeenLocks {
  readonly readLock: Sight;
  readonly ddlLock: Sight;
}

/** Asks a session the question of a proof. */
export async function seeLocks(
  session: ControlSession,
  { question, read }: ReadLockProof,
): Promise<SeenLocks> {
  try {
    return read({ kind: 'rows', rows: await session.rows(question) });
  } catch (error) {
    return read({ kind: 'refused', errno: refusalOf(error).failure.errno });
  }
}

/** The server said OK to a lock that it does not hold. */
export class LockNotHeld extends Error {
  /** Statement that was to take it. */
  readonly statement: string;

  constructor(statement: string) {
    super(statement);
    this.statement = statement;
  }

  /** Returns the refusal for the user. */
  refusal(): SluiceError {
    return sourceFailures.lockNotHeld({ request: this.statement }, { statement: this.statement });
  }
}

/**
 * Chooses the question by which a read lock of this session will be seen, before it is requested; null where the
 * account may ask none.
 */
export async function chooseReadLockProof(
  session: ControlSession,
  tables: readonly TableName[],
): Promise<ReadLockProof | null> {
  const [table] = tables;
  return (await metadataLocks(session)) ?? (table === undefined ? null : await lockingRead(session, table));
}

/** The session's own entries among the metadata locks. */
const OWN_LOCKS = `SELECT OBJECT_TYPE AS type, LOCK_TYPE AS lock_type FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'GRANTED' AND OWNER_THREAD_ID = (SELECT THREAD_ID FROM performance_schema.threads WHERE PROCESSLIST_ID = CONNECTION_ID())`;
/** Entries that the server had to drop: where there are some, one that is missing proves nothing. */
const LOST_LOCKS = "SHOW GLOBAL STATUS LIKE 'Performance_schema_metadata_lock_lost'";

async function metadataLocks(session: ControlSession): Promise<ReadLockProof | null> {
  // MariaDB lists its read lock under a name of its own, and only with performance_schema, which is off by default.
  if (session.server.vendor !== 'mysql' || !has(session.server, 'metadataLocks')) return null;
  const before = await session.rows(OWN_LOCKS).catch(nullWhereRefused);
  // Lists at least the lock of this very query, or else the server doesn't record them (MySQL 5.7 by default).
  if (before === null || before.length === 0) return null;
  const [lost] = await session.rows(LOST_LOCKS);
  if (lost?.Value !== '0') return null;
  return {
    question: OWN_LOCKS,
    read: (answer) => {
      const sight = (type: string): Sight => {
        if (answer.kind === 'refused') return 'unseen';
        const isHeld = answer.rows.some((lock) => lock.type === type && lock.lock_type === 'SHARED');
        return isHeld ? 'held' : 'not-held';
      };
      return { readLock: sight('GLOBAL'), ddlLock: sight('BACKUP LOCK') };
    },
  };
}

/** Error of a statement that writes, or locks rows, in the session that holds the read lock. */
const ER_CANT_UPDATE_WITH_READLOCK = 1223;
/** Error of the same statement where the server is read-only: the read lock is asked first (measured on 7 servers). */
const ER_OPTION_PREVENTS_STATEMENT = 1290;
const LOCK_WAIT_TIMEOUT = 1205;
const PROBE_WAIT_MS = 1000;

/**
 * A read that would lock rows, of no row: the session that holds the read lock is refused it. SELECT is enough on
 * MariaDB and on MySQL 5.5; MySQL 8.0 wants LOCK TABLES, UPDATE or DELETE besides.
 */
async function lockingRead(session: ControlSession, table: TableName): Promise<ReadLockProof | null> {
  const question = `SELECT 1 FROM ${quoteTable(table.schema, table.name)} LIMIT 0 FOR UPDATE`;
  // Somebody may alter the table now.
  const before = await errorOf(() => runWithin(session, PROBE_WAIT_MS, question));
  if (before !== null && before !== ER_OPTION_PREVENTS_STATEMENT) return null;
  return {
    question,
    read: (answer) => {
      const error = answer.kind === 'refused' ? answer.errno : null;
      const isRefused = error === ER_CANT_UPDATE_WITH_READLOCK;
      const isOpen = error === null || error === ER_OPTION_PREVENTS_STATEMENT || error === LOCK_WAIT_TIMEOUT;
      return { readLock: isRefused ? 'held' : isOpen ? 'not-held' : 'unseen', ddlLock: 'unseen' };
    },
  };
}

/** Error of a stage that is not later than the session's own (sql/backup.cc; measured on 10.5 to 11.8). */
const ER_BACKUP_STAGE_NOT_LATER = 4147;

/** MariaDB: blocks DDL from now on; returns whether it is seen to be blocked. */
export async function blockDdl(session: ControlSession, withinMs: number): Promise<Sight> {
  await waitNoLongerThan(session, withinMs);
  const statement = 'BACKUP STAGE BLOCK_DDL';
  // The second is the question.
  const { at, refusal } = await ask(session, [statement, statement]);
  if (refusal === null) return 'not-held';
  if (at.length === 0) throw refusal;
  const { errno } = refusal.failure;
  if (errno === ER_BACKUP_STAGE_NOT_LATER) return 'held';
  return errno === LOCK_WAIT_TIMEOUT ? 'not-held' : 'unseen';
}

/** Error of a table, or of a table's second name, that LOCK TABLES did not list. */
const ER_TABLE_NOT_LOCKED = 1100;

/**
 * Asks a session that should have locked these tables: it may read nothing else, not even one of them by another name.
 */
export async function seeTableLocks(session: ControlSession, tables: readonly TableName[]): Promise<Sight> {
  const [table] = tables;
  if (table === undefined) return 'held';
  const question = `SELECT 1 FROM ${quoteTable(table.schema, table.name)} AS sluice_lock_proof LIMIT 0`;
  const error = await errorOf(() => session.run(question));
  if (error === ER_TABLE_NOT_LOCKED) return 'held';
  return error === null ? 'not-held' : 'unseen';
}

/** Returns the server's error number; null without an error. */
async function errorOf(work: () => Promise<void>): Promise<number | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return refusalOf(error).failure.errno;
  }
}

function nullWhereRefused(error: unknown): null {
  refusalOf(error);
  return null;
}
