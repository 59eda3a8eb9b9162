import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../../app/contract/runs/history';
import { recentDumps } from '../../../../../renderer/state/load/recent-dumps';

const entry = (runId: string, more: Partial<HistoryEntry>): HistoryEntry => ({
  ...{ runId, kind: 'dump', title: runId, server: 'db1', profileId: null, folder: `/dumps/${runId}` },
  ...{ compression: null, startedAt: 1, threads: 1, by: 'window', job: null, state: 'done' },
  ...{
    figures: null,
    problem: null,
    what: '',
    resumed: false,
    leftover: 'none',
    series: '',
    repeatable: true,
  },
  ...more,
});

it('are the newest finished dumps, each folder once, with what a later verification said', () => {
  const found = recentDumps([
    entry('check', { kind: 'verify', folder: '/dumps/new', startedAt: 9 }),
    entry('failed', { state: 'failed' }),
    entry('new', { startedAt: 8 }),
    entry('earlier', { folder: '/dumps/new', startedAt: 7 }),
    entry('warned', { state: 'done-with-warnings', startedAt: 6 }),
    entry('early-check', { kind: 'verify', folder: '/dumps/warned', startedAt: 5 }),
  ]);
  expect(found.map(({ runId, isVerified }) => [runId, isVerified])).toEqual([
    ['new', true],
    ['warned', false],
  ]);
});
