import { describe, expect, it } from 'vitest';
import type { Vendor } from '../../../../../app/contract/connections/connection';
import { accountsIn } from '../../../../../app/format/script/accounts/accounts';
import type { GrantRows } from '../../../../../app/format/script/accounts/grant-rows';
import type { AccountStatements } from '../../../../../app/format/script/accounts/granted';
import { statementsOfGlobalPrivs } from '../../../../../app/format/script/accounts/mariadb-rows';
import { statementsOfUsers } from '../../../../../app/format/script/accounts/mysql-rows';

type Values = Readonly<Record<string, string | null>>;

/** As many as MySQL 5.0 has columns for. */
const EVERY_PRIVILEGE = Object.fromEntries(
  [
    ...['select', 'insert', 'update', 'delete', 'create', 'drop', 'reload', 'shutdown', 'process', 'file'],
    ...['references', 'index', 'alter', 'show_db', 'super', 'create_tmp_table', 'lock_tables', 'execute'],
    ...['repl_slave', 'repl_client', 'create_view', 'show_view'],
  ].map((name) => [`${name}_priv`, 'Y']),
);
const HASH = '*77AFFE6FB02C34A2F4F1304FD54C9813D5026E3A';

function rowsOf(tables: Readonly<Record<string, readonly Values[]>>): GrantRows {
  return new Map(
    Object.entries(tables).map(([table, rows]) => [table, rows.map((row) => new Map(Object.entries(row)))]),
  );
}

function accountsOf(vendor: Vendor, { statements }: AccountStatements) {
  const { accounts, unread } = accountsIn(
    statements.map((text) => ({ text, file: 'a.sql', line: 1 })),
    vendor,
  );
  expect(unread).toEqual([]);
  return accounts.map(({ create, grants, defaultRole }) => [create, ...grants, defaultRole]);
}

