import { describe, expect, it } from 'vitest';
import { Cancellation } from '../../../app/engine/cancellation';
import type { EngineBatch, EngineTable } from '../../../app/engine/events';
import type { RunHooks } from '../../../app/engine/hooks';
import { ComparisonProgress } from '../../../app/checksums/progress';
import { batch, logEvent, said } from '../harness/engine';

/** Counted, read from the files, read on the target. */
const PASSES = 3;
const ROWS = 90;

/** Two tables of 90 rows, and what a run is told of them. */
function compared() {
  const told: EngineBatch[] = [];
  const anew: object[] = [];
  const nothing = () => undefined;
  const hooks: RunHooks = {
    ...{ cancellation: new Cancellation(), stage: nothing, tables: nothing, job: nothing },
    ...{
      historyList: nothing,
      retried: nothing,
      leavesTarget: nothing,
      foundLoaded: nothing,
      log: nothing,
      notice: nothing,
      batch: (heard) => told.push(heard),
    },
    restartCounters: (from) => anew.push(from),
  };
  const progress = new ComparisonProgress(hooks, 2, PASSES);
  const states = new Map<number, EngineTable>();
  return {
    progress,
    anew,
    last: () => told[told.length - 1],
    /** Current state of each table. */
    tables: () => {
      for (const { progress: now } of told)
        for (const table of now?.tables ?? []) states.set(table.id, table);
      return [states.get(0), states.get(1)];
    },
  };
}

const set = (id: number, state: EngineTable['state'], rows: number): EngineTable => ({
  ...{ id, state, rows },
  bytes: rows * 10,
});

