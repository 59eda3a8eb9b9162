import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../../app/catalog/connect/connect';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import { SluiceError } from '../../../app/contract/failure';
import { prepareDataFolder } from '../../../app/sandbox/data-folder';
import { findRunning, startInstance, sweepTemporary, type Instance } from '../../../app/sandbox/instance';
import { locateServer, type ServerProgram } from '../../../app/sandbox/locate';
import { isRunning } from '../../../app/storage/process-identity';
import type { Lifetime } from '../../../app/sandbox/state-file';
import { testVendors } from '../../servers/test-server';
import { end, startElsewhere } from './start-elsewhere';

/** Making a data folder takes most of a start: it is made once for each vendor and copied. */
let templates = '';
beforeAll(async () => {
  templates = await fs.mkdtemp(join(tmpdir(), 'sluice-templates-'));
  for (const vendor of testVendors) {
    await fs.mkdir(join(templates, vendor));
    const places = { folder: join(templates, vendor), log: join(templates, 'log'), sweep: null };
    await prepareDataFolder(programOf(vendor), places);
  }
});
afterAll(() => fs.rm(templates, { recursive: true }));

let parent = '';
let folder = '';
beforeEach(async () => {
  parent = await fs.mkdtemp(join(tmpdir(), 'sluice-instance-'));
  folder = join(parent, 'server');
});
afterEach(async () => {
  await (await findRunning(folder))?.stop();
  await fs.rm(parent, { recursive: true, force: true });
});

function programOf(vendor: 'mysql' | 'mariadb'): ServerProgram {
  const program = locateServer(vendor);
  if (program === null) throw new Error(`There is no ${vendor} server`);
  return program;
}

const start = (vendor: 'mysql' | 'mariadb', lifetime: Lifetime, options: readonly string[] = []) =>
  startInstance({ program: programOf(vendor), folder, lifetime, bufferPoolBytes: 128 << 20, options });

const endpoint = (server: Instance, more: Partial<Endpoint> = {}): Endpoint => ({
  address: { kind: 'tcp', host: server.host, port: server.port },
  user: server.user,
  password: server.password,
  tls: { mode: 'preferred' },
  ...more,
});

async function exists(path: string): Promise<boolean> {
  return await fs.access(path).then(
    () => true,
    () => false,
  );
}

