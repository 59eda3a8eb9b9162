import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { parseColumns, parseQuote, toInput } from '../../../../app/cli/options/input';

describe('the options about files of values', () => {
  it.each([
    ['a, b,c', ['a', 'b', 'c']],
    ['a\\,b,c\\=d', ['a,b', 'c=d']],
    ['nr=id,b=c', { nr: 'id', b: 'c' }],
  ])('take the columns %s', (text, columns) => {
    expect(parseColumns(text)).toEqual(columns);
  });

  it.each(['', 'a,', 'a=b,c', 'a=b=c', 'a,A', 'a=', `a,${'x'.repeat(65)}`])(
    'refuse the columns “%s”',
    (text) => {
      expect(() => parseColumns(text)).toThrow(InvalidArgumentError);
    },
  );

  it('take a quote, or none', () => {
    expect(["'", '"', '|', 'none'].map(parseQuote)).toEqual(["'", '"', '|', 'none']);
    for (const text of ['', 'a', '\\', '""', ' '])
      expect(() => parseQuote(text)).toThrow(InvalidArgumentError);
  });

  it('are no choice where none is given, and refuse one character for two things', () => {
    expect(toInput({})).toBeUndefined();
    expect(toInput({ inputHeader: 'no', inputQuote: 'none' })).toEqual({ header: false, quote: null });
    expect(() => toInput({ inputSeparator: '|', inputQuote: '|' })).toThrow(/same character/);
  });
});
