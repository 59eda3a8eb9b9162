import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUndoHistory } from '../../app/catalog/undo-history';
import type { UndoHistory } from '../../app/contract/run';
import { testVendors } from '../servers/test-server';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { connectPlain, dropSchemas, withPlain, withSession } from './harness/servers';

const SCHEMA = 'undo_watch';

describe.each(testVendors)('what a snapshot costs, %s', (vendor) => {
  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, v INT)`);
      await connection.query(`INSERT INTO ${SCHEMA}.t VALUES (1, 1)`);
    });
  });

  afterAll(() => dropSchemas(vendor, SCHEMA));

  it('grows with every commit and with the age of the snapshot, whatever the time zone', async () => {
    const holder = await connectPlain(vendor);
    await holder.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    await holder.query(`SELECT * FROM ${SCHEMA}.t`);
    const before = await withSession(vendor, readUndoHistory);
    await withPlain(vendor, async (writer) => {
      for (let value = 0; value < 50; value += 1) await writer.query(`UPDATE ${SCHEMA}.t SET v = v + 1`);
      await writer.query('DO SLEEP(2)');
    });
    const after = await withSession(vendor, readUndoHistory);
    await holder.end();
    expect(after?.historyLength).toBeGreaterThanOrEqual((before?.historyLength ?? 0) + 40);
    expect(after?.oldestSnapshotMs).toBeGreaterThanOrEqual(2000);
    expect(after?.oldestSnapshotMs).toBeLessThan(1800_000);
  });

  it('is told while a dump runs', async () => {
    await withFolder(async (parent) => {
      const registry = newRegistry();
      const told: (UndoHistory | null)[] = [];
      const stop = registry.onUpdate(({ undoHistory }) => told.push(undoHistory));
      await dumpSchema(registry, { vendor, schema: SCHEMA, folder: join(parent, 'dump') });
      stop();
      expect(told.some((history) => history !== null)).toBe(true);
    });
  });
});
