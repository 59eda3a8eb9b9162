import { writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { dumpByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { compareWithDump, loadDump, newRegistry, withFolder } from '../harness/runs';
import { planLoad } from '../harness/plans';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';

const SCHEMA = 'script_acc_src';
const COPY = 'script_acc_copy';

async function column(vendor: Vendor, statement: string): Promise<readonly string[]> {
  return await withPlain(vendor, async (connection) => {
    const [rows] = await connection.query(statement);
    return (rows as Record<string, unknown>[]).map((row) => String(Object.values(row)[0]));
  });
}

async function run(vendor: Vendor, ...statements: readonly string[]): Promise<void> {
  await withPlain(vendor, async (connection) => {
    for (const statement of statements) await connection.query(statement);
  });
}

describe.each(testVendors)('accounts in a script of %s', (vendor) => {
  const registry = newRegistry();
  const isMySql = vendor === 'mysql';
  const app = `'sacc app'@'%'`;
  const role = 'sacc_role';
  const roleOption = isMySql ? 'sacc_role@\\%' : 'sacc_role';
  const users = ['sacc app@*', roleOption];
  const schemaMap = { [SCHEMA]: COPY };
  const dropAccounts = [
    `DROP USER IF EXISTS ${app}, 'sacc_old'@'10.%', 'sacc_new'@'%'`,
    `DROP ROLE IF EXISTS ${role}`,
  ];

  beforeEach(async () => {
    await dropSchemas(vendor, SCHEMA, COPY);
    await run(
      vendor,
      ...dropAccounts,
      `CREATE DATABASE ${SCHEMA}`,
      `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, secret INT)`,
      `INSERT INTO ${SCHEMA}.t VALUES (1, 1), (2, 2)`,
      `CREATE ROLE ${role}`,
      `CREATE USER ${app} IDENTIFIED BY 'Script-1!'`,
      `GRANT SELECT ON ${SCHEMA}.* TO ${role}`,
      `GRANT ${role} TO ${app} WITH ADMIN OPTION`,
      `GRANT INSERT, UPDATE (secret) ON ${SCHEMA}.t TO ${app} WITH GRANT OPTION`,
      isMySql ? `ALTER USER ${app} DEFAULT ROLE ${role}` : `SET DEFAULT ROLE ${role} FOR ${app}`,
    );
  });
  afterAll(async () => {
    await run(vendor, ...dropAccounts);
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  async function said(): Promise<readonly string[]> {
    const lines = [
      ...(await column(vendor, `SHOW CREATE USER ${app}`)),
      ...(await column(vendor, `SHOW GRANTS FOR ${app}`)),
      ...(await column(vendor, `SHOW GRANTS FOR ${role}`)),
    ];
    return lines
      .map((line) => line.replace(`\`${SCHEMA}\`.*`, `\`${COPY.replaceAll('_', '\\_')}\`.*`))
      .map((line) => line.replace(`\`${SCHEMA}\``, `\`${COPY}\``))
      .sort();
  }

  const plan = (script: string, options: Partial<LoadOptions>) =>
    planLoad(
      {
        ...{ endpoint: testEndpoint(vendor), profile: null, folder: script },
        options: { ...LOAD_DEFAULTS, schemaMap, ...options },
      },
      new Cancellation(),
    );

  /** Verdicts of a comparison on the accounts, and what it warns of them. */
  async function compared(folder: string, wish: Pick<LoadOptions, 'users' | 'schemaMap'>) {
    const { checks, errors, warnings } = await compareWithDump(registry, { vendor, folder, ...wish });
    const said = [...errors, ...warnings].map(({ message }) => message);
    return [
      ...checks.flatMap(({ kind, state }) => (kind === 'accounts' ? [state] : [])),
      ...said.filter((message) => message.includes('account')),
    ];
  }

  it('are offered, and created with passwords, roles and privileges on the new schema', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'backup.sql');
      const words = isMySql ? ['--users'] : ['--system=users'];
      await dumpByClient(vendor, script, [...words, '--databases', SCHEMA]);
      const before = await said();
      await run(vendor, ...dropAccounts);
      const offered = (await plan(script, {})).accounts;
      expect(offered.map(({ account, action }) => [account, action])).toContainEqual([app, 'leave-out']);
      const { conflicts, accounts, scope } = await plan(script, { users });
      expect(conflicts).toEqual([]);
      expect(accounts.filter(({ action }) => action === 'create')).toHaveLength(2);
      expect(scope).not.toMatch(/about accounts/);
      const { errors, checks } = await loadDump(registry, { vendor, folder: script, schemaMap, users });
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect(checks.map(({ detail }) => detail)).toContainEqual(
        expect.stringMatching(/^Accounts: 2 created and read again: equal/),
      );
      expect(await said()).toEqual(before);
      expect(await compared(script, { users, schemaMap })).toEqual(['ok', 'ok']);
    });
  });

  it('are offered from the rows of the server’s own schema, which is left out, and are equal', async () => {
    await withFolder(async (folder) => {
      const more = isMySql
        ? [
            `ALTER USER ${app} REQUIRE SUBJECT '/CN=app' WITH MAX_USER_CONNECTIONS 7 PASSWORD EXPIRE INTERVAL 90 DAY`,
            `GRANT PROCESS, BACKUP_ADMIN ON *.* TO ${app}`,
            `GRANT SYSTEM_USER ON *.* TO ${app} WITH GRANT OPTION`,
          ]
        : [
            `ALTER USER ${app} REQUIRE SUBJECT '/CN=app' WITH MAX_USER_CONNECTIONS 7 PASSWORD EXPIRE INTERVAL 90 DAY`,
            `GRANT PROCESS, BINLOG MONITOR, BINLOG REPLAY ON *.* TO ${app}`,
          ];
      await run(
        vendor,
        ...more,
        `CREATE PROCEDURE ${SCHEMA}.p() SELECT 1`,
        `GRANT EXECUTE ON PROCEDURE ${SCHEMA}.p TO ${app} WITH GRANT OPTION`,
      );
      const script = join(folder, 'whole.sql');
      await dumpByClient(vendor, script, ['--all-databases', '--routines', '--events']);
      const before = await said();
      await run(vendor, ...dropAccounts);
      const { conflicts, scope, schemas } = await plan(script, { users });
      expect(conflicts.map(({ message }) => message)).toEqual([]);
      expect(scope).toMatch(/server’s own schema mysql, which is left out/);
      expect(scope).toMatch(
        isMySql ? /own table mysql\.user: a load/ : /own table mysql\.global_priv: a load/,
      );
      expect(schemas.map(({ source }) => source)).not.toContain('mysql');
      const { errors } = await loadDump(registry, {
        ...{ vendor, folder: script, schemaMap, users },
        selection: {
          include: [{ kind: 'schema', schema: SCHEMA }],
          exclude: [],
          content: 'everything',
        },
      });
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect(await column(vendor, `SELECT COUNT(*) FROM ${COPY}.t`)).toEqual(['2']);
      expect(await said()).toEqual(before);
      expect(await compared(script, { users, schemaMap })).toEqual(['ok', 'ok']);
    });
  });

  it('are created from statements as people and pt-show-grants write them, and the others are named', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'backup.sql');
      const hash = '*77AFFE6FB02C34A2F4F1304FD54C9813D5026E3A';
      const created = isMySql
        ? `CREATE USER IF NOT EXISTS \`sacc_old\`@\`10.%\`;
           ALTER USER \`sacc_old\`@\`10.%\` IDENTIFIED BY 'Old-1!' REQUIRE NONE ACCOUNT LOCK;
           GRANT USAGE ON *.* TO \`sacc_old\`@\`10.%\`;`
        : `GRANT USAGE ON *.* TO 'sacc_old'@'10.%' IDENTIFIED BY PASSWORD '${hash}';`;
      const text = `create table t (id int primary key); insert into t values (1);
        ${created}
        grant select ( id ),insert on ${SCHEMA}.t to 'sacc_old'@'10.%' with grant option;
        create user sacc_new identified by 'New-1!';
        grant select, show view on ${SCHEMA}.* to sacc_new;
        CREATE USER sacc_a, sacc_b;
        GRANT SELECT ON *.* TO nobody_created;\n`;
      writeFileSync(script, text);
      const wish = { users: ['sacc_*'], schemaMap: { backup: COPY } };
      const { scope, conflicts } = await plan(script, wish);
      expect(conflicts).toEqual([]);
      const [first, second] = ['sacc_a, sacc_b', 'nobody_created'].map(
        (name) => text.slice(0, text.indexOf(name)).split('\n').length,
      );
      expect(scope).toContain(
        `2 statements about accounts (backup.sql, line ${first}, backup.sql, line ${second}) are left out`,
      );
      const { errors } = await loadDump(registry, { vendor, folder: script, ...wish });
      expect(errors.map(({ message }) => message)).toEqual([]);
      // No server shows a password that a person has written.
      const notSure = (account: string) =>
        `The account ${account} may be another one: its password is a text in the dump, and only a hash on the target.`;
      expect(await compared(script, wish)).toEqual([
        ...[isMySql ? 'not-checked' : 'ok', 'not-checked'],
        ...(isMySql ? [notSure("'sacc_old'@'10.%'")] : []),
        notSure("'sacc_new'@'%'"),
      ]);
      const old = (await column(vendor, "SHOW GRANTS FOR 'sacc_old'@'10.%'")).join('\n');
      expect(old).toMatch(/GRANT SELECT \(`?id`?\), INSERT ON `script_acc_src`\.`t` TO .*WITH GRANT OPTION/);
      expect((await column(vendor, "SHOW GRANTS FOR 'sacc_new'@'%'")).join('\n')).toMatch(
        /GRANT SELECT, SHOW VIEW ON `script_acc_src`\.\* TO/,
      );
      expect(await column(vendor, "SELECT User FROM mysql.user WHERE User LIKE 'sacc\\_a%'")).toEqual([]);
    });
  });

  it('may be in a file of their own, beside that of the schema', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'a-users.sql');
      const words = isMySql ? ['--users', '--no-create-info', '--no-data', SCHEMA] : ['--system=users'];
      await dumpByClient(vendor, script, words);
      const alone = await loadDump(registry, { vendor, folder: script, users });
      expect(alone.errors[0]?.message).toMatch(/holds statements about accounts alone/);
      await dumpByClient(vendor, join(folder, 'b-schema.sql'), ['--databases', SCHEMA]);
      await run(vendor, ...dropAccounts);
      const { errors } = await loadDump(registry, { vendor, folder, schemaMap, users });
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect((await said()).join('\n')).toMatch(/GRANT INSERT, UPDATE/);
    });
  });
});
