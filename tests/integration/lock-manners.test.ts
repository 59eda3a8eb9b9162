import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import type { ControlSession } from '../../app/catalog/session/control-session';
import { SluiceError } from '../../app/contract/failure';
import type { LongQueries } from '../../app/contract/runs/options';
import { LOCK_SLICES, runWithin, type LockWait } from '../../app/source/locks/lock-request';
import { takeReadLock, takeReadLockAtOnce } from '../../app/source/locks/read-lock';
import { LongStatementWatch } from '../../app/source/locks/long-statements';
import { Cancellation } from '../../app/engine/cancellation';
import { testVendors } from '../servers/test-server';
import { connectPlain, dropSchemas, testEndpoint, withPlain, withSession } from './harness/servers';

const SCHEMA = 'lock_manners';

/** The ways in which a read lock is taken. */
const TAKES = [
  {
    by: 'alone',
    take: (session: ControlSession, wait: LockWait) => takeReadLock(session, wait, () => Promise.resolve()),
  },
  {
    by: 'with its proof',
    take: async (locker: ControlSession, wait: LockWait) =>
      (await takeReadLockAtOnce({ mode: 'read-lock', locker, wait, proof: null })).lock,
  },
] as const;

function isTimeout(error: unknown): boolean {
  return error instanceof SluiceError && error.failure.code === 'lock-timeout';
}

