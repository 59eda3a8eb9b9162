import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunHeader, RunUpdate } from '../../../app/contract/runs/run';
import { RunRegistry } from '../../../app/runs/registry';
import { ORDERS_FACT, shopFiles, TestFolders } from '../harness/dump-folder';
import { batch, HandMadeEngine } from '../harness/engine';
import { failingWith } from '../harness/failure';

const VERIFIED = {
  kind: 'table-verified',
  table: 0,
  rows: 3,
  bytes: 10,
  checksums: [null],
  failures: [],
} as const;
const DONE = { kind: 'finished', state: 'done', failures: [] } as const;
const CANCELLED = { kind: 'finished', state: 'cancelled', failures: [] } as const;

let folders: TestFolders;
let engine: HandMadeEngine;
let registry: RunRegistry;
let updates: RunUpdate[];
beforeEach(() => {
  // The services' own work on files goes on: only clocks and timers stand still.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  folders = new TestFolders();
  engine = new HandMadeEngine();
  registry = new RunRegistry({ engine, sluiceVersion: '0.1.0' });
  updates = [];
  registry.onUpdate((update) => updates.push(update));
});
afterEach(() => {
  vi.useRealTimers();
  folders.clear();
});

/** Starts a verify run, which needs no server, and resolves when the engine's job has begun. */
async function startVerify(): Promise<RunHeader> {
  const sealed = engine.sealed();
  const header = registry.startVerify({ folder: folders.make(shopFiles()), threads: 2 });
  await sealed;
  return header;
}

describe('the updates of a run', () => {
  it('come at most five times a second, however fast the engine reports', async () => {
    await startVerify();
    for (let ms = 0; ms < 2000; ms += 10) {
      engine.send(batch({ rows: ms }));
      vi.advanceTimersByTime(10);
    }
    expect(updates.length).toBeLessThanOrEqual(10);
    expect(updates.length).toBeGreaterThanOrEqual(9);
    expect(updates[updates.length - 1]?.totals.rows).toBeGreaterThan(1800);
  });

  it('do not come while nothing changes', async () => {
    await startVerify();
    vi.advanceTimersByTime(200);
    const before = updates.length;
    vi.advanceTimersByTime(60_000);
    expect(updates).toHaveLength(before);
  });

  it('end with the result', async () => {
    const { runId } = await startVerify();
    engine.send(batch({}, VERIFIED, DONE));
    const result = await registry.finished(runId);
    vi.advanceTimersByTime(200);
    expect(updates[updates.length - 1]).toMatchObject({ runId, state: 'done', result });
    vi.advanceTimersByTime(1000);
    expect(updates.filter((update) => update.result !== null)).toHaveLength(1);
  });

  it('come no more to who has stopped listening', async () => {
    const heard = vi.fn();
    registry.onUpdate(heard)();
    await startVerify();
    vi.advanceTimersByTime(1000);
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('the result of a run', () => {
  it('adds up what was verified', async () => {
    const { runId } = await startVerify();
    engine.send(batch({}, VERIFIED, DONE));
    expect(await registry.finished(runId)).toMatchObject({
      ok: true,
      kind: 'verify',
      state: 'done',
      tables: 1,
      rows: ORDERS_FACT.rows,
      bytes: ORDERS_FACT.bytes,
      threads: 2,
      errors: [],
    });
  });

  it('is a failure with its reason, in the log too, where the work broke', async () => {
    const { runId } = registry.startVerify({ folder: folders.free(), threads: 1 });
    const result = await registry.finished(runId);
    expect(result).toMatchObject({ ok: false, state: 'failed', errors: [{ code: 'not-a-dump' }] });
    expect(registry.view(runId).log).toMatchObject([{ level: 'error', text: result.errors[0]?.message }]);
  });

  it('is cancelled, and no error, where the user wished it', async () => {
    const { runId } = await startVerify();
    registry.cancel(runId);
    expect(engine.job.told).toEqual(['cancel']);
    expect(registry.view(runId).state).toBe('cancelling');
    engine.send(batch({}, CANCELLED));
    expect(await registry.finished(runId)).toMatchObject({ ok: false, state: 'cancelled', errors: [] });
  });
});

describe('the runs', () => {
  it('are known with folder and title, newest first, and active until they end', async () => {
    const first = await startVerify();
    expect(registry.active()).toEqual([first]);
    engine.send(batch({}, VERIFIED, DONE));
    await registry.finished(first.runId);
    const second = await startVerify();
    expect(registry.list()).toEqual([second, first]);
    expect(registry.active()).toEqual([second]);
    expect(registry.folderOf(second.runId).endsWith(second.title)).toBe(true);
  });

  it('all end when all are cancelled', async () => {
    await startVerify();
    const ended = registry.cancelAll();
    engine.send(batch({}, CANCELLED));
    await ended;
    expect(registry.active()).toEqual([]);
  });

  it('are refused under an id that was never given out', () => {
    expect(() => registry.view('nobody')).toThrow(failingWith('channel-refused'));
    expect(() => {
      registry.cancel('nobody');
    }).toThrow(failingWith('channel-refused'));
  });
});
