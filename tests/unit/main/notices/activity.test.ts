import { describe, expect, it } from 'vitest';
import type { RunTotals } from '../../../../app/contract/runs/run';
import type { RunState } from '../../../../app/contract/runs/state';
import { ActivityMeter } from '../../../../app/main/notices/activity';

const NOTHING = {
  pass: 'moving',
  rowsUncommitted: 0,
  rows: 0,
  bytes: 0,
  storedBytes: 0,
  rowsExpected: null,
  rowsPerSecond: 0,
  bytesPerSecond: 0,
  tablesDone: 0,
  tablesTotal: 0,
  retries: 0,
  etaMs: null,
} satisfies RunTotals;

function update(runId: string, state: RunState, rows: number, rowsExpected: number | null) {
  return { runId, state, totals: { ...NOTHING, rows, rowsExpected } };
}

describe('ActivityMeter', () => {
  it('weighs runs by their rows', () => {
    const meter = new ActivityMeter();
    meter.note(update('a', 'running', 100, 100));
    expect(meter.note(update('b', 'running', 0, 300))).toEqual({ running: 2, fraction: 0.25 });
  });

  it('claims no measure while one run has none', () => {
    const meter = new ActivityMeter();
    meter.note(update('a', 'running', 50, 100));
    expect(meter.note(update('b', 'running', 10, null))).toEqual({ running: 2, fraction: null });
  });

  it('never passes the end where an estimate was too low', () => {
    expect(new ActivityMeter().note(update('a', 'running', 500, 100)).fraction).toBe(1);
  });

  it.each<RunState>(['done', 'done-with-warnings', 'incomplete', 'cancelled', 'failed'])(
    'forgets a run that is %s',
    (state) => {
      const meter = new ActivityMeter();
      meter.note(update('a', 'paused', 1, 2));
      expect(meter.activity.running).toBe(1);
      expect(meter.note(update('a', state, 2, 2))).toEqual({ running: 0, fraction: null });
    },
  );
});