describe.each(testVendors)('requesting and holding a lock, %s', (vendor) => {
  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.a (id INT PRIMARY KEY, v INT)`);
      await connection.query(`INSERT INTO ${SCHEMA}.a VALUES (1, 1), (2, 2), (3, 3)`);
      await connection.query(`CREATE TABLE ${SCHEMA}.b (id INT PRIMARY KEY)`);
    });
  });

  afterAll(() => dropSchemas(vendor, SCHEMA));

  const eventually = { timeout: 180_000 };

  const waiting = (more: Partial<LockWait> = {}): LockWait => ({
    ...{ timeoutMs: 60_000, ...LOCK_SLICES, cancellation: new Cancellation(), watch: null },
    ...more,
  });

  async function stateOf(watcher: Connection, id: number): Promise<string> {
    const [rows] = await watcher.query(
      `SELECT CONCAT_WS(': ', STATE, INFO) AS text FROM information_schema.PROCESSLIST WHERE ID = ${id}`,
    );
    return (rows as { text: string }[])[0]?.text ?? '';
  }

  /** Does `work` while a statement runs that ends only when it is killed. */
  async function during(statement: string, work: (blocker: Connection) => Promise<void>): Promise<void> {
    const blocker = await connectPlain(vendor);
    const slow = blocker.query(statement).catch(() => undefined);
    try {
      await withPlain(vendor, (watcher) =>
        expect.poll(() => stateOf(watcher, blocker.threadId), eventually).toContain('SLEEP'),
      );
      await work(blocker);
    } finally {
      await withPlain(vendor, (killer) => killer.query(`KILL ${blocker.threadId}`)).catch(() => undefined);
      await slow;
      blocker.destroy();
    }
  }

  it('writers get through between two requests for the read lock', async () => {
    await during(`UPDATE ${SCHEMA}.a SET v = v + SLEEP(600) WHERE id = 1`, async (blocker) => {
      await withSession(vendor, async (session) => {
        let granted = false;
        const asked = takeReadLock(session, waiting({ sliceMs: 1000 }), () => Promise.resolve());
        const settled = asked.then(() => (granted = true));
        await withPlain(vendor, async (writer) => {
          const id = session.server.connectionId;
          await expect.poll(() => stateOf(writer, id), eventually).toMatch(/^Waiting .*: FLUSH TABLES/);
          for (const value of [1, 2]) await writer.query(`UPDATE ${SCHEMA}.a SET v = ${value} WHERE id = 3`);
          expect(granted).toBe(false);
          await writer.query(`KILL ${blocker.threadId}`);
        });
        await settled;
        const lock = await asked;
        expect(lock.requests).toBeGreaterThan(1);
        expect(lock.waitMs).toBeGreaterThan(0);
        await lock.release();
      });
    });
  });

  it.each(TAKES)(
    'writers get through after a request that a read of a table kept waiting, $by',
    async ({ take }) => {
      await during(`SELECT v, SLEEP(600) FROM ${SCHEMA}.a`, async () => {
        const session = await connect(testEndpoint(vendor), 'many');
        try {
          const outcome = await take(session, waiting({ timeoutMs: 1000, sliceMs: 1000 })).then(
            (lock) => lock.release().then(() => 'granted'),
            (error: unknown) => (isTimeout(error) ? 'timed out' : error),
          );
          // MariaDB does not wait for a read.
          expect(outcome).toBe(vendor === 'mysql' ? 'timed out' : 'granted');
          await withPlain(vendor, async (writer) => {
            await writer.query('SET SESSION lock_wait_timeout = 10');
            await writer.query(`TRUNCATE ${SCHEMA}.b`);
          });
        } finally {
          session.destroy();
        }
      });
    },
  );

  it('releases the read lock where a lock below it can’t be had, so that writers continue', async () => {
    await withSession(vendor, (session) =>
      withSession(vendor, (other) =>
        withPlain(vendor, async (writer) => {
          let written: Promise<unknown> | null = null;
          const lock = await takeReadLock(session, waiting(), async () => {
            if (written !== null) {
              await written;
              return;
            }
            written = writer.query(`UPDATE ${SCHEMA}.a SET v = 5 WHERE id = 2`);
            await runWithin(other, 1000, `LOCK TABLES ${SCHEMA}.a WRITE`);
          });
          expect(lock.requests).toBe(2);
          await lock.release();
        }),
      ),
    );
  });

  it('a session whose client went silent lets writers go', async () => {
    await withSession(vendor, async (session) => {
      await session.keepAlive({ silenceSeconds: 2, everyMs: 600_000 });
      await takeReadLock(session, waiting(), () => Promise.resolve());
      await withPlain(vendor, (writer) => writer.query(`UPDATE ${SCHEMA}.a SET v = 6 WHERE id = 2`));
      await expect(session.run('DO 0')).rejects.toMatchObject({ failure: { code: 'connect-lost' } });
    });
  });

  it('a session whose client is alive holds on for longer than it may be silent', async () => {
    await withSession(vendor, async (session) => {
      await session.keepAlive({ silenceSeconds: 2, everyMs: 300 });
      const lock = await takeReadLock(session, waiting(), () => Promise.resolve());
      await withPlain(vendor, (clock) => clock.query('SELECT SLEEP(5)'));
      expect(await session.scalar('SELECT @@SESSION.wait_timeout')).toBe('2');
      await lock.release();
    });
  });

  const watching = (policy: LongQueries, warnings: string[] = []): LongStatementWatch =>
    new LongStatementWatch({
      ...{ policy, longSeconds: 1, endFirst: vendor === 'mysql' },
      warn: (text) => warnings.push(text),
    });

  /** A statement that reads a table and has run for longer than a second. */
  const besideLongRead = (work: (blocker: Connection) => Promise<void>) =>
    during(`SELECT v, SLEEP(600) FROM ${SCHEMA}.a`, async (blocker) => {
      await withPlain(vendor, (clock) => clock.query('SELECT SLEEP(2)'));
      await work(blocker);
    });

  it('long statements are named before the lock is asked for, which may be refused', async () => {
    await besideLongRead(async (blocker) => {
      await withSession(vendor, async (session) => {
        const asked = takeReadLock(session, waiting({ watch: watching('refuse') }), () => Promise.resolve());
        const { failure } = await asked.then(
          () => expect.fail('The lock was taken.'),
          (error: unknown) => error as SluiceError,
        );
        expect(failure).toMatchObject({ code: 'lock-timeout', retryable: true });
        expect(failure.message).toContain(`Connection ${blocker.threadId} (`);
        expect(failure.message).toContain('SLEEP(600)');
        expect(failure.hint).toContain('--long-queries wait');
        expect(failure.statement).toBeUndefined();
      });
    });
  });

  it('waits for a long read without holding up writers behind the lock', async () => {
    const warnings: string[] = [];
    await besideLongRead(async (blocker) => {
      await withSession(vendor, async (session) => {
        const wait = waiting({ watch: watching('wait', warnings) });
        const asked = takeReadLock(session, wait, () => Promise.resolve());
        await expect.poll(() => warnings, eventually).toHaveLength(1);
        expect(warnings[0]).toContain(`Connection ${blocker.threadId} (`);
        // Only MySQL's lock waits for those who read.
        const lock = vendor === 'mariadb' ? await asked : null;
        await lock?.release();
        await withPlain(vendor, async (writer) => {
          await writer.query(`UPDATE ${SCHEMA}.a SET v = 7 WHERE id = 2`);
          await writer.query(`KILL ${blocker.threadId}`);
        });
        if (lock === null) await (await asked).release();
        expect(warnings).toHaveLength(1);
      });
    });
  });

  if (vendor === 'mysql')
    it('no lock is requested where a long read does not end', async () => {
      await besideLongRead(async () => {
        await withSession(vendor, async (session) => {
          const wait = waiting({ watch: watching('wait'), timeoutMs: 3000 });
          const asked = takeReadLock(session, wait, () => Promise.resolve());
          await expect(asked).rejects.toMatchObject({
            failure: { code: 'lock-timeout', message: expect.stringContaining('SLEEP(600)') as string },
          });
          await withPlain(vendor, (writer) => writer.query(`UPDATE ${SCHEMA}.a SET v = 8 WHERE id = 2`));
        });
      });
    });

  if (vendor === 'mysql')
    it('a long statement that uses no table is not waited for', async () => {
      await during('SELECT SLEEP(600)', async () => {
        await withPlain(vendor, (clock) => clock.query('SELECT SLEEP(2)'));
        await withSession(vendor, async (session) => {
          const wait = waiting({ watch: watching('refuse') });
          await (await takeReadLock(session, wait, () => Promise.resolve())).release();
        });
      });
    });

  if (vendor === 'mysql')
    it('a long read is seen where the server counts no metadata locks, as MySQL 5.7 does by default', async () => {
      const counting = (enabled: 'YES' | 'NO') =>
        withPlain(vendor, (connection) =>
          connection.query(
            `UPDATE performance_schema.setup_instruments SET ENABLED = '${enabled}' WHERE NAME = 'wait/lock/metadata/sql/mdl'`,
          ),
        );
      await counting('NO');
      try {
        await besideLongRead(async () => {
          await withSession(vendor, async (session) => {
            const wait = waiting({ watch: watching('refuse') });
            const asked = takeReadLock(session, wait, () => Promise.resolve());
            await expect(asked).rejects.toMatchObject({
              failure: { hint: expect.stringContaining('--long-queries wait') as string },
            });
          });
        });
      } finally {
        await counting('YES');
      }
    });

  it('an account that sees only its own statements asks for the lock as if there were none', async () => {
    const account = `'${SCHEMA}'@'%'`;
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP USER IF EXISTS ${account}`);
      await connection.query(`CREATE USER ${account} IDENTIFIED BY 'Manners-1!'`);
      await connection.query(`GRANT RELOAD ON *.* TO ${account}`);
    });
    const session = await connect(testEndpoint(vendor, { user: SCHEMA, password: 'Manners-1!' }));
    try {
      await during(`SELECT SLEEP(600)`, async () => {
        await withPlain(vendor, (clock) => clock.query('SELECT SLEEP(2)'));
        const wait = waiting({ watch: watching('refuse') });
        await (await takeReadLock(session, wait, () => Promise.resolve())).release();
      });
    } finally {
      await session.close();
      await withPlain(vendor, (connection) => connection.query(`DROP USER ${account}`));
    }
  });
});
