import { describe, expect, it } from 'vitest';
import { withoutDefaultRole } from '../../../../app/catalog/privileges/accounts';

describe('withoutDefaultRole', () => {
  it('sets default roles after the account, because they may not exist yet', () => {
    const created =
      "CREATE USER `app`@`%` IDENTIFIED WITH 'caching_sha2_password' AS 0xAB DEFAULT ROLE `r``1`@`%`,`r2`@`%` REQUIRE NONE";
    expect(withoutDefaultRole(created, "'app'@'%'")).toEqual({
      create:
        "CREATE USER IF NOT EXISTS `app`@`%` IDENTIFIED WITH 'caching_sha2_password' AS 0xAB REQUIRE NONE",
      defaultRole: "ALTER USER 'app'@'%' DEFAULT ROLE `r``1`@`%`,`r2`@`%`",
    });
  });

  it('leaves an account without them as it is', () => {
    expect(withoutDefaultRole('CREATE USER `a`@`%` REQUIRE NONE', "'a'@'%'")).toEqual({
      create: 'CREATE USER IF NOT EXISTS `a`@`%` REQUIRE NONE',
      defaultRole: null,
    });
  });
});
