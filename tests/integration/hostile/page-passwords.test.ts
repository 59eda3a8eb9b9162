import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '../../../app/contract/connections/connection';
import { commandLine } from '../../../app/contract/commands/command-line';
import { profileHandlers } from '../../../app/main/handlers/profiles';
import { Connections } from '../../../app/profiles/connections';
import { KnownServers } from '../../../app/profiles/known-servers';
import { MemoryVault } from '../../../app/profiles/secrets';
import { ProfileStore } from '../../../app/profiles/store';
import { testServer } from '../../servers/test-server';
import { FakeServer } from '../harness/fake-server';

/** The desktop's dialog: who sits before it answers so, and reads what is asked. */
const desktop = vi.hoisted(() => ({ answer: 0, asked: [] as string[] }));
vi.mock('electron', () => ({
  dialog: {
    showMessageBox: (_window: unknown, { detail }: { readonly detail: string }) => {
      desktop.asked.push(detail);
      return Promise.resolve({ response: desktop.answer });
    },
  },
}));

/**
 * A page that was taken over may send any request. It knows every profile, and no password. The server that it would
 * have them sent to asks for the plain password: the worst that a password can be sent to.
 */
describe('a page that wants the password of a saved connection', () => {
  let folder: string;
  let evil: FakeServer;
  let handlers: ReturnType<typeof profileHandlers>;
  let saved: Profile;
  const { user, password } = testServer('mysql');

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-page-'));
    evil = await FakeServer.start({
      talk: async (client) => {
        await client.read();
        await client.switchTo('mysql_clear_password');
        await client.switchTo('mysql_native_password');
      },
    });
    const store = new ProfileStore(join(folder, 'profiles.json'));
    const vaults = { memory: new MemoryVault(), keychain: new MemoryVault() };
    const connections = new Connections(
      { profiles: store, vaults, servers: new KnownServers(join(folder, 'servers.json')) },
      () => Promise.resolve([]),
    );
    const keychain = { lack: () => Promise.resolve(null) };
    handlers = profileHandlers(
      { connections, keychain } as unknown as Parameters<typeof profileHandlers>[0],
      () => ({}) as never,
    );
    const { host, port } = testServer('mysql');
    saved = {
      ...{ id: 'mine', name: 'Mine', user, environment: 'production', colour: 'red' },
      ...{ address: { kind: 'tcp', host, port }, tls: { mode: 'preferred' } },
    };
    await handlers['profiles/save']({ profile: saved, password });
    desktop.asked.length = 0;
  });
  afterEach(async () => {
    await evil.stop();
    rmSync(folder, { recursive: true });
  });

  /** The saved profile as the page sends it: with the address of its own server. */
  const elsewhere = (): Profile => ({
    ...saved,
    address: { kind: 'tcp', host: '127.0.0.1', port: evil.port },
    tls: { mode: 'disabled' },
  });

  it('gets the saved connection tested, as it is saved', async () => {
    const { stages } = await handlers['profiles/test']({ profile: saved, password: null });
    expect(stages.map(({ state }) => state)).not.toContain('failed');
  });

  it('gets none by testing it at another address', async () => {
    const { stages } = await handlers['profiles/test']({ profile: elsewhere(), password: null });
    expect(stages).toMatchObject([{ stage: 'password', state: 'failed' }]);
    expect(stages[0]?.detail).toContain('another server');
    expect(evil.connections).toBe(0);
  });

  it('gets none by asking another address for the privileges of a job', async () => {
    const wish = { password: null, purpose: 'dump' } as const;
    const asked = handlers['profiles/grants']({ ...wish, schemas: [], profile: elsewhere() });
    await expect(asked).rejects.toThrow('another server');
    expect(evil.connections).toBe(0);
    const statements = await handlers['profiles/grants']({ ...wish, schemas: [], profile: saved });
    expect(statements[0]).toMatch(/^CREATE USER 'sluice_dump'@'%'/);
    expect(statements.join()).not.toContain(password);
  });

  it('gets none by saving it with another address first', async () => {
    await handlers['profiles/save']({ profile: elsewhere(), password: null });
    const signedIn = await Promise.resolve(handlers['profiles/sign-in']({ profileId: 'mine' })).catch(
      () => 'refused',
    );
    expect(signedIn).toBe('refused');
    expect(evil.connections).toBeGreaterThan(0);
    expect(evil.heard).toContain(`${user}\0\0`);
    // Coming back does not bring it back.
    await handlers['profiles/save']({ profile: saved, password: null });
    const { stages } = await handlers['profiles/test']({ profile: saved, password: null });
    expect(stages.map(({ stage, state }) => `${stage} ${state}`)).toContain('sign-in failed');
  });

  it('gets none of a program that was allowed for the saved one', async () => {
    const vault = join(folder, 'vault');
    writeFileSync(vault, `${password}\n`);
    const byProgram: Profile = {
      ...saved,
      passwordFrom: { kind: 'command', command: commandLine(['cat', vault]) },
    };
    desktop.answer = 1;
    await handlers['profiles/save']({ profile: byProgram, password: null });
    desktop.answer = 0;
    const { passwordFrom } = byProgram;
    const attack = handlers['profiles/test']({ profile: { ...elsewhere(), passwordFrom }, password: null });
    await expect(attack).rejects.toThrow('was not allowed');
    expect(desktop.asked[1]).toContain(`sent to ${user}@127.0.0.1:${evil.port}`);
    expect(evil.connections).toBe(0);
  });
});
