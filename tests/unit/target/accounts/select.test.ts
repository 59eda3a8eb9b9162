import { describe, expect, it } from 'vitest';
import type { AccountObject } from '../../../../app/catalog/privileges/accounts';
import { usersScript } from '../../../../app/format/sql/files';
import { chosenAccounts, reservedAmong } from '../../../../app/target/accounts/select';
import type { DumpFolder } from '../../../../app/format/read/dump';

function account(user: string, ...grants: readonly string[]): AccountObject {
  return {
    account: `'${user}'@'%'`,
    name: `${user}@%`,
    create: `CREATE USER IF NOT EXISTS \`${user}\`@\`%\``,
    grants: grants.map((grant) => `GRANT ${grant} TO \`${user}\`@\`%\``),
    defaultRole: null,
  };
}

const ACCOUNTS = [
  account(
    'app',
    'SELECT ON `my\\_shop`.*',
    'INSERT ON `my_shop`.`orders`',
    'SELECT ON `my_shop`.*',
    'EXECUTE ON PROCEDURE `my_shop`.`orders`',
  ),
  account('spy', 'SELECT ON `crm`.*', 'SELECT ON `my%`.*', 'PROCESS ON *.*'),
  account('mysql.sys'),
];

const DUMP = {
  manifest: { users: ACCOUNTS.map((own) => own.account) },
  script: () => Promise.resolve(usersScript(ACCOUNTS)),
} as unknown as DumpFolder;

const NO_WISH = { schemaMap: {}, tableRenames: [], users: [], excludeUsers: [] };

describe('chosenAccounts', () => {
  it('are none where none was asked for, and never the server’s own', async () => {
    expect(await chosenAccounts(DUMP, NO_WISH)).toEqual([]);
    const all = await chosenAccounts(DUMP, { ...NO_WISH, users: ['%'] });
    expect(all).toEqual(ACCOUNTS.slice(0, 2));
    const some = await chosenAccounts(DUMP, { ...NO_WISH, users: ['*'], excludeUsers: ['app@\\%'] });
    expect(some.map(({ name }) => name)).toEqual(['spy@%']);
  });

  it('are named where they are the server’s own and were asked for', () => {
    expect(reservedAmong(DUMP, { users: ['%'], excludeUsers: [] })).toEqual(["'mysql.sys'@'%'"]);
    expect(reservedAmong(DUMP, { users: ['%'], excludeUsers: ['mysql.*'] })).toEqual([]);
    expect(reservedAmong(DUMP, { users: ['app@*'], excludeUsers: [] })).toEqual([]);
  });

  it('have their grants on the schema and the table as these are called on the target', async () => {
    const wish = {
      ...{ schemaMap: { my_shop: 'x_y' }, excludeUsers: [], users: ['%'] },
      tableRenames: [{ schema: 'my_shop', table: 'orders', to: 'old' }],
    };
    const [app, spy] = await chosenAccounts(DUMP, wish);
    expect(app?.grants).toEqual([
      // For the one schema alone; a table's schema is a name and no pattern.
      'GRANT SELECT ON `x\\_y`.* TO `app`@`%`',
      'GRANT INSERT ON `x_y`.`old` TO `app`@`%`',
      'GRANT SELECT ON `x\\_y`.* TO `app`@`%`',
      // A routine of the table's name keeps it.
      'GRANT EXECUTE ON PROCEDURE `x_y`.`orders` TO `app`@`%`',
    ]);
    expect(spy?.grants).toEqual(ACCOUNTS[1]?.grants);
    const [, other] = await chosenAccounts(DUMP, { ...wish, schemaMap: { crm: 'new_crm' } });
    expect(other?.grants[0]).toBe('GRANT SELECT ON `new\\_crm`.* TO `spy`@`%`');
  });

  it('have names without wildcards where a server with partial_revokes reads them', async () => {
    const dump = { ...DUMP, manifest: { ...DUMP.manifest, partialRevokes: true } };
    const wish = { ...NO_WISH, schemaMap: { my_shop: 'x_y', 'my\\_shop': 'z_%' }, users: ['%'] };
    const [app] = await chosenAccounts(dump, wish);
    expect([app?.grants[0], app?.grants[2]]).toEqual([
      'GRANT SELECT ON `z_%`.* TO `app`@`%`',
      'GRANT SELECT ON `x_y`.* TO `app`@`%`',
    ]);
  });

  it('fail where a rule takes nothing', async () => {
    await expect(chosenAccounts(DUMP, { ...NO_WISH, users: ['app@%', 'nobody@here'] })).rejects.toThrow(
      'The dump holds no account “nobody@here”.',
    );
    const bare = { ...DUMP, manifest: { ...DUMP.manifest, users: undefined } };
    await expect(chosenAccounts(bare, { ...NO_WISH, users: ['%'] })).rejects.toThrow('matches “%”');
  });
});
