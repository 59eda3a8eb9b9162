import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../../app/contract/runs/history';
import {
  filterHistory,
  nextHistorySorting,
  NEWEST_FIRST,
  sortHistory,
  speedOf,
  trendsOf,
} from '../../../../../renderer/state/history/rows';

function entry(number: number, more: Partial<HistoryEntry> & { readonly speed?: number } = {}): HistoryEntry {
  const { speed, ...rest } = more;
  return {
    runId: String(number),
    kind: 'dump',
    title: `db${String(number)} → shop`,
    server: 'db1',
    profileId: null,
    folder: '/backups/shop',
    startedAt: number,
    threads: 1,
    by: 'window',
    job: null,
    state: 'done',
    figures:
      speed === undefined
        ? null
        : { seconds: 10, tables: 1, rows: 1, bytes: speed * 10, storedBytes: 1, warnings: 0 },
    problem: null,
    series: 's',
    repeatable: true,
    what: '',
    resumed: false,
    leftover: 'none',
    compression: null,
    ...rest,
  };
}

const ids = (entries: readonly HistoryEntry[]) => entries.map(({ runId }) => runId);

describe('sortHistory', () => {
  const entries = [entry(1, { speed: 5 }), entry(10, { speed: 50 }), entry(2), entry(3, { speed: 20 })];

  it('puts the newest first at the beginning', () => {
    expect(ids(sortHistory(entries, NEWEST_FIRST))).toEqual(['10', '3', '2', '1']);
  });

  it('puts what is not known last whichever way', () => {
    expect(ids(sortHistory(entries, { key: 'speed', descending: true }))).toEqual(['10', '3', '1', '2']);
    expect(ids(sortHistory(entries, { key: 'speed', descending: false }))).toEqual(['1', '3', '10', '2']);
  });

  it('reads numbers in titles as numbers', () => {
    expect(ids(sortHistory(entries, { key: 'title', descending: false }))).toEqual(['1', '2', '3', '10']);
  });
});

describe('nextHistorySorting', () => {
  it('turns around on a second click, and begins words at A and figures with the greatest', () => {
    expect(nextHistorySorting(NEWEST_FIRST, 'started')).toEqual({ key: 'started', descending: false });
    expect(nextHistorySorting(NEWEST_FIRST, 'title').descending).toBe(false);
    expect(nextHistorySorting(NEWEST_FIRST, 'size').descending).toBe(true);
  });
});

describe('filterHistory', () => {
  const entries = [
    entry(1, { job: { id: 'j', name: 'Nightly' } }),
    entry(2, { kind: 'load', state: 'failed', problem: 'Disk full.' }),
  ];

  it('wants every word, wherever it stands', () => {
    expect(ids(filterHistory(entries, 'all', 'SHOP nightly'))).toEqual(['1']);
    expect(ids(filterHistory(entries, 'all', 'failed full'))).toEqual(['2']);
    expect(ids(filterHistory(entries, 'all', 'nightly full'))).toEqual([]);
    expect(ids(filterHistory(entries, 'all', '  '))).toEqual(['1', '2']);
  });

  it('keeps to the kind', () => {
    expect(ids(filterHistory(entries, 'load', ''))).toEqual(['2']);
  });
});

describe('trendsOf', () => {
  it('goes up to each run, within its series, and counts only what ended well', () => {
    const trends = trendsOf([
      entry(4, { speed: 40 }),
      entry(3, { speed: 1, state: 'failed' }),
      entry(2, { speed: 20, series: 'other' }),
      entry(1, { speed: 10 }),
    ]);
    expect(trends.get('1')).toEqual([10]);
    expect(trends.get('2')).toEqual([20]);
    expect(trends.get('3')).toEqual([10]);
    expect(trends.get('4')).toEqual([10, 40]);
  });

  it('leaves out a resumed run, whose speed is that of its own bytes alone', () => {
    const figures = { seconds: 2, tables: 1, rows: 1, bytes: 1000, storedBytes: 1, warnings: 0 };
    const resumed = entry(2, { resumed: true, figures: { ...figures, movedBytes: 100 } });
    expect(speedOf(resumed)).toBe(50);
    expect(speedOf({ ...resumed, figures })).toBeNull();
    expect(trendsOf([entry(1, { speed: 10 }), resumed]).get('2')).toEqual([10]);
  });
});
