import { spawn } from 'child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATE_DEFAULTS } from '../../../../app/contract/runs/migrate';
import { LOAD_DEFAULTS, selecting, DUMP_DEFAULTS } from '../../../../app/contract/runs/options';
import type { RunTimeline } from '../../../../app/contract/runs/history';
import type { LaneSegment, RunHeader } from '../../../../app/contract/runs/run';
import type { DumpResult, LoadResult, RunResult } from '../../../../app/contract/runs/result';
import { RunHistory, type HistoryLimits } from '../../../../app/runs/history/history';
import { repeatable, type RunSetup } from '../../../../app/runs/setup';
import { bundleProgram, runProgram } from '../../harness/program';
import { failingWith } from '../../harness/failure';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-history-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'runs.jsonl');
const newHistory = (limits?: HistoryLimits) => new RunHistory(folder, 'window', limits);
const idOf = (number: number) => number.toString(16).padStart(16, '0');

function header(number: number, more: Partial<RunHeader> = {}): RunHeader {
  return {
    runId: idOf(number),
    kind: 'dump',
    title: `run ${number}`,
    startedAt: number,
    threads: 2,
    ...more,
  };
}

const SETUP: RunSetup = {
  kind: 'dump',
  server: { name: 'db1', profileId: 'p1' },
  folder: '/backups/shop-2026-11-20-0905',
  options: { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: 'shop' }]) },
};

const RESULT: DumpResult = {
  ok: true,
  kind: 'dump',
  state: 'done',
  tables: 2,
  rows: 1000,
  bytes: 50_000,
  storedBytes: 9000,
  files: 8,
  seconds: 2,
  threads: 2,
  memoryPeakBytes: 0,
  lockWaitMs: 1,
  lockHeldMs: 2,
  consistency: 'One picture.',
  verdicts: [{ schema: 'shop', table: 'orders', rows: 1000, bytes: 50_000, checks: [] }],
  checks: [],
  warnings: [],
  errors: [],
  retries: 0,
};

const TIMELINE: RunTimeline = {
  stage: 'verify',
  totals: {
    rows: 1000,
    bytes: 50_000,
    storedBytes: 9000,
    pass: 'ended',
    rowsExpected: null,
    rowsPerSecond: 0,
    bytesPerSecond: 0,
    tablesDone: 1,
    tablesTotal: 2,
    retries: 0,
  },
  lanes: [],
  tables: [],
  segments: [],
  log: [{ at: 5, level: 'error', text: 'Disk full.', table: 'shop.orders' }],
};

async function note(history: RunHistory, number: number, result: RunResult | null = RESULT): Promise<void> {
  await history.begun({ header: header(number), setup: SETUP, job: null });
  if (result !== null) await history.ended(idOf(number), result, TIMELINE);
}

async function noteLoad(
  history: RunHistory,
  number: number,
  result: RunResult,
  more: { readonly resumed?: boolean },
): Promise<void> {
  const options = repeatable({ ...LOAD_DEFAULTS, schemaMap: { shop: 'shop_copy' } });
  const server = { name: 'db1', profileId: 'p1' };
  const setup: RunSetup = { kind: 'load', server, folder: '/backups/shop', options };
  await history.begun({ header: header(number, { kind: 'load' }), setup, job: null, ...more });
  await history.ended(idOf(number), result, TIMELINE);
}

/** A process that has certainly ended. */
async function deadPid(): Promise<number> {
  const dead = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => dead.once('exit', resolve));
  return dead.pid ?? 0;
}

/** Makes the only run in the file one of a process that is gone. */
async function orphan(): Promise<void> {
  const text = readFileSync(file(), 'utf8');
  const changed = text.replace(/"pid":\d+/, `"pid":${String(await deadPid())}`);
  rmSync(file());
  appendFileSync(file(), changed);
}

