import { describe, expect, it } from 'vitest';
import type { FoundDump } from '../../../../../app/contract/runs/folder-choice';
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

const found = (name: string, begunAt: number): FoundDump => ({
  ...{ name, begunAt, vendor: 'mariadb', serverVersion: '10.11.19-MariaDB-log', storedBytes: 7 },
  folder: {
    handle: `path-${name}`,
    display: `/dumps/${name}`,
    empty: false,
    freeBytes: null,
    writable: true,
  },
});

describe('recentDumps', () => {
  it('are the newest finished dumps, each folder once, with what a later verification said', () => {
    const dumps = recentDumps(
      [
        entry('check', { kind: 'verify', folder: '/dumps/new', startedAt: 9 }),
        entry('failed', { state: 'failed' }),
        entry('new', { startedAt: 8 }),
        entry('earlier', { folder: '/dumps/new', startedAt: 7 }),
        entry('warned', { state: 'done-with-warnings', startedAt: 6 }),
        entry('early-check', { kind: 'verify', folder: '/dumps/warned', startedAt: 5 }),
      ],
      [],
    );
    expect(dumps.map(({ title, isVerified }) => [title, isVerified])).toEqual([
      ['new', true],
      ['warned', false],
    ]);
  });

  it('come out of the folder for dumps too, each in its place, with the server that the dump names', () => {
    const dumps = recentDumps(
      [
        entry('new', { startedAt: 8 }),
        entry('copied-check', { kind: 'verify', folder: '/dumps/copied', startedAt: 7 }),
        entry('old', { startedAt: 2 }),
      ],
      [found('copied', 5), found('old', 2)],
    );
    expect(
      dumps.map(({ title, source, isVerified, from }) => [title, source, isVerified, from.kind]),
    ).toEqual([
      ['new', 'db1', false, 'history'],
      ['copied', 'MariaDB 10.11.19', true, 'folder'],
      ['old', 'db1', false, 'history'],
    ]);
  });

  it('are six at most', () => {
    const dumps = recentDumps(
      [],
      Array.from({ length: 9 }, (_, at) => found(`d${String(at)}`, at)),
    );
    expect(dumps.map(({ title }) => title)).toEqual(['d8', 'd7', 'd6', 'd5', 'd4', 'd3']);
  });
});
