import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSluice } from '../integration/harness/command';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';
import { shopStatements } from './shop';

skipMissingServers();

const NEWEST = 'mariadb-11.8';
const chosen = serverNames.filter((name) => name === NEWEST);
if (chosen.length === 0)
  it(`${NEWEST} as a newer one`, ({ skip }) => {
    skip(`${NEWEST} is not among the servers chosen`);
  });

const NOTICE = 'MariaDB 12.9.9 is newer than this Sluice knows (11.8); it is treated as 11.8.';

/** The newest MariaDB under a version that doesn't exist yet: it is said, and nothing is refused. */
describe.each(chosen)('%s as 12.9.9', (name) => {
  let server: MatrixServer;
  let folder = '';
  beforeAll(async () => {
    server = await MatrixServer.start(name, ['--version=12.9.9-MariaDB']);
    folder = mkdtempSync(join(tmpdir(), 'sluice-newer-'));
    await server.run(shopStatements('shop', server.pointFunction));
    await server.run(['DROP TABLE shop.loose']);
  });
  afterAll(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const sluice = (...words: readonly string[]) => runSluice([...words, '--json'], server.secret);
  const dump = () => join(folder, 'dump');

  it('is named once in the result of a dump, without a warning', async () => {
    const words = ['--source', server.dsn, '--out', dump(), '--schemas', 'shop'];
    const { exitCode, result, output } = await sluice('dump', ...words);
    expect(exitCode, output).toBe(0);
    expect(result).toMatchObject({ state: 'done', warnings: [], notices: [NOTICE] });
  });

  it.each(['load', 'verify'])('is named in the result of a %s', async (command) => {
    const words = ['--target', server.dsn, '--dump', dump(), '--schema-map', 'shop=copy', '--checksum'];
    const { exitCode, result, output } = await sluice(command, ...words);
    expect(exitCode, output).toBe(0);
    expect(result).toMatchObject({ notices: [NOTICE] });
  });

  it('is named once where it is source and target of a migration', async () => {
    const words = ['--source', server.dsn, '--target', server.dsn, '--schemas', 'shop'];
    const environment = { SLUICE_SOURCE_PASSWORD: server.instance.password, ...server.secret };
    const { exitCode, result, output } = await runSluice(
      ['migrate', ...words, '--schema-map', 'shop=moved', '--json'],
      environment,
    );
    expect(exitCode, output).toBe(0);
    expect(result).toMatchObject({ notices: [NOTICE] });
  });
});
