import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import { withRoute } from '../../app/catalog/connect/route';
import { openTunnel } from '../../app/catalog/connect/tunnel';
import type { SshRoute, Vendor } from '../../app/contract/connections/connection';
import { LOAD_DEFAULTS } from '../../app/contract/runs/options';
import { testConnection } from '../../app/profiles/test-connection';
import { SSH_HOSTS, startSshServer, type SshServer } from '../servers/ssh-server';
import { testServer, testVendors } from '../servers/test-server';
import { runSluice, startSluice } from './harness/command';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { connectPlain, dropSchemas, testEndpoint, withPlain } from './harness/servers';

const SCHEMA = 'tunnelled';
const COPY = 'tunnelled_copy';

function throughSsh(vendor: Vendor, ssh: SshRoute, more: Partial<Endpoint> = {}): Endpoint {
  const { host, port } = testServer(vendor);
  return testEndpoint(vendor, { address: { kind: 'tcp', host, port, ssh }, ...more });
}

const codeOf = (error: unknown): unknown => (error as { failure?: { code?: unknown } }).failure?.code;

describe('a server behind an SSH host', () => {
  let ssh: SshServer;
  const pathBefore = process.env.PATH;
  beforeAll(async () => {
    ssh = await startSshServer();
    process.env.PATH = ssh.path;
    for (const vendor of testVendors) {
      await dropSchemas(vendor, SCHEMA, COPY);
      await withPlain(vendor, async (connection) => {
        await connection.query(`CREATE DATABASE ${SCHEMA}`);
        await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, word VARCHAR(20))`);
        await connection.query(`INSERT INTO ${SCHEMA}.t VALUES (1, 'one'), (2, 'two')`);
      });
    }
  });
  afterAll(async () => {
    process.env.PATH = pathBefore;
    await ssh.stop();
    for (const vendor of testVendors) await dropSchemas(vendor, SCHEMA, COPY);
  });

  it.each(testVendors)(
    '%s: is dumped, loaded and signed in to, and no tunnel stays behind',
    async (vendor) => {
      await withFolder(async (folder) => {
        const registry = newRegistry();
        const endpoint = throughSsh(vendor, { host: SSH_HOSTS.bastion });
        const signInsBefore = signIns(ssh);
        const dumped = await dumpThrough(registry, vendor, endpoint, `${folder}/dump`);
        expect(dumped).toMatchObject({ state: 'done', rows: 2 });
        const { runId } = registry.startLoad(vendor, {
          endpoint,
          profile: null,
          folder: `${folder}/dump`,
          options: { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY } },
        });
        expect(await registry.finished(runId)).toMatchObject({ state: 'done', rows: 2 });
        expect(signIns(ssh) - signInsBefore).toBe(2);
      });
      expect(ssh.tunnels()).toEqual([]);
    },
  );

  it('may be reached over a jump host of the user’s own configuration', async () => {
    const word = await withRoute(throughSsh('mysql', { host: SSH_HOSTS.inner }), async (reachable) => {
      const session = await connect(reachable);
      try {
        return await session.scalar(`SELECT word FROM ${SCHEMA}.t WHERE id = 2`);
      } finally {
        await session.close();
      }
    });
    expect(word).toBe('two');
  });

  it('is tested stage by stage: the tunnel first, then what is behind it', async () => {
    const test = await testConnection(throughSsh('mysql', { host: SSH_HOSTS.bastion }));
    expect(test.stages.map(({ stage, state }) => `${stage} ${state}`)).toEqual([
      'ssh ok',
      'connect ok',
      'tls ok',
      'sign-in ok',
      'version ok',
      'dump-privileges ok',
      'load-privileges ok',
      'inspect-privileges ok',
    ]);
  });

  it('reports a refused SSH sign-in, and asks nothing', async () => {
    const { stages, server } = await testConnection(throughSsh('mysql', { host: SSH_HOSTS.stranger }));
    expect(server).toBeNull();
    expect(stages).toMatchObject([{ stage: 'ssh', state: 'failed' }]);
    expect(stages[0]?.detail).toMatch(/Permission denied/);
  });

  it('says that nothing listens behind the SSH host', async () => {
    const address = { kind: 'tcp', host: '127.0.0.1', port: 1, ssh: { host: SSH_HOSTS.bastion } } as const;
    const { stages } = await testConnection(testEndpoint('mysql', { address }));
    expect(stages).toMatchObject([
      { stage: 'ssh', state: 'ok' },
      { stage: 'connect', state: 'failed' },
    ]);
  });

  it('fails a run with what ssh said, and keeps a promise it can’t hold out of it', async () => {
    await withFolder(async (folder) => {
      const registry = newRegistry();
      const closed = throughSsh('mysql', { host: SSH_HOSTS.stranger });
      const refused = await dumpThrough(registry, 'mysql', closed, `${folder}/refused`);
      expect(refused).toMatchObject({ state: 'failed', errors: [{ code: 'ssh-failed' }] });
      const named = throughSsh('mysql', { host: SSH_HOSTS.bastion }, { tls: { mode: 'verify-identity' } });
      const unsafe = await dumpThrough(registry, 'mysql', named, `${folder}/unsafe`);
      expect(unsafe).toMatchObject({ state: 'failed', errors: [{ code: 'tls-failed' }] });
    });
  });

  it('no connection bypasses a tunnel that is not open', async () => {
    const error = await connect(throughSsh('mysql', { host: SSH_HOSTS.bastion })).catch((e: unknown) => e);
    expect(codeOf(error)).toBe('internal');
  });

  it('ends when it is closed, without a complaint', async () => {
    const { host, port } = testServer('mysql');
    const tunnel = await openTunnel({ ssh: { host: SSH_HOSTS.bastion }, host, port });
    expect(ssh.tunnels()).toHaveLength(1);
    await tunnel.close();
    expect(tunnel.trouble()).toBeNull();
    expect(ssh.tunnels()).toEqual([]);
  });

  it('does not outlive a program that is killed', async () => {
    const { host, port, user, password } = testServer('mysql');
    const held = await connectPlain('mysql');
    const killed = withFolder(async (folder) => {
      // The dump waits for the lock that it asks for first, for as long as this one is held.
      await held.query(`LOCK TABLES ${SCHEMA}.t WRITE`);
      const dsn = `mysql://${user}@${host}:${port}/?ssh=${SSH_HOSTS.bastion}`;
      const command = startSluice(
        ['dump', '--source', dsn, '--out', `${folder}/dump`, '--schemas', SCHEMA, '--json'],
        {
          SLUICE_PASSWORD: password,
          PATH: ssh.path,
        },
      );
      await expect.poll(() => ssh.tunnels()).toHaveLength(1);
      command.process.kill('SIGKILL');
      await command.ended;
      await expect.poll(() => ssh.tunnels()).toEqual([]);
    });
    // Whatever comes of it, the lock goes: the schema is dropped after the test.
    await killed.finally(() => held.end());
  });

  it('is a DSN on the command line', async () => {
    const { host, port, user, password } = testServer('mysql');
    await withFolder(async (folder) => {
      const dsn = `mysql://${user}@${host}:${port}/?ssh=${SSH_HOSTS.bastion}`;
      const run = await runSluice(
        ['dump', '--source', dsn, '--out', `${folder}/dump`, '--schemas', SCHEMA, '--json'],
        { SLUICE_PASSWORD: password, PATH: ssh.path },
      );
      expect(run.result).toMatchObject({ state: 'done', rows: 2 });
    });
    expect(ssh.tunnels()).toEqual([]);
  });
});

function dumpThrough(
  registry: ReturnType<typeof newRegistry>,
  vendor: Vendor,
  endpoint: Endpoint,
  folder: string,
) {
  return dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint });
}

/** Number of tunnels that the SSH server has let in. */
function signIns(ssh: SshServer): number {
  return ssh.log().split('Accepted publickey').length - 1;
}
