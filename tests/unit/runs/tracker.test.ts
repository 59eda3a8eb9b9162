import { remainingOf, rowsExpectedOf } from '../../../app/contract/runs/run';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunHeader } from '../../../app/contract/runs/run';
import type { RunResult } from '../../../app/contract/runs/result';
import type { EngineBatch } from '../../../app/engine/events';
import { RunTracker } from '../../../app/runs/tracker';
import { batch, logEvent, NotingJob } from '../harness/engine';

const START = new Date('2026-11-20T10:00:00Z').getTime();
const HEADER: RunHeader = { runId: 'r', kind: 'dump', title: 't', startedAt: START, threads: 2 };
const RESULT: RunResult = {
  ok: true,
  kind: 'dump',
  state: 'done',
  tables: 1,
  rows: 100,
  bytes: 1000,
  storedBytes: 333,
  files: 9,
  seconds: 7,
  threads: 2,
  memoryPeakBytes: 0,
  lockWaitMs: 1,
  lockHeldMs: 2,
  consistency: null,
  verdicts: [],
  checks: [],
  warnings: [],
  errors: [],
  retries: 0,
};
const LANE = {
  lane: 0,
  phase: 'read',
  table: 0,
  chunk: 0,
  rows: 0,
  bytes: 0,
  session: 0,
  sinceMs: 0,
} as const;
const SEGMENT = {
  lane: 0,
  phase: 'read',
  table: 0,
  chunk: 0,
  startMs: 0,
  endMs: 100,
  rows: 1,
  bytes: 1,
} as const;

let changes: number;
let tracker: RunTracker;
beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
  changes = 0;
  tracker = new RunTracker(HEADER, () => changes++);
});
afterEach(() => {
  vi.useRealTimers();
});

const table = (name: string, rowsExpected: number | null = 100, partition: string | null = null) => ({
  schema: 'shop',
  table: name,
  partition,
  rowsExpected,
});
const after = (ms: number, next: EngineBatch) => {
  vi.setSystemTime(START + ms);
  tracker.batch(next);
};

describe('an update', () => {
  it('counts retries of the engine and of the control connection during the run', () => {
    const sample = batch({});
    after(100, { ...sample, progress: sample.progress && { ...sample.progress, retries: 2 } });
    tracker.retried();
    expect(tracker.takeUpdate().totals.retries).toBe(3);
    expect(tracker.moved.retries).toBe(3);
  });

  it('holds what changed since the last one, and nothing twice', () => {
    tracker.tables([table('a'), table('b')]);
    tracker.log('info', 'hello');
    expect(tracker.takeUpdate()).toMatchObject({
      tables: [{ table: 'a' }, { table: 'b' }],
      log: [{ text: 'hello' }],
    });
    after(100, batch({ tables: [{ id: 1, state: 'running', rows: 5, bytes: 50 }], segments: [SEGMENT] }));
    const update = tracker.takeUpdate();
    expect(update.tables).toMatchObject([{ index: 1, table: 'b', state: 'running', rows: 5 }]);
    expect([update.segments.length, update.log.length]).toEqual([1, 0]);
    expect(tracker.takeUpdate()).toMatchObject({ tables: [], segments: [], log: [] });
  });

  it('expects no rows of a dump while its tables are still counted', () => {
    tracker.stage('definitions');
    tracker.tables([table('a')]);
    const early = tracker.takeUpdate().totals;
    expect(early).toMatchObject({ pass: 'counting', tablesTotal: 1 });
    tracker.tables([table('b')]);
    tracker.stage('data');
    const { totals } = tracker.takeUpdate();
    expect(totals).toMatchObject({ pass: 'moving', rowsExpected: 200, tablesTotal: 2 });
  });

  it('holds a table once, as it is now, however often it changed', () => {
    tracker.tables([table('a')]);
    tracker.takeUpdate();
    for (const rows of [1, 2, 3])
      after(rows, batch({ tables: [{ id: 0, state: 'running', rows, bytes: 0 }] }));
    expect(tracker.takeUpdate().tables).toMatchObject([{ rows: 3 }]);
  });

  it('is asked for whenever something changes', () => {
    tracker.stage('data');
    tracker.tables([table('a')]);
    tracker.batch(batch({}));
    tracker.log('info', 'x');
    expect(changes).toBe(4);
  });
});