describe('RunHistory', () => {
  it('is empty before anything ran', async () => {
    expect(await newHistory().list()).toEqual([]);
  });

  it('gives the folder of a dump only while the dump there is that run’s own', async () => {
    const history = newHistory();
    await note(history, 1);
    await note(history, 2, { ...RESULT, state: 'failed', ok: false });
    expect(await history.folderOf(idOf(1))).toBe(SETUP.folder);
    await note(history, 3);
    await expect(history.folderOf(idOf(1))).rejects.toThrow(failingWith('dump-replaced'));
    expect(await history.folderOf(idOf(3))).toBe(SETUP.folder);
    await expect(history.folderOf(idOf(9))).rejects.toThrow(failingWith('unknown-run'));
  });

  it('knows what ran, newest first, and the whole result', async () => {
    const history = newHistory();
    await note(history, 1);
    await note(history, 2, { ...RESULT, state: 'failed', ok: false, errors: [failure('Disk full.')] });
    await note(history, 3, null);
    const [third, second, first] = await newHistory().list();
    expect(first).toMatchObject({
      runId: idOf(1),
      kind: 'dump',
      title: 'run 1',
      server: 'db1',
      profileId: 'p1',
      folder: SETUP.folder,
      by: 'window',
      state: 'done',
      figures: { seconds: 2, tables: 2, rows: 1000, bytes: 50_000, storedBytes: 9000, warnings: 0 },
      problem: null,
      repeatable: true,
    });
    expect(second).toMatchObject({ state: 'failed', problem: 'Disk full.' });
    expect(third).toMatchObject({ state: 'running', figures: null });
    const repeat = { profileId: 'p1' };
    expect(await newHistory().result(idOf(1))).toEqual({ header: header(1, { repeat }), result: RESULT });
    expect(await newHistory().setup(idOf(1))).toEqual(SETUP);
  });

  it('takes a result that says more, of a run whose result it still has', async () => {
    const history = newHistory();
    await note(history, 1);
    await history.completed(idOf(1), { ...RESULT, files: 77 });
    expect((await newHistory().result(idOf(1))).result).toMatchObject({ files: 77 });
    expect(await newHistory().list()).toHaveLength(1);
    await note(history, 2);
    rmSync(join(folder, 'results', `${idOf(2)}.json.gz`));
    await history.completed(idOf(2), RESULT);
    await expect(newHistory().result(idOf(2))).rejects.toMatchObject({ failure: { code: 'unknown-run' } });
  });

  it('keeps the log and the lanes of a run, and bounds them', async () => {
    const history = newHistory();
    await note(history, 1);
    expect(await newHistory().timeline(idOf(1))).toEqual(TIMELINE);
    const segments = Array.from({ length: 20_000 }, (_, at): LaneSegment => ({
      ...{ lane: at % 2, phase: 'load', table: 0, chunk: at },
      ...{ startMs: at * 10, endMs: at * 10 + 10, rows: 1, bytes: 10 },
    }));
    const log = Array.from({ length: 5000 }, (_, at) => ({ at, level: 'info', text: `line ${at}` }) as const);
    await history.begun({ header: header(2), setup: SETUP, job: null });
    await history.ended(idOf(2), RESULT, { ...TIMELINE, segments, log });
    const kept = await newHistory().timeline(idOf(2));
    expect(kept?.segments.length).toBeLessThanOrEqual(4000);
    expect(kept?.segments.reduce((sum, { rows }) => sum + rows, 0)).toBe(20_000);
    expect(kept?.log).toEqual(log.slice(-2000));
    expect(statSync(join(folder, 'timelines', `${idOf(2)}.json.gz`)).size).toBeLessThan(200_000);
  });

  it('has no timeline of a run of an earlier version, and of none that it can’t read', async () => {
    await note(newHistory(), 1);
    const path = join(folder, 'timelines', `${idOf(1)}.json.gz`);
    writeFileSync(path, gzipSync('{"version":3}'));
    expect(await newHistory().timeline(idOf(1))).toBeNull();
    writeFileSync(path, 'torn');
    expect(await newHistory().timeline(idOf(1))).toBeNull();
    rmSync(path);
    expect(await newHistory().timeline(idOf(1))).toBeNull();
    expect(await newHistory().result(idOf(1))).toMatchObject({ result: RESULT });
    await expect(newHistory().timeline(idOf(9))).rejects.toThrow(failingWith('unknown-run'));
  });

  it('knows what a load has left on its target, until a later run takes it over', async () => {
    const history = newHistory();
    const load = (number: number, result: RunResult, more: { readonly resumed?: boolean } = {}) =>
      noteLoad(history, number, result, more);
    const unfinished = { schemaMap: {}, resume: 'sluice load --resume', rollBack: 'sluice load --roll-back' };
    const whole: LoadResult = { ...RESULT, kind: 'load', unfinished: null };
    const cancelled: LoadResult = { ...whole, ok: false, state: 'cancelled', unfinished, movedBytes: 10 };
    const leftovers = async () => (await history.list()).map(({ leftover }) => leftover).reverse();
    await load(1, cancelled);
    await load(2, { ...whole, ok: false, state: 'failed' });
    expect(await leftovers()).toEqual(['resumable', 'none']);
    await load(3, { ...cancelled, unfinished: { ...unfinished, resume: null } }, { resumed: true });
    expect(await leftovers()).toEqual(['none', 'none', 'rollback-only']);
    await load(4, { ...whole, movedBytes: 20 }, { resumed: true });
    expect(await leftovers()).toEqual(['none', 'none', 'none', 'none']);
    expect((await history.list())[0]).toMatchObject({
      ...{ resumed: true, what: 'shop → shop_copy', figures: { movedBytes: 20 } },
    });
  });

  it('is for its owner only', async () => {
    await note(newHistory(), 1);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const [result = ''] = readdirSync(join(folder, 'results'));
    expect(statSync(join(folder, 'results', result)).mode & 0o777).toBe(0o600);
  });

  it('loses only the line that a crash tore', async () => {
    await note(newHistory(), 1);
    appendFileSync(file(), '{"version":1,"type":"begun","runId":"00');
    await note(newHistory(), 2);
    expect((await newHistory().list()).map(({ title }) => title)).toEqual(['run 2', 'run 1']);
  });

  it('passes over what another version wrote', async () => {
    await note(newHistory(), 1);
    appendFileSync(file(), '{"version":2,"type":"begun","runId":"0000000000000009"}\n[]\nnull\n');
    expect((await newHistory().list()).map(({ title }) => title)).toEqual(['run 1']);
  });

  it('reports a run whose program is gone as interrupted, once', async () => {
    await note(newHistory(), 1, null);
    await orphan();
    expect(await newHistory().list()).toMatchObject([{ state: 'interrupted' }]);
    const told = await Promise.all([newHistory().sweep(), newHistory().sweep()]);
    expect(told.flat()).toMatchObject([{ runId: idOf(1), state: 'interrupted' }]);
    expect(await newHistory().sweep()).toEqual([]);
    expect(await newHistory().list()).toMatchObject([{ state: 'interrupted', figures: null }]);
  });

  it('leaves a run alone whose program lives', async () => {
    await note(newHistory(), 1, null);
    expect(await newHistory().sweep()).toEqual([]);
    expect(await newHistory().list()).toMatchObject([{ state: 'running' }]);
  });

  it('is bounded, and never forgets a running run', async () => {
    const history = newHistory({ fileBytes: 6000, runs: 6, results: 2 });
    await note(history, 1, null);
    for (let number = 2; number <= 30; number += 1) await note(history, number);
    expect(statSync(file()).size).toBeLessThan(7000);
    const titles = (await history.list()).map(({ title }) => title);
    expect(titles[0]).toBe('run 30');
    expect(titles[titles.length - 1]).toBe('run 1');
    expect(readdirSync(join(folder, 'results')).sort()).toEqual(
      [29, 30].map((number) => `${idOf(number)}.json.gz`),
    );
    expect(readdirSync(join(folder, 'timelines'))).toEqual(readdirSync(join(folder, 'results')));
    await expect(history.result(idOf(titles.length))).rejects.toThrow(failingWith('unknown-run'));
  });

  it('removes old results by some at a time: to find them, it reads all of its lines', async () => {
    const history = newHistory({ fileBytes: 1_000_000, runs: 100, results: 20 });
    const kept: number[] = [];
    for (let number = 1; number <= 26; number += 1) {
      await note(history, number);
      kept.push(readdirSync(join(folder, 'results')).length);
    }
    expect(kept.slice(19)).toEqual([20, 21, 22, 20, 21, 22, 20]);
  });

  it('does not keep the name that confirmed a production target', async () => {
    const options = { ...LOAD_DEFAULTS, confirmedTarget: 'the-live-one' };
    const setup = { kind: 'load', server: SETUP.server, folder: '/d', options } as RunSetup;
    await newHistory().begun({ header: header(1, { kind: 'load' }), setup, job: null });
    expect(await newHistory().setup(idOf(1))).not.toHaveProperty('options.confirmedTarget');
  });

  it('knows which runs do the same work', async () => {
    const history = newHistory();
    const setups: readonly RunSetup[] = [
      SETUP,
      { ...SETUP, folder: '/elsewhere/x' },
      { ...SETUP, server: { name: 'db2', profileId: 'p2' } },
      {
        kind: 'verify',
        server: null,
        folder: '/b/shop-2026-11-20-0905',
        threads: 1,
        schemaMap: {},
        tableRenames: [],
        users: [],
        excludeUsers: [],
        definers: { kind: 'keep' },
        missingPrimaryKey: 'refuse',
        verify: 'rows',
      },
      {
        kind: 'verify',
        server: null,
        folder: '/b/shop-2026-11-21-0905',
        threads: 2,
        schemaMap: {},
        tableRenames: [],
        users: [],
        excludeUsers: [],
        definers: { kind: 'keep' },
        missingPrimaryKey: 'refuse',
        verify: 'rows',
      },
    ];
    for (const [number, setup] of setups.entries())
      await history.begun({ header: header(number + 1, { kind: setup.kind }), setup, job: null });
    const series = (await history.list()).map((entry) => entry.series).reverse();
    expect(series[1]).toBe(series[0]);
    expect(series[4]).toBe(series[3]);
    expect(new Set(series).size).toBe(3);
  });

  it('can’t repeat what was run on a server that is not saved', async () => {
    const setup = { ...SETUP, server: { name: 'root@db1:3306', profileId: null } };
    await newHistory().begun({ header: header(1), setup, job: null });
    expect(await newHistory().list()).toMatchObject([{ repeatable: false, profileId: null }]);
  });

  it('keeps a migration, which has two servers and no folder', async () => {
    const selection = selecting([{ kind: 'schema', schema: 'shop' }]);
    const options = { ...MIGRATE_DEFAULTS, selection };
    const setup = { kind: 'migrate', source: SETUP.server, server: SETUP.server, options } as RunSetup;
    const unsaved = { ...setup, source: { name: 'root@db1:3306', profileId: null } } as RunSetup;
    const history = newHistory();
    await history.begun({ header: header(1, { kind: 'migrate' }), setup, job: null });
    await history.begun({ header: header(2, { kind: 'migrate' }), setup: unsaved, job: null });
    expect(await history.list()).toMatchObject([
      { kind: 'migrate', folder: null, server: 'db1', repeatable: false },
      { kind: 'migrate', folder: null, server: 'db1', repeatable: true },
    ]);
    expect(await history.setup(idOf(1))).toMatchObject({ kind: 'migrate', source: SETUP.server });
    await expect(history.folderOf(idOf(1))).rejects.toThrow(failingWith('usage'));
  });

  it('refuses a run that it does not know, and no file outside of it', async () => {
    await note(newHistory(), 1);
    await expect(newHistory().result('../runs')).rejects.toThrow(failingWith('unknown-run'));
    await expect(newHistory().setup(idOf(9))).rejects.toThrow(failingWith('unknown-run'));
  });

  it('loses nothing that several processes note at once', async () => {
    const module_ = JSON.stringify(join(import.meta.dirname, '../../../../app/runs/history/history'));
    const program = await bundleProgram(
      folder,
      `import { RunHistory } from ${module_};
       const [folder, from, count] = process.argv.slice(2);
       const history = new RunHistory(folder, 'command');
       const id = (number) => number.toString(16).padStart(16, '0');
       (async () => {
         for (let i = Number(from); i < Number(from) + Number(count); i += 1) {
           const header = { runId: id(i), kind: 'dump', title: 'run ' + i, startedAt: i, threads: 1 };
           await history.begun({ header, setup: ${JSON.stringify(SETUP)}, job: null });
           await history.ended(id(i), ${JSON.stringify(RESULT)}, ${JSON.stringify(TIMELINE)});
         }
       })().catch((error) => { console.error(error); process.exit(1); });`,
    );
    const starts = [100, 200, 300];
    const codes = await Promise.all(starts.map((from) => runProgram([program, folder, String(from), '8'])));
    expect(codes).toEqual(starts.map(() => 0));
    const entries = await newHistory().list();
    expect(entries).toHaveLength(24);
    expect(new Set(entries.map(({ state, by }) => `${state} ${by}`))).toEqual(new Set(['done command']));
  });
});

function failure(message: string) {
  return { code: 'disk-full', message, hint: '', retryable: false } as const;
}
