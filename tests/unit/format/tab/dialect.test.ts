import { describe, expect, it } from 'vitest';
import { shapeOf, tabDialect } from '../../../../app/format/tab/dialect';

const TYPES = ['int', 'varchar', 'date'];
const DIALECT = { fieldTerminator: '\t', enclosure: '', escape: '\\', lineTerminator: '\n' };
const sampleOf = (head: string, types = TYPES) => ({
  head,
  isWhole: true,
  tail: head.slice(-8),
  shapes: [types],
});

describe('tabDialect', () => {
  it.each([
    ['the usual one', '1\ta\t2026-01-02\n2\tb\\\tc\t\\N\n', {}],
    ['line ends of Windows', '1\ta\t2026-01-02\r\n', { lineTerminator: '\r\n' }],
    ['commas', '1,a,2026-01-02\n2,\\N,\\N\n', { fieldTerminator: ',' }],
    ['quotes', '"1","a\\"b,\nc","2026-01-02"\n', { fieldTerminator: ',', enclosure: '"' }],
    [
      'some values in quotes',
      "1,'a','2026-01-02'\n2,'','2026-01-02'\n",
      { fieldTerminator: ',', enclosure: "'" },
    ],
    [
      'ends of several characters',
      '1<|>a<b<|>2026-01-02#\n2<|>#<|>2026-01-03#\n',
      { fieldTerminator: '<|>', lineTerminator: '#\n' },
    ],
    ['quotes of the values themselves', '1\t"a"\t2026-01-02\n2\tb\t2026-01-03\n', {}],
    ['a row that is damaged', `${'1\ta\t2026-01-02\n'.repeat(20)}2\n`, {}],
    ['no rows', '', {}],
  ])('finds %s', (_what, head, found) => {
    expect(tabDialect([sampleOf(head)])).toEqual({ ...DIALECT, ...found });
  });

  it('takes the quotes of JSON for its own', () => {
    expect(tabDialect([sampleOf('1\t"a"\n2\t"b"\n', ['int', 'json'])])).toEqual(DIALECT);
  });

  it.each([
    ['another escape', '1\tC:\\xampp\t2026-01-02\n'],
    ['fewer values', '1\t2\n'],
    ['words for numbers', 'a\tb\t2026-01-02\n'],
  ])('finds none for %s', (_what, head) => {
    expect(tabDialect([sampleOf(head)])).toBeNull();
  });

  it('sees nothing in a row that is longer than what it sees of it', () => {
    const long = { ...sampleOf('1\tx'), isWhole: false };
    expect(tabDialect([long])).toBeNull();
    expect(tabDialect([long, sampleOf('1\ta\t2026-01-02\n')])).toEqual(DIALECT);
  });

  it('finds the one of all files together', () => {
    const files = [sampleOf('a\\|b\n', ['varchar']), sampleOf('1|x|2026-01-02\n')];
    expect(tabDialect(files)).toMatchObject({ fieldTerminator: '|' });
  });
});

describe('shapeOf', () => {
  it('tells files with computed columns from those without', () => {
    const shapes = [TYPES, [...TYPES, 'int']];
    expect(shapeOf({ ...sampleOf('1\ta\t\\N\t5\n'), shapes }, DIALECT)).toBe(1);
    expect(shapeOf({ ...sampleOf('1\ta\t\\N\n'), shapes }, DIALECT)).toBe(0);
    expect(shapeOf({ ...sampleOf(''), shapes }, DIALECT)).toBeNull();
  });
});
