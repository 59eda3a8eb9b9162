import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oldStatements, readBytes } from '../fixtures/old-utf8';
import { runSluice } from '../integration/harness/command';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';

skipMissingServers();

/** tests/integration/weather/old-utf8.test.ts on servers of every age. */
describe.each(serverNames)('utf8 of 2010 and bytes that are not what their columns say, %s', (name) => {
  let server: MatrixServer;
  let folder = '';
  beforeAll(async () => {
    server = await MatrixServer.start(name, [
      `--character-set-server=${name === 'mysql-9.7' ? 'utf8mb3' : 'utf8'}`,
      '--loose-skip-character-set-client-handshake',
    ]);
    folder = mkdtempSync(join(tmpdir(), 'sluice-old-utf8-'));
    await server.run(['SET NAMES utf8mb4', ...oldStatements('of_2010')]);
  });
  afterAll(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const sluice = (...words: readonly string[]) => runSluice([...words, '--json'], server.secret);

  async function expectEqual(copy: string): Promise<void> {
    await server.use(async (connection) => {
      await connection.query('SET NAMES utf8mb4');
      expect(await readBytes(connection, copy)).toEqual(await readBytes(connection, 'of_2010'));
    });
  }

  it.each(['auto', 'insert'])('are dumped and loaded with every byte, by %s', async (method) => {
    const dump = join(folder, method);
    const dumped = await sluice('dump', '--source', server.dsn, '--out', dump, '--schemas', 'of_2010');
    expect(dumped.exitCode, dumped.output).toBe(0);
    const copy = `loaded_${method}`;
    const words = ['--target', server.dsn, '--dump', dump, '--schema-map', `of_2010=${copy}`];
    const loaded = await sluice('load', ...words, '--method', method, '--checksum');
    expect(loaded.exitCode, loaded.output).toBe(0);
    await expectEqual(copy);
  });

  it('are migrated with every byte', async () => {
    const words = ['--source', server.dsn, '--target', server.dsn, '--schemas', 'of_2010'];
    const moved = await sluice('migrate', ...words, '--schema-map', 'of_2010=moved');
    expect([0, 3], moved.output).toContain(moved.exitCode);
    await expectEqual('moved');
  });
});
