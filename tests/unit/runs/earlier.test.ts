import { describe, expect, it } from 'vitest';
import { kindOfStored, resultOfStored, setupOfStored, timelineOfStored } from '../../../app/runs/earlier';
import type { RunTimeline } from '../../../app/contract/runs/history';

describe('records of an earlier version', () => {
  it('reads the kind abandon as rollback', () => {
    expect(kindOfStored('abandon')).toBe('rollback');
    expect(kindOfStored('load')).toBe('load');
    expect(setupOfStored({ kind: 'abandon', folder: '/d' })).toEqual({ kind: 'rollback', folder: '/d' });
    expect(setupOfStored(null)).toBeNull();
  });

  it('has today’s kinds of checks', () => {
    const check = (kind: string) => ({ kind, state: 'ok', detail: '' });
    expect(
      resultOfStored(
        {
          checks: [check('digest'), check('rows')],
          verdicts: [{ table: 'a', checks: [check('digest')] }],
          objects: [{ kind: 'view', name: 'v', checks: [check('presence')] }],
        },
        'verify',
      ),
    ).toEqual({
      kind: 'verify',
      checks: [check('checksum'), check('rows')],
      verdicts: [{ table: 'a', checks: [check('checksum')] }],
      objects: [{ kind: 'view', name: 'v', checks: [check('object')] }],
    });
  });

  it('is a result of the run’s kind, with the command that rolls back under today’s name', () => {
    expect(
      resultOfStored({ ok: false, unfinished: { resume: null, abandon: 'sluice load --abandon' } }, 'load'),
    ).toEqual({ ok: false, kind: 'load', unfinished: { resume: null, rollBack: 'sluice load --abandon' } });
    expect(resultOfStored({ ok: true, unfinished: null }, 'dump')).toEqual({
      ok: true,
      kind: 'dump',
      unfinished: null,
    });
    expect(resultOfStored('damaged', 'dump')).toBeNull();
    expect(resultOfStored(null, 'dump')).toBeNull();
  });
});

describe('timelineOfStored', () => {
  it('gives lanes, tables and totals the fields of their kind', () => {
    const stored = {
      stage: 'data',
      totals: { rows: 5, rowsExpected: 9, etaMs: null },
      lanes: [{ lane: 0, phase: 'idle', table: -1, chunk: -1, sinceMs: 7, rows: 5, bytes: 50 }],
      tables: [{ index: 0, schema: 's', table: 't', state: 'indexing', rows: 5, bytes: 50, rowsExpected: 9 }],
      segments: [],
      log: [],
    };
    expect(timelineOfStored(stored as unknown as RunTimeline)).toMatchObject({
      totals: { pass: 'ended', rows: 5, rowsExpected: 9 },
      lanes: [{ lane: 0, phase: 'idle', sinceMs: 7, rows: 5, bytes: 50 }],
      tables: [{ state: 'indexing', built: null, rows: 5 }],
    });
  });
});
