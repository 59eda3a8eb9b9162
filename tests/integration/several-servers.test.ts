import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import { checksumOnServer } from '../../app/checksums/server';
import { DEFAULT_MEMORY_LIMIT_BYTES } from '../../app/contract/runs/options';
import type { RunResult } from '../../app/contract/runs/result';
import { Cancellation } from '../../app/engine/cancellation';
import type { RunHooks } from '../../app/engine/hooks';
import { openEngine } from '../../app/engine/open';
import type { EngineDumpTable } from '../../app/engine/specs';
import { testVendors } from '../servers/test-server';
import { migrationOptions } from './harness/migrations';
import { OwnServer } from './harness/own-server';
import { RoundRobin } from './harness/round-robin';
import { dumpSchema, ENGINE_FILE, loadDump, newRegistry, startComparison } from './harness/runs';

const SCHEMA = 'several';
const COPY = 'several_copy';

const PART: EngineDumpTable = {
  ...{ id: 0, schema: SCHEMA, table: 't', partition: null, versions: 'current', basename: 't', key: [] },
  ...{ keyIndex: null, where: null, within: null, countCheck: 'always', estimatedRows: 3, estimatedBytes: 0 },
  columns: [{ name: 'id', select: '`id`', encoding: 'text' }],
};

const nothing = () => undefined;
const HOOKS: RunHooks = {
  cancellation: new Cancellation(),
  ...{ stage: nothing, tables: nothing, job: nothing, batch: nothing, restartCounters: nothing },
  ...{
    historyList: nothing,
    retried: nothing,
    leavesTarget: nothing,
    foundLoaded: nothing,
    log: nothing,
    notice: nothing,
  },
};

const registry = newRegistry();

/** Each connection goes to the other server: what one session locks or makes, another doesn't see. */
describe.each(testVendors)('an address that leads to two servers, %s', (vendor) => {
  let parent = '';
  let first: OwnServer;
  let second: OwnServer;
  let balancer: RoundRobin;

  beforeAll(async () => {
    [first, second] = await Promise.all([OwnServer.start(vendor), OwnServer.start(vendor)]);
    parent = await mkdtemp(join(tmpdir(), 'sluice-several-'));
    for (const server of [first, second])
      await server.use(async (connection) => {
        await connection.query(`CREATE DATABASE ${SCHEMA}`);
        await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
        await connection.query(`INSERT INTO ${SCHEMA}.t VALUES (1), (2), (3)`);
      });
    const wish = { vendor, schema: SCHEMA, folder: join(parent, 'dump'), endpoint: first.endpoint };
    expect((await dumpSchema(registry, wish)).errors).toEqual([]);
  });

  afterAll(async () => {
    await Promise.all([first.end(), second.end()]);
    await rm(parent, { recursive: true, force: true });
  });

  beforeEach(async () => {
    balancer = await RoundRobin.over([placeOf(first), placeOf(second)]);
  });

  afterEach(async () => {
    await balancer.close();
    for (const server of [first, second]) expect(await schemasOf(server)).not.toContain(COPY);
  });

  it('is refused by a dump, which leaves nothing', async () => {
    const wish = { vendor, schema: SCHEMA, folder: join(parent, 'refused'), endpoint: endpoint() };
    expectRefused(await dumpSchema(registry, wish));
  });

  it('is refused by the engine where its sessions alone are led elsewhere', async () => {
    const session = await connect(first.endpoint);
    try {
      const sums = (reached: OwnServer) =>
        checksumOnServer(
          {
            ...{ engine: openEngine(ENGINE_FILE), endpoint: reached.endpoint, session, parts: [PART] },
            ...{ threads: 1, memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES },
          },
          HOOKS,
        );
      await sums(first);
      await expect(sums(second)).rejects.toMatchObject({
        failure: {
          code: 'unsupported-server',
          message: expect.stringMatching(/leads to several servers/) as string,
        },
      });
    } finally {
      await session.close();
    }
  });

  it('is refused by a load before anything is made', async () => {
    const wish = { vendor, folder: join(parent, 'dump'), endpoint: endpoint() };
    expectRefused(await loadDump(registry, { ...wish, schemaMap: { [SCHEMA]: COPY } }));
  });

  it('is refused as the source of a migration', async () => {
    expectRefused(await migrate(endpoint(), first.endpoint));
  });

  it('is refused as the target of a migration before anything is made', async () => {
    expectRefused(await migrate(first.endpoint, endpoint()));
  });

  it('is refused by a verification', async () => {
    const wish = { vendor, folder: join(parent, 'dump'), endpoint: endpoint(), verify: 'checksum' as const };
    expectRefused(await registry.finished(startComparison(registry, wish)));
  });

  it('is taken where the balancer keeps the client on one of them', async () => {
    balancer.lead([placeOf(second)]);
    const wish = { vendor, schema: SCHEMA, folder: join(parent, 'taken'), endpoint: endpoint() };
    expect(await dumpSchema(registry, wish)).toMatchObject({ state: 'done', rows: 3 });
  });

  async function migrate(source: Endpoint, target: Endpoint): Promise<RunResult> {
    const unsaved = { name: vendor, profileId: null };
    const { runId } = registry.startMigrate(
      { source: unsaved, target: unsaved },
      { source, sourceProfile: null, target, profile: null, options: migrationOptions(SCHEMA, COPY) },
    );
    return await registry.finished(runId);
  }

  function expectRefused(result: RunResult): void {
    expect(result.errors[0]).toMatchObject({ code: 'unsupported-server' });
    expect(result.errors[0]?.message).toMatch(/leads to several servers/);
    expect(result.errors[0]?.hint).toMatch(/Connect to one of the servers itself/);
    expect(result.state).toBe('failed');
  }

  async function schemasOf(server: OwnServer): Promise<readonly string[]> {
    const [rows] = await server.use((connection) => connection.query('SHOW DATABASES'));
    return (rows as { readonly Database: string }[]).map(({ Database }) => Database);
  }

  function placeOf(server: OwnServer): { readonly host: string; readonly port: number } {
    return { host: '127.0.0.1', port: server.network.port };
  }

  function endpoint(): Endpoint {
    return { ...first.endpoint, address: { kind: 'tcp', host: '127.0.0.1', port: balancer.port } };
  }
});
