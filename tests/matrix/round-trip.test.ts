import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommonSchema } from '../fixtures/common-schema';
import { runSluice } from '../integration/harness/command';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';
import { shopStatements } from './shop';

skipMissingServers();

/** A dump on its own server, loaded beside the original, verified by Sluice and compared by another client. */
describe.each(serverNames)('%s', (name) => {
  let server: MatrixServer;
  let folder = '';
  beforeAll(async () => {
    server = await MatrixServer.start(name);
    folder = mkdtempSync(join(tmpdir(), 'sluice-round-trip-'));
    await server.run(shopStatements('shop', server.pointFunction));
  });
  afterAll(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const sluice = (...words: readonly string[]) => runSluice([...words, '--json'], server.secret);
  const dump = () => join(folder, 'dump');

  it('is dumped', async () => {
    const { exitCode, result, output } = await sluice(
      'dump',
      '--source',
      server.dsn,
      '--out',
      dump(),
      '--schemas',
      'shop',
    );
    // The rows of a MyISAM table have no snapshot: a warning.
    expect(exitCode, output).toBe(3);
    expect(result.warnings.map(({ table }) => table)).toEqual(['shop.loose']);
  });

  it('is loaded beside the original, and verified', async () => {
    const words = ['--target', server.dsn, '--dump', dump(), '--schema-map', 'shop=copy', '--checksum'];
    const loaded = await sluice('load', ...words);
    expect(loaded.exitCode, loaded.output).toBe(0);
    const verified = await sluice('verify', ...words);
    expect(verified.exitCode, verified.output).toBe(0);
  });

  it('is loaded once more with the speed-ups that every server has', async () => {
    const words = ['--target', server.dsn, '--dump', dump(), '--schema-map', 'shop=fast'];
    await server.run(['SET GLOBAL innodb_flush_log_at_trx_commit = 1']);
    const loaded = await sluice('load', ...words, '--fast-unsafe', 'flush');
    expect(loaded.exitCode, loaded.output).toBe(0);
    expect(loaded.result, loaded.output).toMatchObject({
      speedUps: expect.arrayContaining([expect.stringContaining('innodb_flush_log')]) as unknown,
    });
  });

  it('is the same for another client', async () => {
    const [shop, copy] = await server.use(async (connection) => [
      await readCommonSchema({ connection }, 'shop'),
      await readCommonSchema({ connection }, 'copy'),
    ]);
    expect(copy).toEqual(shop);
  });
});
