import { describe, expect, it } from 'vitest';
import type { LaneSegment } from '../../../../../app/contract/runs/run';
import { laneWork } from '../../../../../renderer/state/runs/lane-work';

const segment = (more: Partial<LaneSegment>): LaneSegment => ({
  ...{ lane: 0, phase: 'read', table: 0, chunk: 0, startMs: 0, endMs: 0, rows: 0, bytes: 0 },
  ...more,
});

describe('laneWork', () => {
  it('counts time that is not idle, rows, bytes and tables once', () => {
    const segments = [
      segment({ endMs: 100, rows: 10, bytes: 50 }),
      segment({ startMs: 100, endMs: 200, phase: 'idle', table: -1 }),
      segment({ startMs: 200, endMs: 500, table: 1, rows: 5, bytes: 20 }),
      segment({ startMs: 500, endMs: 600, rows: 1, bytes: 1 }),
    ];
    expect(laneWork(segments, 1000)).toEqual({ busy: 0.5, rows: 16, bytes: 71, tables: 2 });
  });

  it('is nothing for a lane that did nothing', () => {
    expect(laneWork([], 0)).toEqual({ busy: 0, rows: 0, bytes: 0, tables: 0 });
  });
});
