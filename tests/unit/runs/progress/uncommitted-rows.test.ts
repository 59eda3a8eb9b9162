import { describe, expect, it } from 'vitest';
import type { EngineLane, EngineProgress, EngineSegment } from '../../../../app/engine/events';
import { UncommittedRows } from '../../../../app/runs/progress/uncommitted-rows';

const lane = (rows: number, sinceMs: number, change: Partial<EngineLane> = {}): EngineLane => ({
  ...{ lane: 0, phase: 'load', table: 0, chunk: 0, rows, bytes: 0, session: 1, sinceMs },
  ...change,
});
const segment = (rows: number): EngineSegment => ({
  ...{ lane: 0, phase: 'load', table: 0, chunk: 0, startMs: 0, endMs: 1, rows, bytes: 0 },
});
const sample = (change: Partial<EngineProgress>): EngineProgress => ({
  ...{ elapsedMs: 0, lanes: [], tables: [], segments: [], rows: 0, bytes: 0, storedBytes: 0 },
  ...{ memoryBytes: 0, memoryPeakBytes: 0, retries: 0, firstRowMs: null },
  ...change,
});

/** Uncommitted rows after each sample. */
function rowsAfter(...samples: readonly Partial<EngineProgress>[]): readonly number[] {
  const uncommitted = new UncommittedRows();
  return samples.map((one) => {
    uncommitted.add(sample(one));
    return uncommitted.rows;
  });
}

describe('UncommittedRows', () => {
  it('are those of the first chunk while it is sent, and none once it is committed', () => {
    expect(
      rowsAfter(
        { lanes: [lane(40, 1)] },
        { lanes: [lane(100, 1)] },
        { lanes: [lane(100, 9, { phase: 'idle' })], segments: [segment(100)], rows: 100 },
      ),
    ).toEqual([40, 100, 0]);
  });

  it('of a second chunk leave out the rows of the first', () => {
    expect(
      rowsAfter({ lanes: [lane(90, 1)] }, { lanes: [lane(130, 9)], segments: [segment(100)], rows: 100 }),
    ).toEqual([90, 30]);
  });

  it('leave out what the lane had sent before its chunk where the engine dropped the segment', () => {
    expect(rowsAfter({ lanes: [lane(100, 1)] }, { lanes: [lane(130, 9)], rows: 100 })).toEqual([100, 30]);
  });

  it('do not fall between the end of a chunk and the count of its table', () => {
    expect(
      rowsAfter(
        { lanes: [lane(100, 1)] },
        { lanes: [lane(100, 9, { phase: 'idle' })], segments: [segment(100)] },
      ),
    ).toEqual([100, 100]);
  });

  it('fall when a chunk is rolled back, which counts as a retry', () => {
    expect(
      rowsAfter(
        { lanes: [lane(100, 1)] },
        { lanes: [lane(100, 9, { phase: 'retry' })], segments: [segment(100)], retries: 1 },
        { lanes: [lane(120, 20)], retries: 1 },
      ),
    ).toEqual([100, 0, 20]);
  });

  it('fall when a table has failed', () => {
    expect(
      rowsAfter(
        { lanes: [lane(100, 1)] },
        {
          lanes: [lane(100, 9, { phase: 'idle' })],
          segments: [segment(100)],
          tables: [{ id: 0, state: 'failed', rows: 0, bytes: 0 }],
        },
      ),
    ).toEqual([100, 0]);
  });

  it('are none of a dump, whose rows are read', () => {
    expect(rowsAfter({ lanes: [lane(100, 1, { phase: 'read' })] })).toEqual([0]);
  });
});
