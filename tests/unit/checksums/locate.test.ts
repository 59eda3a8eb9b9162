import { describe, expect, it } from 'vitest';
import type { EngineDumpTable, EngineKeyPart, EnginePlainKeyKind } from '../../../app/engine/specs';
import { chunkRanges } from '../../../app/checksums/locate';
import { NO_PART } from '../../../app/engine/chunk-files';
import type { DumpChunk, DumpTable } from '../../../app/format/read/dump';

const DIALECT = { fieldTerminator: '\t', enclosure: '', escape: '\\', lineTerminator: '\n' } as const;

function part(kind: EnginePlainKeyKind, partition: string | null = null): EngineDumpTable {
  return along({ column: 'id', kind, descending: false, nullable: false }, partition);
}

function along(key: EngineKeyPart, partition: string | null = null): EngineDumpTable {
  return {
    ...{ id: 0, schema: 's', table: 't', partition, versions: 'current' },
    ...{ basename: 's@t', columns: [], keyIndex: 'PRIMARY' },
    key: [key],
    ...{ where: null, within: null, countCheck: 'always', estimatedRows: 0, estimatedBytes: 0 },
  };
}

function chunk(first: readonly string[], partition: string | null = null): DumpChunk {
  return {
    ...{ file: `s@t@${first.join()}`, compression: 'none', dialect: DIALECT, partition, first },
    ...{
      rows: 1,
      bytes: 1,
      storedBytes: 1,
      xxh64: null,
      longestBinary: null,
      ...NO_PART,
    },
  };
}

function table(chunks: readonly DumpChunk[], key: readonly string[] = ['id']): DumpTable {
  const definition = { fact: 'definition', schema: 's', table: 't', createTable: '', key: [...key] } as const;
  // Nothing else of it is looked at.
  return { definition, chunks } as unknown as DumpTable;
}

const withinOf = (dump: DumpTable, parts: readonly EngineDumpTable[]) =>
  chunkRanges(dump, parts)?.map((range) => range.parts.map(({ within }) => within));

describe('the ranges of a table that the dump’s chunks were', () => {
  it('reach from each chunk’s first row to the next one’s, and to both ends of the table', () => {
    expect(withinOf(table([chunk(['1']), chunk(['5']), chunk(['9'])]), [part('integer')])).toEqual([
      [{ at: null, before: ['5'] }],
      [{ at: ['5'], before: ['9'] }],
      [{ at: ['9'], before: null }],
    ]);
    expect(withinOf(table([chunk(['1'])]), [part('integer')])).toEqual([[null]]);
  });

  it('go through all partitions where the dump does not take these apart', () => {
    const ranges = chunkRanges(table([chunk(['1'])]), [part('integer', 'p0'), part('integer', 'p1')]);
    expect(ranges?.[0]?.parts.map(({ partition }) => partition)).toEqual(['p0', 'p1']);
  });

  it('stay within their partitions where the dump takes these apart', () => {
    const chunks = [chunk(['1'], 'p0'), chunk(['5'], 'p0'), chunk(['2'], 'p1')];
    const parts = [part('integer', 'p0'), part('integer', 'p1')];
    const ranges = chunkRanges(table(chunks), parts);
    expect(ranges?.map((range) => range.parts.map(({ partition }) => partition))).toEqual([
      ['p0'],
      ['p0'],
      ['p1'],
    ]);
    expect(ranges?.map(({ from, before }) => [from, before])).toEqual([
      [null, ['5']],
      [['5'], null],
      [null, null],
    ]);
    expect(chunkRanges(table(chunks), [part('integer')])).toBeNull();
  });

  it('take bytes as hexadecimal digits', () => {
    const chunks = [chunk(['AAE=']), chunk(['AP8='])];
    expect(withinOf(table(chunks), [part('binary')])).toEqual([
      [{ at: null, before: ['00ff'] }],
      [{ at: ['00ff'], before: null }],
    ]);
  });

  it('take an ENUM by its number, and no text', () => {
    const numbered = { column: 'id', kind: 'numbered', most: 3, descending: false, nullable: false } as const;
    expect(withinOf(table([chunk(['0']), chunk(['2'])]), [along(numbered)])).toEqual([
      [{ at: null, before: ['2'] }],
      [{ at: ['2'], before: null }],
    ]);
    expect(chunkRanges(table([chunk(['0']), chunk(['x'])]), [along(numbered)])).toBeNull();
  });

  it('are none without recorded keys, with another key, or with a value that is none of its kind', () => {
    expect(chunkRanges(table([chunk([]), chunk(['5'])]), [part('integer')])).toBeNull();
    expect(chunkRanges(table([chunk(['1'])], ['other']), [part('integer')])).toBeNull();
    expect(chunkRanges(table([chunk(['1'])], ['id', 'b']), [part('integer')])).toBeNull();
    expect(chunkRanges(table([chunk(['1']), chunk(['5', '6'])]), [part('integer')])).toBeNull();
    expect(chunkRanges(table([chunk(['1'])]), [])).toBeNull();
    expect(chunkRanges(table([chunk(['1']), chunk(['1 OR 1=1'])]), [part('integer')])).toBeNull();
    expect(chunkRanges(table([chunk(['1']), chunk(["' OR 1"])]), [part('date-time')])).toBeNull();
  });
});
