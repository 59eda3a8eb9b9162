import { describe, expect, it } from 'vitest';
import type { EngineDumpTable, EngineKeyPart } from '../../../app/engine/specs';
import { cutColumnOf, divided, stretchesBetween, type ComparedStretch } from '../../../app/migrate/stretches';
import type { Route } from '../../../app/migrate/routes';
import type { TableSum } from '../../../app/sums/sums';

const sum = (rows: number, digest = rows): TableSum => ({ rows, bytes: rows * 10, sum: BigInt(digest) });

function compared(...pairs: readonly (readonly [TableSum | null, TableSum])[]): readonly ComparedStretch[] {
  const cuts = pairs.slice(1).map((_, at) => String((at + 1) * 10));
  return stretchesBetween(cuts).map((within, at) => {
    const [source, target] = pairs[at] ?? [null, sum(0)];
    return { within, source, target };
  });
}

describe('stretchesBetween', () => {
  it('are all of the table, and none of it twice', () => {
    expect(stretchesBetween(['5', '9'])).toEqual([
      { at: null, before: ['5'] },
      { at: ['5'], before: ['9'] },
      { at: ['9'], before: null },
    ]);
  });
});

describe('divided', () => {
  it('keeps what is the same on both sides, and gathers what is not', () => {
    const same = [sum(3), sum(3)] as const;
    expect(divided(compared([sum(1), sum(2)], same, [sum(4), sum(4, 5)], [null, sum(0)]))).toEqual({
      kept: sum(3),
      again: [
        { at: null, before: ['10'] },
        { at: ['20'], before: null },
      ],
    });
  });

  it('keeps nothing where nothing agrees, and then there is one stretch: the table', () => {
    expect(divided(compared([sum(1), sum(2)], [null, sum(0)]))).toEqual({
      kept: sum(0),
      again: [{ at: null, before: null }],
    });
  });
});

describe('cutColumnOf', () => {
  const ID: EngineKeyPart = { column: 'id', kind: 'integer', descending: false, nullable: false };
  const route = (rowsThere: number | null, ...keys: readonly (readonly EngineKeyPart[])[]) =>
    ({
      prepared: { rowsThere },
      parts: keys.map((key) => ({ key }) as unknown as EngineDumpTable),
    }) as unknown as Pick<Route, 'prepared' | 'parts'>;

  it('is a single column that both servers are sure to order alike', () => {
    expect(cutColumnOf(route(null, [ID]))?.name).toBe('id');
    expect(cutColumnOf(route(null, [{ ...ID, kind: 'binary' }]))?.name).toBe('id');
  });

  it.each([
    ['a text, which each collation orders in its own way', route(null, [{ ...ID, kind: 'text' }])],
    ['a key of several columns', route(null, [ID, ID])],
    ['a key that may be NULL', route(null, [{ ...ID, nullable: true }])],
    ['a descending key', route(null, [{ ...ID, descending: true }])],
    ['no key', route(null, [])],
    ['partitions', route(null, [ID], [ID])],
    ['rows of somebody else among them', route(5, [ID])],
  ])('is none for %s', (_, given) => {
    expect(cutColumnOf(given)).toBeNull();
  });
});
