import { tableOfLane } from '../../../app/contract/runs/run';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationRequest } from '../harness/migrations';
import { FaultyNetwork } from '../harness/faulty-network';
import { newRegistry } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';
import { testServer, testVendors } from '../../servers/test-server';

const SCHEMA = 'proof_from';
const COPY = 'proof_to';
const ROWS = 3000;
/** The two partitions of the second one are told of one by one. */
const TABLES = { plain: '', parted: ' PARTITION BY HASH (id) PARTITIONS 2' } as const;
const ALL_ROWS = Object.keys(TABLES).length * ROWS;

describe.each(testVendors)('the proof of a migration’s rows, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY);
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`USE ${SCHEMA}`);
      const values = Array.from({ length: ROWS }, (_, id) => `(${id}, 'note ${id}')`).join(', ');
      for (const [name, partitions] of Object.entries(TABLES)) {
        await connection.query(`CREATE TABLE ${name} (id INT PRIMARY KEY, note VARCHAR(40))${partitions}`);
        await connection.query(`INSERT INTO ${name} VALUES ${values}`);
        await connection.query(`ANALYZE TABLE ${name}`);
      }
    });
  });
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  it('shows its progress table by table; cancelled then, it reports the moved rows', async () => {
    const network = await FaultyNetwork.to(testServer(vendor));
    try {
      const held = network.at('read', 'hold');
      const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
      const request = migrationRequest({ from: vendor, to: vendor, schema: SCHEMA, copy: COPY, threads: 2 });
      const unsaved = { name: vendor, profileId: null };
      const { runId } = registry.startMigrate(
        { source: unsaved, target: unsaved },
        { ...request, target: testEndpoint(vendor, { address, tls: { mode: 'disabled' } }) },
      );
      // The target is read by nobody before that.
      await held;
      const through = () => registry.view(runId).tables.filter(({ state }) => state === 'done');
      await expect.poll(through).toHaveLength(2);
      const { stage, tables, totals, lanes } = registry.view(runId);
      expect(stage).toBe('verify');
      // Whichever is held: one of the two tables is not through.
      expect(totals).toMatchObject({ tablesDone: 1, tablesTotal: 2 });
      const [waiting, ...others] = tables.filter(({ state }) => state !== 'done');
      expect(others).toEqual([]);
      // Moved, and some rows of it at most read again.
      const own = waiting?.table === 'plain' ? ROWS : ROWS / 2;
      expect(waiting?.state).toBe('verifying');
      expect(waiting?.rows).toBeGreaterThanOrEqual(own / 2);
      expect(waiting?.rows).toBeLessThan(own);
      expect(tables.reduce((sum, { rows }) => sum + rows, 0)).toBe(totals.rows);
      expect(totals.rows).toBeLessThan(ALL_ROWS);
      expect(lanes.map((lane) => [tableOfLane(lane), lane.phase])).toContainEqual([waiting?.index, 'verify']);
      registry.cancel(runId);
      expect(await registry.finished(runId)).toMatchObject({
        state: 'cancelled',
        rows: ALL_ROWS,
        errors: [],
      });
    } finally {
      await network.close();
      await dropSchemas(vendor, COPY);
    }
  });

  it('adds up in the end: every table is through with all its rows', async () => {
    const unsaved = { name: vendor, profileId: null };
    const { runId } = registry.startMigrate(
      { source: unsaved, target: unsaved },
      migrationRequest({ from: vendor, to: vendor, schema: SCHEMA, copy: COPY, threads: 2 }),
    );
    const result = await registry.finished(runId);
    expect(result).toMatchObject({ state: 'done', errors: [], rows: ALL_ROWS });
    for (const { checks } of result.verdicts)
      expect(checks.find(({ kind }) => kind === 'checksum')?.state).toBe('ok');
    const { tables, totals, lanes } = registry.view(runId);
    expect(tables.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(tables.map(({ rows }) => rows).sort((a, b) => a - b)).toEqual([ROWS / 2, ROWS / 2, ROWS]);
    expect(totals).toMatchObject({ rows: ALL_ROWS, tablesDone: 2, tablesTotal: 2 });
    expect(lanes).toHaveLength(2);
  });
});
