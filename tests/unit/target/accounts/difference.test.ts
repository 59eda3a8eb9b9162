import { describe, expect, it } from 'vitest';
import type { AccountObject } from '../../../../app/catalog/privileges/accounts';
import { areSame, differenceOf } from '../../../../app/target/accounts/difference';

const account = (parts: Partial<AccountObject>): AccountObject => ({
  ...{ account: "'a'@'%'", name: 'a@%', grants: [], defaultRole: null },
  create: 'CREATE USER IF NOT EXISTS `a`@`%`',
  ...parts,
});

const proved = (by: string) =>
  account({ create: `CREATE USER IF NOT EXISTS \`a\`@\`%\` IDENTIFIED WITH 'p' AS ${by} REQUIRE NONE` });

describe('areSame', () => {
  it('knows an authentication string as a text and in hex', () => {
    expect(areSame(proved("'$A$0'"), proved('0x24412430'))).toBe(true);
    expect(areSame(proved("'a\\'b\\\\c\\n\u0001'"), proved('0x6127625C630A01'))).toBe(true);
    expect(areSame(proved("'it''s'"), proved("'it\\'s'"))).toBe(true);
    expect(areSame(proved("'$A$0'"), proved('0x24412431'))).toBe(false);
    expect(areSame(proved("'$A$0'"), proved("'$a$0'"))).toBe(false);
  });

  it('knows every factor, and takes no other text for one', () => {
    const factors = (first: string, second: string) =>
      proved(`${first} AND IDENTIFIED WITH 'q' AS ${second} COMMENT 'x AS ''1'''`);
    expect(areSame(factors("'1'", "'2'"), factors('0x31', '0x32'))).toBe(true);
    expect(areSame(factors("'1'", "'2'"), factors('0x31', '0x33'))).toBe(false);
    const named = (name: string) => account({ create: `CREATE USER \`${name}\`@\`%\`` });
    expect(areSame(named("AS '1'"), named('AS 0x31'))).toBe(false);
  });

  it('takes the order and the lines of grants for nothing', () => {
    const grants = (...lines: readonly string[]) => account({ grants: lines });
    const one = grants('GRANT SELECT, INSERT ON `s`.* TO `a`@`%`');
    expect(areSame(one, grants('GRANT INSERT, SELECT ON `s`.* TO `a`@`%`'))).toBe(true);
    expect(areSame(one, grants('GRANT INSERT ON `s`.* TO `a`@`%`'))).toBe(false);
  });
});

describe('differenceOf', () => {
  it('returns the statement that only one of both has', () => {
    const grant = 'GRANT SELECT ON `s`.* TO `a`@`%`';
    expect(differenceOf(account({}), account({ grants: [grant] }))).toBe(grant);
    expect(differenceOf(account({ grants: [grant] }), account({}))).toBe(grant);
    const defaultRole = 'SET DEFAULT ROLE `r` FOR `a`@`%`';
    expect(differenceOf(account({ defaultRole }), account({}))).toBe(defaultRole);
  });
});
