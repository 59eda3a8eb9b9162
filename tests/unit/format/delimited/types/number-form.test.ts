import { describe, expect, it } from 'vitest';
import {
  doubtedNumbers,
  numberForms,
  toldSign,
  type NumberFacts,
} from '../../../../../app/format/delimited/types/number-form';
import { NO_NUMBERS, WHOLE } from '../../../harness/value-facts';

const TEXT: NumberFacts = { values: 3, integers: false, decimals: false, ...NO_NUMBERS };
const INTEGERS: NumberFacts = {
  ...TEXT,
  ...{ integers: true, decimals: true },
  ...{ pointNumbers: WHOLE, commaNumbers: WHOLE },
};
const FRACTION = { ...WHOLE, fractionDigits: 3 };
const GROUPS = { ...WHOLE, grouped: true };
const CODES = { ...GROUPS, coded: true };
const TOLD = { ...GROUPS, fractionDigits: 2, told: true };
const SPACED = { ...GROUPS, spaced: true };

/** Columns by one of their values. */
const POINT: NumberFacts = { ...TEXT, decimals: true, pointNumbers: { ...WHOLE, fractionDigits: 2 } };
const COMMA: NumberFacts = { ...TEXT, commaNumbers: { ...WHOLE, fractionDigits: 2 } };
const TOLD_POINT: NumberFacts = { ...TEXT, pointNumbers: TOLD };
const TOLD_COMMA: NumberFacts = { ...TEXT, commaNumbers: TOLD };
const ONE_POINT: NumberFacts = { ...TEXT, decimals: true, pointNumbers: FRACTION, commaNumbers: GROUPS };
const ONE_COMMA: NumberFacts = { ...TEXT, pointNumbers: GROUPS, commaNumbers: FRACTION };
const MORE_POINTS: NumberFacts = { ...TEXT, commaNumbers: GROUPS };
const MORE_COMMAS: NumberFacts = { ...TEXT, pointNumbers: GROUPS };
const VERSIONS: NumberFacts = { ...TEXT, commaNumbers: CODES };
const SPACES: NumberFacts = { ...TEXT, pointNumbers: SPACED, commaNumbers: SPACED };
const SPACED_COMMA: NumberFacts = { ...TEXT, commaNumbers: { ...SPACED, fractionDigits: 2 } };
const BOTH: NumberFacts = {
  ...TEXT,
  ...{ pointNumbers: { ...GROUPS, fractionDigits: 3 }, commaNumbers: { ...GROUPS, fractionDigits: 3 } },
};

type Choice = 'point' | 'comma';
const forms = (separator: string, columns: readonly NumberFacts[], choice?: Choice) =>
  numberForms(columns, { separator, choice });
const doubts = (separator: string, columns: readonly NumberFacts[], choice?: Choice) =>
  doubtedNumbers(columns, { separator, choice });

