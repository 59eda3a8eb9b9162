import { describe, expect, it } from 'vitest';
import type {
  LaneSegment,
  LogRecord,
  RunChanges,
  RunHeader,
  RunStatus,
  RunTotals,
  RunUpdate,
  ServerHealth,
  ServerSide,
  TableProgress,
} from '../../../../../app/contract/runs/run';
import type { RunResult } from '../../../../../app/contract/runs/result';
import type { FinalState } from '../../../../../app/contract/runs/state';
import {
  applyUpdate,
  emptyRun,
  HEALTH_LIMIT,
  LOG_LIMIT,
  progressOf,
  runOfView,
} from '../../../../../renderer/state/runs/run-model';

const header: RunHeader = { runId: 'r', kind: 'dump', title: 'shop', startedAt: 0, threads: 2 };

const moved = {
  rows: 0,
  bytes: 0,
  storedBytes: 0,
  rowsPerSecond: 0,
  bytesPerSecond: 0,
  tablesDone: 0,
  tablesTotal: 0,
  retries: 0,
};
const totals = {
  ...moved,
  pass: 'moving',
  rowsUncommitted: 0,
  rowsExpected: null,
  etaMs: null,
} satisfies RunTotals;

let revision = 0;

const RESULT: RunResult = {
  ...{ kind: 'dump', ok: true, state: 'done', tables: 0, rows: 0, bytes: 0, seconds: 1, threads: 1 },
  ...{ memoryPeakBytes: 0, verdicts: [], checks: [], warnings: [], errors: [], retries: 0 },
  ...{ files: 0, storedBytes: 0, lockWaitMs: null, lockHeldMs: null, consistency: null },
};

/** The next update of a run; its last where `end` is set. */
function update(more: Partial<RunChanges>, end: FinalState | null = null): RunUpdate {
  revision += 1;
  const status: RunStatus =
    end === null
      ? { state: 'running', result: null, silences: [] }
      : { state: end, result: { ...RESULT, state: end }, isReadingPages: end === 'done' };
  return {
    runId: 'r',
    revision,
    ...status,
    stage: 'data',
    elapsedMs: 100,
    totals,
    lanes: [],
    tables: [],
    segments: [],
    log: [],
    historyList: null,
    health: [],
    ...more,
  };
}

function table(index: number, rows: number): TableProgress {
  return { index, schema: 's', table: `t${index}`, state: 'running', rows, bytes: 0, rowsExpected: null };
}

function segment(lane: number, startMs: number, endMs: number): LaneSegment {
  return { lane, phase: 'read', table: 0, chunk: 0, startMs, endMs, rows: 10, bytes: 1000 };
}

function record(at: number): LogRecord {
  return { at, level: 'info', text: `record ${at}` };
}

