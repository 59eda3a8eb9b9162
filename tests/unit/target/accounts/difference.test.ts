import { describe, expect, it } from 'vitest';
import type { AccountObject } from '../../../../app/catalog/privileges/accounts';
import { areSame, differenceOf, differencesOf } from '../../../../app/target/accounts/difference';
import { describeAccountDifference } from '../../../../app/text/target/accounts';

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

describe('differencesOf', () => {
  const sentences = (found: Partial<AccountObject>, wanted: Partial<AccountObject>) =>
    differencesOf(account(found), account(wanted)).map(
      ({ difference, isSure }) => `${isSure ? '' : '? '}${describeAccountDifference(difference)}`,
    );
  const grants = (...lines: readonly string[]) => ({
    grants: lines.map((line) => line.replace(/ TO$/, ' TO `a`@`%`')),
  });

  it('takes the words of versions and vendors for nothing', () => {
    const older =
      "CREATE USER IF NOT EXISTS 'a'@'%' IDENTIFIED WITH 'p' AS '1' REQUIRE ISSUER '/i' SUBJECT '/s' WITH MAX_USER_CONNECTIONS 1 MAX_UPDATES_PER_HOUR 0 MAX_QUERIES_PER_HOUR 2 PASSWORD EXPIRE DEFAULT ACCOUNT UNLOCK";
    const newer =
      "CREATE USER IF NOT EXISTS `a`@`%` IDENTIFIED WITH 'p' AS 0x31 REQUIRE SUBJECT '/s' AND ISSUER '/i' WITH MAX_QUERIES_PER_HOUR 2 MAX_USER_CONNECTIONS 1 PASSWORD EXPIRE DEFAULT ACCOUNT UNLOCK PASSWORD HISTORY DEFAULT";
    expect(sentences({ create: older }, { create: newer })).toEqual([]);
    expect(
      sentences(
        grants("GRANT INSERT ON TABLE `s`.`t` TO 'a'@'%'", "GRANT 'r'@'%' TO 'a'@'%'"),
        grants('GRANT INSERT ON `s`.`t` TO', 'GRANT `r`@`%` TO'),
      ),
    ).toEqual([]);
    // MariaDB repeats there what CREATE USER says.
    const [bare, full] = ['', " IDENTIFIED BY PASSWORD '*0A' REQUIRE SSL WITH MAX_USER_CONNECTIONS 1"];
    const process = (more: string) => ({ grants: [`GRANT PROCESS ON *.* TO \`a\`@\`%\`${more}`] });
    expect(sentences(process(bare), process(full))).toEqual([]);
    expect(sentences(process(full), process(' WITH GRANT OPTION'))).toEqual(['it lacks GRANT OPTION on *.*']);
  });

  it('names the plugin, the clause and the password, and shows no text of theirs', () => {
    const by = (words: string) => ({ create: `CREATE USER IF NOT EXISTS \`a\`@\`%\`${words}` });
    const native = by(" IDENTIFIED BY PASSWORD '*SECRET'");
    expect(sentences(by(" IDENTIFIED VIA ed25519 USING 'SECRET'"), native)).toEqual([
      'it signs in by ed25519 on the target, by mysql_native_password in the dump',
    ]);
    expect(sentences(by(''), native)).toEqual([
      'it signs in by the server’s default plugin on the target, by mysql_native_password in the dump',
    ]);
    expect(sentences(by(" IDENTIFIED BY PASSWORD '*OTHER'"), native)).toEqual([
      'its stored password is another one',
    ]);
    expect(sentences(native, by(" IDENTIFIED BY 'SECRET'"))).toEqual([
      '? its password is a text in the dump, and only a hash on the target',
    ]);
    expect(sentences(by(''), by(" IDENTIFIED BY 'SECRET'"))).toEqual(['its stored password is another one']);
    for (const words of ['IDENTIFIED BY "SECRET"', "IDENTIFIED VIA p USING PASSWORD('SECRET')"])
      expect(sentences(by(''), by(` ${words}`)).join()).not.toMatch(/SECRET|^$/);
    expect(sentences(by(" COMMENT 'SECRET'"), by(" COMMENT 'SECRET 2'"))).toEqual([
      '? the texts of its clauses are others (COMMENT …)',
    ]);
    expect(sentences(by(''), by(' PASSWORD HISTORY 5'))).toEqual([
      '? it has no such clause on the target, PASSWORD HISTORY 5 in the dump',
    ]);
    const rules = (history: number, attribute: string) =>
      by(
        ` PASSWORD HISTORY ${history} FAILED_LOGIN_ATTEMPTS 3 ATTRIBUTE '{"PASSWORD HISTORY ": "${attribute}"}'`,
      );
    expect(sentences(rules(4, 'SECRET'), rules(5, 'SECRET'))).toEqual([
      '? it has PASSWORD HISTORY 4 on the target, PASSWORD HISTORY 5 in the dump',
    ]);
    expect(sentences(rules(4, 'SECRET 2'), rules(4, 'SECRET'))).toEqual([
      '? the texts of its clauses are others (ATTRIBUTE …)',
    ]);
    const several = (two: string) => by(` IDENTIFIED VIA ed25519 USING 'SECRET' OR ${two}`);
    expect(sentences(several('unix_socket'), several("pam USING 'SECRET'"))).toEqual([
      '? it signs in by ed25519, unix_socket on the target, by ed25519, pam in the dump',
    ]);
  });

  it('tells a plugin that stores nothing from an account without a password', () => {
    const by = (words: string) => ({ create: `CREATE USER IF NOT EXISTS \`a\`@\`%\`${words}` });
    expect(sentences(by(''), by(' IDENTIFIED VIA unix_socket'))).toEqual([
      'it signs in by the server’s default plugin on the target, by unix_socket in the dump',
    ]);
    expect(sentences(by(' IDENTIFIED VIA unix_socket'), by(''))).toEqual([
      'it signs in by unix_socket on the target, by the server’s default plugin in the dump',
    ]);
    expect(sentences(by(''), by(" IDENTIFIED WITH 'caching_sha2_password' REQUIRE NONE"))).toEqual([]);
    expect(sentences(by(" IDENTIFIED VIA ed25519 USING ''"), by(' IDENTIFIED VIA ed25519'))).toEqual([]);
  });

  it('names a second password, which no statement shows', () => {
    expect(sentences({ hasSecondPassword: true }, {})).toEqual([
      'it has a second password on the target (RETAIN CURRENT PASSWORD), which no dump holds',
    ]);
  });

  it('names each privilege and each column, and ALL PRIVILEGES as one', () => {
    expect(
      sentences(
        grants('GRANT SELECT (`a`), INSERT ON `s`.`t` TO'),
        grants('GRANT SELECT (`b`, `a`) ON `s`.`t` TO'),
      ),
    ).toEqual(['it lacks SELECT (`b`) on `s`.`t`', 'it has INSERT on `s`.`t`, and not in the dump']);
    expect(
      sentences(grants('GRANT SELECT, DROP ON `s`.* TO'), grants('GRANT ALL PRIVILEGES ON `s`.* TO')),
    ).toEqual(['it has SELECT, DROP on `s`.* on the target, ALL PRIVILEGES in the dump']);
    const some = grants('GRANT SELECT ON `s`.* TO');
    const handing = { grants: ['GRANT ALL PRIVILEGES ON `s`.* TO `a`@`%` WITH GRANT OPTION'] };
    expect(sentences(some, handing)).toEqual([
      'it has SELECT on `s`.* on the target, ALL PRIVILEGES in the dump',
      'it lacks GRANT OPTION on `s`.*',
    ]);
    expect(sentences({}, grants('GRANT ALL PRIVILEGES ON `s`.* TO'))).toEqual([
      'it lacks ALL PRIVILEGES on `s`.*',
    ]);
    expect(sentences({}, grants('GRANT BACKUP_ADMIN ON *.* TO'))).toEqual(['? it lacks BACKUP_ADMIN on *.*']);
  });

  it('knows that all on an object is handed on, and each dynamic privilege and role by itself', () => {
    const both = ["GRANT INSERT, SELECT (`a`) ON `s`.`t` TO 'a'@'%' WITH GRANT OPTION"];
    const apart = [
      "GRANT SELECT (`a`) ON `s`.`t` TO 'a'@'%'",
      "GRANT INSERT ON `s`.`t` TO 'a'@'%' WITH GRANT OPTION",
    ];
    expect(sentences({ grants: both }, { grants: apart })).toEqual([]);
    const option = (words: string) => ({
      grants: [
        "GRANT PROCESS ON *.* TO 'a'@'%' WITH GRANT OPTION",
        `GRANT BACKUP_ADMIN ON *.* TO 'a'@'%'${words}`,
      ],
    });
    expect(sentences(option(''), option(' WITH GRANT OPTION'))).toEqual([
      '? it has BACKUP_ADMIN on *.* without GRANT OPTION',
    ]);
    expect(sentences(option(' WITH GRANT OPTION'), option(''))).toEqual([
      '? it has BACKUP_ADMIN on *.* WITH GRANT OPTION, and without in the dump',
    ]);
    const usage = { grants: ["GRANT USAGE ON `s`.* TO 'a'@'%' WITH GRANT OPTION"] };
    expect(sentences(usage, {})).toEqual(['it has GRANT OPTION on `s`.*, and not in the dump']);
  });

  it('takes a grant that is there twice for the wider one, and an option as each vendor gives it', () => {
    const admin = ['GRANT `r` TO `a`@`%` WITH ADMIN OPTION', 'GRANT `r` TO `a`@`%`'];
    expect(sentences(grants('GRANT `r` TO'), { grants: admin })).toEqual([
      'it has the role `r` without ADMIN OPTION',
    ]);
    expect(sentences({ grants: admin }, grants('GRANT `r` TO'))).toEqual([
      'it has the role `r` WITH ADMIN OPTION, and without in the dump',
    ]);
    // MariaDB's, and no dynamic privilege.
    const readOnly = (option: string) => ({
      grants: [`GRANT SELECT, READ_ONLY ADMIN ON *.* TO \`a\`@\`%\`${option}`],
    });
    expect(sentences(readOnly(' WITH GRANT OPTION'), readOnly(''))).toEqual([
      'it has GRANT OPTION on *.*, and not in the dump',
    ]);
  });

  it('takes the quotes of proxies and partial revokes for nothing, and is sure of them', () => {
    const [older, newer] = [
      "GRANT PROXY ON ''@'' TO 'a'@'%' WITH GRANT OPTION",
      'GRANT PROXY ON ``@`` TO `a`@`%` WITH GRANT OPTION',
    ];
    expect(sentences({ grants: [older] }, { grants: [newer] })).toEqual([]);
    expect(sentences({ grants: [newer] }, { grants: ["GRANT PROXY ON ''@'' TO 'a'@'%'"] })).toEqual([
      "it lacks GRANT PROXY ON ''@'' TO 'a'@'%'",
      `it has ${newer}, and not in the dump`,
    ]);
    const revoke = (list: string) => `REVOKE ${list} ON \`s\`.* FROM \`a\`@\`%\``;
    expect(
      sentences(
        { grants: [revoke('INSERT'), revoke('UPDATE')] },
        { grants: [revoke('UPDATE, INSERT').replace('`a`@`%`', "'a'@'%'")] },
      ),
    ).toEqual([]);
    expect(sentences({ grants: [revoke('INSERT')] }, { grants: [revoke('INSERT, UPDATE')] })).toEqual([
      `it lacks ${revoke('UPDATE')}`,
    ]);
  });

  it('cuts no number of a limit in two beside one of MariaDB alone', () => {
    const limits = (connections: number) => ({
      create: `CREATE USER IF NOT EXISTS \`a\`@\`%\` WITH MAX_USER_CONNECTIONS ${connections} MAX_STATEMENT_TIME 2.000000`,
    });
    expect(sentences(limits(12), limits(13))).toEqual([
      '? it has WITH MAX_USER_CONNECTIONS 12 MAX_STATEMENT_TIME 2.000000 on the target, WITH MAX_USER_CONNECTIONS 13 MAX_STATEMENT_TIME 2.000000 in the dump',
    ]);
    expect(sentences(limits(12), limits(12))).toEqual([]);
  });

  it('takes the letters of columns for nothing, as servers do', () => {
    expect(
      sentences(grants('GRANT SELECT (`id`) ON `s`.`t` TO'), grants('GRANT SELECT(ID) ON `s`.`t` TO')),
    ).toEqual([]);
  });

  it('is sure where ALL PRIVILEGES of any version are others', () => {
    const all = grants('GRANT ALL PRIVILEGES ON `s`.* TO');
    const allOnTable = grants('GRANT ALL PRIVILEGES ON `s`.`t` TO');
    const words = 'it has SELECT on `s`.* on the target, ALL PRIVILEGES in the dump';
    expect(sentences(grants('GRANT SELECT ON `s`.* TO'), all)).toEqual([words]);
    expect(sentences(all, grants('GRANT SELECT ON `s`.* TO'))).toEqual([
      'it has ALL PRIVILEGES on `s`.* on the target, SELECT in the dump',
    ]);
    expect(sentences({}, all)).toEqual(['it lacks ALL PRIVILEGES on `s`.*']);
    expect(sentences(all, {})).toEqual(['it has ALL PRIVILEGES on `s`.*, and not in the dump']);
    const every =
      'SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, REFERENCES, INDEX, ALTER, CREATE VIEW, SHOW VIEW, TRIGGER';
    expect(sentences(grants(`GRANT ${every} ON \`s\`.\`t\` TO`), allOnTable)).toEqual([
      `? it has ${every} on \`s\`.\`t\` on the target, ALL PRIVILEGES in the dump`,
    ]);
  });

  it('names roles, default roles, partial revokes and proxies', () => {
    expect(sentences(grants('GRANT `r`@`%` TO'), grants('GRANT `q`@`%`,`r`@`%` TO'))).toEqual([
      'it lacks the role `q`@`%`',
    ]);
    const roles = (list: string) => ({ defaultRole: `ALTER USER 'a'@'%' DEFAULT ROLE ${list}` });
    expect(sentences(roles('`q`@`%`,`r`@`%`'), roles('`r`@`%`, `q`@`%`'))).toEqual([]);
    expect(sentences({}, roles('`q`@`%`'))).toEqual([
      'its default roles are none on the target, q@% in the dump',
    ]);
    const setRole = "SET DEFAULT ROLE 'q'@'%' TO 'a'@'%'";
    expect(sentences(roles('`q`@`%`'), { defaultRole: setRole })).toEqual([]);
    const revoke = 'REVOKE INSERT ON `s`.* FROM `a`@`%`';
    expect(sentences({}, { grants: [revoke] })).toEqual([`it lacks ${revoke}`]);
    const proxy = "GRANT PROXY ON ''@'%' TO 'a'@'%'";
    expect(sentences({ grants: [proxy] }, {})).toEqual([`it has ${proxy}, and not in the dump`]);
  });
});