async function untilEnded(server: Instance): Promise<void> {
  while (await isRunning(server.process)) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe.each(testVendors)('a server of ours (%s)', (vendor) => {
  beforeEach(() => fs.cp(join(templates, vendor), folder, { recursive: true }));

  it('makes its data folder by itself, and anew when the making was cut short', async () => {
    await fs.rm(folder, { recursive: true });
    await fs.mkdir(join(folder, 'data.new', 'mysql'), { recursive: true });
    await fs.writeFile(join(folder, 'data.new', 'ibdata1'), 'half');
    const server = await start(vendor, 'temporary');
    await (await connect(endpoint(server))).close();
    await server.stop();
  });

  it('signs its user in with the password only, over TCP and the socket', async () => {
    const server = await start(vendor, 'temporary');
    const bySocket = endpoint(server, { address: { kind: 'socket', path: server.socketPath } });
    for (const way of [endpoint(server), bySocket]) {
      const session = await connect(way);
      expect(session.server).toMatchObject({ vendor, version: server.version, account: 'sluice@%' });
      await session.close();
      for (const user of ['sluice', 'root', '']) {
        const refused = connect({ ...way, user, password: '' });
        await expect(refused).rejects.toMatchObject({ failure: { code: 'sign-in-refused' } });
      }
    }
    await server.stop();
  });

  it('is started again on what it held, with another password', async () => {
    const first = await start(vendor, 'bound');
    const session = await connect(endpoint(first));
    await session.run('CREATE DATABASE kept');
    await session.close();
    await first.stop();
    const second = await start(vendor, 'bound');
    const again = await connect(endpoint(second));
    expect(await again.rows("SHOW DATABASES LIKE 'kept'")).toHaveLength(1);
    await again.close();
    expect(second.password).not.toBe(first.password);
    await second.stop();
  });

  it('leaves nothing behind when it is stopped', async () => {
    const server = await start(vendor, 'temporary');
    await server.stop();
    expect(await isRunning(server.process)).toBe(false);
    expect(await exists(folder)).toBe(false);
    expect(await exists(server.socketPath)).toBe(false);
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'ends with its starter after %s and takes its folder along',
    async (signal) => {
      const starter = await startElsewhere(vendor, folder, 'temporary');
      await end(starter, signal);
      await untilEnded(starter.server);
      while (await exists(folder)) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await exists(starter.server.socketPath)).toBe(false);
    },
  );

  it('lives on when it is detached, until somebody else stops it', async () => {
    const starter = await startElsewhere(vendor, folder, 'detached');
    await end(starter, 'SIGKILL');
    const found = await findRunning(folder);
    expect(found).toMatchObject({ port: starter.server.port, password: starter.server.password });
    await found?.stop();
    expect(await isRunning(starter.server.process)).toBe(false);
    expect(await findRunning(folder)).toBeNull();
    expect(await exists(starter.server.socketPath)).toBe(false);
  });

  it('is started anew after it was killed', async () => {
    const starter = await startElsewhere(vendor, folder, 'detached');
    process.kill(starter.server.process.pid, 'SIGKILL');
    await untilEnded(starter.server);
    expect(await findRunning(folder)).toBeNull();
    const server = await start(vendor, 'bound');
    await (await connect(endpoint(server))).close();
    await server.stop();
    await end(starter, 'SIGTERM');
  });

  it('says with the end of its log why it did not start', async () => {
    const failed = start(vendor, 'temporary', ['--no-such-option=1']);
    await expect(failed).rejects.toBeInstanceOf(SluiceError);
    await expect(failed).rejects.toMatchObject({ failure: { code: 'server-start-failed' } });
    await expect(failed).rejects.toThrow(/no-such-option/);
    expect(await exists(folder)).toBe(false);
  });

  it('has a binary log when that is asked for, and none otherwise', async () => {
    for (const [options, expected] of [
      [['--log-bin=binlog', '--server-id=7'], '1'],
      [[], '0'],
    ] as const) {
      const server = await start(vendor, 'bound', options);
      const session = await connect(endpoint(server));
      expect(await session.rows('SELECT @@log_bin AS log_bin')).toEqual([{ log_bin: expected }]);
      await session.close();
      await server.stop();
    }
  });
});

describe('findRunning', () => {
  it('never takes the process that has a dead server’s number for it', async () => {
    const starter = await startElsewhere('mariadb', folder, 'detached');
    const state = JSON.parse(await fs.readFile(join(folder, 'state.json'), 'utf8')) as object;
    await (await findRunning(folder))?.stop();
    await end(starter, 'SIGTERM');
    const bystander = { pid: process.pid, began: 'another time' };
    await fs.writeFile(join(folder, 'state.json'), JSON.stringify({ ...state, process: bystander }));
    expect(await findRunning(folder)).toBeNull();
  });
});

describe('sweepTemporary', () => {
  it('removes what a crash of everything left, and nothing that lives', async () => {
    const lost = join(parent, 'sluice-test-lost');
    const living = await startElsewhere('mariadb', join(parent, 'sluice-test-living'), 'temporary');
    const state = JSON.parse(await fs.readFile(join(living.server.folder, 'state.json'), 'utf8')) as object;
    await fs.mkdir(join(lost, 'data'), { recursive: true });
    const crashed = { ...state, process: { pid: process.pid, began: 'before the crash' } };
    await fs.writeFile(join(lost, 'state.json'), JSON.stringify(crashed));
    await fs.mkdir(join(parent, 'sluice-other'));
    await sweepTemporary(parent, 'sluice-test-');
    expect((await fs.readdir(parent)).sort()).toEqual(['sluice-other', 'sluice-test-living']);
    await end(living, 'SIGKILL');
    await untilEnded(living.server);
  });
});
