import { describe, expect, it } from 'vitest';
import type {
  LanePhase,
  LaneProgress,
  TableProgress,
  TableState,
} from '../../../../../app/contract/runs/run';
import { laneProgress, tableWork } from '../../../../../app/runs/progress/lane-progress';
import { isHeld, tableStatusIn } from '../../../../../renderer/state/runs/table-status';

const sample = { lane: 0, chunk: -1, sinceMs: 0, rows: 0, bytes: 0, session: 0 };
const lane = (phase: LanePhase, table: number): LaneProgress =>
  laneProgress({ ...sample, phase, table }, { rowsPerSecond: 0, bytesPerSecond: 0 });
const table = (state: TableState): TableProgress => ({
  ...{ index: 3, schema: 's', table: 't', ...tableWork(state) },
  ...{ rows: 0, bytes: 0, rowsExpected: null },
});

describe('tableStatusIn', () => {
  it('is the engine’s own word while a lane works on the table', () => {
    expect(tableStatusIn({ state: 'running', lanes: [lane('read', 3)] })(table('running'))).toBe('running');
    expect(tableStatusIn({ state: 'paused', lanes: [lane('read', 3)] })(table('running'))).toBe('running');
  });

  it('is paused where the pause holds the lanes, and only what had begun', () => {
    const status = tableStatusIn({ state: 'paused', lanes: [lane('wait', 3)] });
    expect(status(table('running'))).toBe('paused');
    expect(status(table('indexing'))).toBe('paused');
    expect(status(table('pending'))).toBe('pending');
    expect(status(table('done'))).toBe('done');
  });

  it('is that of its lane, which tries again, unless another lane works on', () => {
    expect(tableStatusIn({ state: 'running', lanes: [lane('retry', 3)] })(table('indexing'))).toBe(
      'retrying',
    );
    const both = [lane('retry', 3), { ...lane('load', 3), lane: 1 }];
    expect(tableStatusIn({ state: 'running', lanes: both })(table('running'))).toBe('running');
  });

  it.each(['failed', 'cancelled', 'incomplete'] as const)('waits for nothing once the run is %s', (state) => {
    const status = tableStatusIn({ state, lanes: [] });
    expect(
      ['pending', 'running', 'verifying', 'failed', 'done'].map((last) => status(table(last as TableState))),
    ).toEqual(['untouched', 'unfinished', 'unfinished', 'failed', 'done']);
  });
});

describe('isHeld', () => {
  it('is true of a lane that a pause keeps from going on, not of one in its last query', () => {
    expect(['idle', 'wait', 'read'].map((phase) => isHeld('paused', phase as LanePhase))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isHeld('running', 'wait')).toBe(false);
  });
});
