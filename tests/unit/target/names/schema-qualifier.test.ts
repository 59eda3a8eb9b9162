import { describe, expect, it } from 'vitest';
import { isPlace } from '../../../../app/format/sql/creation';
import { placedIn } from '../../../../app/target/names/schema-qualifier';

describe('placedIn', () => {
  it.each([
    ['CREATE PROCEDURE `a`.`p`() SELECT 1', 'CREATE PROCEDURE `p`() SELECT 1'],
    [
      'CREATE DEFINER="u"@"%" TRIGGER "a"."t" BEFORE INSERT ON a /* x */ . "t" FOR EACH ROW SET @a = 1',
      'CREATE DEFINER="u"@"%" TRIGGER "t" BEFORE INSERT ON "t" FOR EACH ROW SET @a = 1',
    ],
    ['CREATE VIEW A.v AS SELECT 1', 'CREATE VIEW v AS SELECT 1'],
    ['CREATE VIEW `v` AS SELECT 1 FROM `b`.`t`', 'CREATE VIEW `v` AS SELECT 1 FROM `b`.`t`'],
    ["SET SESSION sql_mode = ''", "SET SESSION sql_mode = ''"],
  ])('takes the own schema’s name away: %s', (statement, placed) => {
    expect(placedIn('a', statement)).toBe(placed);
  });

  it.each([
    'CREATE TABLE `b`.`t` (id INT)',
    'CREATE TRIGGER a.t BEFORE INSERT ON b.t FOR EACH ROW SET @a = 1',
    '/*!50003 CREATE*/ /*!50017 DEFINER=`u`@`%`*/ /*!50003 TRIGGER b.t AFTER INSERT ON t FOR EACH ROW SET @a = 1 */',
    'DROP EVENT IF EXISTS b.e',
  ])('refuses another schema: %s', (statement) => {
    expect(() => placedIn('a', statement)).toThrow('in the schema “b”');
  });
});

describe('isPlace', () => {
  it.each(['USE `b`', 'use b', 'CREATE DATABASE `b`', '/*!40100 CREATE SCHEMA b */'])('%s', (statement) => {
    expect(isPlace(statement)).toBe(true);
  });

  it('is nothing else', () => {
    expect(isPlace('CREATE TABLE `use` (id INT)')).toBe(false);
  });
});
