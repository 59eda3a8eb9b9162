import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadOptions } from '../../app/contract/runs/options';
import type { RunUpdate } from '../../app/contract/runs/run';
import type { RunResult } from '../../app/contract/runs/result';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import { testServer, testVendors } from '../servers/test-server';
import { FaultyNetwork } from './harness/faulty-network';
import { dumpSchema, loadDump, newRegistry, startComparison } from './harness/runs';
import { connectToFresh, dropSchemas, testEndpoint, withPlain } from './harness/servers';

const SCHEMA = 'compared';
const COPY = 'compared_copy';
const TABLES = ['parted', 'some', 'wide'] as const;
const ROWS = 3000;
const ALL_ROWS = TABLES.length * ROWS;

describe.each(testVendors)('a server compared with a dump: %s', (vendor) => {
  const registry = newRegistry();
  let parent: string;
  const folder = () => join(parent, 'dump');

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-compare-'));
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query(
      'CREATE TABLE parted (id INT PRIMARY KEY, v VARCHAR(100)) PARTITION BY HASH (id) PARTITIONS 3',
    );
    await connection.query('CREATE TABLE some (id INT PRIMARY KEY, v VARCHAR(100))');
    await connection.query('CREATE TABLE wide (id INT PRIMARY KEY, v VARCHAR(100), w CHAR(200))');
    const rows = Array.from({ length: ROWS }, (_, id) => `(${id}, REPEAT('x', ${id % 90}))`).join();
    for (const table of TABLES) await connection.query(`INSERT INTO ${table} (id, v) VALUES ${rows}`);
    await connection.end();
    expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder: folder() })).errors).toEqual([]);
    await dropSchemas(vendor, COPY);
    const loaded = await loadDump(registry, { vendor, folder: folder(), schemaMap: { [SCHEMA]: COPY } });
    expect(loaded.errors).toEqual([]);
  });

  afterAll(async () => {
    await rm(parent, { recursive: true, force: true });
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  function begin(verify: LoadOptions['verify'], more: Partial<Endpoint> = {}): string {
    const endpoint = testEndpoint(vendor, more);
    return startComparison(registry, {
      ...{ vendor, endpoint, folder: folder(), verify },
      schemaMap: { [SCHEMA]: COPY },
    });
  }

  const checksOf = ({ verdicts }: RunResult) =>
    Object.fromEntries(
      verdicts.map(({ table, checks }) => [table, checks.map(({ kind, state }) => `${kind} ${state}`)]),
    );

  it.each(['rows', 'checksum'] as const)(
    'is told of at most five times a second, table by table, and adds up: by %s',
    async (verify) => {
      const updates: { readonly at: number; readonly update: RunUpdate }[] = [];
      const runId = begin(verify);
      const stop = registry.onUpdate((update) => {
        if (update.runId === runId) updates.push({ at: performance.now(), update });
      });
      const result = await registry.finished(runId);
      await expect.poll(() => updates[updates.length - 1]?.update.result).toEqual(result);
      stop();
      expect(result).toMatchObject({ state: 'done', rows: ALL_ROWS, errors: [] });
      const checksums = verify === 'checksum' ? ['checksum ok'] : [];
      const checks = ['rows ok', 'definition ok', ...checksums];
      expect(checksOf(result)).toEqual({ parted: checks, some: checks, wide: checks });
      const { tables, totals } = registry.view(runId);
      expect(tables.map(({ schema, table, state, rows }) => ({ schema, table, state, rows }))).toEqual(
        TABLES.map((table) => ({ schema: COPY, table, state: 'done', rows: ROWS })),
      );
      expect(totals).toMatchObject({ rows: ALL_ROWS, rowsExpected: ALL_ROWS, tablesDone: TABLES.length });
      const [first, last] = [updates[0]?.at ?? 0, updates[updates.length - 1]?.at ?? 0];
      // Five a second, and one for the fence; Node's timers may be up to a millisecond early.
      expect(updates.length).toBeLessThanOrEqual(Math.floor((last - first) / 199) + 1);
    },
  );

  it('shows which tables are through while a lane waits, and ends at once when it is cancelled', async () => {
    const network = await FaultyNetwork.to(testServer(vendor));
    try {
      const held = network.at('read', 'hold');
      const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
      const runId = begin('checksum', { address, tls: { mode: 'disabled' } });
      await held;
      await expect.poll(() => registry.view(runId).totals.tablesDone).toBe(TABLES.length - 1);
      const { tables, totals } = registry.view(runId);
      const [waiting] = tables.filter(({ state }) => state !== 'done');
      // Counted and read from the files; on the target some rows of it at most.
      expect(waiting?.state).toBe('verifying');
      expect(waiting?.rows).toBeGreaterThanOrEqual((2 * ROWS) / 3);
      expect(waiting?.rows).toBeLessThan(ROWS);
      expect(totals.rows).toBeLessThan(ALL_ROWS);
      expect(totals).toMatchObject({ rowsExpected: ALL_ROWS });
      registry.cancel(runId);
      expect(await registry.finished(runId)).toMatchObject({ state: 'cancelled', errors: [] });
    } finally {
      await network.close();
    }
  });

  it('fails and names the table where the network swallows a lane that checksums rows', async () => {
    const network = await FaultyNetwork.to(testServer(vendor));
    try {
      const swallowed = network.at('read', 'silence');
      const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
      const runId = begin('checksum', { address, tls: { mode: 'disabled' } });
      await swallowed;
      const { state, errors } = await registry.finished(runId);
      expect(state).toBe('failed');
      expect(errors[0]).toMatchObject({ code: 'connect-lost' });
      expect(TABLES.map((table) => `${COPY}.${table}`)).toContain(errors[0]?.table);
      const told = registry.view(runId).log.map(({ text }) => text);
      expect(told.join('\n')).toMatch(/has gone silent, and the server does not work for it any more/);
    } finally {
      await network.close();
    }
  });

  it('names each table that is missing, has other rows, or other values', async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP TABLE ${COPY}.some`);
      await connection.query(`UPDATE ${COPY}.wide SET v = 'changed' WHERE id = 7`);
      await connection.query(`DELETE FROM ${COPY}.parted WHERE id = 7`);
    });
    const runId = begin('checksum');
    const result = await registry.finished(runId);
    expect(result.state).toBe('failed');
    expect(checksOf(result)).toEqual({
      parted: ['rows failed', 'definition ok', 'checksum failed'],
      some: ['rows failed'],
      wide: ['rows ok', 'definition ok', 'checksum failed'],
    });
    for (const table of TABLES)
      expect(result.errors.map((error) => error.table)).toContain(`${COPY}.${table}`);
    const states = registry.view(runId).tables.map(({ table, state }) => `${table} ${state}`);
    expect(states).toEqual(['parted done', 'some failed', 'wide done']);
  });
});
