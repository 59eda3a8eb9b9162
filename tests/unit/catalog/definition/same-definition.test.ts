import { describe, expect, it } from 'vitest';
import {
  differenceText,
  differingLines,
  likenessOf,
  meaningOf,
} from '../../../../app/catalog/definition/same-definition';

function table(
  columns: readonly string[],
  options = 'DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci',
): string {
  return `CREATE TABLE \`t\` (\n${columns.map((column) => `  ${column}`).join(',\n')}\n) ENGINE=InnoDB ${options}`;
}

const CONVERTED = table(['`a` varchar(20) COLLATE utf8mb4_general_ci DEFAULT NULL']);

describe('likenessOf', () => {
  it('distinguishes equal texts from equal meanings', () => {
    expect(likenessOf(CONVERTED, CONVERTED)).toBe('same-text');
    const counted = CONVERTED.replace('ENGINE=InnoDB', 'ENGINE=InnoDB AUTO_INCREMENT=9');
    expect(likenessOf(CONVERTED, counted)).toBe('same-text');
  });

  it.each([
    ['written out', '`a` varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci DEFAULT NULL'],
    ['left out', '`a` varchar(20) DEFAULT NULL'],
  ])('takes the table’s own collation, %s, for the same', (_, column) => {
    expect(likenessOf(CONVERTED, table([column]))).toBe('same-meaning');
  });

  it.each([
    ['another collation', '`a` varchar(20) COLLATE utf8mb4_bin DEFAULT NULL'],
    ['another character set', '`a` varchar(20) CHARACTER SET latin1 DEFAULT NULL'],
    ['the character set’s default collation', '`a` varchar(20) CHARACTER SET utf8mb4 DEFAULT NULL'],
    ['another length', '`a` varchar(21) DEFAULT NULL'],
    ['another name', '`b` varchar(20) COLLATE utf8mb4_general_ci DEFAULT NULL'],
  ])('tells %s', (_, column) => {
    expect(likenessOf(CONVERTED, table([column]))).toBe('different');
  });

  it('distinguishes tables of other collations whose columns are printed alike', () => {
    const column = '`a` varchar(20) DEFAULT NULL';
    const other = table([column], 'DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin');
    expect(likenessOf(table([column]), other)).toBe('different');
  });
});

describe('meaningOf', () => {
  it('takes a table without a collation for one with its character set’s default', () => {
    const latin1 = (column: string) => table([column], 'DEFAULT CHARSET=latin1');
    expect(meaningOf(latin1('`a` char(3) CHARACTER SET latin1'))).toBe(latin1('`a` char(3)'));
    expect(meaningOf(latin1('`a` char(3) CHARACTER SET latin1 COLLATE latin1_bin'))).toBe(
      latin1('`a` char(3) COLLATE latin1_bin'),
    );
    expect(meaningOf(latin1('`a` text CHARACTER SET latin1'))).toBe(latin1('`a` text'));
    expect(meaningOf(latin1('`a` char(3) CHARACTER SET utf8mb4'))).toBe(
      latin1('`a` char(3) CHARACTER SET utf8mb4'),
    );
  });

  it('reads past what lists of values hold', () => {
    const list = "`e` enum('a) CHARACTER SET x','it''s',',') ";
    expect(meaningOf(table([`${list}COLLATE utf8mb4_general_ci NOT NULL`]))).toBe(table([`${list}NOT NULL`]));
  });

  it.each([
    ['a comment', "`a` int COMMENT '  `b` text COLLATE utf8mb4_general_ci'"],
    ['a default', "`a` varchar(60) DEFAULT ' COLLATE utf8mb4_general_ci'"],
    ['a name', '`a` text COLLATE utf8mb4_general_ci` int'.replace('` text', '`` text')],
    ['a name with a line break', '`a\n  ``b`` text COLLATE utf8mb4_general_ci` int'],
    ['an index’s comment', "KEY `k` (`a`) COMMENT '  `b` text COLLATE utf8mb4_general_ci'"],
    ['an expression', '`g` text GENERATED ALWAYS AS ((`a` collate utf8mb4_general_ci)) VIRTUAL'],
  ])('leaves alone what %s says', (_, column) => {
    const text = table([column, '`z` int']);
    expect(meaningOf(text)).toBe(text);
  });

  it('is not misled by what the table’s comment says', () => {
    const text = table(
      ['`a` text COLLATE utf8mb4_bin'],
      "DEFAULT CHARSET=latin1 COMMENT=' DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin'",
    );
    expect(meaningOf(text)).toBe(text);
  });
});

describe('differingLines', () => {
  const of = (...columns: readonly string[]) => table(columns);

  it('names the lines that one side alone has', () => {
    const difference = differingLines(
      of('`a` int', '`v` varchar(20)'),
      of('`a` int', '`v` varchar(21)', '`w` int'),
    );
    expect(difference).toEqual({ lost: ['`v` varchar(20)'], gained: ['`v` varchar(21)', '`w` int'] });
    expect(differenceText(difference)).toBe(
      'only the dump says: `v` varchar(20); only the target says: `v` varchar(21); `w` int',
    );
  });

  it('distinguishes another order from other lines', () => {
    const difference = differingLines(of('`a` int', '`b` int'), of('`b` int', '`a` int'));
    expect(differenceText(difference)).toBe('both say the same lines in another order');
  });

  it('shows the beginning of a long line', () => {
    const { gained } = differingLines(of('`a` int'), of(`\`b\` enum('${'x'.repeat(500)}')`));
    expect(differenceText({ lost: [], gained })).toMatch(/^only the target says: `b` enum\('x{90,160}$/);
  });

  it('shows some of many lines, and counts the others', () => {
    const columns = ['`a` int', '`b` int', '`c` int', '`d` int', '`e` int'];
    const { gained } = differingLines(of('`x` int'), of(...columns));
    expect(differenceText({ lost: [], gained })).toBe(
      'only the target says: `a` int; `b` int; `c` int; 2 more',
    );
  });
});
