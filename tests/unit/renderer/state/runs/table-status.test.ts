import { describe, expect, it } from 'vitest';
import type { LanePhase, LaneProgress, TableProgress, TableState } from '../../../../../app/contract/run';
import { isHeld, standingIn } from '../../../../../renderer/state/runs/table-status';

const lane = (phase: LanePhase, table: number): LaneProgress => ({
  ...{ lane: 0, phase, table, chunk: -1, sinceMs: 0 },
  ...{ rows: 0, bytes: 0, rowsPerSecond: 0, bytesPerSecond: 0 },
});
const table = (state: TableState): TableProgress => ({
  ...{ index: 3, schema: 's', table: 't', state },
  ...{ rows: 0, bytes: 0, rowsExpected: null },
});

describe('standingIn', () => {
  it('is the engine’s own word while a lane works on the table', () => {
    expect(standingIn({ state: 'running', lanes: [lane('read', 3)] })(table('running'))).toBe('running');
    expect(standingIn({ state: 'paused', lanes: [lane('read', 3)] })(table('running'))).toBe('running');
  });

  it('is paused where the pause holds the lanes, and only what had begun', () => {
    const standing = standingIn({ state: 'paused', lanes: [lane('wait', 3)] });
    expect(standing(table('running'))).toBe('paused');
    expect(standing(table('indexing'))).toBe('paused');
    expect(standing(table('pending'))).toBe('pending');
    expect(standing(table('done'))).toBe('done');
  });

  it('is that of its lane, which tries again, unless another lane works on', () => {
    expect(standingIn({ state: 'running', lanes: [lane('retry', 3)] })(table('indexing'))).toBe('retrying');
    const both = [lane('retry', 3), { ...lane('load', 3), lane: 1 }];
    expect(standingIn({ state: 'running', lanes: both })(table('running'))).toBe('running');
  });

  it.each(['failed', 'cancelled', 'incomplete'] as const)('waits for nothing once the run is %s', (state) => {
    const standing = standingIn({ state, lanes: [] });
    expect(
      ['pending', 'running', 'verifying', 'failed', 'done'].map((last) =>
        standing(table(last as TableState)),
      ),
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
