import { describe, expect, it } from 'vitest';
import { compareTokens, isSameScript, normalTokens } from '../../../../app/target/normalized/normal-form';

const compareWords = (one: string, other: string) => compareTokens(normalTokens(one), normalTokens(other));

describe('scripts of two versions are the same', () => {
  it.each([
    ['in other capitals and spaces', 'CREATE  TABLE t', 'create table\n t'],
    ['with the display widths of integers', 'RETURNS int', 'RETURNS int(11)'],
    ['with the new name of utf8', 'CHARSET utf8', 'character set utf8mb3'],
    [
      'with the new name of its collations and introducers',
      "_utf8'x' COLLATE utf8_bin",
      "_utf8mb3'x' collate utf8mb3_bin",
    ],
    ['with comments for versions', '/*!50003 CREATE*/ /*M!100100 t */', 'CREATE t'],
    ['with modes in another order', "SET sql_mode = 'A,B';", "SET sql_mode = 'B,A';"],
    ['with modes without spaces', "SET sql_mode='B,A';", "SET sql_mode='A,B';"],
    ['without modes that went', "SET sql_mode = 'NO_AUTO_CREATE_USER,A';", "SET sql_mode = 'A';"],
    [
      'with the new name in a setting',
      "SET character_set_client = 'utf8';",
      "SET character_set_client = 'utf8mb3';",
    ],
    [
      'with quotes in the head of a trigger',
      'CREATE TRIGGER a BEFORE INSERT ON b FOR EACH ROW SET NEW.c = 1',
      'CREATE TRIGGER `a` BEFORE INSERT ON `b` FOR EACH ROW SET NEW.c = 1',
    ],
    [
      'with other spaces in the head of a trigger',
      'CREATE  TRIGGER  a\n  BEFORE  INSERT ON  b\n  FOR  EACH  ROW SET NEW.c = 1',
      'CREATE TRIGGER `a` BEFORE INSERT ON `b` FOR EACH ROW SET NEW.c = 1',
    ],
    [
      'with quotes and schemas in the head of a trigger',
      'CREATE TRIGGER shop.after_one AFTER INSERT ON shop.orders FOR EACH ROW SET @c = 1',
      'CREATE TRIGGER `shop`.`after_one` AFTER INSERT ON `shop`.`orders` FOR EACH ROW SET @c = 1',
    ],
  ])('%s', (_, one, other) => {
    expect(isSameScript(one, other)).toBe(true);
  });
});

describe('scripts of two versions differ', () => {
  it.each([
    ['in a text', "SELECT 'a'", "SELECT 'A'"],
    ['in a text with quotes in it', "SELECT 'a''B'", "SELECT 'a''b'"],
    ['in a text with a backslash before its quote', "SELECT 'a\\'B'", "SELECT 'a\\'b'"],
    ['in a text before its backslash', "SELECT 'A\\'b'", "SELECT 'a\\'b'"],
    ['in a text of double quotes', 'SELECT "a b"', 'SELECT "a B"'],
    ['in the spaces of such a text', 'SELECT "a  b"', 'SELECT "a b"'],
    ['in a name', 'SELECT `a`', 'SELECT `A`'],
    ['in a name with a quote in it', 'SELECT `a``B`', 'SELECT `a``b`'],
    ['in a comment of the body', 'BEGIN /* One */ END', 'BEGIN /* one */ END'],
    ['in a comment to the line’s end', 'BEGIN -- One\nEND', 'BEGIN -- one\nEND'],
    ['in a comment behind a hash', 'BEGIN # One\nEND', 'BEGIN # one\nEND'],
    ['in a text of double quotes with a backslash', 'SELECT "a\\"B"', 'SELECT "a\\"b"'],
    ['in a text without an end', "SELECT 'A", "SELECT 'a"],
    ['in a text of double quotes without an end', 'SELECT "A', 'SELECT "a'],
    ['in a name without an end', 'SELECT `A', 'SELECT `a'],
    ['in a comment without an end', 'SELECT /* A', 'SELECT /* a'],
    ['in a text that ends with a backslash', "SELECT 'A\\", "SELECT 'a\\"],
    ['in a name that has an old one in it', 'SELECT my_utf8', 'SELECT my_utf8mb3'],
    ['in a name behind a type', 'int (a1)', 'int (a2)'],
    ['in a word', 'SELECT a', 'SELECT b'],
    ['in a number', 'LIMIT 1', 'LIMIT 2'],
    ['in a width that counts', 'RETURNS varchar(10)', 'RETURNS varchar(11)'],
    ['in a width that shows', 'c int(4) unsigned zerofill', 'c int(5) unsigned zerofill'],
    ['in a number beside a type that has no width', 'int + (3)', 'int + (4)'],
    ['in a list behind a type', 'int (3, 4)', 'int (4, 4)'],
    ['in a list of which the second is no end', 'year (3 + 1)', 'year (4 + 1)'],
    ['in a word beside a text', "say'It'", "SAY'it'"],
    [
      'in the name of a trigger’s table',
      'CREATE TRIGGER a BEFORE INSERT ON b FOR EACH ROW SET NEW.c = 1',
      'CREATE TRIGGER `a` BEFORE INSERT ON `B` FOR EACH ROW SET NEW.c = 1',
    ],
    [
      'in a name of a trigger’s body',
      'CREATE TRIGGER a BEFORE INSERT ON b FOR EACH ROW SET NEW.c = d',
      'CREATE TRIGGER a BEFORE INSERT ON b FOR EACH ROW SET NEW.c = `d`',
    ],
    ['in a mode', "SET sql_mode = 'A';", "SET sql_mode = 'B';"],
    ['in a mode of a statement that is no setting', "SELECT @@sql_mode = 'B,A'", "SELECT @@sql_mode = 'A,B'"],
  ])('%s', (_, one, other) => {
    expect(isSameScript(one, other)).toBe(false);
  });
});

describe('texts in a server’s own words', () => {
  it('are the same, unclear where they are about the same, or different', () => {
    expect(compareWords('(`a` + 1)', '(`A`+1)')).toBe('different');
    expect(compareWords('(`a` + 1)', '( `a`+1 )')).toBe('same');
    expect(compareWords('(`a` + 1)', '`a` + 1')).toBe('unclear');
    expect(compareWords('`a` > 1', '`a` > 2')).toBe('different');
    expect(compareWords("`a` = 'x'", "`a` = 'y'")).toBe('different');
    expect(compareWords('`b` > `a`', '`a` < `b`')).toBe('unclear');
  });

  it('are cut into words, texts and signs', () => {
    expect(normalTokens("SELECT Größe,'It''s' FROM t")).toEqual([
      'select',
      'größe',
      ',',
      "'It''s'",
      'from',
      't',
    ]);
    expect(normalTokens('bigint(20) int(3) zerofill year(4)')).toEqual([
      ...['bigint', 'int', '(', '3', ')', 'zerofill', 'year'],
    ]);
  });
});