describe('applyUpdate', () => {
  it('replaces the tables that changed and keeps the others', () => {
    const first = applyUpdate(emptyRun(header), update({ tables: [table(0, 1), table(1, 2), table(2, 3)] }));
    const second = applyUpdate(first, update({ elapsedMs: 200, tables: [table(1, 20)] }));
    expect(second.tables.map((entry) => entry?.rows)).toEqual([1, 20, 3]);
  });

  it('keeps each look at the server once, and only the last ones', () => {
    const look = (side: ServerSide, atMs: number): ServerHealth => ({
      ...{ side, atMs },
      threadsRunning: 1,
      lockWaits: 0,
      dirtyShare: 0,
      missShare: null,
    });
    let run = emptyRun(header);
    for (let at = 0; at <= HEALTH_LIMIT; at += 1) {
      run = applyUpdate(run, update({ health: [look('source', at)] }));
      run = applyUpdate(run, update({ health: [look('source', at), look('target', 5)] }));
    }
    expect(run.healthSamples.source.map(({ atMs }) => atMs)).toEqual(
      Array.from({ length: HEALTH_LIMIT }, (_, index) => index + 1),
    );
    expect(run.healthSamples.target).toEqual([look('target', 5)]);
    expect(applyUpdate(run, update({ health: [] })).healthSamples).toBe(run.healthSamples);
  });

  it('keeps the very same table list when none changed, so that nothing is drawn again', () => {
    const first = applyUpdate(emptyRun(header), update({ tables: [table(0, 1)] }));
    expect(applyUpdate(first, update({ elapsedMs: 200 })).tables).toBe(first.tables);
  });

  it('files a table of a later index before the earlier ones are known', () => {
    const run = applyUpdate(emptyRun(header), update({ tables: [table(2, 7)] }));
    expect(run.tables[2]?.rows).toBe(7);
    expect(run.tables[0]).toBeUndefined();
  });

  it('takes once what a view and the update after it both tell', () => {
    const told = { segments: [segment(0, 0, 50)], log: [record(1), record(2)] };
    const viewed = runOfView({ ...update(told), header });
    const next = applyUpdate(
      viewed,
      update({
        elapsedMs: 200,
        segments: [segment(0, 0, 50), segment(0, 50, 90)],
        log: [record(2), record(3)],
      }),
    );
    expect(next.segments[0]?.map(({ endMs }) => endMs)).toEqual([50, 90]);
    expect(next.log.map(({ at }) => at)).toEqual([1, 2, 3]);
  });

  it('takes the end even where its clock is behind the last update', () => {
    const running = applyUpdate(emptyRun(header), update({ elapsedMs: 5000 }));
    expect(applyUpdate(running, update({ elapsedMs: 4900 }, 'done')).state).toBe('done');
  });

  it('takes nothing after the end', () => {
    const ended = applyUpdate(emptyRun(header), update({}, 'failed'));
    expect(applyUpdate(ended, update({ elapsedMs: 900 }))).toBe(ended);
  });

  it('takes the result once more, with the pages, and leaves the rest as the end left it', () => {
    const ended = applyUpdate(emptyRun(header), update({ elapsedMs: 700, log: [record(1)] }, 'done'));
    const whole = { ...update({ elapsedMs: 900, log: [record(2)] }, 'done'), isReadingPages: false };
    const complete = applyUpdate(ended, whole);
    expect(complete).toMatchObject({ state: 'done', elapsedMs: 700, isReadingPages: false });
    expect(complete.result).toBe(whole.result);
    expect(complete.log.map(({ at }) => at)).toEqual([1, 2]);
    expect(complete.samples).toBe(ended.samples);
    expect(applyUpdate(complete, whole)).toBe(complete);
  });

  it('takes nothing that the view has told already', () => {
    const early = update({ log: [record(1)] });
    const view = { ...update({ elapsedMs: 300, log: [record(1), record(2)] }), header };
    const run = runOfView(view);
    expect(applyUpdate(run, early)).toBe(run);
    expect(applyUpdate(run, update({ log: [record(3)] })).log.map(({ at }) => at)).toEqual([1, 2, 3]);
  });

  it('keeps the newest records of a long log', () => {
    const records = Array.from({ length: LOG_LIMIT + 5 }, (_, at) => record(at));
    const run = applyUpdate(emptyRun(header), update({ log: records }));
    expect(run.log).toHaveLength(LOG_LIMIT);
    expect(run.log[0]?.at).toBe(5);
  });

  it('remembers the highest speed', () => {
    const fast = applyUpdate(emptyRun(header), update({ totals: { ...totals, bytesPerSecond: 9 } }));
    const slow = applyUpdate(fast, update({ elapsedMs: 200, totals: { ...totals, bytesPerSecond: 4 } }));
    expect(slow.peakBytesPerSecond).toBe(9);
  });
});

describe('the record of a run that has ended', () => {
  it('is that of its segments: it falls with the work', () => {
    const running = applyUpdate(
      emptyRun(header),
      update({ elapsedMs: 900, totals: { ...totals, bytesPerSecond: 7 }, segments: [segment(0, 0, 200)] }),
    );
    expect(running.samples.map(({ bytesPerSecond }) => bytesPerSecond)).toEqual([7]);
    const ended = applyUpdate(running, update({ elapsedMs: 1000 }, 'done'));
    expect(ended.samples.map(({ bytesPerSecond }) => bytesPerSecond)).toEqual([5000, 0, 0, 0, 0]);
    expect(ended.peakBytesPerSecond).toBe(7);
  });
});

describe('progressOf', () => {
  it('counts rows where it is known how many there are', () => {
    const run = applyUpdate(emptyRun(header), update({ totals: { ...totals, rows: 30, rowsExpected: 120 } }));
    expect(progressOf(run)).toBe(0.25);
  });

  it('counts rows that are sent and not committed yet', () => {
    const sent = { ...totals, rows: 30, rowsUncommitted: 30, rowsExpected: 120 };
    expect(progressOf(applyUpdate(emptyRun(header), update({ totals: sent })))).toBe(0.5);
  });

  it('stays below 100 % while the run is active, though statistics estimated fewer rows', () => {
    const run = applyUpdate(
      emptyRun(header),
      update({ totals: { ...totals, rows: 130, rowsExpected: 120 } }),
    );
    expect(progressOf(run)).toBe(0.99);
  });

  it('counts tables where rows are not known, and says nothing where neither is', () => {
    const run = applyUpdate(
      emptyRun(header),
      update({ totals: { ...totals, tablesDone: 1, tablesTotal: 4 } }),
    );
    expect(progressOf(run)).toBe(0.25);
    expect(progressOf(emptyRun(header))).toBeNull();
    const last = update({ elapsedMs: 200, totals: { ...totals, tablesDone: 4, tablesTotal: 4 } });
    expect(progressOf(applyUpdate(run, last))).toBe(0.99);
  });

  it('says nothing while the tables are still counted', () => {
    const counting = update({ totals: { ...moved, tablesDone: 425, tablesTotal: 447, pass: 'counting' } });
    expect(progressOf(applyUpdate(emptyRun(header), counting))).toBeNull();
  });

  it('is whole for a run that is done, whatever the estimate was', () => {
    const done = update({ totals: { ...moved, rows: 100, rowsExpected: 120, pass: 'ended' } }, 'done');
    expect(progressOf(applyUpdate(emptyRun(header), done))).toBe(1);
  });
});
