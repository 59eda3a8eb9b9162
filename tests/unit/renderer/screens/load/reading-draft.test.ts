import { describe, expect, it } from 'vitest';
import type { ReadingChoices } from '../../../../../app/contract/commands/input';
import {
  AS_FOUND,
  choiceOf,
  choicesOf,
  draftOf,
  type ReadingDraft,
  type ReadingProblems,
} from '../../../../../renderer/screens/load/reading/reading-draft';
import { text } from '../../../../../renderer/text';

const { problems: words } = text.load.readAs;

describe('the fields of the reading of values', () => {
  it.each<ReadingChoices>([
    {},
    { separator: '\t', quote: null, escape: 'none', header: false, charset: 'latin1' },
    { separator: '#', quote: '~', nullWord: 'NA', decimal: 'comma' },
    { quote: "'", nullWord: '', header: true, table: { schema: null, name: 'a.b' } },
    { table: { schema: 'shop', name: 'orders' }, columns: ['a,b', 'c=d'] },
    { columns: { nr: 'id', 'a b': 'c' } },
    { dates: 'dmy', timeZone: 'Europe/Berlin' },
    { dates: 'ymd', timeZone: '+02:00' },
  ])('are set as choices were made, and make the same again: %o', (choices) => {
    expect(choicesOf(draftOf(choices))).toEqual({ choices, problems: {} });
  });

  it.each<readonly [Partial<ReadingDraft>, ReadingProblems]>([
    [{ separator: 'other' }, { separator: words.separator }],
    [{ separator: 'other', otherSeparator: 'x' }, { separator: words.separator }],
    [{ separator: 'other', otherSeparator: '"' }, { separator: words.separator }],
    [{ quote: 'other', otherQuote: '\\' }, { quote: words.quote }],
    [{ separator: 'bar', quote: 'other', otherQuote: '|' }, { quote: words.sameSign }],
    [{ nullWord: 'other' }, { nullWord: words.nullWord }],
    [{ nullWord: 'other', otherNullWord: 'n/a' }, { nullWord: words.nullWord }],
    [{ table: 'a.b.c' }, { table: words.table }],
    [{ timeZone: '+25:00' }, { timeZone: words.timeZone }],
    [{ timeZone: 'Berlin 1' }, { timeZone: words.timeZone }],
    [{ columns: 'a, b=c' }, { columns: words.columns }],
    [{ columns: 'a, A' }, { columns: words.columnTwice }],
  ])('say what is wrong with %o, and choose nothing by it', (change, problems) => {
    const read = choicesOf({ ...AS_FOUND, ...change });
    expect(read.problems).toEqual(problems);
    for (const choice of Object.keys(problems)) expect(read.choices).not.toHaveProperty(choice);
  });

  it('are found by the option that a failure names', () => {
    const failure = { code: 'usage', message: 'It does not fit.', hint: '', retryable: false } as const;
    expect(choiceOf({ ...failure, parameters: { option: '--input-charset' } })).toBe('charset');
    expect(choiceOf({ ...failure, parameters: { option: '--input-dates' } })).toBe('dates');
    expect(choiceOf({ ...failure, parameters: { option: '--input-time-zone' } })).toBe('timeZone');
    expect(choiceOf({ ...failure, parameters: { option: '--reject-file' } })).toBeNull();
    expect(choiceOf(failure)).toBeNull();
  });
});
