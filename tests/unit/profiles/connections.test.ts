import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessOf } from '../../../app/contract/connections/access';
import { commandLine } from '../../../app/contract/commands/command-line';
import type { Profile } from '../../../app/contract/connections/connection';
import { Connections } from '../../../app/profiles/connections';
import { KnownServers } from '../../../app/profiles/known-servers';
import { MemoryVault } from '../../../app/profiles/secrets';
import { ProfileStore } from '../../../app/profiles/store';

const MINE: Profile = {
  id: 'mine',
  name: 'Mine',
  address: { kind: 'socket', path: '/run/mysqld.sock' },
  user: 'anna',
  tls: { mode: 'disabled' },
  environment: 'production',
  colour: 'red',
};
const PRACTICE: Profile = { ...MINE, id: 'practice-mysql', name: 'Practice server', practice: 'mysql' };

let folder: string;
let file: string;
let connections: Connections;
let memory: MemoryVault;
/** Stands in for the keychain's vault, which is tried by itself. */
let keychain: MemoryVault;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-connections-'));
  file = join(folder, 'profiles.json');
  memory = new MemoryVault();
  keychain = new MemoryVault();
  connections = new Connections(
    {
      profiles: new ProfileStore(file),
      vaults: { memory, keychain },
      servers: new KnownServers(join(folder, 'servers.json')),
    },
    () => Promise.resolve([{ profile: PRACTICE, password: 'made-up' }]),
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

const refusedWith = (code: string): unknown =>
  expect.objectContaining({ failure: expect.objectContaining({ code }) as unknown });

describe('Connections', () => {
  it('lists the practice servers before what was saved', async () => {
    await connections.save(MINE, null);
    expect(await connections.list()).toEqual([PRACTICE, MINE]);
  });

  it('opens the practice server with its own password', async () => {
    expect(await connections.endpoint('practice-mysql')).toMatchObject({ password: 'made-up' });
  });

  it('keeps a typed password for the session and out of the file', async () => {
    await connections.save(MINE, 'hunter2');
    expect(await connections.endpoint('mine')).toMatchObject({ user: 'anna', password: 'hunter2' });
    expect(readFileSync(file, 'utf8')).not.toContain('hunter2');
  });

  it('keeps the known password when a profile is saved without one', async () => {
    await connections.save(MINE, 'hunter2');
    await connections.save({ ...MINE, name: 'Renamed' }, null);
    expect(await connections.endpoint('mine')).toMatchObject({ password: 'hunter2' });
  });

  it('asks the server without a password until one is unlocked', async () => {
    await connections.save(MINE, null);
    expect(await connections.endpoint('mine')).toMatchObject({ password: '' });
    await connections.unlock('mine', 'hunter2');
    expect(await connections.endpoint('mine')).toMatchObject({ password: 'hunter2' });
  });

  it('forgets the password with the profile', async () => {
    await connections.save(MINE, 'hunter2');
    await connections.remove('mine');
    await expect(connections.endpoint('mine')).rejects.toThrow(refusedWith('unknown-profile'));
    await connections.save(MINE, null);
    expect(await connections.endpoint('mine')).toMatchObject({ password: '' });
  });

  it('keeps a password where the connection has it, and nowhere else', async () => {
    const inKeychain: Profile = { ...MINE, passwordFrom: { kind: 'keychain' } };
    const both = async () => [
      await memory.get('mine', accessOf(MINE)),
      await keychain.get('mine', accessOf(MINE)),
    ];
    await connections.save(MINE, 'hunter2');
    expect(await both()).toEqual(['hunter2', null]);
    await connections.save(inKeychain, null);
    expect(await both()).toEqual([null, 'hunter2']);
    expect(await connections.endpoint('mine')).toMatchObject({ password: 'hunter2' });
    await connections.unlock('mine', 'hunter3');
    expect(await both()).toEqual([null, 'hunter3']);
    await connections.save(MINE, null);
    expect(await both()).toEqual([null, null]);
    await connections.save(inKeychain, 'hunter4');
    await connections.remove('mine');
    expect(await both()).toEqual([null, null]);
  });

  it('takes a password from a program each time, and keeps none', async () => {
    const counter = join(folder, 'counter');
    const command = commandLine(['sh', '-c', `echo x >> ${counter}; wc -l < ${counter}`]);
    await connections.save(MINE, 'hunter2');
    await connections.save({ ...MINE, passwordFrom: { kind: 'command', command } }, null);
    expect((await connections.endpoint('mine')).password.trim()).toBe('1');
    expect((await connections.endpoint('mine')).password.trim()).toBe('2');
    expect([await memory.get('mine', accessOf(MINE)), await keychain.get('mine', accessOf(MINE))]).toEqual([
      null,
      null,
    ]);
  });

  it('saves nothing where the password can’t be kept', async () => {
    keychain.put = () => Promise.reject(new Error('no keychain'));
    const wish: Profile = { ...MINE, passwordFrom: { kind: 'keychain' } };
    await expect(connections.save(wish, 'hunter2')).rejects.toThrow('no keychain');
    expect(await connections.list()).toEqual([PRACTICE]);
  });

  describe('a password that is known', () => {
    const AT_DB1: Profile = {
      ...MINE,
      address: { kind: 'tcp', host: 'db1', port: 3306, ssh: { host: 'bastion' } },
      tls: { mode: 'verify-ca', ca: '/ca.pem' },
    };
    const { host, port, ssh } = AT_DB1.address as Extract<Profile['address'], { kind: 'tcp' }>;
    const ELSEWHERE: readonly (readonly [string, Partial<Profile>])[] = [
      ['host', { address: { kind: 'tcp', host: 'evil', port, ssh } }],
      ['port', { address: { kind: 'tcp', host, port: 3307, ssh } }],
      ['SSH host', { address: { kind: 'tcp', host, port, ssh: { host: 'evil' } } }],
      ['jump host', { address: { kind: 'tcp', host, port, ssh: { host: 'bastion', jump: 'evil' } } }],
      ['way without SSH', { address: { kind: 'tcp', host, port } }],
      ['socket', { address: { kind: 'socket', path: '/tmp/evil.sock' } }],
      ['account', { user: 'root' }],
      ['TLS mode', { tls: { mode: 'preferred', ca: '/ca.pem' } }],
      ['authority', { tls: { mode: 'verify-ca', ca: '/evil.pem' } }],
    ];
    const SOURCES: readonly Pick<Profile, 'passwordFrom'>[] = [{}, { passwordFrom: { kind: 'keychain' } }];
    const cases = ELSEWHERE.flatMap(([what, part]) =>
      SOURCES.map((source) => ({ what, part, source, from: source.passwordFrom?.kind ?? 'memory' })),
    );

    it.each(cases)('in $from is not had for another $what', async ({ part, source }) => {
      await connections.save({ ...AT_DB1, ...source }, 'hunter2');
      for (const other of SOURCES) {
        const typed = { ...AT_DB1, ...other, ...part };
        await expect(connections.passwordOf(typed)).rejects.toThrow(refusedWith('password-unavailable'));
      }
      expect(await connections.passwordOf({ ...AT_DB1, ...source, name: 'New name' })).toBe('hunter2');
    });

    it.each(cases)('in $from is forgotten with another $what', async ({ part, source }) => {
      await connections.save({ ...AT_DB1, ...source }, 'hunter2');
      await connections.save({ ...AT_DB1, ...source, ...part }, null);
      expect(await connections.endpoint('mine')).toMatchObject({ password: '' });
      await connections.save({ ...AT_DB1, ...source }, null);
      expect(await connections.endpoint('mine')).toMatchObject({ password: '' });
    });

    it('is not had where the file of connections was changed behind it', async () => {
      await connections.save(AT_DB1, 'hunter2');
      const text = readFileSync(file, 'utf8').replace('"db1"', '"evil"');
      writeFileSync(file, text);
      expect(await connections.endpoint('mine')).toMatchObject({ password: '', address: { host: 'evil' } });
    });

    it('is the practice server’s only there', async () => {
      expect(await connections.passwordOf(PRACTICE)).toBe('made-up');
      const elsewhere: Profile = { ...PRACTICE, address: { kind: 'tcp', host: 'evil', port: 3306 } };
      await expect(connections.passwordOf(elsewhere)).rejects.toThrow(refusedWith('password-unavailable'));
    });

    it('is none where none is known, whatever was changed', async () => {
      await connections.save(AT_DB1, null);
      expect(await connections.passwordOf({ ...AT_DB1, user: 'root' })).toBe('');
    });
  });

  it('refuses to change, remove or imitate a practice server', async () => {
    const imitation: Profile = { ...MINE, practice: 'mysql' };
    const takeover: Profile = { ...MINE, id: PRACTICE.id };
    await expect(connections.save(PRACTICE, null)).rejects.toThrow(refusedWith('usage'));
    await expect(connections.save(imitation, null)).rejects.toThrow(refusedWith('usage'));
    await expect(connections.save(takeover, null)).rejects.toThrow(refusedWith('usage'));
    await expect(connections.remove(PRACTICE.id)).rejects.toThrow(refusedWith('usage'));
    expect(await connections.list()).toEqual([PRACTICE]);
  });

  it('unlocks no connection that is not there', async () => {
    await expect(connections.unlock('gone', 'x')).rejects.toThrow(refusedWith('unknown-profile'));
  });
});
