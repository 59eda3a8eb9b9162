import { describe, expect, it } from 'vitest';
import { compareVersions } from '../../../../app/target/normalized/across-versions';

const OLD = new Map([
  ['latin1', 'latin1_swedish_ci'],
  ['utf8mb4', 'utf8mb4_general_ci'],
]);
const NEW = new Map([
  ['latin1', 'latin1_swedish_ci'],
  ['utf8mb4', 'utf8mb4_0900_ai_ci'],
]);
const table = (lines: string, options = 'ENGINE=InnoDB DEFAULT CHARSET=latin1') =>
  `CREATE TABLE \`t\` (\n  ${lines}\n) ${options}`;

function compare(one: string, other: string) {
  return compareVersions({ text: one, defaults: OLD }, { text: other, defaults: NEW }, 'mysql');
}

const NOTHING = { lost: [], gained: [], unclear: [] };

describe('a table on two versions', () => {
  it.each([
    ['widths', '`id` int(11) NOT NULL', '`id` int NOT NULL'],
    ['the name of utf8', '`c` text CHARACTER SET utf8', '`c` text CHARACTER SET utf8mb3'],
    ['a collation that is the character set’s own', '`c` text', '`c` text COLLATE latin1_swedish_ci'],
  ])('is the same whatever %s', (_, one, other) => {
    expect(compare(table(one), table(other))).toEqual(NOTHING);
  });

  it('has the collation that each version takes for granted', () => {
    const one = table('`c` text CHARACTER SET utf8mb4');
    const { lost, gained } = compare(one, one);
    expect(lost).toEqual(['column c: collation utf8mb4_general_ci']);
    expect(gained).toEqual(['column c: collation utf8mb4_0900_ai_ci']);
    expect(compare(table('`c` int'), table('`c` int'))).toEqual(NOTHING);
  });

  it('keeps utf8 where it is a text or a name', () => {
    expect(compare(table("`utf8` text DEFAULT 'utf8'"), table("`utf8` text DEFAULT 'utf8'"))).toEqual(
      NOTHING,
    );
    expect(compare(table("`c` text COMMENT 'utf8'"), table("`c` text COMMENT 'utf8mb3'")).lost).toHaveLength(
      1,
    );
  });

  it('loses and gains what only one of them says', () => {
    expect(compare(table('`a` int'), table('`a` int,\n  `b` int'))).toMatchObject({
      ...{ lost: [], gained: ['column 2 is b', 'column b: type int'] },
    });
    expect(compare(table('`a` int,\n  KEY `k` (`a`)'), table('`a` int')).lost).toEqual([
      'index k: plain (a)',
    ]);
  });

  it('loses an expression that is about something else, and leaves unclear what is printed otherwise', () => {
    const generated = (text: string) =>
      table(`\`a\` int,\n  \`b\` int GENERATED ALWAYS AS (${text}) VIRTUAL`);
    expect(compare(generated('(`a` + 1)'), generated('(`a` + 2)')).lost).toEqual(['the expression of b']);
    expect(compare(generated('(`a` + 1)'), generated('`a` + (1)')).unclear).toEqual(['b']);
    const named = (text: string) =>
      table(`\`a\` int,\n  \`to\`\`tal\` int GENERATED ALWAYS AS (${text}) VIRTUAL`);
    expect(compare(named('(`a` + 1)'), named('(`a` + 2)')).lost).toEqual(['the expression of to`tal']);
    const check = (text: string) => table(`\`a\` int,\n  CONSTRAINT \`x\` CHECK (${text})`);
    expect(compare(check('(`a` > 1)'), check('(`a` > 2)')).lost).toEqual(['the expression of CHECK 1']);
    expect(compare(check('(`a` > 1)'), check('`a` > (1)')).unclear).toEqual(['CHECK 1']);
    expect(compare(check('(`a` > 1)'), check('(`a` > 1)').replace('`x`', '`y`'))).toEqual(NOTHING);
  });

  it('takes expressions for the same whatever stands around all of them', () => {
    const generated = (text: string) => table(`\`b\` int GENERATED ALWAYS AS (${text}) STORED NOT NULL`);
    expect(compare(generated('((`a` + 1))'), generated('`a` + 1'))).toEqual(NOTHING);
    const check = (text: string) => table(`CONSTRAINT \`x\` CHECK (${text})`);
    expect(compare(check('((`a` > 1))'), check('`a` > 1'))).toEqual(NOTHING);
  });

  it('finds a default that is one call, with parentheses or without, beside a CHECK of its own', () => {
    const asked = table("`d` longtext DEFAULT (json_array(1,_utf8mb4'x')) CHECK (json_valid(`d`))");
    const found = (text: string, check = 'json_valid(`d`)') =>
      table(`\`d\` longtext DEFAULT ${text} CHECK (${check})`);
    expect(compare(asked, found("json_array(1,_utf8mb4'x')"))).toEqual(NOTHING);
    expect(compare(asked, found("json_array(2,_utf8mb4'x')")).lost).toEqual(['the expression of d']);
    expect(compare(asked, found("json_array(1,_utf8mb4'x')", 'json_valid(`e`)')).lost).toEqual([
      'the expression of CHECK d',
    ]);
    // MariaDB checks a column of JSON by itself.
    const json = table('`d` longtext DEFAULT (json_object())');
    expect(compare(json, table('`d` longtext DEFAULT json_object()'))).toEqual(NOTHING);
    expect(compare(table("`d` text DEFAULT 'a (1)'"), table("`d` text DEFAULT 'a (1)'"))).toEqual(NOTHING);
  });

  it('compares each column’s own collation, whatever it is called and whatever is said in comments', () => {
    const city = (collation: string) => table(`\`city\` text${collation}`);
    expect(compare(city(' COLLATE latin1_bin'), city('')).lost).toEqual([
      'column city: collation latin1_bin',
    ]);
    const comment = "`n` int COMMENT '`x` text COLLATE latin1_bin'";
    expect(compare(table(comment), table(comment))).toEqual(NOTHING);
    expect(compare(table(comment, 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4'), table(comment))).toEqual(NOTHING);
  });

  it('distinguishes names that only resemble a character set', () => {
    expect(compare(table('`utf8` int'), table('`utf8mb3` int')).lost).not.toEqual([]);
    expect(compare(table('`x``utf8` int'), table('`x``utf8mb3` int')).lost).not.toEqual([]);
  });
});
