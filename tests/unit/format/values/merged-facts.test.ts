import { describe, expect, it } from 'vitest';
import { mergedFacts, mergedKeys } from '../../../../app/format/values/merged-facts';
import type { EngineDelimitedColumnFacts } from '../../../../app/engine/scan/scans';

const NUMBERS = {
  ...{ all: true, grouped: false, spaced: false, joined: false, coded: true, told: false },
  ...{ wholeDigits: 0, fractionDigits: 0 },
};
const DATES = { values: 0, dayFirst: true, monthFirst: true, dotted: true, timed: true, untimed: true };
/** Facts of a column without values. */
const NOTHING: EngineDelimitedColumnFacts = {
  ...{ values: 0, nulls: 0, nullWords: 0, empties: 0, instants: 0 },
  ...{ integers: true, decimals: true, floats: true, booleans: true, dates: true, moments: true },
  ...{ pointNumbers: NUMBERS, commaNumbers: NUMBERS, writtenDates: DATES, rising: true, isUtf8: true },
  ...{ least: '0', most: '0', first: '0', last: '0', momentDigits: 0, longestBytes: 0, longestCharacters: 0 },
};

describe('mergedFacts', () => {
  const one: EngineDelimitedColumnFacts = {
    ...NOTHING,
    ...{ values: 2, nulls: 1, nullWords: 2, empties: 3, instants: 4, booleans: false },
    ...{ least: '-9223372036854775808', most: '7', momentDigits: 1, longestBytes: 9, longestCharacters: 5 },
    pointNumbers: { ...NUMBERS, grouped: true, coded: false, wholeDigits: 4, fractionDigits: 1 },
    writtenDates: { ...DATES, values: 2, dayFirst: false },
  };
  const other: EngineDelimitedColumnFacts = {
    ...NOTHING,
    ...{ values: 3, nulls: 10, integers: false, isUtf8: false },
    ...{ least: '-1', most: '18446744073709551615', momentDigits: 3, longestBytes: 4, longestCharacters: 6 },
    pointNumbers: { ...NUMBERS, told: true, joined: true, spaced: true, all: false, fractionDigits: 3 },
    writtenDates: { ...DATES, values: 1, timed: false },
  };

  it('has what holds for the values of both, and counts them together', () => {
    for (const merged of [mergedFacts(one, other), mergedFacts(other, one)])
      expect(merged).toEqual({
        ...NOTHING,
        ...{ values: 5, nulls: 11, nullWords: 2, empties: 3, instants: 4, booleans: false, integers: false },
        ...{ least: '-9223372036854775808', most: '18446744073709551615', momentDigits: 3 },
        ...{ longestBytes: 9, longestCharacters: 6, isUtf8: false, rising: false },
        pointNumbers: {
          ...{ all: false, grouped: true, spaced: true, joined: true, coded: false, told: true },
          ...{ wholeDigits: 4, fractionDigits: 3 },
        },
        writtenDates: { ...DATES, values: 3, dayFirst: false, timed: false },
      });
  });

  it('leaves the facts of a column as they are where the other file has no value', () => {
    const rising = { ...one, integers: true, first: '-3', last: '7' };
    expect(mergedFacts(rising, NOTHING)).toEqual(rising);
    expect(mergedFacts(NOTHING, rising)).toEqual(rising);
  });
});

describe('the order of integers in several files', () => {
  const from = (first: string, last: string, rising = true) => ({
    ...NOTHING,
    values: 2,
    rising,
    first,
    last,
  });

  it.each([
    ['-5', '7', '8', '9', true],
    ['1', '9007199254740993', '9007199254740994', '9007199254740995', true],
    ['1', '2', '2', '3', false],
    ['3', '4', '1', '2', false],
  ])('rises from %s to %s and %s to %s: %s', (first, last, next, end, rising) => {
    expect(mergedFacts(from(first, last), from(next, end))).toMatchObject({ rising, first, last: end });
  });

  it('does not rise where one file’s do not', () => {
    expect(mergedFacts(from('1', '2'), from('3', '4', false)).rising).toBe(false);
    expect(mergedFacts(from('1', '2', false), from('3', '4')).rising).toBe(false);
  });
});

describe('mergedKeys', () => {
  const key = (name: string, strings: number, hex: boolean) => ({
    ...{ key: name, facts: NOTHING, strings, numbers: 1, booleans: 0, containers: 2 },
    ...{ jsonTexts: true, base64: true, hex },
  });

  it('has the keys of all files once, in the order in which they come', () => {
    const merged = mergedKeys([[key('a', 1, true)], [key('b', 2, true), key('a', 4, false)]]);
    expect(merged.map((column) => [column.key, column.strings, column.numbers, column.hex])).toEqual([
      ['a', 5, 2, false],
      ['b', 2, 1, true],
    ]);
    expect(merged[0]).toMatchObject({ containers: 4, jsonTexts: true, base64: true });
  });
});
