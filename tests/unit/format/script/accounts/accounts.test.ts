import { describe, expect, it } from 'vitest';
import type { Vendor } from '../../../../../app/contract/connections/connection';
import { accountsIn } from '../../../../../app/format/script/accounts/accounts';

function read(vendor: Vendor, ...texts: readonly string[]) {
  const { accounts, unread } = accountsIn(
    texts.map((text, at) => ({ text, file: 'a.sql', line: at + 1 })),
    vendor,
  );
  return {
    unread: unread.map(({ line }) => line),
    accounts: accounts.map(({ name, create, grants, defaultRole }) => [
      ...[name, create, ...grants],
      ...(defaultRole === null ? [] : [defaultRole]),
    ]),
  };
}

describe('statements about accounts in a script', () => {
  it('are read as servers print them, whoever has written them', () => {
    expect(
      read(
        'mysql',
        "create user app@localhost identified with mysql_native_password by 'a,b;' default role r, 'q'@'%' require ssl",
        'grant select(`A b`, c) , show  view on shop.* to app@localhost WITH grant option',
        'GRANT r TO app@localhost',
        'REVOKE INSERT ON `shop`.* FROM `app`@`localhost`',
        "GRANT PROXY ON ''@'' TO app@localhost",
        'SET DEFAULT ROLE NONE TO app@localhost',
      ),
    ).toEqual({
      unread: [],
      accounts: [
        [
          'app@localhost',
          "CREATE USER IF NOT EXISTS `app`@`localhost` IDENTIFIED WITH 'mysql_native_password' BY 'a,b;' REQUIRE SSL",
          'GRANT SELECT(`A b`, c), SHOW VIEW ON `shop`.* TO `app`@`localhost` WITH GRANT OPTION',
          'GRANT `r`@`%` TO `app`@`localhost`',
          'REVOKE INSERT ON `shop`.* FROM `app`@`localhost`',
          'GRANT PROXY ON ``@`` TO `app`@`localhost`',
          "ALTER USER 'app'@'localhost' DEFAULT ROLE `r`@`%`,`q`@`%`",
        ],
      ],
    });
  });

  it('are read with all that a grant of MariaDB says of the account, which it is created with', () => {
    const hash = "'*77AFFE6FB02C34A2F4F1304FD54C9813D5026E3A'";
    const created = `CREATE USER IF NOT EXISTS \`a\`@\`h\` IDENTIFIED BY PASSWORD ${hash} REQUIRE SSL WITH MAX_USER_CONNECTIONS 3`;
    const usage = `GRANT USAGE ON *.* TO a@h IDENTIFIED BY PASSWORD ${hash} REQUIRE SSL WITH MAX_USER_CONNECTIONS 3`;
    for (const before of [[], ['CREATE USER a@h']])
      expect(read('mariadb', ...before, usage).accounts).toEqual([['a@h', created, expect.any(String)]]);
    const option = usage.replace('WITH', 'WITH GRANT OPTION');
    expect(read('mariadb', option).accounts).toEqual([['a@h', created, expect.any(String)]]);
    expect(read('mariadb', 'CREATE USER a@h', 'GRANT SELECT ON *.* TO a@h REQUIRE X509').accounts).toEqual([
      ['a@h', 'CREATE USER IF NOT EXISTS `a`@`h` REQUIRE X509', expect.any(String)],
    ]);
  });

  it('are read with texts in double quotes as servers print them, in single ones', () => {
    expect(read('mysql', `CREATE USER a@h IDENTIFIED BY "it's ""1""" REQUIRE SSL`).accounts).toEqual([
      ['a@h', `CREATE USER IF NOT EXISTS \`a\`@\`h\` IDENTIFIED BY 'it\\'s "1"' REQUIRE SSL`],
    ]);
  });

  it('are read from the first grant, with which old servers print the sign-in', () => {
    const hash = "'*77AFFE6FB02C34A2F4F1304FD54C9813D5026E3A'";
    const grant = `GRANT ALL PRIVILEGES ON *.* TO 'old'@'%' IDENTIFIED BY PASSWORD ${hash} WITH GRANT OPTION`;
    expect(read('mysql', grant).accounts).toEqual([
      [
        'old@%',
        `CREATE USER IF NOT EXISTS \`old\`@\`%\` IDENTIFIED WITH 'mysql_native_password' AS ${hash}`,
        'GRANT ALL PRIVILEGES ON *.* TO `old`@`%` WITH GRANT OPTION',
      ],
    ]);
    expect(read('mariadb', grant).accounts).toEqual([
      [
        'old@%',
        `CREATE USER IF NOT EXISTS \`old\`@\`%\` IDENTIFIED BY PASSWORD ${hash}`,
        `GRANT ALL PRIVILEGES ON *.* TO \`old\`@\`%\` IDENTIFIED BY PASSWORD ${hash} WITH GRANT OPTION`,
      ],
    ]);
  });

  it('are those of the server from which they come, where the script has some for each vendor', () => {
    const texts = [
      "/*!80001 CREATE ROLE 'r' */",
      "/*M!100005 CREATE ROLE 'r' WITH ADMIN mariadb_dump_import_role */",
      "/*M!100005 CREATE ROLE 'r' WITH ADMIN mariadb_dump_import_role */",
      'CREATE /*M!100103 OR REPLACE */ USER `u`@`%`',
      "/*M!100005 SET DEFAULT ROLE 'r' FOR 'u'@'%' */",
      "/*!80001 ALTER USER 'u'@'%' DEFAULT ROLE 'r' */",
      'CREATE USER `mariadb.sys`@`localhost` ACCOUNT LOCK PASSWORD EXPIRE',
    ];
    expect(read('mariadb', ...texts)).toEqual({
      unread: [],
      accounts: [
        ['r', 'CREATE ROLE IF NOT EXISTS `r`'],
        ['u@%', 'CREATE USER IF NOT EXISTS `u`@`%`', 'SET DEFAULT ROLE `r` FOR `u`@`%`'],
      ],
    });
  });

  it.each([
    'CREATE USER a, b',
    "CREATE USER a IDENTIFIED BY 'x', b",
    'CREATE USER a; DROP USER root',
    'GRANT SELECT ON *.* TO a, b',
    'GRANT SELECT ON t TO a',
    'GRANT SELECT ON *.* TO CURRENT_USER()',
    'GRANT SELECT ON *.* TO nobody_creates',
    "SET PASSWORD FOR a = 'x'",
    'RENAME USER a TO b',
    'REVOKE ALL PRIVILEGES, GRANT OPTION FROM a',
    `GRANT ${'a,'.repeat(50_000)} TO b`,
  ])('are left out and named where they do more: %s', (text) => {
    expect(read('mysql', text)).toEqual({ unread: [1], accounts: [] });
  });
});
