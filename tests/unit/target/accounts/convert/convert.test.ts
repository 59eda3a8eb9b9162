import { describe, expect, it } from 'vitest';
import { accountOf, type AccountObject } from '../../../../../app/catalog/privileges/accounts';
import { convertAccount } from '../../../../../app/target/accounts/convert/convert';

function user(create: string, ...grants: readonly string[]): AccountObject {
  return {
    ...accountOf('u', '%'),
    create: `CREATE USER IF NOT EXISTS \`u\`@\`%\`${create}`,
    grants: grants.map((grant) => `${grant} TO \`u\`@\`%\``),
    defaultRole: null,
  };
}

function blocked(account: AccountObject, target: 'mysql' | 'mariadb'): readonly string[] {
  return convertAccount(account, target)
    .remarks.filter(({ severity }) => severity === 'blocks')
    .map(({ rule, why }) => `${rule}: ${why}`);
}

describe('convertAccount', () => {
  it('turns roles and all that is said of them from one vendor’s names into the other’s', () => {
    const onMySql: AccountObject = {
      ...user('', 'GRANT USAGE ON *.*', 'GRANT `r`@`%`,`s`@`%`'),
      defaultRole: "ALTER USER 'u'@'%' DEFAULT ROLE `r`@`%`",
    };
    const { account } = convertAccount(onMySql, 'mariadb');
    expect(account).toEqual({
      ...{ account: "'u'@'%'", name: 'u@%', create: 'CREATE USER IF NOT EXISTS `u`@`%`' },
      grants: ['GRANT USAGE ON *.* TO `u`@`%`', 'GRANT `r` TO `u`@`%`', 'GRANT `s` TO `u`@`%`'],
      defaultRole: 'SET DEFAULT ROLE `r` FOR `u`@`%`',
    });
    const back = convertAccount(account, 'mysql').account;
    expect(back.grants).toContain('GRANT `r`@`%` TO `u`@`%`');
    expect(back.defaultRole).toBe(onMySql.defaultRole);
  });

  it('takes an account without sign-in for a MySQL role, and creates it as a MariaDB role', () => {
    const role: AccountObject = {
      ...{ account: '`r`', name: 'r', create: 'CREATE ROLE IF NOT EXISTS `r`', defaultRole: null },
      grants: ['GRANT SELECT ON `s`.* TO `r`'],
    };
    const onMySql = convertAccount(role, 'mysql');
    expect(onMySql.account).toMatchObject({ name: 'r@%', grants: ['GRANT SELECT ON `s`.* TO `r`@`%`'] });
    expect(onMySql.account.create).toContain('PASSWORD EXPIRE ACCOUNT LOCK');
    expect(convertAccount(onMySql.account, 'mariadb').account).toEqual(role);
    expect(onMySql.remarks).toMatchObject([{ severity: 'converts', rule: 'account-role' }]);
  });

  it('gives a role of a host no other, for MariaDB’s have none', () => {
    const create = " IDENTIFIED WITH 'caching_sha2_password' REQUIRE NONE PASSWORD EXPIRE ACCOUNT LOCK";
    const role = { ...user(create), ...accountOf('r', 'localhost') };
    expect(blocked(role, 'mariadb')).toEqual(['account-role: Roles of MariaDB have no host.']);
    const { account, remarks } = convertAccount({ ...role, ...accountOf('r', '%') }, 'mariadb');
    expect(account.create).toBe('CREATE ROLE IF NOT EXISTS `r`');
    expect(remarks.map(({ why }) => why)).toEqual([
      'It becomes the role r: MariaDB names roles without a host.',
    ]);
  });

  it('renames privileges that are the same, with their options and columns', () => {
    const account = user(
      '',
      'GRANT PROCESS, BINLOG MONITOR, SLAVE MONITOR, SET USER ON *.*',
      'GRANT SELECT (`a`, `b`), INSERT ON `s`.`t`',
    );
    const grants = account.grants.map((line) => `${line} IDENTIFIED BY PASSWORD '*0' WITH GRANT OPTION`);
    const { account: there, remarks } = convertAccount({ ...account, grants }, 'mysql');
    expect(there.grants).toEqual([
      'GRANT PROCESS, SET_ANY_DEFINER, REPLICATION CLIENT ON *.* TO `u`@`%` WITH GRANT OPTION',
      'GRANT SELECT (`a`, `b`), INSERT ON `s`.`t` TO `u`@`%` WITH GRANT OPTION',
    ]);
    expect(remarks).toMatchObject([{ severity: 'converts', rule: 'account-privileges' }]);
  });

  it('grants no option that only a name or a password has in it', () => {
    const grants = [
      'GRANT SELECT ON `s`.` WITH GRANT OPTION` TO `u`@`%`',
      'GRANT SELECT (`WITH GRANT OPTION`) ON `s`.`t` TO `u`@`%`',
    ];
    const password = " IDENTIFIED BY PASSWORD 'a WITH GRANT OPTION'";
    const account = { ...user(''), grants: grants.map((line) => line + password) };
    expect(convertAccount(account, 'mysql').account.grants).toEqual(grants);
  });

  it('carries a sign-in by the socket, but not one that also asks for something', () => {
    const socket = convertAccount(user(" IDENTIFIED WITH 'auth_socket' REQUIRE NONE"), 'mariadb');
    expect(socket.account.create).toContain('unix_socket');
    expect(socket.remarks).toMatchObject([{ severity: 'converts', rule: 'account-sign-in' }]);
    expect(blocked(user(" IDENTIFIED WITH 'auth_socket' AS 'x' REQUIRE NONE"), 'mariadb')).toHaveLength(1);
    expect(blocked(user(" IDENTIFIED WITH 'authentication_pam' REQUIRE NONE"), 'mariadb')).toHaveLength(1);
  });

  it('carries a sign-in by the socket of MariaDB too', () => {
    const socket = convertAccount(user(' IDENTIFIED VIA unix_socket'), 'mysql');
    expect(socket.account.create).toContain('auth_socket');
    expect(socket.remarks).toEqual([
      { severity: 'converts', rule: 'account-sign-in', why: 'unix_socket is auth_socket on the target.' },
    ]);
  });

  it('leaves a partial revoke and what it does not know as they are', () => {
    const grants = ['REVOKE SELECT ON `s`.* FROM `u`@`%`', 'GIVE all TO `u`@`%`'];
    const { account, remarks } = convertAccount({ ...user(''), grants }, 'mysql');
    expect(account.grants).toEqual(grants);
    expect(remarks).toEqual([]);
  });

  it('says what becomes of what', () => {
    const { remarks } = convertAccount(user('', 'GRANT PROCESS, SET USER ON *.*'), 'mysql');
    expect(remarks.map(({ why }) => why)).toEqual(['SET USER becomes SET_ANY_DEFINER.']);
  });

  it('grants no option that only the name of an object has in it, however long the account’s is', () => {
    const named = {
      ...accountOf('somebody_with_a_long_name', '%'),
      create: user('').create,
      defaultRole: null,
    };
    const line = 'GRANT SELECT ON `s`.`WITH GRANT OPTION` TO `somebody_with_a_long_name`@`%`';
    expect(convertAccount({ ...named, grants: [line] }, 'mysql').account.grants).toEqual([line]);
  });

  it('takes no account that can sign in, or could again, for a role', () => {
    const made = (words: string) => convertAccount(user(words), 'mariadb').account.create;
    const role = " IDENTIFIED WITH 'caching_sha2_password' REQUIRE NONE PASSWORD EXPIRE ACCOUNT LOCK";
    expect(made(role)).toContain('CREATE ROLE');
    expect(made(role.replace(' PASSWORD EXPIRE', ''))).toContain('CREATE USER');
    expect(made(role.replace('ACCOUNT LOCK', 'ACCOUNT UNLOCK'))).toContain('CREATE USER');
    const native = role.replace("'caching_sha2_password'", "'mysql_native_password' AS '*94BDC'");
    expect(made(native)).toContain('CREATE USER');
  });

  it('gives a default role back, one of them', () => {
    const one = { ...user(''), defaultRole: "ALTER USER 'u'@'%' DEFAULT ROLE `r`@`%`" };
    expect(blocked(one, 'mariadb')).toEqual([]);
  });

  it('carries the one hash that both vendors know', () => {
    const native = user(" IDENTIFIED WITH 'mysql_native_password' AS '*94BDC' REQUIRE NONE");
    expect(blocked(native, 'mariadb')).toEqual([]);
    expect(convertAccount(native, 'mariadb').account.create).toContain("'*94BDC'");
  });

  it('says what becomes of a privilege by its names on both sides, and of a privilege to be another', () => {
    const { account, remarks } = convertAccount(
      user('', 'GRANT SELECT, REPLICATION CLIENT ON *.*', "GRANT PROXY ON 'a'@'%'"),
      'mariadb',
    );
    expect(account.grants[1]).toBe("GRANT PROXY ON 'a'@'%' TO `u`@`%`");
    for (const { rule, why } of remarks.filter((remark) => remark.rule === 'account-privileges'))
      expect([rule, why]).toEqual(['account-privileges', expect.not.stringContaining('SELECT')]);
  });

  it('lets nobody hand on more than on MySQL, whose dynamic privileges have an option each', () => {
    const mixed = user('', 'GRANT PROCESS ON *.*', 'GRANT CONNECTION_ADMIN ON *.*', 'GRANT SELECT ON `s`.*');
    const handedOn = mixed.grants.map((line) =>
      line.includes('SELECT') ? line : `${line} WITH GRANT OPTION`,
    );
    for (const grants of [
      [mixed.grants[0] ?? '', handedOn[1] ?? '', mixed.grants[2] ?? ''],
      [handedOn[0] ?? '', mixed.grants[1] ?? '', mixed.grants[2] ?? ''],
    ]) {
      const { account, remarks } = convertAccount({ ...mixed, grants }, 'mariadb');
      expect(account.grants).toEqual([
        'GRANT PROCESS ON *.* TO `u`@`%`',
        'GRANT CONNECTION ADMIN ON *.* TO `u`@`%`',
        'GRANT SELECT ON `s`.* TO `u`@`%`',
      ]);
      expect(remarks.filter(({ severity }) => severity === 'warns')).toHaveLength(1);
    }
    const usage = 'GRANT USAGE ON *.* TO `u`@`%`';
    for (const grants of [handedOn, [usage, handedOn[1] ?? '']])
      expect(convertAccount({ ...mixed, grants }, 'mariadb').account.grants).toContain(
        'GRANT CONNECTION ADMIN ON *.* TO `u`@`%` WITH GRANT OPTION',
      );
  });

  it('does not make more of a privilege than it is', () => {
    const { account, remarks } = convertAccount(user('', 'GRANT SLAVE MONITOR ON *.*'), 'mysql');
    expect(account.grants).toEqual(['GRANT SLAVE MONITOR ON *.* TO `u`@`%`']);
    expect(remarks).toEqual([]);
  });

  it('names what the other vendor has no word for', () => {
    const sha = " IDENTIFIED WITH 'caching_sha2_password' AS 'secret' REQUIRE NONE";
    expect(blocked(user(sha), 'mariadb')).toEqual([
      expect.stringMatching(/^account-sign-in: It proves itself by caching_sha2_password/),
    ]);
    expect(blocked(user(" IDENTIFIED VIA ed25519 USING 'x' OR unix_socket"), 'mysql')).toEqual([
      expect.stringMatching(/^account-sign-in: It signs in in several ways/),
    ]);
    expect(blocked(user(' REQUIRE NONE PASSWORD HISTORY 5'), 'mariadb')).toEqual([
      'account-options: It says PASSWORD HISTORY 5, for which MariaDB has no word.',
    ]);
    expect(blocked(user('', 'GRANT `r`@`localhost`'), 'mariadb')).toEqual([
      'account-role: It has the role r@localhost, and roles of MariaDB have no host.',
    ]);
    const revoked: AccountObject = { ...user(''), grants: ['REVOKE SELECT ON `s`.* FROM `u`@`%`'] };
    expect(blocked(revoked, 'mariadb')).toHaveLength(1);
    const twice = { ...user(''), defaultRole: "ALTER USER 'u'@'%' DEFAULT ROLE `r`@`%`,`s`@`%`" };
    expect(blocked(twice, 'mariadb')).toEqual([expect.stringContaining('several default roles')]);
  });

  it('never prints a password', () => {
    const told = JSON.stringify([
      convertAccount(user(" IDENTIFIED WITH 'x' AS 'secret' REQUIRE NONE"), 'mariadb').remarks,
      convertAccount(user(" IDENTIFIED WITH 'a' AS 'x' REQUIRE NONE RETAIN AS 'secret'"), 'mariadb').remarks,
    ]);
    expect(told).not.toContain('secret');
  });
});
