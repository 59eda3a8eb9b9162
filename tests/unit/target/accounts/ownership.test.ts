import { describe, expect, it } from 'vitest';
import { authenticationDigest } from '../../../../app/target/accounts/ownership';

describe('the digest by which an unconfirmed account is recognised', () => {
  const mysql = (as: string, more = '') =>
    `CREATE USER \`a\`@\`%\` IDENTIFIED WITH 'caching_sha2_password' AS ${as} REQUIRE NONE${more}`;

  it('is the same however a server prints the account', () => {
    expect(authenticationDigest(mysql("'$A$005$it''s \\\\'"))).toBe(
      authenticationDigest(
        mysql(`0x${Buffer.from("$A$005$it's \\").toString('hex').toUpperCase()}`, ' ACCOUNT LOCK'),
      ),
    );
    const hash = `*${'0123456789abcdef'.repeat(3).slice(0, 40)}`;
    expect(
      authenticationDigest(
        `CREATE USER IF NOT EXISTS 'a'@'%' IDENTIFIED BY PASSWORD '${hash.toUpperCase()}'`,
      ),
    ).toBe(
      authenticationDigest(`CREATE USER \`a\`@\`%\` IDENTIFIED VIA mysql_native_password USING '${hash}'`),
    );
  });

  it('is another one with another string, or one more', () => {
    const [one, other] = [authenticationDigest(mysql("'x'")), authenticationDigest(mysql("'y'"))];
    expect(one).not.toBe(other);
    expect(
      authenticationDigest(mysql("'x'", " AND IDENTIFIED WITH 'authentication_ldap_simple' AS 'y'")),
    ).not.toBe(one);
    expect(authenticationDigest('CREATE USER `a`@`%` IDENTIFIED VIA unix_socket')).not.toBe(one);
  });

  it('is of nothing but authentication', () => {
    expect(authenticationDigest(mysql("'x'", ` COMMENT 'IDENTIFIED BY ''z'' AS ''y'''`))).toBe(
      authenticationDigest(mysql("'x'")),
    );
    expect(authenticationDigest("CREATE USER `AS 'q'`@`%`")).toBe(authenticationDigest('CREATE ROLE `r`'));
  });

  it('is not known of a password in clear', () => {
    expect(authenticationDigest("CREATE USER 'a'@'%' IDENTIFIED BY 'Secret-1!'")).toBeNull();
  });
});
