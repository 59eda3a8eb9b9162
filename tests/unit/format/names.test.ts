import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkFile, escapePart, Stems } from '../../../app/format/names';

const LONGEST_FILE_NAME_BYTES = 255;
/** Longest file name of a stem: a late chunk that is still being written. */
const longestFile = (stem: string) => `${chunkFile(stem, 999_999, true, 'tsv.zst')}.dumping`;
const hostile = fc.string({
  unit: fc.constantFrom('a', '%', '@', '/', '4', '0', '.', 'é', '表', '😀', '\n'),
});

describe('escapePart', () => {
  it.each([
    ['order_items', 'order_items'],
    ['Größe-1.2~', 'Größe-1.2~'],
    ['a@b', 'a%40b'],
    ['../etc', '..%2Fetc'],
    ['50%', '50%25'],
    ['a\nb', 'a%0Ab'],
    ['a b', 'a%20b'],
  ])('writes %j as %s, as MySQL Shell does', (part, escaped) => {
    expect(escapePart(part)).toBe(escaped);
  });

  it('never gives two names one text', () => {
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        expect(escapePart(a) === escapePart(b)).toBe(a === b);
      }),
    );
  });

  it('leaves nothing that could leave the folder or split a stem', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (part) => {
        expect(escapePart(part)).not.toMatch(/[/\\@\0]/);
      }),
    );
  });
});

describe('Stems', () => {
  it('joins schema, table and partition by @', () => {
    expect(new Stems().of('shop', 'orders', 'p 1')).toBe('shop@orders@p%201');
  });

  it('joins them by dots so that a name with dots is told from two', () => {
    expect(new Stems('.').of('my.shop', 'v1.orders')).toBe('my%2Eshop.v1%2Eorders');
    expect(new Stems('.').of('shop', 'triggers')).toBe('shop.triggers');
  });

  it('gives every object a stem of its own, however long the names are', () => {
    const long = fc
      .tuple(hostile, fc.nat(80), fc.constantFrom('x', '表', '😀', '%'))
      .map(([end, length, filler]) => filler.repeat(length) + end);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(long, long), { selector: (pair) => JSON.stringify(pair) }),
        (pairs) => {
          const stems = new Stems();
          const handedOut = pairs.map(([schema, table]) => stems.of(schema, table));
          expect(new Set(handedOut).size).toBe(pairs.length);
        },
      ),
    );
  });

  it('keeps the stems of names apart that are equal up to where they are cut', () => {
    const stems = new Stems();
    const [schema, start] = ['s'.repeat(64), '!'.repeat(64)];
    const all = ['a', 'b', 'c'].map((end) => stems.of(schema, start, start + end));
    expect(new Set(all).size).toBe(3);
  });

  it.each(['x', '表', '😀', '!'])(
    'leaves room for a chunk’s whole file name behind names of 64 %s',
    (filler) => {
      const name = filler.repeat(64);
      const stem = new Stems().of(name, name, name);
      expect(Buffer.byteLength(longestFile(stem))).toBeLessThanOrEqual(LONGEST_FILE_NAME_BYTES);
    },
  );

  it('does not take a number that it gave to a cut name for another object’s own', () => {
    const stems = new Stems();
    const start = 'x'.repeat(223);
    const cut = stems.of(`${start}表`);
    expect(cut).toBe(`${start}0`);
    expect(stems.of(`${start}0`)).not.toBe(cut);
  });

  it('keeps a table’s script apart from the scripts of another’s triggers and placeholder', () => {
    const stems = new Stems();
    const scripts = ['t.triggers', 'v.pre', 't', 'v'].map((name) => `${stems.of('s', name)}.sql`);
    const others = [`${new Stems().of('s', 't')}.triggers.sql`, `${new Stems().of('s', 'v')}.pre.sql`];
    expect(scripts.filter((script) => others.includes(script))).toEqual([]);
  });
});

describe('chunkFile', () => {
  it('marks the last chunk by a second @', () => {
    expect(chunkFile('shop@orders', 0, false, 'tsv.zst')).toBe('shop@orders@0.tsv.zst');
    expect(chunkFile('shop@orders', 12, true, 'tsv')).toBe('shop@orders@@12.tsv');
  });
});
