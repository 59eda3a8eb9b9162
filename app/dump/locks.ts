import type { ControlSession } from '../catalog/control-session';
import type { Privileges } from '../catalog/grants';
import { quoteTable } from '../catalog/quote';
import { assertNever } from '../contract/exhaustive';
import { SluiceError } from '../contract/failure';
import type { Consistency } from '../contract/options';

/** The rungs of the consistency ladder, best first. */
export type LockMode = 'backup-lock' | 'backup-stage' | 'read-lock' | 'table-locks' | 'none';

export interface LockPlan {
  readonly mode: LockMode;
  /** What the user is told, in one sentence. */
  readonly sentence: string;
  /** Which grant would give a better mode; empty where nothing is better. */
  readonly better: string;
}

export interface LockWish {
  readonly vendor: 'mysql' | 'mariadb';
  readonly privileges: Privileges;
  /** The schemas that are dumped. */
  readonly schemas: readonly string[];
  readonly consistency: Consistency;
}

/**
 * Chooses the best rung that the account may stand on, down to locks on the tables themselves. Fails with
 * `privilege-missing` where there is none: a dump without any is made only for a user who asks for it.
 */
export function planLocks(wish: LockWish): LockPlan {
  const { vendor, privileges, schemas, consistency } = wish;
  if (consistency === 'none') return NO_LOCK;
  const mayFlush = privileges.has('RELOAD') || (vendor === 'mysql' && privileges.has('FLUSH_TABLES'));
  if (consistency === 'auto' && mayFlush) return readLockPlan(vendor, privileges);
  const unlocked = schemas.find((schema) => !privileges.hasIn(schema, 'LOCK TABLES'));
  if (unlocked === undefined) return TABLE_LOCKS;
  throw new SluiceError(
    'privilege-missing',
    `A consistent dump needs a short lock, which this account may take neither on the server nor on the tables of “${unlocked}”.`,
    {
      hint: 'Grant RELOAD to the account, or LOCK TABLES on the schemas; or ask for a dump without consistency.',
    },
  );
}

function readLockPlan(vendor: 'mysql' | 'mariadb', privileges: Privileges): LockPlan {
  if (vendor === 'mariadb') return BACKUP_STAGE;
  return privileges.has('BACKUP_ADMIN') ? BACKUP_LOCK : READ_LOCK;
}

const BACKUP_STAGE: LockPlan = {
  mode: 'backup-stage',
  sentence:
    'One snapshot for all tables: writers wait for a moment while it is taken; ALTER and other DDL, and writes to MyISAM and CSV tables, wait until everything is read.',
  better: '',
};

const BACKUP_LOCK: LockPlan = {
  mode: 'backup-lock',
  sentence:
    'One snapshot for all tables: writers wait for a moment while it is taken; ALTER and other DDL wait until everything is read.',
  better: '',
};

const READ_LOCK: LockPlan = {
  mode: 'read-lock',
  sentence:
    'One snapshot for all tables: writers wait for a moment while it is taken; table definitions are compared again at the end, because DDL can’t be held back.',
  better: 'With BACKUP_ADMIN, DDL would wait instead of spoiling what is read.',
};

const TABLE_LOCKS: LockPlan = {
  mode: 'table-locks',
  sentence:
    'One snapshot for all tables: writers of those tables wait for a moment while it is taken; table definitions are compared again at the end, because DDL can’t be held back.',
  better: 'With RELOAD, one lock would do for all tables, and, on MySQL, DDL would wait with BACKUP_ADMIN.',
};

const NO_LOCK: LockPlan = {
  mode: 'none',
  sentence:
    'No lock: every lane sees a moment of its own, so rows that are written meanwhile may be in one table and missing in another.',
  better: 'With RELOAD, or LOCK TABLES on the schemas, all tables could be of one moment.',
};

/** The plan without what would hold back our own DDL, for a copy that stays on its server. */
export function withoutHoldingDdl(plan: LockPlan): LockPlan {
  return plan.mode === 'backup-lock' || plan.mode === 'backup-stage' ? READ_LOCK : plan;
}

/** Whether all lanes see the same moment. */
export function isConsistent({ mode }: LockPlan): boolean {
  return mode !== 'none';
}

/** Whether nothing keeps DDL from changing a table while it is dumped. */
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
  readonly waitMs: number;
  /** The session that holds it, for reading the position under it. */
  readonly session: ControlSession;
  /** Lets writers go on; resolves to the ms for which the lock was held. */
  release(): Promise<number>;
}

