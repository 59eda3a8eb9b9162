import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import { withRoute } from '../../../app/catalog/connect/route';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import { SSH_HOSTS, startSshServer, type SshServer } from '../../servers/ssh-server';
import { testServer, testVendors } from '../../servers/test-server';
import { FaultyNetwork } from '../harness/faulty-network';
import { dumpSchema, newRegistry } from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';
import { CRASH_CHUNK_BYTES, expectWhole, makeCrashSchema } from '../load/crash-schema';
import { dumpInterrupted, expectNoDump, FAULT_COPY, FAULT_SCHEMA, makeFaultSchema } from './fault-source';

const SOURCE = 'broken_tunnel';
const COPY = 'broken_tunnel_copy';
/** Longer than any test: what ends a run then is something else. */
const FOR_EVER_MS = 3_600_000;

const registry = newRegistry();
const pathBefore = process.env.PATH;

describe.each(testVendors)('a tunnel that breaks in the middle of a run, %s', (vendor) => {
  let ssh: SshServer;
  let watcher: Connection;
  let parent = '';
  let folder = '';

  beforeAll(async () => {
    ssh = await startSshServer();
    process.env.PATH = ssh.path;
    watcher = await connectPlain(vendor);
    await makeFaultSchema(watcher);
    await makeCrashSchema(watcher, SOURCE);
    // Half a chunk of a table without transactions can't be rolled back within the run.
    await watcher.query(`DROP TABLE ${SOURCE}.plain`);
    parent = await mkdtemp(join(tmpdir(), 'sluice-broken-tunnel-'));
    folder = join(parent, 'dump');
    const wish = { vendor, schema: SOURCE, folder, threads: 2, bytesPerChunk: CRASH_CHUNK_BYTES };
    expect((await dumpSchema(registry, wish)).errors).toEqual([]);
  });

  afterAll(async () => {
    process.env.PATH = pathBefore;
    await watcher.end();
    await ssh.stop();
    await rm(parent, { recursive: true, force: true });
    await dropSchemas(vendor, FAULT_SCHEMA, FAULT_COPY, SOURCE, COPY);
  });

  function through(bastion: string, port: number): Endpoint {
    const { host } = testServer(vendor);
    const address = { kind: 'tcp', host, port, ssh: { host: bastion } } as const;
    return testEndpoint(vendor, { address, tls: { mode: 'disabled' } });
  }

  function logOf(runId: string): string {
    return registry
      .view(runId)
      .log.map(({ text }) => text)
      .join('\n');
  }

  function startLoad(endpoint: Endpoint, options: Partial<LoadOptions> = {}): string {
    return registry.startLoad(vendor, {
      endpoint,
      profile: null,
      folder,
      options: {
        ...LOAD_DEFAULTS,
        schemaMap: { [SOURCE]: COPY },
        threads: 2,
        reconnectMs: FOR_EVER_MS,
        ...options,
      },
    }).runId;
  }

  it.each([
    ['its own end', () => ssh.killTunnels()],
    ['the SSH host', () => ssh.breakConnections()],
  ])('fails a dump, whose snapshot is gone, and is named: by %s', async (by, fault) => {
    const out = join(parent, `dump ${by}`);
    const result = await dumpInterrupted(registry, vendor, {
      watcher,
      endpoint: through(SSH_HOSTS.bastion, testServer(vendor).port),
      folder: out,
      fault: () => {
        fault();
        return Promise.resolve();
      },
    });
    expect(result).toMatchObject({ ok: false, state: 'failed' });
    expect(result.errors[0]?.code).toBe('connect-lost');
    expect(result.errors[0]?.message).toMatch(
      /The SSH tunnel to .* through sluice-bastion broke in this run: /,
    );
    await expectNoDump(registry, vendor, out);
    expect(ssh.tunnels()).toEqual([]);
  });

  it.each([
    ['its own end', () => ssh.killTunnels()],
    ['the SSH host', () => ssh.breakConnections()],
  ])('is opened again, and the load goes on: by %s', async (_by, fault) => {
    await dropSchemas(vendor, COPY);
    const network = await FaultyNetwork.to(testServer(vendor));
    const reached = network.at('rows', 'hold', 5);
    const runId = startLoad(through(SSH_HOSTS.bastion, network.port));
    await reached;
    fault();
    // Bytes that the relay still held are gone with the tunnel.
    network.cut();
    network.mend();
    const { errors, state, retries } = await registry.finished(runId);
    expect({ errors, state }).toEqual({ errors: [], state: 'done' });
    expect(retries).toBeGreaterThan(1);
    expect(logOf(runId)).toMatch(/The SSH tunnel to .* broke and is opened again: /);
    expect(logOf(runId)).toMatch(/is open again/);
    await expectWhole(watcher, SOURCE, COPY);
    expect(ssh.tunnels()).toEqual([]);
    await network.close();
  });

  it('is not opened again where the SSH host is gone: the load is incomplete, says so, and is resumed without it', async () => {
    await dropSchemas(vendor, COPY);
    process.env.PATH = pathBefore;
    const gone = await startSshServer();
    process.env.PATH = gone.path;
    const network = await FaultyNetwork.to(testServer(vendor));
    const reached = network.at('rows', 'hold', 5);
    const runId = startLoad(through(SSH_HOSTS.bastion, network.port), { reconnectMs: 0 });
    await reached;
    await gone.stop();
    network.cut();
    const { errors, state } = await registry.finished(runId);
    process.env.PATH = ssh.path;
    expect(state).toBe('incomplete');
    expect(errors[0]?.message).toMatch(/The SSH tunnel to .* broke in this run: /);
    const resumed = startLoad(testEndpoint(vendor), { resume: true });
    expect((await registry.finished(resumed)).state).toBe('done');
    await expectWhole(watcher, SOURCE, COPY);
    await network.close();
  });

  it.each([
    ['by who is done while it is opened again', FOR_EVER_MS, 'onBroken'],
    ['when its time is over', 0, 'onGivenUp'],
  ] as const)('is given up %s', async (_, patienceMs, moment) => {
    process.env.PATH = pathBefore;
    const gone = await startSshServer();
    process.env.PATH = gone.path;
    let tell: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const work = async () => {
      await gone.stop();
      await told;
    };
    const endpoint = through(SSH_HOSTS.bastion, testServer(vendor).port);
    await withRoute(endpoint, work, { patienceMs, [moment]: () => tell() });
    process.env.PATH = ssh.path;
    expect(gone.tunnels()).toEqual([]);
  });
});