describe('progress of a comparison', () => {
  it('gives each pass its share of every row, and a table is done when the last one is through', () => {
    const { progress, last, tables } = compared();
    for (const table of [0, 1]) progress.counted(table, { rows: ROWS, bytes: ROWS * 10 });
    expect(last()?.progress).toMatchObject({ rows: 60, bytes: 600 });
    expect(tables()).toEqual([set(0, 'verifying', 30), set(1, 'verifying', 30)]);

    const files = progress.pass(
      new Map([
        [0, 0],
        [1, 1],
      ]),
    );
    files.batch(
      batch({
        rows: 135,
        bytes: 1350,
        storedBytes: 7,
        retries: 2,
        tables: [set(0, 'done', 90), set(1, 'running', 45)],
      }),
    );
    expect(last()?.progress).toMatchObject({ rows: 105, bytes: 1050, storedBytes: 7 });
    expect(tables()).toEqual([set(0, 'verifying', 60), set(1, 'verifying', 45)]);
    files.batch(batch({ rows: 180, bytes: 1800, storedBytes: 9, tables: [set(1, 'done', 90)] }));

    const target = progress.pass(
      new Map([
        [0, 0],
        [1, 1],
      ]),
    );
    target.batch(batch({ rows: 90, bytes: 900, tables: [set(1, 'done', 90)] }));
    expect(tables()).toEqual([set(0, 'verifying', 60), set(1, 'done', 90)]);
    target.batch(batch({ rows: 180, bytes: 1800, tables: [set(0, 'done', 90)] }));
    expect(tables()).toEqual([set(0, 'done', 90), set(1, 'done', 90)]);
    expect(last()?.progress).toMatchObject({ rows: 180, bytes: 1800, storedBytes: 9 });
  });

  it('counts the partitions of a table as the table, which waits for all of them', () => {
    const { progress, tables } = compared();
    for (const table of [0, 1]) progress.counted(table, { rows: ROWS, bytes: ROWS * 10 });
    progress
      .pass(
        new Map([
          [0, 0],
          [1, 1],
        ]),
      )
      .batch(batch({ tables: [set(0, 'done', 90), set(1, 'done', 90)] }));
    const target = progress.pass(
      new Map([
        [0, 0],
        [1, 0],
        [2, 1],
      ]),
    );
    target.batch(batch({ tables: [set(0, 'done', 60)] }));
    expect(tables()[0]).toEqual(set(0, 'verifying', 80));
    // Told of once more, or on its way, it is no further.
    target.batch(batch({ tables: [set(0, 'done', 60)] }));
    target.batch(batch({ tables: [set(1, 'running', 30)] }));
    expect(tables()[0]).toEqual(set(0, 'verifying', 90));
    target.batch(batch({ tables: [set(1, 'done', 30)] }));
    expect(tables()[0]).toEqual(set(0, 'done', 90));
  });

  it('hands on what is said without figures, and nothing where nothing is', () => {
    const { progress, last } = compared();
    const pass = progress.pass(new Map([[5, 1]]));
    const before = last();
    pass.batch({ events: [{ kind: 'table-loaded', table: 5, countedRows: 1 } as never], progress: null });
    expect(last()).toBe(before);
    pass.batch({ events: [logEvent('looked', { table: 5 })], progress: null });
    expect(last()).toMatchObject({ events: [{ message: said('looked'), table: 1 }], progress: null });
  });

  it('continues from counted rows, and waits for no table that is only counted', () => {
    const { progress, anew, last, tables } = compared();
    progress.countedBefore([
      { rows: ROWS, bytes: ROWS * 10, isCompared: false },
      { rows: ROWS, bytes: ROWS * 10, isCompared: true },
    ]);
    expect(anew).toEqual([{ rows: 120, bytes: 1200 }]);
    expect(last()?.progress).toMatchObject({ rows: 120, bytes: 1200 });
    expect(tables()).toEqual([set(0, 'done', 90), set(1, 'verifying', 30)]);
    const pass = progress.among([1]);
    pass(new Map([[0, 0]])).batch(batch({ rows: 90, bytes: 900, tables: [set(0, 'done', 90)] }));
    expect(tables()).toEqual([set(0, 'done', 90), set(1, 'verifying', 60)]);
    pass(new Map([[0, 0]])).batch(batch({ rows: 90, bytes: 900, tables: [set(0, 'done', 90)] }));
    expect(tables()).toEqual([set(0, 'done', 90), set(1, 'done', 90)]);
    expect(last()?.progress).toMatchObject({ rows: 180, bytes: 1800 });
  });

  it('waits for no table that can’t be read, and keeps it failed', () => {
    const { progress, tables } = compared();
    progress.failed(0);
    progress.counted(1, { rows: ROWS, bytes: ROWS * 10 });
    // Only the second table is compared: the passes count it from 0.
    const pass = progress.among([1]);
    for (let round = 1; round < PASSES; round += 1)
      pass(new Map([[0, 0]])).batch(batch({ tables: [set(0, 'done', 90)] }));
    expect(tables()).toEqual([set(0, 'failed', 0), set(1, 'done', 90)]);
  });

  it('names the run’s tables in lanes, segments and the log, and no lane falls back in a later pass', () => {
    const { progress, last } = compared();
    const lane = {
      lane: 0,
      phase: 'read',
      table: 5,
      chunk: 0,
      rows: 90,
      bytes: 900,
      session: 0,
      sinceMs: 0,
    } as const;
    const segment = { ...lane, startMs: 0, endMs: 1 };
    const pass = () => progress.pass(new Map([[5, 1]]));
    pass().batch(batch({ lanes: [lane], segments: [segment] }, logEvent('read', { table: 5 })));
    expect(last()?.events).toMatchObject([{ message: said('read'), table: 1 }]);
    expect(last()?.progress?.segments).toMatchObject([{ table: 1 }]);
    expect(last()?.progress?.lanes).toMatchObject([{ table: 1, rows: 30, bytes: 300 }]);
    pass().batch(batch({ lanes: [{ ...lane, rows: 3, bytes: 30 }] }));
    expect(last()?.progress?.lanes).toMatchObject([{ table: 1, rows: 31, bytes: 310 }]);
  });
});
