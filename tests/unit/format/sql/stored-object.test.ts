import { describe, expect, it } from 'vitest';
import { storedObjectOf } from '../../../../app/format/sql/stored-object';

describe('storedObjectOf', () => {
  it.each([
    ['CREATE DEFINER=`root`@`localhost` PROCEDURE `tidy up`(a INT)\nSELECT 1', 'procedure', 'tidy up'],
    ['CREATE FUNCTION `f``n`() RETURNS INT RETURN 1', 'function', 'f`n'],
    ['/*!50003 DROP PROCEDURE IF EXISTS `p` */', 'procedure', 'p'],
    [
      '/*!50106 CREATE*/ /*!50117 DEFINER=`a`@`%`*/ /*!50106 EVENT `e` ON SCHEDULE EVERY 1 DAY DO SELECT 1 */',
      'event',
      'e',
    ],
    ["CREATE DEFINER='u'@'h' TRIGGER shop.t BEFORE INSERT ON `x` FOR EACH ROW SET @a = 1", 'trigger', 't'],
    ['CREATE OR REPLACE PACKAGE BODY `pkg` AS END', 'package', 'pkg'],
    ['CREATE PROCEDURE `a/*b*/`() SELECT 1', 'procedure', 'a/*b*/'],
    ['CREATE DEFINER="u"@"%" FUNCTION "f\\"() RETURNS INT RETURN 1', 'function', 'f\\'],
    ['CREATE trigger tr€ before insert on t for each row set @a = 1', 'trigger', 'tr€'],
    ['create definer = current_user() event /* it`s */ e on schedule every 1 day do select 1', 'event', 'e'],
    ['DO SETVAL(`ids`, 7, 0)', 'sequence', 'ids'],
    ['CREATE SEQUENCE `ids` start with 1', 'sequence', 'ids'],
  ])('%s', (statement, kind, name) => {
    expect(storedObjectOf(statement)).toEqual({ kind, name });
  });

  it.each([
    'SET SESSION sql_mode = ``',
    'CREATE TABLE `event` (id INT)',
    'CREATE VIEW `procedure` AS SELECT 1',
  ])('is nothing for %s', (statement) => {
    expect(storedObjectOf(statement)).toBeNull();
  });
});
