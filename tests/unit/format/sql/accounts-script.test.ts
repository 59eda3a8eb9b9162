import { describe, expect, it } from 'vitest';
import { readAccountsScript, withoutSecrets } from '../../../../app/format/sql/accounts-script';
import { usersScript } from '../../../../app/format/sql/files';

const ACCOUNTS = [
  {
    account: "'o\\'brien'@'10.%'",
    name: "o'brien@10.%",
    create: "CREATE USER IF NOT EXISTS `o'brien`@`10.%` IDENTIFIED WITH 'caching_sha2_password' AS 0x24",
    grants: ["GRANT USAGE ON *.* TO `o'brien`@`10.%`", "GRANT `r`@`%` TO `o'brien`@`10.%`"],
    defaultRole: "ALTER USER 'o\\'brien'@'10.%' DEFAULT ROLE `r`@`%`",
  },
  {
    account: "'r'@'%'",
    name: 'r@%',
    create: "CREATE USER IF NOT EXISTS `r`@`%` IDENTIFIED WITH 'caching_sha2_password' ACCOUNT LOCK",
    grants: ['GRANT SELECT ON `a TO ``b`.* TO `r`@`%`', 'REVOKE SELECT ON `mysql`.* FROM `r`@`%`'],
    defaultRole: null,
  },
];

const MARIADB_ACCOUNTS = [
  {
    account: '`keeper`',
    name: 'keeper',
    create: 'CREATE ROLE IF NOT EXISTS `keeper`',
    grants: ['GRANT USAGE ON *.* TO `keeper`'],
    defaultRole: null,
  },
  {
    account: "'app'@'%'",
    name: 'app@%',
    create: "CREATE USER IF NOT EXISTS `app`@`%` IDENTIFIED BY PASSWORD '*0A'",
    grants: ["GRANT USAGE ON *.* TO `app`@`%` IDENTIFIED BY PASSWORD '*0A' WITH MAX_USER_CONNECTIONS 3"],
    defaultRole: 'SET DEFAULT ROLE `keeper` FOR `app`@`%`',
  },
];

describe('readAccountsScript', () => {
  it('gives back what usersScript wrote, of both vendors', () => {
    expect(readAccountsScript(usersScript(ACCOUNTS))).toEqual(ACCOUNTS);
    expect(readAccountsScript(usersScript(MARIADB_ACCOUNTS))).toEqual(MARIADB_ACCOUNTS);
    expect(readAccountsScript('')).toEqual([]);
  });

  it('keeps names with line breaks on their lines, in comments too, and gives them back', () => {
    const name = 'new\nline\r\n-- x;';
    const [text, quoted] = [`'${name}'@'%'`, `\`${name}\`@\`%\``];
    const accounts = [
      {
        ...{ account: text, name: `${name}@%`, create: `CREATE USER IF NOT EXISTS ${quoted}` },
        grants: [`GRANT SELECT ON \`a\`.* TO ${quoted}`, `GRANT ${quoted} TO ${quoted}`],
        defaultRole: `ALTER USER ${text} DEFAULT ROLE ${quoted}`,
      },
    ];
    const script = usersScript(accounts);
    expect(
      script.split(/[\r\n]+/).filter((line) => !/^(CREATE|GRANT|ALTER|-- (begin|end|Written))|^$/.test(line)),
    ).toEqual([]);
    expect(readAccountsScript(script)).toEqual(accounts);
  });

  it('carries the name of a schema with a line break as it is', () => {
    const [account] = ACCOUNTS.slice(1);
    const grants = ['GRANT SELECT ON `a\nb`.`t` TO `r`@`%`'];
    const accounts = account === undefined ? [] : [{ ...account, grants }];
    expect(readAccountsScript(usersScript(accounts))).toEqual(accounts);
  });

  it('takes what MariaDB prints of a role that another one has for that role’s own, or for nothing without it', () => {
    const lines = (name: string) => [
      `GRANT USAGE ON *.* TO \`${name}\``,
      `GRANT SELECT ON \`${name}\`.* TO \`${name}\``,
    ];
    const role = (name: string, ...grants: readonly string[]) => ({
      ...{ account: `\`${name}\``, name, create: `CREATE ROLE IF NOT EXISTS \`${name}\``, defaultRole: null },
      grants,
    });
    const [inner, outer] = [lines('ra'), ['GRANT `ra` TO `rb`', ...lines('rb')]];
    const printed = [role('ra', ...inner), role('rb', ...outer, ...inner)];
    expect(readAccountsScript(usersScript(printed))).toEqual([role('ra', ...inner), role('rb', ...outer)]);
    expect(readAccountsScript(usersScript(printed.slice(1)))).toEqual([role('rb', ...outer)]);
    expect(() => readAccountsScript(usersScript([role('rb', ...lines('rb'), ...inner)]))).toThrow(
      /neither creates an account/,
    );
  });

  it('refuses any other statement, and shows it without what proves who somebody is', () => {
    for (const statement of [
      'DROP USER root@localhost',
      "ALTER USER root@localhost IDENTIFIED BY 'mine'",
      'GRANT ALL ON *.* TO nobody_that_is_made_here@localhost',
      "SET GLOBAL init_file = '/x'",
    ])
      expect(() => readAccountsScript(`${usersScript(ACCOUNTS)}${statement};\n`)).toThrow(
        /neither creates an account/,
      );
    expect(withoutSecrets("ALTER USER `a` IDENTIFIED BY 'mi\\'ne' AND IDENTIFIED WITH 'x' AS 0xAB")).toBe(
      "ALTER USER `a` IDENTIFIED BY … AND IDENTIFIED WITH 'x' AS …",
    );
    expect(withoutSecrets('CREATE USER `a` IDENTIFIED BY "mi\\"ne" COMMENT "x"')).toBe(
      'CREATE USER `a` IDENTIFIED BY … COMMENT "x"',
    );
    expect(withoutSecrets("CREATE USER `a` IDENTIFIED VIA ed25519 USING PASSWORD('mine')")).toBe(
      'CREATE USER `a` IDENTIFIED VIA ed25519 USING PASSWORD(…)',
    );
    expect(withoutSecrets("CREATE USER `a` IDENTIFIED WITH 'x' AS x'6D69'")).toBe(
      "CREATE USER `a` IDENTIFIED WITH 'x' AS …",
    );
  });

  it('refuses a grant to an account that the script does not make', () => {
    expect(() => readAccountsScript('GRANT SELECT ON *.* TO `elsewhere`@`%`;')).toThrow(
      /neither creates an account/,
    );
  });
});