describe('the view of a run', () => {
  it('holds everything that any update has said, for a window that opens late', () => {
    tracker.tables([table('a')]);
    tracker.takeUpdate();
    after(
      100,
      batch({ tables: [{ id: 0, state: 'done', rows: 5, bytes: 50 }], segments: [SEGMENT] }, logEvent('x')),
    );
    tracker.takeUpdate();
    expect(tracker.view()).toMatchObject({
      header: HEADER,
      tables: [{ state: 'done', rows: 5 }],
      segments: [{ lane: 0 }],
      log: [{ text: 'x' }],
    });
  });

  it('forgets the oldest of a long log, never the newest', () => {
    for (let line = 0; line < 10_000; line++) tracker.log('debug', String(line));
    const { log } = tracker.view();
    expect(log.length).toBeLessThanOrEqual(2000);
    expect(log.length).toBeGreaterThanOrEqual(1000);
    expect(log[log.length - 1]?.text).toBe('9999');
    expect(log.map(({ text }) => Number(text))).toEqual(log.map((_, line) => 10_000 - log.length + line));
  });

  it('names partitions apart', () => {
    tracker.tables([table('a', null, 'p0'), table('a', null, 'p1')]);
    expect(tracker.view().tables.map((row) => row.table)).toEqual(['a (p0)', 'a (p1)']);
  });

  it('tells which partitions are of one table', () => {
    tracker.tables([table('a', null, 'p0'), table('a', null, 'p1'), table('b')]);
    after(1000, batch({ tables: [{ id: 1, state: 'done', rows: 50, bytes: 500 }] }));
    expect(tracker.view().tables.map(({ wholeTable }) => wholeTable)).toEqual([0, 0, 1]);
  });
});

describe('totals', () => {
  it('begin with the bytes of an earlier run, which are not its own', () => {
    tracker.tables([table('a')]);
    tracker.foundLoaded(400);
    expect(tracker.ownBytes).toBe(0);
    after(1000, batch({ rows: 50, bytes: 500 }));
    expect(tracker.view().totals.bytes).toBe(500);
    expect(tracker.ownBytes).toBe(100);
  });

  it('are those of the engine, with the tables that are done', () => {
    tracker.tables([table('a', 60), table('b', 40)]);
    after(
      1000,
      batch({
        rows: 50,
        bytes: 500,
        storedBytes: 99,
        lanes: [{ ...LANE, rows: 50, bytes: 500 }],
        tables: [{ id: 0, state: 'done', rows: 50, bytes: 500 }],
      }),
    );
    expect(tracker.view().totals).toMatchObject({
      rows: 50,
      bytes: 500,
      storedBytes: 99,
      rowsExpected: 100,
      rowsPerSecond: 50,
      tablesDone: 1,
      tablesTotal: 2,
    });
  });

  it('expect no number of rows where one table’s is unknown', () => {
    tracker.tables([table('a', 60), table('b', null)]);
    expect(rowsExpectedOf(tracker.view().totals)).toBeNull();
  });

  it('promise no end before there is something honest to say, and then a range', () => {
    tracker.tables([table('a', 100)]);
    after(1000, batch({ rows: 10 }));
    expect(remainingOf(tracker.view().totals)).toBeNull();
    after(2500, batch({ rows: 50 }));
    const eta = remainingOf(tracker.view().totals);
    expect(eta?.low).toBeLessThanOrEqual(2500);
    expect(eta?.high).toBeGreaterThanOrEqual(2500);
  });
});

describe('a load that waits for the dump that it follows', () => {
  it('promises no end', () => {
    tracker.tables([table('a', 100)]);
    after(2500, batch({ rows: 50 }));
    expect(remainingOf(tracker.view().totals)).not.toBeNull();
    tracker.stage('waiting');
    expect(remainingOf(tracker.view().totals)).toBeNull();
    tracker.stage('data');
    expect(remainingOf(tracker.view().totals)).not.toBeNull();
  });
});

