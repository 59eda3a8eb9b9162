import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import { readHealth } from '../../app/catalog/server/health';
import type { ServerHealth } from '../../app/contract/runs/run';
import { openEngine } from '../../app/engine/open';
import { RunRegistry } from '../../app/runs/registry';
import { UNWATCHED, WATCHED, watchServer, type WatchedRun } from '../../app/runs/server-watch';
import { testServer, testVendors } from '../servers/test-server';
import { FaultyNetwork } from './harness/faulty-network';
import { dumpSchema, ENGINE_FILE, withFolder } from './harness/runs';
import { dropSchemas, testEndpoint, withPlain } from './harness/servers';

const SCHEMA = 'server_health';
const NOBODY = 'server_health_nobody';
const PASSWORD = 'only-for-tests';

describe.each(testVendors)('health of a run’s server, %s', (vendor) => {
  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
      await connection.query(`INSERT INTO ${SCHEMA}.t VALUES (1)`);
      await connection.query(`CREATE USER ${NOBODY} IDENTIFIED BY '${PASSWORD}'`);
    });
  });
  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    await withPlain(vendor, (connection) => connection.query(`DROP USER ${NOBODY}`));
  });

  it('may be seen by an account without any privilege', async () => {
    const session = await connect({ ...testEndpoint(vendor), user: NOBODY, password: PASSWORD });
    const counters = await readHealth(session);
    await session.close();
    expect(counters?.threadsRunning).toBeGreaterThanOrEqual(1);
    expect(counters?.allPages).toBeGreaterThan(0);
    expect(counters?.pageRequests).toBeGreaterThan(0);
  });

  it.each([
    ['watched', WATCHED, true],
    ['unwatched', UNWATCHED, false],
  ] as const)('is told while a %s dump runs', async (_, watching, isTold) => {
    await withFolder(async (parent) => {
      const environment = { engine: openEngine(ENGINE_FILE), sluiceVersion: '0.0.0-test' };
      const registry = new RunRegistry(environment, null, watching);
      const told: ServerHealth[] = [];
      registry.onUpdate(({ health }) => told.push(...health));
      const ended = dumpSchema(registry, { vendor, schema: SCHEMA, folder: join(parent, 'dump') });
      const [{ runId } = { runId: '' }] = registry.active();
      // Held, so that it lasts until it was looked at.
      registry.pause(runId);
      if (isTold) await expect.poll(() => told.some(({ side }) => side === 'source')).toBe(true);
      registry.resume(runId);
      expect(await ended).toMatchObject({ state: 'done' });
      expect(told.length > 0).toBe(isTold);
    });
  });

  it.each(['cut', 'silence'] as const)('is silent after a %s, and answers again', async (fault) => {
    const network = await FaultyNetwork.to(testServer(vendor));
    const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
    const endpoint = testEndpoint(vendor, { address, tls: { mode: 'disabled' } });
    let readings = 0;
    const silences: (number | null)[] = [];
    const run: WatchedRun = {
      isMoving: true,
      building: [],
      health: () => (readings += 1),
      silence: (_, silence) => silences.push(silence?.retryMs ?? null),
      builds: () => undefined,
      log: () => undefined,
    };
    const stop = watchServer({ side: 'source', endpoint, retryMs: 7 }, { look: 'all', everyMs: 50 }, run);
    await expect.poll(() => readings).toBeGreaterThan(0);
    expect(silences).toEqual([]);
    network[fault]();
    await expect.poll(() => silences).toEqual([7]);
    network.mend();
    const before = readings;
    await expect.poll(() => silences).toEqual([7, null]);
    expect(readings).toBeGreaterThan(before);
    stop();
    await network.close();
  });
});
