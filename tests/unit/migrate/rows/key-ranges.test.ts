import { describe, expect, it } from 'vitest';
import type { EngineDumpTable, EngineKeyPart } from '../../../../app/engine/specs';
import {
  splitRanges,
  partWithin,
  partitionPairsOf,
  keyRangesBetween,
  type ComparedRange,
  type KeyRange,
  type TableSide,
} from '../../../../app/migrate/rows/key-ranges';
import type { TableChecksum } from '../../../../app/checksums/totals';

const ID: EngineKeyPart = { column: 'id', kind: 'integer', descending: false, nullable: false };
const NAME: EngineKeyPart = { ...ID, column: 'name', kind: 'text' };
const NULLABLE = { ...ID, nullable: true };

const checksum = (rows: number, digest = rows): TableChecksum => ({
  rows,
  bytes: rows * 10,
  checksum: BigInt(digest),
});

function compared(
  ...pairs: readonly (readonly [TableChecksum | null, TableChecksum])[]
): readonly ComparedRange[] {
  const cuts = pairs.slice(1).map((_, at) => [String((at + 1) * 10)]);
  return keyRangesBetween([ID], cuts).map((keyRange, at) => {
    const [source, target] = pairs[at] ?? [null, checksum(0)];
    return { keyRange, source, target };
  });
}

function range(at: string | null, before: string | null): KeyRange {
  const key = (value: string | null) => (value === null ? null : [value]);
  return { kind: 'range', within: { at: key(at), before: key(before) } };
}

describe('keyRangesBetween', () => {
  it('are all of the table, and none of it twice', () => {
    const ranges = [range(null, '5'), range('5', '9'), range('9', null)];
    expect(keyRangesBetween([ID], [['5'], ['9']])).toEqual(ranges);
    expect(keyRangesBetween([NULLABLE], [['5'], ['9']])).toEqual([{ kind: 'keyless' }, ...ranges]);
  });
});

describe('splitRanges', () => {
  it('keeps what is the same on both sides, and gathers what is not', () => {
    const same = [checksum(3), checksum(3)] as const;
    expect(
      splitRanges(
        compared([checksum(1), checksum(2)], same, [checksum(4), checksum(4, 5)], [null, checksum(0)]),
      ),
    ).toEqual({
      kept: checksum(3),
      reload: [range(null, '10'), range('20', null)],
    });
  });

  it('keeps nothing where nothing agrees, and then there is one range: the table', () => {
    expect(splitRanges(compared([checksum(1), checksum(2)], [null, checksum(0)]))).toEqual({
      kept: checksum(0),
      reload: [range(null, null)],
    });
  });

  it('never takes the rows without a key for a neighbour of those with one', () => {
    const keyRanges = keyRangesBetween([NULLABLE], [['10']]);
    const differing = keyRanges.map((keyRange) => ({ keyRange, source: checksum(1), target: checksum(2) }));
    expect(splitRanges(differing)).toEqual({
      kept: checksum(0),
      reload: [{ kind: 'keyless' }, range(null, null)],
    });
  });
});

describe('partitionPairsOf', () => {
  const side = (kind: EngineKeyPart['kind'], collation: string | null): TableSide => ({
    parts: [{ partition: null, key: [{ ...NAME, kind }] } as unknown as EngineDumpTable],
    collations: new Map([['name', collation]]),
  });

  it.each(['text', 'narrow-text', 'encoded-text'] as const)(
    'cuts no %s that the sides put in other orders',
    (kind) => {
      expect(partitionPairsOf(side(kind, 'a_ci'), side(kind, 'a_ci'))).toHaveLength(1);
      expect(partitionPairsOf(side(kind, 'a_ci'), side(kind, 'b_ci'))).toBeNull();
      expect(partitionPairsOf(side(kind, null), side(kind, null))).toBeNull();
    },
  );

  it('cuts numbers whatever collation stands beside them', () => {
    expect(partitionPairsOf(side('integer', 'a_ci'), side('integer', 'b_ci'))).toHaveLength(1);
  });

  describe('of a key of two columns', () => {
    const both = (second: EngineKeyPart, collation: string): TableSide => ({
      parts: [{ partition: null, key: [ID, second] } as unknown as EngineDumpTable],
      collations: new Map([['name', collation]]),
    });

    it('cuts none whose second column the sides put in other orders', () => {
      expect(partitionPairsOf(both(NAME, 'a_ci'), both(NAME, 'a_ci'))).toHaveLength(1);
      expect(partitionPairsOf(both(NAME, 'a_ci'), both(NAME, 'b_ci'))).toBeNull();
    });

    it.each([{ column: 'title' }, { kind: 'integer' }, { descending: true }, { nullable: true }] as const)(
      'cuts none whose second column is another one: %j',
      (other) => {
        expect(partitionPairsOf(both(NAME, 'a_ci'), both({ ...NAME, ...other }, 'a_ci'))).toBeNull();
      },
    );
  });
});

