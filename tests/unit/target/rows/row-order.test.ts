import { describe, expect, it } from 'vitest';
import { NO_PART } from '../../../../app/engine/chunk-files';
import type { DumpChunk, RowDisorder } from '../../../../app/format/read/dump';
import { OUR_DIALECT } from '../../../../app/format/tsv-dialect';
import { decideOrder, loadedChunks, type OrderWish } from '../../../../app/target/rows/row-order';

const MIB = 2 ** 20;
const KEY = [{ field: 0, kind: 'integer', descending: false }] as const;
const WISH: OrderWish = { sortRows: 'auto', threads: 4, memoryLimitBytes: 256 * MIB, method: 'load-data' };

function chunk(offset: number, more: Partial<NonNullable<DumpChunk['part']>> = {}): DumpChunk {
  return {
    ...{ file: `backup.sql:${offset}`, compression: 'gzip', dialect: OUR_DIALECT, rows: 50, bytes: null },
    ...{
      ...NO_PART,
      xxh64: null,
      partition: null,
      storedBytes: 9,
    },
    ...{ longestBinary: null, first: [] },
    part: {
      ...{
        path: 'backup.sql',
        offset,
        length: 9,
        columns: ['number'],
        charset: 'utf8mb4',
      },
      ...{ backslashesEscape: true, ansiQuotes: false, asWritten: null },
      ...more,
    },
  };
}

function table(bytes: number, more: Partial<RowDisorder> = {}, chunks = [chunk(1), chunk(2)]) {
  return { rows: 100, bytes, chunks, disorder: { share: 0.5, key: KEY, ...more } };
}

describe('decideOrder', () => {
  it('says nothing of a table whose rows are in order, as far as one knows', () => {
    const ordered = { rows: 100, bytes: 20 * MIB, chunks: [chunk(1)] };
    expect(decideOrder(ordered, WISH)).toEqual({ kind: 'as-dumped', reason: null });
  });

  it('sorts all rows at once where a lane can hold them, else in ranges that it can hold', () => {
    expect(decideOrder(table(20 * MIB), WISH)).toMatchObject({ kind: 'sorted', ranges: 1, key: KEY });
    expect(decideOrder(table(100 * MIB), WISH)).toMatchObject({ kind: 'sorted', ranges: 4 });
    expect(decideOrder(table(100 * MIB), { ...WISH, threads: 1 })).toMatchObject({ ranges: 1 });
    expect(decideOrder(table(100 * MIB), { ...WISH, method: 'insert' })).toMatchObject({ ranges: 8 });
  });

  it('does not read a table more than eight times', () => {
    expect(decideOrder(table(204 * MIB), WISH)).toMatchObject({ ranges: 8 });
    const { kind, reason } = decideOrder(table(206 * MIB), WISH);
    expect(kind).toBe('as-dumped');
    expect(reason).toBe(
      'Not sorted, though 50 % of its rows come directly behind a larger key: within the memory limit it would take 9 ranges, each of which reads all of its rows. Raise --memory-limit to 302 MB, or use fewer threads. Its pages will be less full; OPTIMIZE TABLE fills them afterwards.',
    );
  });

  it('leaves rows as they come where that is asked for, or they can’t be sorted, and says why', () => {
    const why = (order: ReturnType<typeof decideOrder>) => [order.kind, order.reason];
    expect(why(decideOrder(table(MIB), { ...WISH, sortRows: 'never' }))).toEqual([
      'as-dumped',
      expect.stringContaining('this was asked for.'),
    ]);
    expect(why(decideOrder(table(MIB, { key: null }), WISH))).toEqual([
      'as-dumped',
      expect.stringContaining('only the server can compare its primary key'),
    ]);
    const computed = [chunk(1), chunk(2, { asWritten: { columns: '' } })];
    expect(why(decideOrder(table(MIB, {}, computed), WISH))).toEqual([
      'as-dumped',
      expect.stringContaining('the server computes rows.'),
    ]);
    const zones = [chunk(1), { ...chunk(2), settings: [{ name: 'time_zone', value: "'+02:00'" }] }];
    expect(why(decideOrder(table(MIB, {}, zones), WISH))).toEqual([
      'as-dumped',
      expect.stringContaining('under different settings'),
    ]);
  });
});

describe('loadedChunks', () => {
  it('are those of the dump where nothing is sorted', () => {
    const { chunks } = table(MIB);
    expect(loadedChunks(table(MIB), undefined)).toEqual(chunks);
    expect(loadedChunks(table(MIB), { kind: 'as-dumped', reason: null })).toEqual(chunks);
  });

  it('are the ranges of a sorted table, each with all chunks of the dump', () => {
    const order = { kind: 'sorted', reason: '', key: KEY, bounds: ['80', '90'] } as const;
    const found = loadedChunks(table(30), order);
    expect(
      found.map(({ file, part, rows, sorted }) => [file, part, rows, sorted?.at, sorted?.before]),
    ).toEqual([
      ['backup.sql:1:sorted:1', null, null, '', '80'],
      ['backup.sql:1:sorted:2', null, null, '80', '90'],
      ['backup.sql:1:sorted:3', null, null, '90', null],
    ]);
    expect(found[1]?.sorted).toMatchObject({ from: [chunk(1), chunk(2)], key: KEY, weight: 10 });
    expect(loadedChunks(table(30), { ...order, bounds: [] })).toMatchObject([{ rows: 100 }]);
  });
});
