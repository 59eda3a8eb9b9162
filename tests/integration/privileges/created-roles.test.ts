import { readFile, writeFile } from 'fs/promises';
import { join } from 'path';
import { createConnection, type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selecting } from '../../../app/contract/runs/options';
import { testServer } from '../../servers/test-server';
import { dumpSchema, loadDump, newRegistry, rollBackLoad, withFolder } from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';
import { unseal } from '../harness/unseal';
import { HOST, makeAccount, printedAccount } from './accounts';

const SCHEMA = 'roles_shop';
const LOADER = 'roles_loader';
const [INNER, OUTER] = ['roles_inner', 'roles_outer'];
const READER = `'roles_reader'@'%'`;
const NONE = [
  `DROP USER IF EXISTS ${READER}, '${LOADER}'@'${HOST}'`,
  ...[INNER, OUTER].map((role) => `DROP ROLE IF EXISTS ${role}`),
];
const MADE = [
  `CREATE DATABASE ${SCHEMA}`,
  `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`,
  `CREATE ROLE ${INNER}`,
  `CREATE ROLE ${OUTER}`,
  `CREATE USER ${READER}`,
  `GRANT SELECT ON ${SCHEMA}.* TO ${INNER}`,
  `GRANT ${INNER} TO ${OUTER}`,
  `GRANT ${OUTER} TO ${READER} WITH ADMIN OPTION`,
  `SET DEFAULT ROLE ${OUTER} FOR ${READER}`,
];
const users = ['roles_*'];

describe('roles of MariaDB that an account with the least privileges loads', () => {
  const registry = newRegistry();
  let root: Connection;

  beforeAll(async () => {
    root = await connectPlain('mariadb');
  });

  afterAll(async () => {
    for (const statement of NONE) await root.query(statement);
    await root.end();
    await dropSchemas('mariadb', SCHEMA);
  });

  /** Holders of the roles, with `+` where they may hand them on. */
  async function holders(): Promise<readonly string[]> {
    const [rows] = await root.query(
      `SELECT CONCAT(Role, ' ', User, IF(Admin_option = 'Y', '+', '')) AS held
       FROM mysql.roles_mapping WHERE Role LIKE 'roles\\_%' AND User <> 'root' ORDER BY 1`,
    );
    return (rows as { readonly held: string }[]).map(({ held }) => held);
  }

  it.each([
    {
      name: 'before it has given them up',
      faulty: (script: string) =>
        script.replace('SET DEFAULT ROLE `roles_outer`', 'SET DEFAULT ROLE `roles_inner`'),
      code: 'statement-failed',
      state: 'incomplete',
      left: [`${INNER} ${LOADER}+`, `${INNER} ${OUTER}`, `${OUTER} ${LOADER}+`, `${OUTER} roles_reader+`],
    },
    {
      name: 'behind that',
      // The server shows no password: the account is read again, and differs.
      faulty: (script: string) =>
        script.replace(/(CREATE USER .*`roles_reader`@`%`)/, "$1 IDENTIFIED BY 'Reader-1!'"),
      code: 'definition-differs',
      state: 'failed',
      left: [`${INNER} ${OUTER}`, `${OUTER} roles_reader+`],
    },
  ])('are not its own afterwards; it drops them to resume and to roll back: $name', async (fault) => {
    for (const statement of [...NONE, `DROP DATABASE IF EXISTS ${SCHEMA}`, ...MADE])
      await root.query(statement);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users: [...users] };
      expect(
        await dumpSchema(registry, { vendor: 'mariadb', schema: SCHEMA, folder, selection }),
      ).toMatchObject({
        errors: [],
      });
      const account = await printedAccount('mariadb', LOADER, ['load', '--users', '--dump', folder]);
      for (const statement of [...NONE, `DROP DATABASE ${SCHEMA}`]) await root.query(statement);
      await makeAccount(root, LOADER, account);
      const endpoint = { ...testEndpoint('mariadb'), user: LOADER, password: account.password };
      const wish = { vendor: 'mariadb', folder, endpoint, users } as const;
      const file = join(folder, '@.users.sql');
      const script = await readFile(file, 'utf8');
      const broken = async () => {
        expect(fault.faulty(script)).not.toBe(script);
        await writeFile(file, fault.faulty(script));
        await unseal(folder);
        expect(await loadDump(registry, wish)).toMatchObject({
          state: fault.state,
          errors: [{ code: fault.code }],
        });
        expect(await holders()).toEqual(fault.left);
      };
      await broken();
      expect(await rollBackLoad(registry, wish)).toMatchObject({ errors: [] });
      expect(await holders()).toEqual([]);
      await broken();
      await writeFile(file, script);
      await unseal(folder);
      const resumed = await loadDump(registry, { vendor: 'mariadb', folder, endpoint, resume: true });
      expect(resumed).toMatchObject({ state: 'done', errors: [] });
      expect(await holders()).toEqual([`${INNER} ${OUTER}`, `${OUTER} roles_reader+`]);

      const { port } = testServer('mariadb');
      const { password } = account;
      const loader = await createConnection({ host: '127.0.0.1', port, user: LOADER, password });
      await loader.query(`DROP ROLE ${OUTER}`);
      await loader.end();
      expect(await holders()).toEqual([]);
    });
  });
});
