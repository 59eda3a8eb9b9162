import { existsSync, mkdtempSync, readdirSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { connectToFresh, dropSchemas } from '../harness/servers';

const SCHEMA = 'headless';
const COPY = 'headless_copy';

/** A machine without a window: connections, settings and jobs are made, changed and run by commands alone. */
describe('without the window', () => {
  const { host, port, user, password } = testServer('mysql');
  const dsn = `mysql://${user}@${host}:${port}`;
  let home = '';
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'sluice-headless-'));
    const connection = await connectToFresh('mysql', SCHEMA);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await connection.query('INSERT INTO t VALUES (1), (2)');
    await connection.end();
  });
  afterAll(async () => {
    await dropSchemas('mysql', SCHEMA, COPY);
    rmSync(home, { recursive: true, force: true });
  });

  const sluice = async (...words: readonly string[]) => {
    const { exitCode, output } = await runSluice(words, {
      SLUICE_PASSWORD: password,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
    });
    return { exitCode, output };
  };
  const done = async (...words: readonly string[]) => {
    const { exitCode, output } = await sluice(...words);
    expect(exitCode, output).toBe(0);
    return output;
  };

  it('adds, changes and removes connections', async () => {
    await done('connections', 'add', 'db1', dsn, '--group', 'Shops');
    expect(await done('connections', 'list')).toContain('Shops / db1');
    expect((await sluice('connections', 'add', 'db1', dsn)).exitCode).toBe(2);
    await done('connections', 'change', 'db1', '--name', 'Orders', '--group', '');
    expect(await done('connections', 'test', 'Orders')).toMatch(/ok +sign in/);
    await done('connections', 'add', 'gone', dsn);
    await done('connections', 'remove', 'gone');
    expect(await done('connections', 'list')).not.toContain('gone');
    expect((await sluice('connections', 'change', 'Orders')).exitCode).toBe(2);
    expect((await sluice('connections', 'remove', 'gone')).exitCode).toBe(2);
  });

  it('saves a dump, a load and a verification as jobs, and runs them', async () => {
    await done('connections', 'add', 'Shop', dsn);
    const dumps = join(home, 'dumps', 'shop');
    await done('dump', '--source', 'Shop', '--out', dumps, '--schemas', SCHEMA, '--save-as-job', 'Nightly');
    expect(existsSync(join(home, 'dumps'))).toBe(false);
    await done('run', 'Nightly');
    const [dump = ''] = readdirSync(join(home, 'dumps'));
    expect(dump).toMatch(/^shop-\d{4}-/);
    const folder = join(home, 'dumps', dump);
    const into = ['--target', 'Shop', '--dump', folder, '--schema-map', `${SCHEMA}=${COPY}`] as const;
    await done('load', ...into, '--save-as-job', 'Fill');
    await done('run', 'Fill');
    await done('verify', ...into, '--checksum', '--save-as-job', 'Prove');
    expect(await done('run', 'Prove')).toContain(`table ${COPY}.t: rows the same`);
    await done('verify', '--dump', folder, '--save-as-job', 'Read');
    await done('run', 'Read');
    const list = await done('jobs', 'list');
    for (const name of ['Nightly', 'Fill', 'Prove', 'Read'])
      expect(list).toMatch(new RegExp(`${name}.* Done `));
    expect(await done('jobs', 'show', 'Read')).toContain('Verification of a dump’s files');
  });

  it('refuses a job that could not sign in, or is for one run', async () => {
    const refused = await sluice('dump', '--source', dsn, '--out', join(home, 'x'), '--save-as-job', 'x');
    expect(refused.exitCode).toBe(2);
    expect(refused.output).toContain('sluice connections add');
    await done('connections', 'add', 'Once', dsn);
    const once = ['load', '--target', 'Once', '--dump', home, '--resume', '--save-as-job', 'x'] as const;
    expect((await sluice(...once)).output).toContain('--resume');
  });

  it('changes settings', async () => {
    await done('settings', 'set', 'threads', '6');
    await done('settings', 'set', 'theme', 'dark');
    await done('settings', 'set', 'memory-limit', '512MiB');
    const lines = await done('settings');
    expect(lines).toMatch(/threads +6\n/);
    expect(lines).toMatch(/theme +dark\n/);
    expect(lines).toMatch(/memory-limit +512MiB\n/);
    for (const [key, value] of [
      ['threads', '0'],
      ['theme', 'pink'],
      ['nothing', '1'],
      ['notifications', 'maybe'],
    ] as const)
      expect((await sluice('settings', 'set', key, value)).exitCode, key).toBe(2);
  });
});
