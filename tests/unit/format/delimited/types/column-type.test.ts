import { describe, expect, it } from 'vitest';
import type { EngineDelimitedColumnFacts } from '../../../../../app/engine/scan/scans';
import { inferredType } from '../../../../../app/format/delimited/types/column-type';
import type { DateForm } from '../../../../../app/format/delimited/types/date-form';
import type { NumberForm } from '../../../../../app/format/delimited/types/number-form';
import { NO_DATES, NO_NUMBERS, WHOLE } from '../../../harness/value-facts';

const TEXT: EngineDelimitedColumnFacts = {
  ...{ values: 3, nulls: 0, nullWords: 0, empties: 0 },
  ...{ integers: false, decimals: false, ...NO_NUMBERS, floats: false },
  ...{ booleans: false, dates: false, moments: false, rising: false, isUtf8: true },
  ...{ least: '0', most: '0', first: '0', last: '0', momentDigits: 0 },
  ...{ longestBytes: 5, longestCharacters: 5 },
  ...{ instants: 0, writtenDates: NO_DATES },
};
const INTEGERS = {
  ...TEXT,
  integers: true,
  decimals: true,
  pointNumbers: WHOLE,
  commaNumbers: WHOLE,
  floats: true,
};

function typeOf(
  facts: Partial<EngineDelimitedColumnFacts>,
  dateForm: DateForm = null,
  numberForm: NumberForm = null,
): string {
  const { type, column, isNotNull } = inferredType({ ...TEXT, ...facts }, { numberForm, dateForm });
  return `${type} ${column}${isNotNull ? ' NOT NULL' : ''}`;
}

describe('inferredType', () => {
  it.each([
    ['small integers', { ...INTEGERS, least: '-2147483648', most: '2147483647' }, 'INT value NOT NULL'],
    ['large integers', { ...INTEGERS, most: '2147483648' }, 'BIGINT value NOT NULL'],
    ['unsigned ones', { ...INTEGERS, most: '18446744073709551615' }, 'BIGINT UNSIGNED value NOT NULL'],
    ['both', { ...INTEGERS, least: '-1', most: '18446744073709551615' }, 'DECIMAL(20,0) value NOT NULL'],
    [
      'decimals',
      { decimals: true, pointNumbers: { ...WHOLE, wholeDigits: 5, fractionDigits: 2 } },
      'DECIMAL(7,2) value NOT NULL',
    ],
    [
      'decimals that no server has',
      { decimals: true, pointNumbers: { ...WHOLE, wholeDigits: 60, fractionDigits: 6 } },
      'VARCHAR(32) text NOT NULL',
    ],
    ['floats', { floats: true }, 'DOUBLE value NOT NULL'],
    ['words of truth', { booleans: true, nulls: 1 }, 'TINYINT(1) boolean'],
    ['dates', { dates: true, nullWords: 1 }, 'DATE value'],
    ['moments', { moments: true, momentDigits: 3, empties: 1 }, 'DATETIME(3) value'],
    ['texts with the word NULL', { nullWords: 2 }, 'VARCHAR(32) text NOT NULL'],
    ['nothing', { values: 0, nulls: 3, integers: true, booleans: true }, 'VARCHAR(32) text'],
    ['no row', { values: 0 }, 'VARCHAR(32) text'],
    ['a longer text', { longestCharacters: 600, longestBytes: 600 }, 'VARCHAR(1000) text NOT NULL'],
    ['a long text', { longestCharacters: 20_000, longestBytes: 20_000 }, 'TEXT text NOT NULL'],
    ['a very long text', { longestCharacters: 70_000, longestBytes: 70_000 }, 'MEDIUMTEXT text NOT NULL'],
    ['the longest', { longestCharacters: 6_000_000, longestBytes: 6_000_000 }, 'LONGTEXT text NOT NULL'],
  ])('gives %s a type that holds them', (_what, facts, type) => {
    expect(typeOf(facts)).toBe(type);
  });

  it('makes dates of those in another order where it is known, and all or none have a time', () => {
    const dated = (facts: Partial<EngineDelimitedColumnFacts['writtenDates']>, momentDigits = 0) => ({
      momentDigits,
      writtenDates: { ...NO_DATES, values: 3, dayFirst: true, ...facts },
    });
    expect(typeOf(dated({ untimed: true }), 'day-first')).toBe('DATE day-first NOT NULL');
    expect(typeOf(dated({ timed: true }), 'day-first')).toBe('DATETIME day-first NOT NULL');
    expect(typeOf(dated({ timed: true, monthFirst: true }, 2), 'month-first')).toBe(
      'DATETIME(2) month-first NOT NULL',
    );
    expect(typeOf(dated({}), 'day-first')).toBe('VARCHAR(32) text NOT NULL');
    expect(typeOf(dated({ untimed: true }), 'month-first')).toBe('VARCHAR(32) text NOT NULL');
    expect(typeOf(dated({ untimed: true }), 'doubtful')).toBe('VARCHAR(32) text NOT NULL');
    expect(typeOf(dated({ untimed: true }))).toBe('VARCHAR(32) text NOT NULL');
    expect(typeOf(dated({ untimed: true, values: 2 }), 'day-first')).toBe('VARCHAR(32) text NOT NULL');
  });

  it('makes moments of those with their offset, where all have one', () => {
    const zoned = { instants: 3, momentDigits: 1 };
    expect(typeOf(zoned, 'instant')).toBe('DATETIME(1) instant NOT NULL');
    expect(typeOf({ ...zoned, instants: 2 }, 'instant')).toBe('VARCHAR(32) text NOT NULL');
    expect(typeOf(zoned)).toBe('VARCHAR(32) text NOT NULL');
    // No server has nanoseconds.
    expect(typeOf({ ...zoned, momentDigits: 9 }, 'instant')).toBe('VARCHAR(32) text NOT NULL');
    expect(typeOf({ ...zoned, momentDigits: 6 }, 'instant')).toBe('DATETIME(6) instant NOT NULL');
  });

  it('makes numbers of those in a known form, by their digits with its sign', () => {
    const written = (wholeDigits: number, fractionDigits: number) => ({
      decimals: true,
      pointNumbers: { ...WHOLE, wholeDigits: 1, fractionDigits: 3 },
      commaNumbers: { ...WHOLE, grouped: true, wholeDigits, fractionDigits },
    });
    expect(typeOf(written(4, 2), null, 'comma-decimal')).toBe('DECIMAL(6,2) comma-decimal NOT NULL');
    expect(typeOf(written(9, 0), null, 'comma-decimal')).toBe('INT comma-decimal NOT NULL');
    expect(typeOf(written(18, 0), null, 'comma-decimal')).toBe('BIGINT comma-decimal NOT NULL');
    expect(typeOf(written(19, 0), null, 'comma-decimal')).toBe('DECIMAL(19,0) comma-decimal NOT NULL');
    expect(typeOf(written(64, 2), null, 'comma-decimal')).toBe('VARCHAR(32) text NOT NULL');
    expect(typeOf(written(4, 2), null, 'point-decimal')).toBe('DECIMAL(4,3) point-decimal NOT NULL');
    expect(typeOf(written(4, 2))).toBe('DECIMAL(4,3) value NOT NULL');
  });
});
