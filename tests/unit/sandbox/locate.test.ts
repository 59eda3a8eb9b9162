import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locateServer } from '../../../app/sandbox/locate';

let folder = '';
beforeEach(async () => (folder = await fs.mkdtemp(join(tmpdir(), 'sluice-locate-'))));
afterEach(() => fs.rm(folder, { recursive: true }));

/** A program that answers `--version` as a server does, and `--help` with where its files are. */
async function fakeServer(path: string, version: string, share = '/nowhere'): Promise<string> {
  const script = `#!/bin/sh
case "$*" in
  *--version*) echo "$0  Ver ${version} for Linux on x86_64" ;;
  *--help*) echo "character-sets-dir   ${share}/charsets/" ;;
esac
`;
  await fs.writeFile(path, script, { mode: 0o755 });
  return path;
}

const nowhere = () => ({ SLUICE_CACHE: join(folder, 'cache'), PATH: folder });

async function unpack(name: string): Promise<string> {
  const prefix = join(folder, 'cache', 'servers', name);
  await fs.mkdir(prefix, { recursive: true });
  const manifest = {
    version: '9.7.4',
    origin: 'unpacked',
    loader: 'lib/ld.so',
    libraryPath: ['lib', 'usr/lib'],
    server: 'usr/sbin/mysqld',
    baseDir: 'usr',
    messagesDir: 'usr/share/mysql',
    charsetsDir: 'usr/share/mysql/charsets',
    pluginDir: 'usr/lib/mysql/plugin',
    bootstrap: null,
    clients: { sql: 'usr/bin/mysql' },
  };
  await fs.writeFile(join(prefix, 'server.json'), JSON.stringify(manifest));
  return prefix;
}

describe('locateServer', () => {
  it('finds what set-up unpacked and runs it through its own loader', async () => {
    const prefix = await unpack('mysql-9.7');
    const loader = [`${prefix}/lib/ld.so`, '--library-path', `${prefix}/lib:${prefix}/usr/lib`];
    expect(locateServer('mysql', nowhere())).toMatchObject({
      version: '9.7.4',
      command: [...loader, `${prefix}/usr/sbin/mysqld`],
      systemTables: { kind: 'initialize' },
      clients: { sql: [...loader, `${prefix}/usr/bin/mysql`], dump: null },
    });
  });

  it('prefers the server that the user names', async () => {
    await unpack('mysql-9.7');
    const own = await fakeServer(join(folder, 'my-own-mysqld'), '8.4.3');
    const found = locateServer('mysql', { ...nowhere(), SLUICE_MYSQLD: own });
    expect(found).toMatchObject({ version: '8.4.3', command: [own], options: [] });
  });

  it('takes a named server that does not fit for none, not for another one', async () => {
    await unpack('mysql-9.7');
    const own = await fakeServer(join(folder, 'my-own-mysqld'), '5.7.44');
    expect(locateServer('mysql', { ...nowhere(), SLUICE_MYSQLD: own })).toBeNull();
  });

  it('finds a server on the PATH when nothing was unpacked', async () => {
    await fakeServer(join(folder, 'mysqld'), '8.0.36');
    expect(locateServer('mysql', nowhere())?.command).toEqual([join(folder, 'mysqld')]);
  });

  it.each(['5.7.44', '10.11.19-MariaDB'])(
    'does not take mysqld %s for a MySQL that it can work with',
    async (version) => {
      await fakeServer(join(folder, 'mysqld'), version);
      expect(locateServer('mysql', nowhere())?.command).not.toEqual([join(folder, 'mysqld')]);
    },
  );

  it('finds the files that make the system tables of a MariaDB on the PATH, by their old and new names', async () => {
    const share = join(folder, 'share');
    await fs.mkdir(share);
    const names = ['mariadb_system_tables.sql', 'mysql_performance_tables.sql', 'mariadb_sys_schema.sql'];
    for (const name of [...names, 'fill_help_tables.sql']) await fs.writeFile(join(share, name), '');
    await fakeServer(join(folder, 'mariadbd'), '11.8.2-MariaDB', share);
    expect(locateServer('mariadb', nowhere())?.systemTables).toEqual({
      kind: 'bootstrap',
      files: names.map((name) => join(share, name)),
    });
  });
});