describe('numberForms', () => {
  it('leaves what servers take, and what is none', () => {
    expect(forms(';', [TEXT, INTEGERS, POINT, { ...COMMA, values: 0 }])).toEqual([null, null, null, null]);
    // Integers of more than 64 bits.
    expect(forms(';', [{ ...INTEGERS, integers: false }, TOLD_COMMA])[0]).toBeNull();
  });

  it('takes the sign of each column that tells it', () => {
    expect(forms(';', [COMMA, TOLD_POINT, TOLD_COMMA, SPACED_COMMA])).toEqual([
      'comma-decimal',
      'point-decimal',
      'comma-decimal',
      'comma-decimal',
    ]);
    expect(forms(',', [COMMA, TOLD_POINT, TOLD_COMMA])).toEqual([null, 'point-decimal', 'comma-decimal']);
  });

  it('takes the sign that values with both tell for a column that leaves it open', () => {
    expect(forms(';', [ONE_POINT, TOLD_COMMA])[0]).toBe('comma-decimal');
    expect(forms(',', [ONE_POINT, TOLD_COMMA])[0]).toBe('comma-decimal');
    expect(forms(';', [MORE_POINTS, TOLD_COMMA])[0]).toBe('comma-decimal');
    expect(forms(';', [ONE_COMMA, TOLD_POINT])[0]).toBe('point-decimal');
    // Some values are something else.
    const some = { ...TOLD_COMMA, commaNumbers: { ...TOLD, all: false } };
    expect(forms('\t', [ONE_POINT, some])).toEqual(['comma-decimal', null]);
  });

  it('takes for decimals what nothing tells so', () => {
    expect(forms(';', [ONE_POINT, COMMA])[0]).toBeNull();
    expect(forms(';', [ONE_COMMA, POINT])[0]).toBe('comma-decimal');
    expect(forms(';', [ONE_POINT, TOLD_COMMA, TOLD_POINT])[0]).toBeNull();
    // Others have four digits together.
    const joined = { ...ONE_POINT, commaNumbers: { ...GROUPS, joined: true } };
    expect(forms(';', [joined, TOLD_COMMA])[0]).toBeNull();
    expect(forms(';', [BOTH, TOLD_COMMA])[0]).toBeNull();
  });

  it('takes for texts what may be a list, a version or a phone number', () => {
    expect(forms(',', [MORE_COMMAS, ONE_COMMA, TOLD_POINT])).toEqual([null, null, 'point-decimal']);
    expect(forms(';', [MORE_POINTS])).toEqual([null]);
    expect(forms(';', [VERSIONS, TOLD_COMMA])[0]).toBeNull();
    expect(forms(';', [SPACES, TOLD_COMMA])[0]).toBeNull();
  });

  it('takes for thousands what goes into integers', () => {
    const whole = { isForIntegers: true };
    expect(
      forms(';', [
        { ...MORE_POINTS, ...whole },
        { ...MORE_COMMAS, ...whole },
        { ...POINT, ...whole },
      ]),
    ).toEqual(['comma-decimal', 'point-decimal', null]);
    // 12.000 may be twelve.
    expect(
      forms(',', [
        { ...ONE_POINT, ...whole },
        { ...ONE_COMMA, ...whole },
      ]),
    ).toEqual([null, null]);
  });

  it('takes the sign that is chosen for all numbers', () => {
    expect(forms(',', [ONE_POINT, ONE_COMMA, MORE_POINTS, COMMA, VERSIONS], 'comma')).toEqual([
      'comma-decimal',
      'comma-decimal',
      'comma-decimal',
      'comma-decimal',
      null,
    ]);
    expect(forms(';', [ONE_POINT, ONE_COMMA, MORE_COMMAS, COMMA], 'point')).toEqual([
      null,
      'point-decimal',
      'point-decimal',
      null,
    ]);
    // Lists in quotes.
    expect(forms(',', [ONE_COMMA, MORE_COMMAS, TOLD_POINT], 'point')).toEqual([null, null, 'point-decimal']);
    expect(forms(';', [SPACES], 'comma')).toEqual([null]);
  });
});

describe('doubtedNumbers', () => {
  it('names numbers that are taken for decimals where others tell otherwise, or none does between semicolons', () => {
    expect(doubts(';', [ONE_POINT])).toEqual([true]);
    expect(doubts(';', [ONE_POINT, COMMA])).toEqual([true, false]);
    expect(doubts('\t', [ONE_POINT, COMMA])).toEqual([true, false]);
    expect(doubts(';', [ONE_COMMA, POINT])).toEqual([true, false]);
    expect(doubts(';', [ONE_POINT, TOLD_COMMA, TOLD_POINT])[0]).toBe(true);
  });

  it('names none that is told, or chosen, or no number', () => {
    expect(doubts(';', [ONE_POINT, POINT])).toEqual([false, false]);
    expect(doubts(';', [ONE_POINT, TOLD_COMMA])).toEqual([false, false]);
    expect(doubts(';', [ONE_COMMA])).toEqual([false]);
    expect(doubts('\t', [ONE_POINT])).toEqual([false]);
    expect(doubts(',', [ONE_POINT, ONE_COMMA, COMMA])).toEqual([false, false, false]);
    expect(doubts(';', [INTEGERS, TEXT, BOTH, { ...ONE_POINT, values: 0 }])).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(doubts(';', [{ ...ONE_POINT, commaNumbers: { ...GROUPS, joined: true } }])).toEqual([false]);
    expect(doubts(';', [ONE_POINT], 'comma')).toEqual([false]);
  });
});

describe('toldSign', () => {
  it('is that of values with thousands apart and a fraction, unless they differ', () => {
    expect(toldSign([COMMA, TOLD_COMMA], ';')).toBe('comma');
    expect(toldSign([TOLD_POINT, ONE_COMMA], ';')).toBe('point');
    expect(toldSign([COMMA, ONE_POINT], ';')).toBeNull();
    expect(toldSign([TOLD_POINT, TOLD_COMMA], ';')).toBeNull();
    // A note that looks like a number tells nothing against a column of decimals.
    expect(toldSign([{ ...TOLD_COMMA, commaNumbers: { ...TOLD, all: false } }, POINT], ';')).toBeNull();
  });
});