describe('a run that goes through its rows again to compare them', () => {
  beforeEach(() => {
    tracker.tables([table('a', 100)]);
    after(1000, batch({ rows: 100, bytes: 1000, retries: 2 }));
    vi.setSystemTime(START + 10_000);
    tracker.restartCounters({ rows: 40, bytes: 400 });
  });

  it('shows how far that is, at its own speed and with its own remaining time', () => {
    after(12_500, batch({ rows: 65, bytes: 650, lanes: [{ ...LANE, rows: 25, bytes: 250 }] }));
    const { totals } = tracker.view();
    expect(totals).toMatchObject({
      rows: 65,
      bytes: 650,
      rowsPerSecond: 10,
      rowsExpected: 100,
      pass: 'comparing',
    });
    // 35 rows are left at 10 a second.
    expect(remainingOf(totals)?.low).toBeGreaterThan(3000);
    expect(remainingOf(totals)?.high).toBeLessThan(4000);
  });

  it('never says that less was moved, nor that nothing had to be done again', () => {
    after(12_500, batch({ rows: 65, bytes: 650, retries: 1 }));
    expect(tracker.moved).toEqual({ rows: 100, bytes: 1000, retries: 3 });
    // A comparison whose connection was lost begins again.
    tracker.restartCounters({ rows: 40, bytes: 400 });
    expect(tracker.moved).toEqual({ rows: 100, bytes: 1000, retries: 3 });
    tracker.finish({ ...RESULT, state: 'cancelled' }, false);
    expect(tracker.view().totals).toMatchObject({ rows: 100, bytes: 1000 });
  });
});

describe('lanes', () => {
  it('have a speed of their own', () => {
    after(
      1000,
      batch({
        lanes: [
          { ...LANE, rows: 10, bytes: 100 },
          { ...LANE, lane: 1, rows: 30, bytes: 300 },
        ],
      }),
    );
    after(
      2000,
      batch({
        lanes: [
          { ...LANE, rows: 20, bytes: 200 },
          { ...LANE, lane: 1, rows: 60, bytes: 600 },
        ],
      }),
    );
    expect(tracker.view().lanes).toMatchObject([
      { lane: 0, rowsPerSecond: 10, bytesPerSecond: 100 },
      { lane: 1, rowsPerSecond: 30, bytesPerSecond: 300 },
    ]);
  });

  it('are placed on the time line of the run, not of the engine’s job', () => {
    const lanes = [{ ...LANE, sinceMs: 900 }];
    after(5000, batch({ elapsedMs: 1000, lanes, segments: [{ ...SEGMENT, startMs: 200, endMs: 900 }] }));
    expect(tracker.view().segments).toMatchObject([{ startMs: 4200, endMs: 4900 }]);
    expect(tracker.view().lanes).toMatchObject([{ sinceMs: 4900 }]);
  });
});

describe('the speed of a run', () => {
  const moving = { ...LANE, rows: 30, bytes: 300 };

  it('is that of its lanes: rows that are on their way are not in yet', () => {
    after(1000, batch({ rows: 0, lanes: [LANE] }));
    after(2000, batch({ rows: 0, lanes: [moving] }));
    expect(tracker.view().totals).toMatchObject({ rows: 0, rowsPerSecond: 30, bytesPerSecond: 300 });
  });

  it.each(['index', 'wait', 'retry'] as const)('is nothing for a lane that moves no rows: %s', (phase) => {
    after(1000, batch({ lanes: [LANE] }));
    after(2000, batch({ lanes: [{ ...moving, phase }] }));
    expect(tracker.view().lanes).toMatchObject([{ phase }]);
    expect(tracker.view().lanes[0]).not.toHaveProperty('rowsPerSecond');
  });

  it('still shows the rows of a lane just before it builds an index, and none of one that is held', () => {
    after(1000, batch({ lanes: [LANE] }));
    after(2000, batch({ lanes: [{ ...moving, phase: 'index' }] }));
    expect(tracker.view().totals).toMatchObject({ rowsPerSecond: 30, bytesPerSecond: 300 });
    after(2100, batch({ lanes: [{ ...moving, phase: 'wait' }] }));
    expect(tracker.view().totals).toMatchObject({ rowsPerSecond: 0, bytesPerSecond: 0 });
  });

  it('has ended a second after the work, not seconds later', () => {
    after(1000, batch({ lanes: [LANE] }));
    after(2000, batch({ lanes: [moving] }));
    for (const ms of [2500, 3000, 3500]) after(ms, batch({ lanes: [moving] }));
    expect(tracker.view().totals).toMatchObject({ rowsPerSecond: 0, bytesPerSecond: 0 });
  });
});

