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

/** A verification of the files of `/dumps/new`. */
const check = (more: Partial<HistoryEntry>): HistoryEntry =>
  entry('check', { kind: 'verify', server: null, folder: '/dumps/new', checksFiles: true, ...more });

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
        check({ startedAt: 9 }),
        entry('failed', { state: 'failed' }),
        entry('new', { startedAt: 8 }),
        entry('earlier', { folder: '/dumps/new', startedAt: 7 }),
        entry('warned', { state: 'done-with-warnings', startedAt: 6 }),
        check({ folder: '/dumps/warned', startedAt: 5 }),
      ],
      [],
    );
    expect(dumps.map(({ title, check: last }) => [title, last])).toEqual([
      ['new', { found: 'intact', at: 9 }],
      ['warned', null],
    ]);
  });

  it('come out of the folder for dumps too, each in its place, with the server that the dump names', () => {
    const dumps = recentDumps(
      [
        entry('new', { startedAt: 8 }),
        check({ folder: '/dumps/copied', startedAt: 7 }),
        entry('old', { startedAt: 2 }),
      ],
      [found('copied', 5), found('old', 2)],
    );
    expect(
      dumps.map(({ title, source, check: last, from }) => [title, source, last?.found, from.kind]),
    ).toEqual([
      ['new', 'db1', undefined, 'history'],
      ['copied', 'MariaDB 10.11.19', 'intact', 'folder'],
      ['old', 'db1', undefined, 'history'],
    ]);
  });

  const damaged = { state: 'failed', mustMendDump: true } as const;
  const comparison = { server: 'db2' } as const;
  const proof = { variant: { kind: 'proof' } } as const;
  it.each([
    ['the newest decides', [{ ...damaged, startedAt: 12 }, { startedAt: 11 }], 'damaged'],
    ['the newest decides', [{ startedAt: 12 }, { ...damaged, startedAt: 11 }], 'intact'],
    ['rows that a server counted are none', [{ ...comparison, checksFiles: false }], undefined],
    ['a comparison by checksum reads the files', [comparison], 'intact'],
    ['a comparison by checksum meets damage', [{ ...comparison, ...damaged }], 'damaged'],
    ['rows changed on a server later', [{ ...comparison, state: 'failed' }, { startedAt: 11 }], 'intact'],
    ['a proof', [proof], 'intact'],
    ['a proof with warnings', [{ ...proof, state: 'done-with-warnings' }], 'intact'],
    ['a proof of a damaged dump', [{ ...proof, ...damaged }], 'damaged'],
    ['a proof that failed by something else', [{ ...proof, state: 'failed' }, { startedAt: 11 }], 'failed'],
    ['nothing to compare with', [{ state: 'done-with-warnings' }, { ...damaged, startedAt: 11 }], 'open'],
    ['one that was cancelled', [{ state: 'cancelled' }, { startedAt: 11 }], 'intact'],
    ['one that runs still', [{ state: 'running' }, { ...damaged, startedAt: 11 }], 'damaged'],
  ] as const)('are judged by the last check of their files: %s', (_, checks, expected) => {
    const entries = [...checks.map((more) => check({ startedAt: 12, ...more })), entry('new', {})];
    expect(recentDumps(entries, [])[0]?.check?.found).toBe(expected);
  });

  it('are six at most', () => {
    const dumps = recentDumps(
      [],
      Array.from({ length: 9 }, (_, at) => found(`d${String(at)}`, at)),
    );
    expect(dumps.map(({ title }) => title)).toEqual(['d8', 'd7', 'd6', 'd5', 'd4', 'd3']);
  });
});
