import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../app/contract/runs/history';
import { DUMP_DEFAULTS, selecting } from '../../../../app/contract/runs/options';
import { expectedSize, type WishedDump } from '../../../../app/runs/history/expected-size';
import { seriesOf } from '../../../../app/runs/setup';

const WISH: WishedDump = {
  server: { name: 'db1', profileId: 'p1' },
  options: {
    ...DUMP_DEFAULTS,
    compression: { kind: 'zstd', level: 3 },
    selection: selecting([{ kind: 'schema', schema: 'shop' }]),
  },
};
const SERIES = seriesOf({ kind: 'dump', folder: '/anywhere', ...WISH });

function entry(more: Partial<HistoryEntry>): HistoryEntry {
  return {
    runId: '0000000000000001',
    kind: 'dump',
    title: 'db1 → crm',
    server: 'db1',
    profileId: 'p1',
    folder: '/dumps/crm',
    compression: { kind: 'zstd', level: 3 },
    startedAt: 1000,
    threads: 4,
    by: 'window',
    job: null,
    state: 'done',
    figures: { seconds: 1, tables: 1, rows: 10, bytes: 4000, storedBytes: 1000, warnings: 0 },
    problem: null,
    series: 'another',
    repeatable: true,
    what: '',
    resumed: false,
    leftover: 'none',
    ...more,
  };
}

describe('expectedSize', () => {
  it('says nothing without an earlier dump of the server with the same compression that came to its end', () => {
    const unfit: readonly Partial<HistoryEntry>[] = [
      { kind: 'load' },
      { profileId: 'p2' },
      { compression: { kind: 'zstd', level: 1 } },
      { compression: { kind: 'none' } },
      { compression: null },
      { state: 'cancelled' },
      { figures: null },
      { figures: { seconds: 1, tables: 0, rows: 0, bytes: 0, storedBytes: 0, warnings: 0 } },
    ];
    expect(expectedSize(unfit.map(entry), WISH, 8000)).toBeNull();
  });

  it('takes what the same objects took last', () => {
    const entries = [entry({}), entry({ series: SERIES, startedAt: 500 })];
    expect(expectedSize(entries, WISH, 8000)).toEqual({ bytes: 1000, basis: 'same', startedAt: 500 });
  });

  it('else shrinks the data as the newest dump of the server did', () => {
    const entries = [
      entry({}),
      entry({
        startedAt: 500,
        figures: { seconds: 1, tables: 1, rows: 1, bytes: 1, storedBytes: 1, warnings: 0 },
      }),
    ];
    expect(expectedSize(entries, WISH, 8000)).toEqual({ bytes: 2000, basis: 'server', startedAt: 1000 });
  });
});
