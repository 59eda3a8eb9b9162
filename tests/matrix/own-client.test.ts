import { execFile } from 'child_process';
import { createReadStream, mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { pipeline } from 'stream/promises';
import { promisify } from 'util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCache } from '../../build/setup/places.mjs';
import { readUnpacked } from '../../app/sandbox/locate';
import { readCommonSchema } from '../fixtures/common-schema';
import { runSluice } from '../integration/harness/command';
import { debianProgram } from '../servers/debian-program';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';
import { shopStatements } from './shop';

const run = promisify(execFile);

skipMissingServers();

const STAND_IN = 'mariadb-10.2';
const names = serverNames.filter((name) => name !== 'mysql-5.5' || serverNames.includes(STAND_IN));

interface Clients {
  readonly sql: readonly string[];
  readonly dump: readonly string[];
}

/**
 * Programs of the server's own version. MySQL 5.5 comes without any, and those of MariaDB 10.2 stand in: newer ones ask
 * it for columns that it lacks.
 */
function clientsOf(name: string): Clients {
  const from = name === 'mysql-5.5' ? STAND_IN : name;
  const vendor = from.startsWith('mariadb') ? 'mariadb' : 'mysql';
  const own = readUnpacked(vendor, inCache('servers', from))?.clients;
  if (!own?.sql) throw new Error(`${from} has no client: remove its folder of the cache, and run again`);
  return { sql: own.sql, dump: own.dump ?? debianProgram(from.replace('-', '-dump-'), 'mariadb-dump') };
}

/** Scripts by the dump program of each version: Sluice must leave what that version's client leaves. */
describe.each(names)('a script from %s', (name) => {
  let server: MatrixServer;
  let folder = '';
  beforeAll(async () => {
    server = await MatrixServer.start(name);
    folder = mkdtempSync(join(tmpdir(), 'sluice-own-client-'));
    await server.run(shopStatements('shop', server.pointFunction));
  });
  afterAll(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  function client([command = '', ...before]: readonly string[], words: readonly string[]) {
    const { socketPath, user, password } = server.instance;
    const signIn = ['--no-defaults', `--socket=${socketPath}`, `--user=${user}`];
    return run(command, [...before, ...signIn, ...words], { env: { ...process.env, MYSQL_PWD: password } });
  }

  it.each([
    ['as people call it', []],
    ['with a row a statement', ['--skip-extended-insert', '--complete-insert', '--hex-blob']],
    ['without what makes a load fast', ['--skip-opt', '--create-options', '--set-charset']],
  ])('%s is loaded as its client loads it', async (_, words) => {
    const { sql, dump } = clientsOf(name);
    const script = join(folder, 'backup.sql');
    await client(dump, ['--routines', '--events', `--result-file=${script}`, ...words, 'shop']);
    for (const schema of ['copy', 'reference']) await server.run([`DROP DATABASE IF EXISTS ${schema}`]);
    await server.run(['CREATE DATABASE reference']);
    const byClient = client(sql, ['reference']);
    if (byClient.child.stdin === null) throw new Error('the client takes no script');
    await pipeline(createReadStream(script), byClient.child.stdin);
    await byClient;
    const { exitCode, result, output } = await runSluice(
      ['load', '--target', server.dsn, '--dump', script, '--schema-map', 'shop=copy', '--json'],
      server.secret,
    );
    expect(result.errors, output).toEqual([]);
    expect(exitCode, output).toBe(0);
    const [reference, copy] = await server.use(async (connection) => [
      await readCommonSchema({ connection }, 'reference'),
      await readCommonSchema({ connection }, 'copy'),
    ]);
    expect(copy).toEqual(reference);
  });
});