describe('the tables of a run', () => {
  const done = (id: number) => ({ id, state: 'done', rows: 1, bytes: 1 }) as const;

  it('are counted whole, however many partitions are moved singly', () => {
    tracker.tables([table('a'), table('b', 100, 'p0'), table('b', 100, 'p1')]);
    tracker.batch(batch({ tables: [done(0), done(1)] }));
    expect(tracker.view().totals).toMatchObject({ tablesDone: 1, tablesTotal: 2 });
    tracker.batch(batch({ tables: [done(2)] }));
    expect(tracker.takeUpdate().totals).toMatchObject({ tablesDone: 2, tablesTotal: 2 });
    expect(tracker.tablesDone).toBe(2);
  });
});

describe('the log', () => {
  it('names table and lane of what the engine says', () => {
    tracker.tables([table('a')]);
    tracker.batch(batch({}, logEvent('of a table', { table: 0, lane: 1 }), logEvent('of none')));
    expect(tracker.view().log).toEqual([
      { at: 5, level: 'info', text: 'of a table', table: 'shop.a', lane: 1 },
      { at: 5, level: 'info', text: 'of none' },
    ]);
  });
});

describe('the user’s wishes', () => {
  it('reach the job, and pausing twice is pausing once', () => {
    const job = new NotingJob();
    tracker.job(job);
    tracker.resume();
    tracker.pause();
    tracker.pause();
    expect(tracker.state).toBe('paused');
    tracker.resume();
    expect(tracker.state).toBe('running');
    expect(job.told).toEqual(['pause', 'resume']);
  });

  it('hold also for a job that starts after them', () => {
    tracker.pause();
    const job = new NotingJob();
    tracker.job(job);
    expect(job.told).toEqual(['pause']);
  });

  it('for more threads or fewer reach the job, one that starts later too, and go no further than they may', () => {
    const growing = new RunTracker({ ...HEADER, mostThreads: 4 }, () => undefined);
    const [job, later] = [new NotingJob(), new NotingJob()];
    growing.job(job);
    growing.setThreads(3);
    growing.setThreads(9);
    growing.job(later);
    expect([job.told, later.told]).toEqual([['lanes 3', 'lanes 4'], ['lanes 4']]);
  });

  it('for more threads do nothing where their number is fixed', () => {
    const job = new NotingJob();
    tracker.job(job);
    tracker.setThreads(4);
    expect(job.told).toEqual([]);
  });

  it('to stop win over a pause and are counted once', () => {
    const stopped = vi.fn();
    tracker.cancellation.onCancel(stopped);
    tracker.pause();
    tracker.cancel();
    tracker.cancel();
    tracker.resume();
    expect(tracker.state).toBe('cancelling');
    expect(stopped).toHaveBeenCalledOnce();
  });

  it('come too late after the end', () => {
    tracker.finish(RESULT, false);
    tracker.cancel();
    tracker.pause();
    expect(tracker.state).toBe('done');
    expect(tracker.cancellation.cancelled).toBe(false);
  });

  it('stop the reading of pages after the end', () => {
    tracker.finish(RESULT, true);
    expect(tracker.view()).toMatchObject({ state: 'done', isReadingPages: true });
    tracker.cancel();
    expect(tracker.cancellation.cancelled).toBe(true);
    tracker.complete({ ...RESULT, files: 9 });
    expect(tracker.view()).toMatchObject({ state: 'done', isReadingPages: false, result: { files: 9 } });
  });
});

describe('the end of a run', () => {
  it('stills everything that moved and stops the clock', () => {
    after(1000, batch({ rows: 10, lanes: [{ ...LANE, rows: 10 }] }));
    tracker.finish(RESULT, false);
    vi.setSystemTime(START + 60_000);
    const update = tracker.takeUpdate();
    expect(update).toMatchObject({
      state: 'done',
      elapsedMs: 7000,
      result: RESULT,
      totals: { pass: 'ended', rowsPerSecond: 0, bytesPerSecond: 0, storedBytes: 333 },
      lanes: [{ phase: 'idle' }],
    });
  });
});