describe('accounts in rows of mysql.user', () => {
  const user = (name: string, more: Values): Values => ({ host: '%', user: name, ...more });

  it('are those of MySQL from 8.0 on, with roles, dynamic privileges and partial revokes', () => {
    const statements = statementsOfUsers(
      rowsOf({
        user: [
          user('app', {
            ...{ select_priv: 'Y', insert_priv: 'N', grant_priv: 'N', show_db_priv: 'Y' },
            ...{ ssl_type: 'SPECIFIED', ssl_cipher: '', x509_issuer: '/CN=ca', x509_subject: '/CN=app' },
            ...{ max_questions: '0', max_updates: '3', plugin: 'caching_sha2_password' },
            ...{ authentication_string: "$A$005$\x01'x", password_expired: 'N', password_lifetime: '90' },
            ...{ account_locked: 'Y', password_reuse_history: '5', password_reuse_time: null },
            ...{ password_require_current: 'Y' },
            user_attributes: '{"Restrictions":[{"Database":"mysql","Privileges":["SELECT"]}]}',
          }),
          user('r', { plugin: 'caching_sha2_password', account_locked: 'Y', password_expired: 'Y' }),
        ],
        global_grants: [
          user('app', { priv: 'BACKUP_ADMIN', with_grant_option: 'N' }),
          user('app', { priv: 'system_user', with_grant_option: 'Y' }),
        ],
        db: [user('app', { db: 'my\\_db', select_priv: 'Y', create_tmp_table_priv: 'Y', grant_priv: 'Y' })],
        tables_priv: [user('app', { db: 'd', table_name: 't`x', table_priv: 'Select,Show view,Grant' })],
        columns_priv: [
          user('app', { db: 'd', table_name: 't', column_name: 'c', column_priv: 'Select,Update' }),
        ],
        procs_priv: [
          user('app', {
            db: 'd',
            routine_name: 'f',
            routine_type: 'FUNCTION',
            proc_priv: 'Execute,Alter Routine',
          }),
        ],
        role_edges: [
          { from_host: '%', from_user: 'r', to_host: '%', to_user: 'app', with_admin_option: 'Y' },
        ],
        default_roles: [user('app', { default_role_host: '%', default_role_user: 'r' })],
        proxies_priv: [user('app', { proxied_host: '', proxied_user: '', with_grant: '1' })],
      }),
    );
    expect(accountsOf('mysql', statements)).toEqual([
      [
        "CREATE USER IF NOT EXISTS `app`@`%` IDENTIFIED WITH 'caching_sha2_password' AS '$A$005$\x01\\'x' REQUIRE SUBJECT '/CN=app' ISSUER '/CN=ca' WITH MAX_UPDATES_PER_HOUR 3 PASSWORD EXPIRE INTERVAL 90 DAY PASSWORD HISTORY 5 PASSWORD REQUIRE CURRENT ACCOUNT LOCK",
        'GRANT USAGE ON *.* TO `app`@`%`',
        'GRANT SELECT, SHOW DATABASES ON *.* TO `app`@`%`',
        'GRANT BACKUP_ADMIN ON *.* TO `app`@`%`',
        'GRANT SYSTEM_USER ON *.* TO `app`@`%` WITH GRANT OPTION',
        'GRANT SELECT, CREATE TEMPORARY TABLES ON `my\\_db`.* TO `app`@`%` WITH GRANT OPTION',
        'GRANT SELECT, SHOW VIEW ON `d`.`t``x` TO `app`@`%` WITH GRANT OPTION',
        'GRANT SELECT (`c`), UPDATE (`c`) ON `d`.`t` TO `app`@`%`',
        'GRANT EXECUTE, ALTER ROUTINE ON FUNCTION `d`.`f` TO `app`@`%`',
        'GRANT PROXY ON ``@`` TO `app`@`%` WITH GRANT OPTION',
        'REVOKE SELECT ON `mysql`.* FROM `app`@`%`',
        'GRANT `r`@`%` TO `app`@`%` WITH ADMIN OPTION',
        "ALTER USER 'app'@'%' DEFAULT ROLE `r`@`%`",
      ],
      [
        "CREATE USER IF NOT EXISTS `r`@`%` IDENTIFIED WITH 'caching_sha2_password' PASSWORD EXPIRE ACCOUNT LOCK",
        'GRANT USAGE ON *.* TO `r`@`%`',
        null,
      ],
    ]);
  });

  it('are those of MySQL 5.5 and 5.7, whose root has all privileges', () => {
    const all = { ...EVERY_PRIVILEGE, grant_priv: 'Y' };
    const statements = statementsOfUsers(
      rowsOf({
        user: [
          { host: 'localhost', user: 'root', password: HASH, plugin: '', ...all },
          { host: 'localhost', user: '', password: '', plugin: null, select_priv: 'N' },
          { host: '%', user: 'mysql.sys', authentication_string: HASH, plugin: 'mysql_native_password' },
        ],
      }),
    );
    expect(accountsOf('mysql', statements)).toEqual([
      [
        `CREATE USER IF NOT EXISTS \`root\`@\`localhost\` IDENTIFIED WITH 'mysql_native_password' AS '${HASH}'`,
        'GRANT USAGE ON *.* TO `root`@`localhost`',
        'GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION',
        null,
      ],
      ['CREATE USER IF NOT EXISTS ``@`localhost`', 'GRANT USAGE ON *.* TO ``@`localhost`', null],
    ]);
  });

  it('are left out where statements would make something else of them', () => {
    const read = statementsOfUsers(
      rowsOf({
        user: [
          user('old', { password: '5d2e19393cc5ef67', plugin: '' }),
          user('locked', { password: '*LK*', plugin: '' }),
          user('new', { plugin: '', authentication_string: HASH }),
          user('native', {
            plugin: 'mysql_native_password',
            authentication_string: '*THISISNOTAVALIDPASSWORD',
          }),
          user('tls', { password: HASH, plugin: '', ssl_type: 'SOMETHING' }),
          user('certificate', { password: HASH, plugin: '', ssl_type: 'SPECIFIED' }),
          user('key', {
            plugin: 'caching_sha2_password',
            user_attributes:
              '{"multi_factor_authentication":[{"plugin":"p","passwordless":1,"requires_registration":0}]}',
          }),
          user('factors', {
            ...{ plugin: 'caching_sha2_password', password_expired: 'Y', password_lifetime: '90' },
            user_attributes:
              '{"multi_factor_authentication":[{"plugin":"ldap","authentication_string":"x"}],"Password_locking":{"failed_login_attempts":3,"password_lock_time_days":-1}}',
          }),
          user('broken', { plugin: 'caching_sha2_password', user_attributes: '{' }),
          user('few', { password: HASH, plugin: '', select_priv: 'Y' }),
          user('stale', { password: HASH, plugin: 'auth_socket', authentication_string: '' }),
        ],
      }),
    );
    expect(accountsOf('mysql', read).map(([create, , grant]) => [create, grant])).toEqual([
      [
        "CREATE USER IF NOT EXISTS `old`@`%` IDENTIFIED WITH 'mysql_old_password' AS '5d2e19393cc5ef67'",
        null,
      ],
      [
        `CREATE USER IF NOT EXISTS \`certificate\`@\`%\` IDENTIFIED WITH 'mysql_native_password' AS '${HASH}' REQUIRE X509`,
        null,
      ],
      [
        "CREATE USER IF NOT EXISTS `factors`@`%` IDENTIFIED WITH 'caching_sha2_password' AND IDENTIFIED WITH 'ldap' AS 'x' PASSWORD EXPIRE FAILED_LOGIN_ATTEMPTS 3 PASSWORD_LOCK_TIME UNBOUNDED",
        null,
      ],
      [
        `CREATE USER IF NOT EXISTS \`few\`@\`%\` IDENTIFIED WITH 'mysql_native_password' AS '${HASH}'`,
        'GRANT SELECT ON *.* TO `few`@`%`',
      ],
      ["CREATE USER IF NOT EXISTS `stale`@`%` IDENTIFIED WITH 'auth_socket'", null],
    ]);
    expect(read.leftOut).toEqual(
      ['locked', 'new', 'native', 'tls', 'key', 'broken'].map((name) => `\`${name}\`@\`%\``),
    );
  });

  it('are those of MariaDB before 10.4, with roles', () => {
    const statements = statementsOfUsers(
      rowsOf({
        user: [
          {
            ...{ host: 'h', user: 'u', password: HASH, plugin: '', is_role: 'N', default_role: 'r' },
            ...{ max_statement_time: '1.500000', select_priv: 'N' },
          },
          { host: '', user: 'r', is_role: 'Y', ...EVERY_PRIVILEGE, default_role: '' },
        ],
        roles_mapping: [
          { host: 'h', user: 'u', role: 'r', admin_option: 'Y' },
          { host: '', user: '', role: 'r', admin_option: 'Y' },
        ],
      }),
    );
    expect(accountsOf('mariadb', statements)).toEqual([
      [
        `CREATE USER IF NOT EXISTS \`u\`@\`h\` IDENTIFIED BY PASSWORD '${HASH}' WITH MAX_STATEMENT_TIME 1.500000`,
        'GRANT USAGE ON *.* TO `u`@`h`',
        'GRANT `r` TO `u`@`h` WITH ADMIN OPTION',
        'SET DEFAULT ROLE `r` FOR `u`@`h`',
      ],
      ['CREATE ROLE IF NOT EXISTS `r`', 'GRANT ALL PRIVILEGES ON *.* TO `r`', null],
    ]);
  });
});

