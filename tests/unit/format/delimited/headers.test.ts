import { describe, expect, it } from 'vitest';
import { foundHeaders, type FirstRow } from '../../../../app/format/delimited/headers';

const LOOKS = /^[a-z" ]+$/i;

/** First rows by their values, parted by commas; those of letters alone look like headers. */
function rowsOf(...rows: readonly (string | null)[]): readonly FirstRow[] {
  return rows.map((row, at) => ({
    file: `${at + 1}.csv`,
    values: row?.split(',') ?? null,
    looksLikeHeader: row?.split(',').every((value) => LOOKS.test(value)) === true,
  }));
}

function found(rows: readonly FirstRow[], header?: boolean, isDefined = false) {
  const { areHeaders, warnings } = foundHeaders(rows, header === undefined ? {} : { header }, isDefined);
  return [areHeaders, warnings.map(({ failure }) => failure.message.slice(0, 36))];
}

describe('foundHeaders', () => {
  it.each<readonly [string, readonly FirstRow[], readonly boolean[]]>([
    ['in each file', rowsOf('id,v', 'ID, V', 'id,v'), [true, true, true]],
    ['in the first', rowsOf('id,v', '2,x', null), [true, false, false]],
    ['in none', rowsOf('1,x', '2,y'), [false, false]],
  ])('finds them %s', (_where, rows, headers) => {
    expect(found(rows)).toEqual([headers, []]);
  });

  it('takes words for values where nothing tells them apart, and says so', () => {
    expect(found(rowsOf('id,v', 'ann,x'))).toEqual([[true, false], ['The first row of 2.csv (ann, x) is l']]);
    expect(found(rowsOf('ann', 'bob', '1'))).toEqual([
      [true, false, false],
      ['The first row of 2.csv (bob) is loade'.slice(0, 36)],
    ]);
    expect(found(rowsOf('1,!', 'id,v', 'x!,2!'))).toEqual([
      [false, false, false],
      ['The first row of 2.csv (id, v) is loa'.slice(0, 36)],
    ]);
    expect(found(rowsOf('id;2024', 'id;2024'))).toEqual([
      [false, false],
      ['The first rows of all 2 files of a t'],
    ]);
  });

  it('takes those of a later file only where values stand beside it, and says so', () => {
    expect(found(rowsOf('2,x', 'id,v', '3,y'))).toEqual([
      [false, true, false],
      ['The first row of 2.csv (id, v) is ta'],
    ]);
  });

  it('refuses the same names in another order, and some of them among others', () => {
    for (const row of ['v,id', 'id,w', 'id,2!'])
      expect(() => found(rowsOf('id,v', row))).toThrow(/2\.csv and 1\.csv name other columns/);
    expect(() => found(rowsOf('id,v', 'v,id'), undefined, true)).toThrow(/name other columns/);
  });

  it('does as it is told', () => {
    expect(found(rowsOf('id,v', 'id,v'), false)).toEqual([[false, false], []]);
    expect(found(rowsOf('1,x', '1,x', '2,y'), true)).toEqual([[true, true, false], []]);
    expect(found(rowsOf('1,x', '2,y'), undefined, true)).toEqual([[false, false], []]);
  });
});
