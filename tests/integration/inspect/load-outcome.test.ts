import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mysql2/promise';
import { DUMP_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import type { LoadResult } from '../../../app/contract/runs/result';
import type { RunUpdate } from '../../../app/contract/runs/run';
import { Cancellation } from '../../../app/engine/cancellation';
import { inspectTables } from '../../../app/inspect/tables';
import { RunHistory } from '../../../app/runs/history/history';
import type { RunRegistry } from '../../../app/runs/registry';
import { observeTables } from '../../../app/inspect/observe';
import { testVendors } from '../../servers/test-server';
import { ofKind } from '../harness/result';
import {
  dumpSchema,
  loadDump,
  newRegistry,
  newWatchedRegistry,
  startLoad,
  withFolder,
  type LoadWish,
} from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';
import { createSubject, newReader, ROWS } from './subject';

const SCHEMA = 'outcome_from';
const COPY = 'outcome_to';

/** Report of a load on its tables' pages, given unasked. */
describe.each(testVendors)('the outcome of a load, %s', (vendor) => {
  const registry = newWatchedRegistry();
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectPlain(vendor);
    await dropSchemas(vendor, SCHEMA, COPY);
    await connection.query(`CREATE DATABASE ${SCHEMA}`);
    await connection.query(`USE ${SCHEMA}`);
    await createSubject(connection, 't');
    await connection.query('CREATE TABLE small (id INT PRIMARY KEY)');
    await connection.query('INSERT INTO small VALUES (1)');
  });

  afterAll(async () => {
    await connection.end();
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  /** A load, with what is read of its tables after its end. */
  async function watchedLoad(runs: RunRegistry, wish: LoadWish): Promise<LoadResult> {
    return ofKind(await runs.completed(startLoad(runs, wish)), 'load');
  }

  /** A folder with a dump of the schema by these runs, whose copy is not there yet. */
  async function withFreshDump(runs: RunRegistry, work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpSchema(runs, { vendor, schema: SCHEMA, folder });
      await dropSchemas(vendor, COPY);
      await work(folder);
    });
  }

  async function inspect() {
    const { indexes } = await inspectTables({
      endpoint: testEndpoint(vendor),
      tables: [{ schema: COPY, table: 't' }],
      tier: 'file',
      mayFlush: true,
      mayLockRows: false,
      reader: newReader(),
    });
    return indexes;
  }

  it('compares with the source, and with the table that was replaced', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const options = {
        ...DUMP_DEFAULTS,
        selection: selecting([{ kind: 'schema', schema: SCHEMA }]),
        threads: 1,
      };
      const dump = { endpoint: testEndpoint(vendor), folder, options };
      await registry.finished(registry.startDump(vendor, dump, { profileId: `practice-${vendor}` }).runId);
      const schemaMap = { [SCHEMA]: COPY };
      const first = await watchedLoad(registry, { vendor, folder, threads: 1, schemaMap });
      expect(first.errors).toEqual([]);
      const [small, t] = [...(first.outcomes ?? [])].sort((a, b) => a.table.localeCompare(b.table));
      expect(small).toMatchObject({ schema: COPY, table: 'small', after: null, indexes: [] });
      expect(small?.skipped).toMatch(/too few pages/);
      expect(t).toMatchObject({ schema: COPY, table: 't', skipped: null, comparedWith: 'source' });
      expect(t?.after).toMatchObject({
        tier: 'file',
        coverage: expect.stringMatching(/every page/) as unknown,
      });
      expect(t?.indexes.map(({ name }) => name)).toEqual(['PRIMARY', 'k_1']);
      expect(t?.indexes.map(({ after }) => after)).toEqual(await inspect());
      const [clustered] = t?.indexes ?? [];
      expect(clustered?.after).toMatchObject({ records: ROWS, outOfOrderPct: 0 });
      expect(clustered?.before?.records).toBe(ROWS);
      expect(clustered?.change.outOfOrderPct).toBeLessThan(0);

      await connection.query(`USE ${COPY}`);
      await createSubject(connection, 't');
      const scattered = await inspect();
      const second = await watchedLoad(newWatchedRegistry(), {
        vendor,
        folder,
        threads: 1,
        schemaMap,
        onExisting: 'drop',
      });
      expect(second.errors).toEqual([]);
      const again = second.outcomes?.find(({ table }) => table === 't');
      expect(again).toMatchObject({ comparedWith: 'target', skipped: null });
      expect(again?.indexes.map(({ before }) => before)).toEqual(scattered);
      expect(again?.indexes[0]?.change.outOfOrderPct).toBeLessThan(0);
      expect(again?.indexes.map(({ after }) => after)).toEqual(await inspect());

      await dropSchemas(vendor, COPY);
      const third = await watchedLoad(newWatchedRegistry(), { vendor, folder, threads: 1, schemaMap });
      expect(third.outcomes?.find(({ table }) => table === 't')).toMatchObject({
        comparedWith: null,
        before: null,
        skipped: null,
      });
    });
  });

  it('comes after the end of the load, and is kept', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const history = new RunHistory(join(parent, 'history'), 'window');
      const runs = newWatchedRegistry(history);
      const updates: RunUpdate[] = [];
      runs.onUpdate((update) => updates.push(update));
      await dumpSchema(runs, { vendor, schema: SCHEMA, folder });
      await dropSchemas(vendor, COPY);
      const runId = startLoad(runs, { vendor, folder, threads: 1, schemaMap: { [SCHEMA]: COPY } });
      const ended = ofKind(await runs.finished(runId), 'load');
      expect(ended).toMatchObject({ state: 'done', ok: true });
      expect(runs.active()).toEqual([]);
      expect(runs.view(runId)).toMatchObject({ result: ended, isReadingPages: true });
      const whole = ofKind(await runs.completed(runId), 'load');
      expect(whole.outcomes?.find(({ table }) => table === 't')).toMatchObject({ skipped: null });
      expect(whole).toEqual({ ...ended, outcomes: whole.outcomes });
      expect(runs.view(runId)).toMatchObject({ result: whole, isReadingPages: false });
      expect((await history.result(runId)).result).toEqual(whole);
      expect(await history.list()).toMatchObject([{ runId, state: 'done' }, { kind: 'dump' }]);
      runs.publishNow(runId);
      expect(updates[updates.length - 1]).toMatchObject({ runId, result: whole, isReadingPages: false });
    });
  });

  it('ends with the program, and leaves the result as it was', async () => {
    const runs = newWatchedRegistry();
    await withFreshDump(runs, async (folder) => {
      const runId = startLoad(runs, { vendor, folder, threads: 1, schemaMap: { [SCHEMA]: COPY } });
      const ended = await runs.finished(runId);
      await runs.cancelAll();
      expect(runs.view(runId)).toMatchObject({ state: 'done', isReadingPages: false, result: ended });
    });
  });

  it('is for who waits for it: a command ends with the load', async () => {
    const runs = newRegistry();
    await withFreshDump(runs, async (folder) => {
      const loading = {
        vendor,
        folder,
        threads: 1,
        schemaMap: { [SCHEMA]: COPY },
        onExisting: 'drop',
      } as const;
      const first = startLoad(runs, loading);
      const ended = await runs.finished(first);
      expect(await runs.completed(first)).toBe(ended);
      const again = (await loadDump(runs, loading)).outcomes?.find(({ table }) => table === 't');
      // Its rows that were there before are not read, and neither are its new ones, unless there was time for them.
      expect(again).toMatchObject({ before: null, comparedWith: null });
      expect(again?.skipped ?? 'sluice inspect').toMatch(/sluice inspect|no time left/);
    });
  });

  it('is never what a load fails for: a table that can’t be looked at says why', async () => {
    const reader = newReader();
    const t = { schema: SCHEMA, table: 't', mayFlush: false };
    const missing = { ...t, table: 'missing' };
    const endpoint = testEndpoint(vendor);
    expect(await observeTables({ endpoint, reader, tables: [missing, t] })).toMatchObject([
      { kind: 'skipped', reason: expect.stringMatching(/no table “outcome_from.missing”/) as unknown },
      { kind: 'seen' },
    ]);
    const nowhere = testEndpoint(vendor, { address: { kind: 'tcp', host: '127.0.0.1', port: 1 } });
    expect(await observeTables({ endpoint: nowhere, reader, tables: [t] })).toMatchObject([
      { kind: 'skipped' },
    ]);
  });

  it('does not read a file that the server may not have written whole', async () => {
    const tables = [{ schema: SCHEMA, table: 't', mayFlush: false }];
    const [seen] = await observeTables({ endpoint: testEndpoint(vendor), reader: newReader(), tables });
    if (seen?.kind !== 'seen') throw new Error('the table was not seen');
    expect(seen.inspected.table.tier).toBe('statistics');
    expect(seen.inspected.table.notes.join()).toMatch(/newer pages of it in memory/);
  });

  it('skips what there is no time for', async () => {
    const cancellation = new Cancellation();
    cancellation.cancel();
    const tables = [{ schema: SCHEMA, table: 't', mayFlush: false }];
    const reader = { ...newReader(), cancellation };
    expect(await observeTables({ endpoint: testEndpoint(vendor), reader, tables })).toMatchObject([
      { kind: 'skipped', reason: expect.stringMatching(/no time left/) as unknown },
    ]);
  });
});
