import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import { hasVariable } from '../../app/catalog/server/dialect';
import { testConnection } from '../../app/profiles/test-connection';
import { OwnServer } from './harness/own-server';

/** A server that reports a version which doesn't exist yet, and lacks variables that the newest known one has. */
let server: OwnServer;
beforeAll(async () => {
  server = await OwnServer.start('mariadb', ['--version=12.9.9-MariaDB']);
});
afterAll(() => server.end());

it('is named by the test of a connection, which goes on', async () => {
  const { stages, server: summary } = await testConnection(server.endpoint);
  expect(stages.find(({ stage }) => stage === 'version')).toMatchObject({
    state: 'warning',
    detail: 'MariaDB 12.9.9 is newer than this Sluice knows (11.8); it is treated as 11.8.',
  });
  expect(summary?.version).toBe('12.9.9-MariaDB');
});

it('is worked with, without the variables that it has dropped', async () => {
  const session = await connect(server.endpoint);
  expect(hasVariable(session.server, 'block_encryption_mode')).toBe(false);
  expect(hasVariable(session.server, 'tx_isolation')).toBe(true);
  expect(await session.scalar('SELECT @@SESSION.tx_isolation')).toBe('REPEATABLE-READ');
  await session.close();
});
