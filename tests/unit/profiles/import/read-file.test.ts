import { createCipheriv } from 'crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../../../app/contract/connections/connection';
import { exportConnections } from '../../../../app/profiles/import/exported';
import { previewOf } from '../../../../app/profiles/import/preview';
import { readConnections } from '../../../../app/profiles/import/read-file';
import { failingWith } from '../../harness/failure';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-import-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const DBEAVER = {
  folders: { Shop: {} },
  connections: {
    'mysql8-1': {
      provider: 'mysql',
      driver: 'mysql8',
      name: 'Orders',
      folder: 'Shop',
      configuration: {
        host: 'db.internal',
        port: '3307',
        type: 'prod',
        handlers: {
          ssh_tunnel: {
            type: 'TUNNEL',
            enabled: true,
            user: 'tunnel',
            properties: {
              host: 'bastion.example',
              port: 2222,
              authType: 'PUBLIC_KEY',
              keyPath: '/keys/id',
              'jumpServer0.enabled': true,
              'jumpServer0.host': 'hop',
              'jumpServer0.port': 22,
              'jumpServer0.name': 'me',
            },
          },
          mysql_ssl: {
            type: 'CONFIG',
            enabled: true,
            properties: { 'ssl.require': 'true', 'ssl.ca.cert': '/keys/ca.pem' },
          },
        },
      },
    },
    'mariadb-2': {
      provider: 'mysql',
      driver: 'mariaDB',
      name: 'Local',
      configuration: { host: 'localhost' },
    },
    'pg-3': { provider: 'postgresql', driver: 'postgres-jdbc', name: 'Other', configuration: { host: 'pg' } },
  },
};

/** As DBeaver writes it: by a key that everybody knows. */
function credentials(content: object): Buffer {
  const iv = Buffer.alloc(16, 7);
  const cipher = createCipheriv('aes-128-cbc', Buffer.from('babb4a9f774ab853c96c2d653dfe544a', 'hex'), iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify(content)), cipher.final()]);
}

describe('DBeaver’s data-sources.json', () => {
  it('gives what a connection here can have, and says what it leaves out', async () => {
    write(
      'credentials-config.json',
      credentials({ 'mysql8-1': { '#connection': { user: 'anna', password: 'pw' } } }),
    );
    const { kind, found, left } = await readConnections(write('data-sources.json', JSON.stringify(DBEAVER)));
    expect(kind).toBe('DBeaver');
    expect(found[0]).toMatchObject({
      password: null,
      notes: [],
      profile: {
        name: 'Orders',
        group: 'Shop',
        user: 'anna',
        environment: 'production',
        tls: { mode: 'required', ca: '/keys/ca.pem' },
        address: {
          host: 'db.internal',
          port: 3307,
          ssh: { host: 'bastion.example', port: 2222, user: 'tunnel', key: '/keys/id', jump: 'me@hop' },
        },
      },
    });
    expect(found[1]).toMatchObject({
      profile: { name: 'Local', environment: 'unknown', address: { port: 3306 } },
    });
    expect(found[1]?.notes).toHaveLength(1);
    expect(left).toEqual(['Other: a connection to postgresql.']);
  });

  it('is read where what is beside it can’t be', async () => {
    write('credentials-config.json', Buffer.from('something else entirely, and long enough'));
    const { found } = await readConnections(write('data-sources.json', JSON.stringify(DBEAVER)));
    expect(found.map(({ notes }) => notes.length)).toEqual([1, 1]);
  });

  it('takes no SSH host that ssh would read as an option', async () => {
    const evil = structuredClone(DBEAVER);
    evil.connections['mysql8-1'].configuration.handlers.ssh_tunnel.properties.host = '-oProxyCommand=x';
    const { found, left } = await readConnections(write('data-sources.json', JSON.stringify(evil)));
    expect(found.map(({ profile }) => profile.name)).toEqual(['Local']);
    expect(left).toContain('Orders: its address can’t be.');
  });
});

const MINE: Profile = {
  id: 'mine',
  name: 'Mine',
  group: 'Shop',
  address: { kind: 'tcp', host: 'DB1', port: 3306, ssh: { host: 'bastion' } },
  user: 'anna',
  tls: { mode: 'required' },
  environment: 'staging',
  colour: 'teal',
};

describe('an export', () => {
  it('comes back as it was, under new ids, without practice servers', async () => {
    const practice: Profile = { ...MINE, id: 'practice-mysql', practice: 'mysql' };
    const { found } = await readConnections(write('c.json', exportConnections([practice, MINE])));
    expect(found).toHaveLength(1);
    expect(found[0]?.profile).toEqual({ ...MINE, id: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown });
  });
});

describe('preview of an import', () => {
  it('finds connections that are saved already, by server, way and account', () => {
    const found = (address: Profile['address'], user = 'anna') => ({
      profile: { ...MINE, address, user },
      password: 'x',
      notes: [],
    });
    const same = found({ kind: 'tcp', host: 'db1', port: 3306, ssh: { host: 'bastion' } });
    const direct = found({ kind: 'tcp', host: 'db1', port: 3306 });
    const other = found(MINE.address, 'ben');
    const rows = previewOf([same, direct, other], [MINE]);
    expect(rows.map(({ duplicateOf }) => duplicateOf)).toEqual(['Mine', null, null]);
    expect(JSON.stringify(rows)).not.toContain('"x"');
  });
});

describe('a file of no known kind', () => {
  it.each([
    ['other.json', '{"a":1}'],
    ['broken.json', '{'],
    ['empty.cnf', ''],
    ['server.cnf', '[mysqld]\nport=3306\n'],
  ])('%s is refused', async (name, content) => {
    await expect(readConnections(write(name, content))).rejects.toThrow(failingWith('usage'));
  });

  it('is refused by name where it is not there', async () => {
    await expect(readConnections(join(folder, 'gone.cnf'))).rejects.toThrow(/gone\.cnf can’t be read/);
  });
});
