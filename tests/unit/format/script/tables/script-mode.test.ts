import { describe, expect, it } from 'vitest';
import { readingUnder } from '../../../../../app/format/script/statements/modes';
import { inOwnMode, joinsTexts, withSmallReals } from '../../../../../app/format/script/tables/script-mode';
import { tableTextIn } from '../../../../../app/format/script/tables/table-text';

const ANSI = readingUnder('ANSI');
const PLAIN = readingUnder('STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES');
const OWN = readingUnder('NO_AUTO_VALUE_ON_ZERO');

function table(definition: string) {
  const text = tableTextIn(definition);
  if (text === null) throw new Error(`no table: ${definition}`);
  return text;
}

describe('inOwnMode', () => {
  it.each([
    [OWN, String.raw`CREATE TABLE t (a VARCHAR(9) DEFAULT 'C:\\temp', "b" INT)`, null],
    [
      PLAIN,
      String.raw`CREATE TABLE t (a VARCHAR(9) DEFAULT 'C:\temp' COMMENT "a\b")`,
      String.raw`CREATE TABLE t (a VARCHAR(9) DEFAULT 'C:\\temp' COMMENT "a\\b")`,
    ],
    [
      PLAIN,
      String.raw`CREATE TABLE t (a CHAR(1) DEFAULT '\', b INT COMMENT 'it''s')`,
      String.raw`CREATE TABLE t (a CHAR(1) DEFAULT '\\', b INT COMMENT 'it''s')`,
    ],
    [
      PLAIN,
      String.raw`CREATE OR REPLACE TABLE t (a CHAR(9) DEFAULT 'a\nb')`,
      String.raw`CREATE OR REPLACE TABLE t (a CHAR(9) DEFAULT 'a\\nb')`,
    ],
    [
      PLAIN,
      String.raw`CREATE /* x */ TABLE t (a CHAR(9) DEFAULT 'a\nb')`,
      String.raw`CREATE /* x */ TABLE t (a CHAR(9) DEFAULT 'a\\nb')`,
    ],
    [PLAIN, 'CREATE TABLE `a\\b` (c INT)', null],
    [PLAIN, String.raw`CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW SET @a = 'C:\temp'`, null],
    [ANSI, 'CREATE TABLE "t" ("a""b" INT COMMENT \'"x"\')', 'CREATE TABLE `t` (`a"b` INT COMMENT \'"x"\')'],
    [
      readingUnder('ANSI,NO_BACKSLASH_ESCAPES'),
      String.raw`CREATE TABLE "a\b" (c CHAR(9) DEFAULT 'd\e')`,
      "CREATE TABLE `a\\b` (c CHAR(9) DEFAULT 'd\\\\e')",
    ],
    [ANSI, 'CREATE VIEW "v" AS SELECT 1 AS "a"', null],
  ])('under %j reads %s', (reading, statement, expected) => {
    expect(inOwnMode(statement, reading)).toBe(expected ?? statement);
  });
});

describe('joinsTexts', () => {
  it.each([
    [ANSI, "CREATE TABLE t (a INT, b CHAR(9) AS (a || 'x'))", true],
    [OWN, 'CREATE TABLE t (a INT, b INT AS (a || 0))', false],
    [ANSI, "CREATE TABLE t (a CHAR(9) DEFAULT '||' COMMENT 'a || b')", false],
    [
      readingUnder('ORACLE'),
      "CREATE TABLE t (a INT) PARTITION BY LIST (a || '1') (PARTITION p VALUES IN (1))",
      true,
    ],
  ])('under %j is known of %s', (reading, statement, joins) => {
    expect(joinsTexts(table(statement), reading)).toBe(joins);
  });
});

describe('withSmallReals', () => {
  it('gives REAL the size that it has for the script', () => {
    const text = table(
      'CREATE TABLE t (`real` INT, a REAL NOT NULL, `b` real(7,2), real REAL, KEY real (a))',
    );
    expect(withSmallReals(text, ANSI)?.elements).toEqual([
      '`real` INT',
      'a FLOAT NOT NULL',
      '`b` FLOAT(7,2)',
      'real FLOAT',
      'KEY real (a)',
    ]);
    expect(withSmallReals(text, PLAIN)).toBeNull();
    expect(withSmallReals(table('CREATE TABLE t (a DOUBLE)'), ANSI)).toBeNull();
  });
});