describe('accounts in rows of mysql.global_priv', () => {
  const account = (user: string, priv: unknown): Values => ({ host: 'h', user, priv: JSON.stringify(priv) });

  it('are those of MariaDB, with several ways to sign in, limits, expiry and bits of access', () => {
    const statements = statementsOfGlobalPrivs(
      rowsOf({
        global_priv: [
          { host: 'h', user: 'root', priv: '{"access":18446744073709551615}' },
          account('a', {
            ...{
              access: 1 + 1024 + 2 ** 37,
              version_id: 101_100,
              plugin: 'ed25519',
              authentication_string: 'k',
            },
            auth_or: [{}, { plugin: 'unix_socket' }],
          }),
          account('b', {
            ...{
              plugin: 'mysql_native_password',
              authentication_string: HASH,
              ssl_type: 2,
              max_questions: 9,
            },
            ...{ account_locked: true, password_last_changed: 0, password_lifetime: 3 },
          }),
          account('c', { plugin: '', password_lifetime: 0, ssl_type: 1, access: 2 ** 30 - 1 - 1024 }),
          account('monitor', { access: 2 ** 20, version_id: 101_100, max_user_connections: -1 }),
          account('old', { access: 2 ** 20 }),
          account('odd', { access: 2 ** 39, version_id: 101_100 }),
          account('parts', { access: 2 ** 39 - 1 - 1024 - 2 ** 30, version_id: 101_100 }),
          account('unlocked', { account_locked: 'true' }),
          account('twice', { access: 1 }),
          account('twice', { access: 2 }),
          account('d', 'not an object'),
          { host: '', user: 'r', priv: '{"access":0,"is_role":true}' },
        ],
        roles_mapping: [{ host: 'h', user: 'b', role: 'r', admin_option: 'N' }],
      }),
    );
    expect(accountsOf('mariadb', statements)).toEqual([
      [
        'CREATE USER IF NOT EXISTS `root`@`h`',
        'GRANT USAGE ON *.* TO `root`@`h`',
        'GRANT ALL PRIVILEGES ON *.* TO `root`@`h` WITH GRANT OPTION',
        null,
      ],
      [
        "CREATE USER IF NOT EXISTS `a`@`h` IDENTIFIED VIA ed25519 USING 'k' OR unix_socket",
        'GRANT USAGE ON *.* TO `a`@`h`',
        'GRANT SELECT, BINLOG REPLAY ON *.* TO `a`@`h` WITH GRANT OPTION',
        null,
      ],
      [
        `CREATE USER IF NOT EXISTS \`b\`@\`h\` IDENTIFIED BY PASSWORD '${HASH}' REQUIRE X509 WITH MAX_QUERIES_PER_HOUR 9 ACCOUNT LOCK PASSWORD EXPIRE`,
        'GRANT USAGE ON *.* TO `b`@`h`',
        'GRANT `r` TO `b`@`h`',
        null,
      ],
      [
        'CREATE USER IF NOT EXISTS `c`@`h` REQUIRE SSL PASSWORD EXPIRE NEVER',
        'GRANT USAGE ON *.* TO `c`@`h`',
        'GRANT ALL PRIVILEGES ON *.* TO `c`@`h`',
        null,
      ],
      [
        'CREATE USER IF NOT EXISTS `monitor`@`h` WITH MAX_USER_CONNECTIONS -1',
        'GRANT USAGE ON *.* TO `monitor`@`h`',
        'GRANT BINLOG MONITOR ON *.* TO `monitor`@`h`',
        null,
      ],
      [
        'CREATE USER IF NOT EXISTS `old`@`h`',
        'GRANT USAGE ON *.* TO `old`@`h`',
        'GRANT REPLICATION CLIENT ON *.* TO `old`@`h`',
        null,
      ],
      ['CREATE USER IF NOT EXISTS `odd`@`h`', 'GRANT USAGE ON *.* TO `odd`@`h`', null],
      [
        'CREATE USER IF NOT EXISTS `parts`@`h`',
        'GRANT USAGE ON *.* TO `parts`@`h`',
        expect.not.stringContaining('ALL PRIVILEGES'),
        null,
      ],
      ['CREATE ROLE IF NOT EXISTS `r`', null],
    ]);
    expect(statements.leftOut).toEqual(['`twice`@`h`', '`unlocked`@`h`', '`d`@`h`']);
  });
});