/**
 * Takes FLUSH TABLES WITH READ LOCK, waiting at most `timeoutMs`: from the moment it waits, writers wait behind it.
 * On MySQL the backup lock is taken *under* it: the other way round, an ALTER of a user that waits becomes the
 * victim of a deadlock (error 1213, measured on 9.7).
 */
export async function takeReadLock(
  session: ControlSession,
  mode: LockMode,
  timeoutMs: number,
): Promise<SnapshotLock> {
  return await timedLock(session, async () => {
    await withTimeout(session, timeoutMs, 'FLUSH TABLES WITH READ LOCK');
    const got = Date.now();
    if (mode === 'backup-lock') await withTimeout(session, timeoutMs, 'LOCK INSTANCE FOR BACKUP');
    return got;
  });
}

export interface TableName {
  readonly schema: string;
  readonly name: string;
}

/** Takes LOCK TABLES … READ on all tables at once, for accounts that may not lock the server. */
export async function takeTableLocks(
  session: ControlSession,
  tables: readonly TableName[],
  timeoutMs: number,
): Promise<SnapshotLock> {
  return await timedLock(session, async () => {
    const locks = tables.map(({ schema, name }) => `${quoteTable(schema, name)} READ`);
    if (locks.length > 0) await withTimeout(session, timeoutMs, `LOCK TABLES ${locks.join(', ')}`);
    return Date.now();
  });
}

/** `take` resolves to the moment from which the lock was held. */
async function timedLock(session: ControlSession, take: () => Promise<number>): Promise<SnapshotLock> {
  const asked = Date.now();
  const got = await take();
  return {
    waitMs: got - asked,
    session,
    release: async () => {
      await session.run('UNLOCK TABLES');
      return Date.now() - got;
    },
  };
}

/**
 * MariaDB: begins a backup on a session of its own, because whoever holds its stages can't take the read lock.
 * Nothing is held back yet; closing the session ends the backup.
 */
export async function beginBackupStages(session: ControlSession, timeoutMs: number): Promise<void> {
  await withTimeout(session, timeoutMs, 'BACKUP STAGE START');
}

/**
 * MariaDB: holds DDL back from now on. Only under the read lock: the other way round, an ALTER of a user that waits
 * for the stage becomes the victim of a deadlock when the read lock comes (error 1213, measured on 10.11).
 */
export async function holdDdlBack(session: ControlSession, timeoutMs: number): Promise<void> {
  await withTimeout(session, timeoutMs, 'BACKUP STAGE BLOCK_DDL');
}

const ER_LOCK_WAIT_TIMEOUT = 1205;

async function withTimeout(session: ControlSession, timeoutMs: number, statement: string): Promise<void> {
  const seconds = Math.ceil(timeoutMs / 1000);
  await session.run(`SET SESSION lock_wait_timeout = ${seconds}`);
  try {
    await session.run(statement);
  } catch (error) {
    if (!(error instanceof SluiceError) || error.failure.errno !== ER_LOCK_WAIT_TIMEOUT) throw error;
    const inTheWay = await readLongestStatements(session, seconds).catch(() => []);
    throw new SluiceError(
      'lock-timeout',
      [`The lock was not to be had within ${seconds} s.`, ...inTheWay.map(describeStatement)].join(' '),
      {
        statement: statement.slice(0, 500),
        errno: ER_LOCK_WAIT_TIMEOUT,
        retryable: true,
        ...(inTheWay.length > 0 && {
          hint:
            'Start again when they have ended, or end them with KILL; wait longer with --lock-wait-timeout, as ' +
            'writers then do too; or do without a common moment of all tables, with --consistency none.',
        }),
      },
    );
  }
}

interface RunningStatement {
  readonly connection: string;
  readonly account: string;
  readonly seconds: string;
  readonly text: string;
}

/** The statements that ran for at least as long as the lock was waited for; without PROCESS just the account's own. */
async function readLongestStatements(
  session: ControlSession,
  seconds: number,
): Promise<readonly RunningStatement[]> {
  const rows = await session.rows(
    `SELECT ID AS id, CONCAT(USER, '@', HOST) AS account, TIME AS seconds, LEFT(INFO, 100) AS text
     FROM information_schema.PROCESSLIST
     WHERE COMMAND IN ('Query', 'Execute') AND TIME >= ? AND ID <> CONNECTION_ID() ORDER BY TIME DESC LIMIT 3`,
    [seconds],
  );
  return rows.map((row) => ({
    connection: row.id ?? '',
    account: row.account ?? '',
    seconds: row.seconds ?? '',
    text: row.text ?? '',
  }));
}

function describeStatement({ connection, account, seconds, text }: RunningStatement): string {
  return `Connection ${connection} (${account}) has run for ${seconds} s: ${text}.`;
}
