import { mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../app/contract/connections/connection';
import { mayBlockWriters } from '../../../app/inspect/may-block-writers';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { openEngine } from '../../../app/engine/open';
import { loadHandlers } from '../../../app/main/handlers/load';
import { Connections } from '../../../app/profiles/connections';
import { KnownServers } from '../../../app/profiles/known-servers';
import { MemoryVault } from '../../../app/profiles/secrets';
import { ProfileStore } from '../../../app/profiles/store';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, ENGINE_FILE, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';

const SCHEMA = 'guarded';

/** The server is saved as a production one, for another account and without TLS. */
describe.each(testVendors)('the guard of a production server, %s', (vendor) => {
  const { host, port, user, password } = testServer(vendor);
  const live: Profile = {
    ...{ id: 'live', name: 'Live', user: 'somebody', environment: 'production', colour: 'red' },
    ...{ address: { kind: 'tcp', host, port }, tls: { mode: 'disabled' } },
  };
  const rows = () =>
    withPlain(vendor, async (connection) => {
      const [found] = await connection.query<RowDataPacket[]>(`SELECT id FROM ${SCHEMA}.t`);
      return found.map(({ id }) => Number(id));
    });

  async function withDump(work: (folder: string, parent: string) => Promise<void>): Promise<void> {
    await dropSchemas(vendor, SCHEMA);
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
      await connection.query(`INSERT INTO ${SCHEMA}.t VALUES (1)`);
    });
    try {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const dumped = await dumpSchema(newRegistry(), { vendor, schema: SCHEMA, folder });
        expect(dumped.state).toBe('done');
        await withPlain(vendor, (connection) => connection.query(`INSERT INTO ${SCHEMA}.t VALUES (2)`));
        await work(folder, parent);
      });
    } finally {
      await dropSchemas(vendor, SCHEMA);
    }
  }

  it('stands before a DSN that leads there', async () => {
    await withDump(async (folder, parent) => {
      mkdirSync(join(parent, 'sluice'));
      writeFileSync(
        join(parent, 'sluice', 'profiles.json'),
        JSON.stringify({ version: 1, profiles: [live] }),
      );
      const target = `mysql://${user}@${host}:${port}`;
      const load = (...more: readonly string[]) =>
        runSluice(
          ['load', '--dump', folder, '--target', target, '--on-existing', 'drop', '--json', ...more],
          { SLUICE_PASSWORD: password, XDG_CONFIG_HOME: parent },
        );
      const refused = await load();
      expect(refused.result).toMatchObject({ state: 'failed', errors: [{ code: 'target-protected' }] });
      expect(refused.output).toContain('saved as the production connection “Live”');
      expect(refused.output).toContain('Choose “Live” itself as the target');
      expect(await rows()).toEqual([1, 2]);
      const confirmed = await load('--confirm-target', 'Live');
      expect(confirmed.result).toMatchObject({ state: 'done' });
      expect(await rows()).toEqual([1]);
    });
  });

  it('stands before another connection of the window’s, and before one that was imported', async () => {
    await withDump(async (folder, parent) => {
      const vaults = { memory: new MemoryVault(), keychain: new MemoryVault() };
      const store = new ProfileStore(join(parent, 'profiles.json'));
      const connections = new Connections(
        { profiles: store, vaults, servers: new KnownServers(join(parent, 'servers.json')) },
        () => Promise.resolve([]),
      );
      const runs = newRegistry();
      // A load asks for a folder that the window knows by its handle.
      const folders = { pathOf: () => folder } as unknown as Parameters<typeof loadHandlers>[1];
      const handlers = loadHandlers(connections, folders, runs, openEngine(ENGINE_FILE));
      const load = async (confirmedTarget?: string) => {
        const named = confirmedTarget === undefined ? {} : { confirmedTarget };
        const options = { ...LOAD_DEFAULTS, onExisting: 'drop' as const, ...named };
        const { runId } = await handlers['load/start']({ profileId: 'mine', folder: 'h', options });
        const { state, errors } = await runs.finished(runId);
        return errors[0]?.code ?? state;
      };
      const mine: Profile = { ...live, id: 'mine', name: 'Mine', user, environment: 'unknown' };
      await connections.save(mine, password);
      expect(await load()).toBe('target-protected');
      await connections.save({ ...mine, environment: 'development' }, null);
      await connections.save(live, null);
      expect(await load()).toBe('target-protected');
      expect(await load('Mine')).toBe('target-protected');
      expect(await rows()).toEqual([1, 2]);
      expect(await load('Live')).toBe('done');
    });
  });

  it('knows its server behind a socket, once its own connection has led there', async () => {
    await withDump(async (folder, parent) => {
      const { socket } = testServer(vendor);
      const config = join(parent, 'sluice');
      mkdirSync(config);
      const saved = { ...live, user };
      const socketly = { ...saved, id: 'mine', name: 'Mine', environment: 'development', colour: 'green' };
      const mine = { ...socketly, address: { kind: 'socket', path: socket } };
      writeFileSync(join(config, 'profiles.json'), JSON.stringify({ version: 1, profiles: [saved, mine] }));
      const command = (...words: readonly string[]) =>
        runSluice([...words, '--json'], {
          ...{
            SLUICE_PASSWORD: password,
            SLUICE_SOURCE_PASSWORD: password,
            SLUICE_TARGET_PASSWORD: password,
          },
          XDG_CONFIG_HOME: parent,
        });
      const dumpIt = ['dump', '--source', 'Live', '--schemas', SCHEMA, '--out', join(parent, 'of-live')];
      expect((await command(...dumpIt)).exitCode).toBe(0);
      for (const target of ['Mine', `mysql://${user}@localhost/?socket=${encodeURIComponent(socket)}`]) {
        const load = ['load', '--dump', folder, '--target', target, '--on-existing', 'drop'];
        const migrate = ['migrate', '--source', 'Live', '--schemas', SCHEMA, '--target', target];
        const renamed = ['--schema-map', `${SCHEMA}=${SCHEMA}_copy`];
        for (const words of [
          load,
          [...load, '--roll-back'],
          [...migrate, ...renamed],
          [...migrate, ...renamed, '--roll-back'],
        ]) {
          const { result, output } = await command(...words);
          expect(result, output).toMatchObject({ state: 'failed', errors: [{ code: 'target-protected' }] });
          expect(output).toContain('saved as the production connection “Live”');
        }
        expect((await command(...load, '--dry-run')).output).toContain('target-protected');
        expect(await rows()).toEqual([1, 2]);
      }
      const known = await new KnownServers(join(config, 'servers.json')).of([saved]);
      const bySocket = testEndpoint(vendor, { address: { kind: 'socket', path: socket } });
      expect(await mayBlockWriters(bySocket, { byAddress: null, saved: known }, null)).toBe(false);
      expect(await mayBlockWriters(bySocket, { byAddress: null, saved: [] }, null)).toBe(true);
      const confirmed = ['--confirm-target', 'Live'];
      const loaded = await command(
        'load',
        '--dump',
        folder,
        '--target',
        'Mine',
        '--on-existing',
        'drop',
        ...confirmed,
      );
      expect(loaded.result, loaded.output).toMatchObject({ state: 'done' });
      expect(await rows()).toEqual([1]);
    });
  });

  it('does not take another server of the same machine for it', async () => {
    const other = await OwnServer.start(vendor);
    try {
      await withDump(async (folder, parent) => {
        mkdirSync(join(parent, 'sluice'));
        const profiles = [{ ...live, user }];
        writeFileSync(join(parent, 'sluice', 'profiles.json'), JSON.stringify({ version: 1, profiles }));
        const known = { SLUICE_PASSWORD: password, XDG_CONFIG_HOME: parent };
        const out = join(parent, 'of-live');
        await runSluice(['dump', '--source', 'Live', '--schemas', SCHEMA, '--out', out], known);
        const words = ['load', '--dump', folder, '--target', other.dsn, '--json'];
        const { result, output } = await runSluice(words, { ...known, ...other.secret });
        expect(result, output).toMatchObject({ state: 'done' });
      });
    } finally {
      await other.end();
    }
  });
});