describe('partWithin', () => {
  const part = (key: readonly EngineKeyPart[], where: string | null = null) =>
    ({ id: 3, basename: 't', key, keyIndex: 'u', where, within: null }) as unknown as EngineDumpTable;

  it('leaves rows without a key out by a bound, and by words where there is none', () => {
    const where = (at: string | null, before: string | null) =>
      partWithin(part([NULLABLE]), range(at, before), 7).where;
    expect([where(null, '5'), where('5', null), where('5', '9')]).toEqual([null, null, null]);
    expect(where(null, null)).toBe('`id` IS NOT NULL');
    expect(partWithin(part([ID]), range(null, null), 7).where).toBeNull();
  });

  it('is a range of the key', () => {
    const within = { at: ['1'], before: ['2'] };
    expect(partWithin(part([ID]), { kind: 'range', within }, 7)).toEqual({
      ...part([ID]),
      ...{ id: 7, basename: 't~7', within },
    });
  });

  it('reads the rows without a key as one stream, and none of them with a range', () => {
    expect(partWithin(part([NULLABLE]), { kind: 'keyless' }, 7)).toMatchObject({
      ...{ key: [], keyIndex: null, within: null, where: '`id` IS NULL' },
    });
    expect(partWithin(part([NULLABLE]), range(null, null), 7).where).toBe('`id` IS NOT NULL');
    expect(partWithin(part([NULLABLE]), range('1', null), 7).where).toBeNull();
  });

  it('keeps to what the user wants of the table, whatever that ends with', () => {
    expect(partWithin(part([NULLABLE], 'a OR b -- mine'), { kind: 'keyless' }, 7).where).toBe(
      '(a OR b -- mine\n) AND `id` IS NULL',
    );
  });
});

describe('partitionPairsOf', () => {
  const side = (
    key: readonly EngineKeyPart[],
    {
      partitions = [null],
      collation = 'utf8mb4_bin',
    }: { partitions?: readonly (string | null)[]; collation?: string } = {},
  ): TableSide => ({
    parts: partitions.map((partition) => ({ key, partition }) as unknown as EngineDumpTable),
    collations: new Map([['name', collation]]),
  });
  const ENUM: EngineKeyPart = { ...ID, kind: 'numbered', most: 3 };

  it.each([
    ['several columns', [ID, NAME]],
    ['a text', [NAME]],
    ['a decimal', [{ ...ID, kind: 'decimal' as const }]],
    ['a descending time', [{ ...ID, kind: 'time' as const, descending: true }]],
    ['an enum', [ENUM]],
    ['a value that may be missing', [NULLABLE]],
  ])('cuts along %s', (_, key) => {
    expect(partitionPairsOf(side(key), side(key))).toHaveLength(1);
  });

  it('pairs partitions by name', () => {
    const pairs = partitionPairsOf(
      side([ID], { partitions: ['low', 'high'] }),
      side([ID], { partitions: ['high', 'low'] }),
    );
    expect(pairs?.map(({ source, target }) => [source.partition, target.partition])).toEqual([
      ['low', 'low'],
      ['high', 'high'],
    ]);
  });

  it.each([
    ['without a key', side([]), side([])],
    ['where the text has another collation', side([NAME]), side([NAME], { collation: 'utf8mb4_general_ci' })],
    ['where the key is another one', side([ID]), side([ID, NAME])],
    ['where the column is another one', side([ID]), side([{ ...ID, column: 'other' }])],
    ['where the values are of another kind', side([ID]), side([{ ...ID, kind: 'decimal' }])],
    ['where the direction is another one', side([ID]), side([{ ...ID, descending: true }])],
    ['where values may be missing on one side', side([ID]), side([NULLABLE])],
    ['where an enum has more members', side([ENUM]), side([{ ...ENUM, most: 4 }])],
    [
      'where partitions have other names',
      side([ID], { partitions: ['a'] }),
      side([ID], { partitions: ['b'] }),
    ],
    [
      'where there are more partitions',
      side([ID], { partitions: ['a', 'b'] }),
      side([ID], { partitions: ['a'] }),
    ],
    [
      'where one of the partitions is another',
      side([ID], { partitions: ['a', 'b'] }),
      side([ID], { partitions: ['a', 'c'] }),
    ],
    ['where nothing is read', { parts: [], collations: new Map() }, { parts: [], collations: new Map() }],
  ])('is null %s', (_, source, target) => {
    expect(partitionPairsOf(source, target)).toBeNull();
  });
});
