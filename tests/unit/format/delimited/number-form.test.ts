import { describe, expect, it } from 'vitest';
import { numberForms, type NumberFacts } from '../../../../app/format/delimited/number-form';
import { NO_NUMBERS, WHOLE } from '../../harness/value-facts';

const TEXT: NumberFacts = { values: 3, integers: false, decimals: false, ...NO_NUMBERS };
const INTEGERS: NumberFacts = {
  ...TEXT,
  ...{ integers: true, decimals: true },
  ...{ pointNumbers: WHOLE, commaNumbers: WHOLE },
};
const FRACTION = { ...WHOLE, fractionDigits: 3 };
const GROUPS = { ...WHOLE, grouped: true };
const BOTH = { ...GROUPS, fractionDigits: 2 };

/** Columns of such values. */
const POINT: NumberFacts = { ...TEXT, decimals: true, pointNumbers: { ...WHOLE, fractionDigits: 2 } };
const COMMA: NumberFacts = { ...TEXT, commaNumbers: { ...WHOLE, fractionDigits: 2 } };
const GROUPED_POINT: NumberFacts = { ...TEXT, pointNumbers: BOTH };
const GROUPED_COMMA: NumberFacts = { ...TEXT, commaNumbers: BOTH };
const ONE_POINT: NumberFacts = { ...TEXT, decimals: true, pointNumbers: FRACTION, commaNumbers: GROUPS };
const ONE_COMMA: NumberFacts = { ...TEXT, pointNumbers: GROUPS, commaNumbers: FRACTION };
const MORE_POINTS: NumberFacts = { ...TEXT, commaNumbers: GROUPS };
const MORE_COMMAS: NumberFacts = { ...TEXT, pointNumbers: GROUPS };
const SPACED = { ...GROUPS, spaced: true };
const SPACES: NumberFacts = { ...TEXT, pointNumbers: SPACED, commaNumbers: SPACED };
const SPACED_COMMA: NumberFacts = { ...TEXT, commaNumbers: { ...SPACED, fractionDigits: 2 } };

const forms = (separator: string, columns: readonly NumberFacts[], choice?: 'point' | 'comma') =>
  numberForms(columns, { separator, choice });

describe('numberForms', () => {
  it('leaves what servers take, and what is none', () => {
    expect(forms(';', [TEXT, INTEGERS, POINT, { ...COMMA, values: 0 }])).toEqual([null, null, null, null]);
  });

  it('takes the sign of each column that tells it', () => {
    expect(forms(';', [COMMA, GROUPED_POINT, GROUPED_COMMA, SPACED_COMMA])).toEqual([
      'comma-decimal',
      'point-decimal',
      'comma-decimal',
      'comma-decimal',
    ]);
    expect(forms(',', [COMMA, GROUPED_POINT, GROUPED_COMMA])).toEqual([
      null,
      'point-decimal',
      'comma-decimal',
    ]);
  });

  it('takes the sign of others for a column that leaves it open', () => {
    expect(forms(';', [ONE_POINT, COMMA])[0]).toBe('comma-decimal');
    expect(forms(';', [ONE_POINT, POINT])[0]).toBeNull();
    expect(forms(';', [ONE_COMMA, COMMA])[0]).toBe('comma-decimal');
    expect(forms(',', [ONE_POINT, GROUPED_COMMA])[0]).toBe('comma-decimal');
    // A list in quotes tells nothing of the numbers.
    expect(forms(',', [ONE_POINT, COMMA])[0]).toBeNull();
    expect(forms(';', [MORE_POINTS, COMMA])[0]).toBe('comma-decimal');
  });

  it('says where nothing tells it, or others tell the contrary', () => {
    expect(forms(';', [ONE_POINT])).toEqual(['doubtful']);
    expect(forms(';', [ONE_POINT, COMMA, POINT])[0]).toBe('doubtful');
    expect(forms(';', [ONE_COMMA, POINT])[0]).toBe('doubtful');
    expect(forms(';', [{ ...TEXT, pointNumbers: BOTH, commaNumbers: BOTH }])).toEqual(['doubtful']);
    expect(forms('\t', [ONE_POINT])).toEqual([null]);
    expect(forms(',', [ONE_POINT, ONE_COMMA])).toEqual([null, null]);
    expect(forms(';', [ONE_COMMA])).toEqual(['comma-decimal']);
  });

  it('takes for text what may be a list, a version or a phone number', () => {
    expect(forms(',', [MORE_COMMAS, ONE_COMMA, GROUPED_POINT])).toEqual([null, null, 'point-decimal']);
    expect(forms(';', [MORE_POINTS])).toEqual([null]);
    expect(forms(';', [SPACES, COMMA])[0]).toBeNull();
  });

  it('takes the sign that is chosen for all numbers', () => {
    expect(forms(',', [ONE_POINT, ONE_COMMA, MORE_POINTS, COMMA], 'comma')).toEqual([
      'comma-decimal',
      'comma-decimal',
      'comma-decimal',
      'comma-decimal',
    ]);
    expect(forms(';', [ONE_POINT, ONE_COMMA, MORE_COMMAS, COMMA], 'point')).toEqual([
      null,
      'point-decimal',
      'point-decimal',
      null,
    ]);
    expect(forms(';', [SPACES], 'comma')).toEqual([null]);
  });
});
