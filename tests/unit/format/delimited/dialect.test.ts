import { describe, expect, it } from 'vitest';
import { dialectOf, doubtfulNames } from '../../../../app/format/delimited/dialect';

const CSV = { separator: ',', quote: '"', backslashEscapes: false, hasHeader: true };

describe('dialectOf', () => {
  it.each([
    ['commas', 'id,name\n1,a\n2,b\n', {}],
    ['semicolons, with commas in numbers', 'id;price\n1;2,50\n2;3,00\n', { separator: ';' }],
    ['tabs in a file that is not named so', 'id\tname\n1\ta, b\n', { separator: '\t' }],
    ['bars', 'id|name\r\n1|a\r\n', { separator: '|' }],
    ['a quoted value with other separators', 'id,note\n1,"a;b;c"\n2,"d;e;f"\n', {}],
    ['one column', 'name\nAnn\nBob\n', {}],
    ['no header', '1,a\n2,b\n', { hasHeader: false }],
    ['no header, names twice', 'a,a\n1,2\n', { hasHeader: false }],
    ['a header alone', 'id,name\n', {}],
    ['one row without a line end', '1,a', { hasHeader: false }],
    ['backslashes before quotes', 'id,v\n1,"a \\"b\\" c"\n', { backslashEscapes: true }],
    ['quotes that are doubled', 'id,v\n1,"a\\""b"\n', {}],
    [
      'backslashes before quotes, beside an empty value',
      'id,v\n1,""\n2,"a \\"b\\" c"\n',
      { backslashEscapes: true },
    ],
    ['backslashes of a server', 'id,v\n1,"C:\\\\dir"\n2,\\N\n', { backslashEscapes: true }],
    ['backslashes that are their own, beside NULL', 'id,v\n1,"C:\\new\\\\dir"\n2,\\N\n', {}],
    ['NULL alone', 'id,v\n1,a\n2,\\N\n', {}],
    ['a value in quotes that is cut', 'id,v\n1,2\n2,"x', {}],
  ])('sees %s', (_what, head, found) => {
    expect(dialectOf(head, false, null)).toEqual({ ...CSV, ...found });
  });

  it('takes backslashes of a TSV for escapes, unless values are quoted', () => {
    const tabs = { separator: '\t', hasHeader: true };
    expect(dialectOf('a\tb\n1\t\\N\n', true, null)).toEqual({ ...tabs, quote: null, backslashEscapes: true });
    expect(dialectOf('a\tb\n1\t"x ""y"""\n', true, null)).toEqual({
      ...tabs,
      quote: '"',
      backslashEscapes: false,
    });
  });

  it.each([
    ['a text in quotes of its own among others', '1\t"Heroes"\tC:\\\\dir\n2\tx\t\\N\n', null, true],
    ['a header above texts in quotes', 'id\tv\n1\t"a"\n2\t"b"\n', '"', false],
    ['texts in quotes, as SELECT … INTO OUTFILE has them', '1\t"a"\t"b\\\\c"\n2\t"d"\t\\N\n', '"', true],
    [
      'one that has a comma, as spreadsheets write it',
      'id\tplace\r\n1\t"Paris, France"\r\n2\tRome\r\n',
      '"',
      false,
    ],
    ['one that is never closed', '1\t"unfinished\t2024-01-01\n2\tx\ty\n', null, true],
    ['one that has a tab', 'a\tb\nx\t"y\tz"\nx\ty\n', '"', false],
  ])('tells %s', (_what, head, quote, backslashEscapes) => {
    expect(dialectOf(head, true, null)).toMatchObject({ quote, backslashEscapes });
  });
});

describe('doubtfulNames', () => {
  const doubted = (head: string) => doubtfulNames(head, dialectOf(head, false, null));

  it.each([
    ['a name is there twice', 'id,name,Name\n1,a,b\n', ['id', 'name', 'Name']],
    ['each line ends with a separator', 'id,name,\n1,a,\n', ['id', 'name', '']],
    ['a name is too long', `id,${'c'.repeat(70)}\n1,a\n`, ['id', 'c'.repeat(70)]],
    ['a name has other characters', 'id,E-mail?\n1,a\n', ['id', 'E-mail?']],
  ])('are seen where %s', (_where, head, names) => {
    expect(doubted(head)).toEqual(names);
  });

  it.each([
    ['is a header', 'id,name\n1,a\n'],
    ['has values', '1,anna,\n2,bert,\n'],
    ['comes again', 'a,a\na,a\n'],
    ['is the only one', 'a,a\n'],
    ['is empty', ',\n1,2\n'],
  ])('are none where the first row %s', (_where, head) => {
    expect(doubted(head)).toBeNull();
  });
});
