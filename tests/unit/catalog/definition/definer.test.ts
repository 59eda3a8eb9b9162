import { describe, expect, it } from 'vitest';
import { withDefiner } from '../../../../app/catalog/definition/definer';

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

  it('puts another account in its place, whatever its name', () => {
    const replaced = withDefiner(TRIGGER, { kind: 'replace', user: "o'`$1", host: '%' });
    expect(replaced).toBe(TRIGGER.replace('`root`@`localhost`', () => "`o'``$1`@`%`"));
  });
});
