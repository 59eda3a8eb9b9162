import { describe, expect, it } from 'vitest';
import { definerOf } from '../../../app/load/rights';

describe('definerOf', () => {
  it.each([
    [
      'CREATE OR REPLACE ALGORITHM=UNDEFINED DEFINER=`app`@`%` SQL SECURITY DEFINER VIEW `v` AS select 1',
      'VIEW v',
      'app@%',
    ],
    ['CREATE DEFINER=`a``b`@`h` PROCEDURE `tidy`()\nSELECT 1', 'PROCEDURE tidy', 'a`b@h'],
    ["CREATE DEFINER='x'@'localhost' TRIGGER `s`.`t` BEFORE INSERT ON `o`", 'TRIGGER s.t', 'x@localhost'],
    [
      '/*!50106 CREATE*/ /*!50117 DEFINER=`e`@`%`*/ /*!50106 EVENT `nightly` ON SCHEDULE',
      'EVENT nightly',
      'e@%',
    ],
  ])('%s', (statement, object, account) => {
    expect(definerOf(statement)).toEqual({ object, account });
  });

  it('is null where the statement names none, whatever its body says', () => {
    expect(definerOf('CREATE VIEW `v` AS select 1')).toBeNull();
    const body = `BEGIN ${'-- long\n'.repeat(100)} SET @x = 'DEFINER=\`a\`@\`b\`'; END`;
    expect(definerOf(`CREATE PROCEDURE p() ${body}`)).toBeNull();
  });
});
