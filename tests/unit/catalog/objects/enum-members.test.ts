import { describe, expect, it } from 'vitest';
import { areValuesDistinct, membersOf } from '../../../../app/catalog/objects/enum-members';

const enumOf = (members: string, more: object = {}) =>
  areValuesDistinct({
    ...{ columnType: `enum(${members})`, charset: 'utf8mb4', collation: 'utf8mb4_general_ci' },
    ...more,
  });

describe('areValuesDistinct', () => {
  it('is true of texts that differ in every collation', () => {
    expect(enumOf("'new','paid','it''s'")).toBe(true);
    expect(enumOf("'groß'", { collation: 'utf8mb4_bin' })).toBe(true);
    expect(enumOf("'für','ärger','новый'")).toBe(true);
  });

  it.each([
    ['an empty member', "'x','','y'"],
    ['a character that the server does not print', "'x','?'"],
    ['a character of four bytes', "'x','😀'"],
    ['members that differ in case', "'a','A'"],
    ['members that differ in accents', "'e','é'"],
    ['letters that a collation may take for others', "'は','ハ'"],
    ['letters that a collation may take for two', "'straße','weg'"],
  ])('is false of %s', (_, members) => {
    expect(enumOf(members)).toBe(false);
  });

  it('is false of what a lossy character set has not in common with all others', () => {
    const sjis = { charset: 'sjis', collation: 'sjis_bin', lossyText: true };
    expect(enumOf("'a','b_1'", sjis)).toBe(true);
    expect(enumOf("'C:\\\\'", sjis)).toBe(false);
    expect(enumOf("'~'", sjis)).toBe(false);
    expect(enumOf("'ä'", { charset: null, collation: null })).toBe(false);
  });
});

describe('membersOf', () => {
  it('reads quotes that are doubled and commas within', () => {
    expect(membersOf("set('a,b','it''s','')")).toEqual(['a,b', "it's", '']);
  });
});
