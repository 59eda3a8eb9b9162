import { describe, expect, it } from 'vitest';
import { definerAfter, withDefiner } from '../../../../app/catalog/definition/definer';

const VIEW =
  'CREATE ALGORITHM=UNDEFINED DEFINER=`ro``ot`@`%` SQL SECURITY DEFINER VIEW `v` AS select 1 AS `1`';
const TRIGGER = 'CREATE DEFINER=`root`@`localhost` TRIGGER t BEFORE INSERT ON o FOR EACH ROW SET NEW.a = 1';
const ROLE = 'CREATE DEFINER=`auditor` PROCEDURE `p`()\nSELECT "DEFINER=`x`@`y` "';

describe('withDefiner', () => {
  it('keeps every byte', () => {
    expect(withDefiner(VIEW, { kind: 'keep' })).toBe(VIEW);
  });

  it('takes the definer away, and nothing of the body', () => {
    expect(withDefiner(VIEW, { kind: 'strip' })).toBe(
      'CREATE ALGORITHM=UNDEFINED SQL SECURITY DEFINER VIEW `v` AS select 1 AS `1`',
    );
    expect(withDefiner(ROLE, { kind: 'strip' })).toBe('CREATE PROCEDURE `p`()\nSELECT "DEFINER=`x`@`y` "');
  });

  it('finds the definer in double quotes too, as ANSI_QUOTES has it', () => {
    const quoted = 'CREATE DEFINER="ro""ot"@"%" PROCEDURE "p"()\nSELECT 1';
    expect(withDefiner(quoted, { kind: 'strip' })).toBe('CREATE PROCEDURE "p"()\nSELECT 1');
  });

  it.each([
    [
      'CREATE OR REPLACE ALGORITHM = MERGE DEFINER = app@`10.%` SQL SECURITY INVOKER VIEW v AS select 1',
      'CREATE OR REPLACE ALGORITHM = MERGE SQL SECURITY INVOKER VIEW v AS select 1',
    ],
    [
      "/*!50003 CREATE*/ /*!50017 DEFINER='root'@'localhost'*/ /*!50003 TRIGGER t BEFORE INSERT ON o FOR EACH ROW SET NEW.a = 1 */",
      '/*!50003 CREATE*/ /*!50017 */ /*!50003 TRIGGER t BEFORE INSERT ON o FOR EACH ROW SET NEW.a = 1 */',
    ],
    [
      '/*!50001 CREATE ALGORITHM=UNDEFINED */\n/*!50013 DEFINER=`root`@`%` SQL SECURITY DEFINER */\n/*!50001 VIEW `v` AS select 1 */',
      '/*!50001 CREATE ALGORITHM=UNDEFINED */\n/*!50013 SQL SECURITY DEFINER */\n/*!50001 VIEW `v` AS select 1 */',
    ],
    ['create definer=current_user() procedure p() select 1', 'create procedure p() select 1'],
  ])('finds the definer as other tools write it: %s', (written, stripped) => {
    expect(withDefiner(written, { kind: 'strip' })).toBe(stripped);
  });

  it('replaces single accounts, each once, and keeps all others', () => {
    const account = (user: string, host: string) => ({ user, host });
    const accounts = [
      { from: account('root', 'localhost'), to: account('ro`ot', '%') },
      { from: account('ro`ot', '%'), to: account('app', '%') },
    ];
    const wish = { kind: 'map', accounts } as const;
    expect(withDefiner(TRIGGER, wish)).toBe(TRIGGER.replace('`root`@`localhost`', '`ro``ot`@`%`'));
    expect(withDefiner(VIEW, wish)).toBe(VIEW.replace('`ro``ot`@`%`', '`app`@`%`'));
    expect(withDefiner(ROLE, wish)).toBe(ROLE);
    expect(definerAfter('root@localhost', wish)).toBe('ro`ot@%');
    expect(definerAfter('boss@%', wish)).toBe('boss@%');
  });

  it('puts another account in its place, whatever its name', () => {
    const replaced = withDefiner(TRIGGER, { kind: 'replace', user: "o'`$1", host: '%' });
    expect(replaced).toBe(TRIGGER.replace('`root`@`localhost`', () => "`o'``$1`@`%`"));
  });
});
