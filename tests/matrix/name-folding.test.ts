import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import { NameFolding } from '../../app/catalog/server/name-folding';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';

skipMissingServers();

/** Names that the server's own tables of letters make one; old servers don't show these tables. */
describe.each(serverNames)('%s', (name) => {
  let server: MatrixServer;
  beforeAll(async () => {
    server = await MatrixServer.start(name);
  });
  afterAll(() => server.end());

  it.each([
    ['élan', 'ELAN', true],
    ['Ωmega', 'ωmega', true],
    ['Straße', 'STRASE', true],
    ['ж', 'з', false],
    ['語', '話', false],
  ])('%s and %s as names of routines', async (one, other, areOne) => {
    const session = await connect(server.endpoint);
    const folding = NameFolding.of(session.server);
    // One after the other: letters that were learnt before count too.
    await folding.learn(session, [one]);
    await folding.learn(session, [other]);
    expect(folding.areOne('routine', one, other)).toBe(areOne);
    await session.run('CREATE DATABASE IF NOT EXISTS folding');
    await session.use('folding');
    await session.run(`CREATE FUNCTION \`${one}\`() RETURNS INT DETERMINISTIC RETURN 1`);
    const second = session.run(`CREATE FUNCTION \`${other}\`() RETURNS INT DETERMINISTIC RETURN 1`);
    expect(
      await second.then(
        () => false,
        () => true,
      ),
      'the server agrees',
    ).toBe(areOne);
    await session.close();
  });
});
