import { describe, expect, it } from 'vitest';
import { withPlainHead } from '../../../../app/format/script/plain-head';

describe('withPlainHead', () => {
  it.each([
    [
      '/*!50003 CREATE*/ /*!50017 DEFINER=`r`@`%`*/ /*!50003 TRIGGER `t` BEFORE INSERT ON `a` FOR EACH ROW BEGIN /* why */ SET @a = 1; END */',
      'CREATE DEFINER=`r`@`%` TRIGGER `t` BEFORE INSERT ON `a` FOR EACH ROW BEGIN /* why */ SET @a = 1; END',
    ],
    [
      '/*!50106 CREATE*/ /*!50106 EVENT `e` ON SCHEDULE EVERY 1 DAY DO SET @a = 1 */',
      'CREATE EVENT `e` ON SCHEDULE EVERY 1 DAY DO SET @a = 1',
    ],
    ['CREATE PROCEDURE `p`() SELECT 1 /*!50003 + 1 */', 'CREATE PROCEDURE `p`() SELECT 1 /*!50003 + 1 */'],
    [
      '/*!50001 CREATE ALGORITHM=MERGE */\n/*!50001 VIEW `v` AS select 1 */\n/*!50002 WITH CHECK OPTION */',
      '/*!50001 CREATE ALGORITHM=MERGE */\n/*!50001 VIEW `v` AS select 1 */\n/*!50002 WITH CHECK OPTION */',
    ],
    ['/*!50001 CREATE VIEW `v` AS SELECT 1 AS `a`*/', '/*!50001 CREATE VIEW `v` AS SELECT 1 AS `a`*/'],
  ])('makes %s plain', (statement, plain) => {
    expect(withPlainHead(statement)).toBe(plain);
  });
});
