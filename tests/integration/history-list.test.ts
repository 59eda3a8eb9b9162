import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistoryList } from '../../app/catalog/server/history-list';
import type { HistoryList } from '../../app/contract/runs/run';
import { testVendors } from '../servers/test-server';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { connectPlain, dropSchemas, withPlain, withSession } from './harness/servers';

const SCHEMA = 'undo_watch';
const COMMITS = 50;

describe.each(testVendors)('cost of a snapshot, %s', (vendor) => {
  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, v INT)`);
      await connection.query(`INSERT INTO ${SCHEMA}.t VALUES (1, 1)`);
    });
  });

  afterAll(() => dropSchemas(vendor, SCHEMA));

  it('counts every commit since, and the age of the snapshot, whatever the time zone', async () => {
    const holder = await connectPlain(vendor);
    await holder.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    await holder.query(`SELECT * FROM ${SCHEMA}.t`);
    await withPlain(vendor, async (writer) => {
      for (let value = 0; value < COMMITS; value += 1) await writer.query(`UPDATE ${SCHEMA}.t SET v = v + 1`);
      await writer.query('DO SLEEP(2)');
    });
    const after = await withSession(vendor, readHistoryList);
    await holder.end();
    // Undo that the snapshot needs is kept, whatever of older days is purged meanwhile.
    expect(after?.length).toBeGreaterThanOrEqual(COMMITS);
    expect(after?.oldestSnapshotMs).toBeGreaterThanOrEqual(2000);
    expect(after?.oldestSnapshotMs).toBeLessThan(1800_000);
  });

  it('is shown while a dump runs', async () => {
    await withFolder(async (parent) => {
      const registry = newRegistry();
      const told: (HistoryList | null)[] = [];
      registry.onUpdate(({ historyList }) => told.push(historyList));
      const ended = dumpSchema(registry, { vendor, schema: SCHEMA, folder: join(parent, 'dump') });
      const [{ runId } = { runId: '' }] = registry.active();
      // Held, so that it lasts until its price was read.
      registry.pause(runId);
      await expect.poll(() => told.some((history) => history !== null)).toBe(true);
      registry.resume(runId);
      expect(await ended).toMatchObject({ state: 'done' });
    });
  });
});
