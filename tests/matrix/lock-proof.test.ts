import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import type { ControlSession } from '../../app/catalog/session/control-session';
import { has } from '../../app/catalog/server/dialect';
import { blockDdl, chooseReadLockProof, seeLocks, seeTableLocks } from '../../app/source/locks/lock-proof';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';

skipMissingServers();

const TABLES = [{ schema: 'proof', name: 't' }];
const ACCOUNTS = ['proof_all', 'proof_locker', 'proof_reader'] as const;
const PASSWORD = 'Proof-1!';

/** Rights on the schema, besides RELOAD. */
const RIGHTS = {
  proof_all: 'SELECT ON *.*',
  proof_locker: 'SELECT, LOCK TABLES ON proof.*',
  proof_reader: 'SELECT ON proof.*',
} as const;

describe.each(serverNames)('what is seen of a lock, %s', (name) => {
  let server: MatrixServer;

  beforeAll(async () => {
    server = await MatrixServer.start(name);
    await server.run([
      'CREATE DATABASE proof',
      'CREATE TABLE proof.t (id INT PRIMARY KEY)',
      ...ACCOUNTS.flatMap((account) => [
        `CREATE USER ${account} IDENTIFIED BY '${PASSWORD}'`,
        `GRANT ${RIGHTS[account]} TO ${account}`,
        `GRANT RELOAD ON *.* TO ${account}`,
      ]),
    ]);
  });

  afterAll(() => server.end());

  async function as(account: string, work: (session: ControlSession) => Promise<void>): Promise<void> {
    const session = await connect({ ...server.endpoint, user: account, password: PASSWORD }, 'many');
    await work(session).finally(() => session.close());
  }

  it.each(ACCOUNTS)('by %s: the read lock, and none before and after it', async (account) => {
    await as(account, async (session) => {
      const proof = await chooseReadLockProof(session, TABLES);
      // MySQL 8.0 and later have a question for whoever may look, or lock; MariaDB for whoever may read.
      const { vendor } = session.server;
      if (account === 'proof_reader' && vendor === 'mysql' && has(session.server, 'metadataLocks')) {
        expect(proof).toBeNull();
        return;
      }
      const seen = async () => (proof === null ? null : (await seeLocks(session, proof)).readLock);
      expect(await seen()).toBe('not-held');
      await session.run('FLUSH TABLES WITH READ LOCK');
      expect(await seen()).toBe('held');
      await session.run('UNLOCK TABLES');
      expect(await seen()).toBe('not-held');
    });
  });

  it('the lock on tables, and none before and after it', async () => {
    await as('proof_locker', async (session) => {
      expect(await seeTableLocks(session, TABLES)).toBe('not-held');
      await session.run('LOCK TABLES proof.t READ');
      expect(await seeTableLocks(session, TABLES)).toBe('held');
      await session.run('UNLOCK TABLES');
      expect(await seeTableLocks(session, TABLES)).toBe('not-held');
    });
  });

  it('the stage that blocks DDL, where there are stages', async () => {
    await as('proof_reader', async (session) => {
      if (!has(session.server, 'backupStages')) {
        await expect(blockDdl(session, 1000)).rejects.toMatchObject({ failure: { errno: 1064 } });
        return;
      }
      await session.run('BACKUP STAGE START');
      expect(await blockDdl(session, 1000)).toBe('held');
    });
  });

  it('the lock of an instance, where there is one', async () => {
    const { endpoint } = server;
    const session = await connect(endpoint);
    try {
      if (!has(session.server, 'backupLock')) return;
      const proof = await chooseReadLockProof(session, TABLES);
      const seen = async () => (proof === null ? null : (await seeLocks(session, proof)).ddlLock);
      expect(await seen()).toBe('not-held');
      await session.run('LOCK INSTANCE FOR BACKUP');
      expect(await seen()).toBe('held');
    } finally {
      await session.close();
    }
  });
});
