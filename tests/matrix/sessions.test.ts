import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import type { ControlSession } from '../../app/catalog/session/control-session';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';

skipMissingServers();

/** Sessions on servers whose global settings would spoil a dump, under the names that each version gives them. */
describe.each(serverNames)('%s', (name) => {
  let server: MatrixServer;
  let session: ControlSession;
  beforeAll(async () => {
    server = await MatrixServer.start(name, ['--transaction-isolation=READ-COMMITTED']);
    session = await connect(server.endpoint);
  });
  afterAll(async () => {
    await session.close();
    await server.end();
  });

  it('reads one snapshot, whatever isolation level the server has', async () => {
    await server.run(['CREATE DATABASE isolated', 'CREATE TABLE isolated.t (a INT) ENGINE=InnoDB']);
    await session.run('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    await server.run(['INSERT INTO isolated.t VALUES (1)']);
    expect(await session.scalar('SELECT COUNT(*) FROM isolated.t')).toBe('0');
    await session.run('COMMIT');
  });
});
