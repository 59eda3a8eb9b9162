import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../app/contract/runs/options';
import { patternOf } from '../../app/contract/commands/pattern';
import { fillShop } from '../../app/sandbox/shop/fill-shop';
import type { RunResult } from '../../app/contract/runs/result';
import type { RunUpdate } from '../../app/contract/runs/run';
import { closeGate, openGate, waitsAt, type Gate } from './harness/gate';
import { dumpSchema, loadDump, newRegistry, withFolder } from './harness/runs';
import { dropSchemas, testEndpoint, withPlain } from './harness/servers';

/** A row of shop.orders: the lane that comes to it leaves the rest to the other. */
const GATE: Gate = { column: 'id', value: 5_000 };
const SHOP = { kind: 'schema', schema: patternOf('shop') } as const;

describe('progress of a run', () => {
  beforeAll(() => withPlain('mysql', (connection) => fillShop(connection, 'mysql', () => undefined, 0.1)));
  afterAll(() => dropSchemas('mysql', 'shop', 'shop_copy', 'shop_timed'));

  it('comes at most five times a second and adds up to the result', async () => {
    const registry = newRegistry();
    const updates: { readonly at: number; readonly update: RunUpdate }[] = [];
    registry.onUpdate((update) => updates.push({ at: performance.now(), update }));
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const result = await dumpSchema(registry, {
        vendor: 'mysql',
        schema: 'shop',
        folder,
        bytesPerChunk: 131_072,
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const runId = updates[0]?.update.runId ?? '';
      const view = registry.view(runId);
      const first = updates[0]?.at ?? 0;
      const last = updates[updates.length - 1]?.at ?? 0;
      // Five a second, and one for the fence; Node's timers may be up to a millisecond early.
      expect(updates.length).toBeLessThanOrEqual(Math.floor((last - first) / 199) + 1);
      expect(view.totals).toMatchObject({ rows: result.rows, bytes: result.bytes });
      expect(view.tables.map(({ state }) => state)).toEqual(view.tables.map(() => 'done'));
      expect(view.lanes.map(({ phase }) => phase)).toEqual(view.lanes.map(() => 'idle'));
      const told = updates.flatMap(({ update }) => update.segments);
      expect(told).toEqual(view.segments);
      const readRows = told.filter(({ phase }) => phase === 'read').reduce((sum, { rows }) => sum + rows, 0);
      expect(readRows).toBe(result.rows);
      expect(updates[updates.length - 1]?.update.result).toEqual(result);
    });
  });

  it('gives each stage its time, and all of them the time of the run', async () => {
    const registry = newRegistry();
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, { vendor: 'mysql', schema: 'shop', folder });
      const loaded = await loadDump(registry, {
        ...{ vendor: 'mysql', folder, schemaMap: { shop: 'shop_timed' } },
      });
      const stagesOf = ({ stages = [] }: RunResult) => stages.map(({ stage }) => stage);
      const reading = ['connect', 'preflight', 'lock', 'snapshot', 'definitions', 'data', 'finish'];
      expect(stagesOf(dumped)).toEqual(reading);
      expect(stagesOf(loaded)).toEqual(
        expect.arrayContaining(['connect', 'preflight', 'definitions', 'data', 'verify', 'finish']),
      );
      for (const { stages = [], seconds } of [dumped, loaded])
        expect(stages.reduce((sum, one) => sum + one.seconds, 0)).toBeCloseTo(seconds, 6);
    });
  });

  it('shows the lanes that a run is given while it runs', async () => {
    const registry = newRegistry();
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const lanes = new Set<number>();
      await withPlain('mysql', async (connection) => {
        await closeGate(connection, GATE);
        const where = [{ schema: 'shop', table: 'orders', condition: waitsAt(GATE) }];
        const dump = registry.startDump('mysql', {
          endpoint: testEndpoint('mysql'),
          folder,
          options: {
            ...DUMP_DEFAULTS,
            selection: { ...selecting([SHOP]), where },
            threads: 1,
            bytesPerChunk: 131_072,
          },
        });
        expect(dump.mostThreads).toBe(2);
        registry.setThreads(dump.runId, 2);
        await new Promise<void>((resolve) => {
          registry.onUpdate(({ segments }) => {
            for (const { lane } of segments) lanes.add(lane);
            if (lanes.size === 2) resolve();
          });
        });
        await openGate(connection, GATE);
        expect(await registry.finished(dump.runId)).toMatchObject({ state: 'done' });
      });
      expect(lanes).toEqual(new Set([0, 1]));

      const load = registry.startLoad('mysql', {
        endpoint: testEndpoint('mysql'),
        profile: null,
        folder,
        options: { ...LOAD_DEFAULTS, schemaMap: { shop: 'shop_copy' } },
      });
      expect(load.mostThreads).toBe(LOAD_DEFAULTS.threads);
      registry.setThreads(load.runId, 1);
      expect(await registry.finished(load.runId)).toMatchObject({ state: 'done' });
      expect(registry.view(load.runId).lanes).toHaveLength(1);
    });
  });
});
