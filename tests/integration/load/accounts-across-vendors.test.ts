import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS, selecting, type LoadOptions } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { planLoad } from '../harness/plans';
import {
  compareWithDump,
  dumpSchema,
  loadDump,
  newRegistry,
  withFolder,
  type LoadWish,
} from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';

const SCHEMA = 'xacc_shop';
const COPY = 'xacc_copy';
const [READER, OWNER, SEALED, ROLE] = [
  `'xacc_reader'@'%'`,
  `'xacc_o\\'brien'@'10.%'`,
  `'xacc_sealed'@'%'`,
  'xacc_role',
];
const DROPPED = [`DROP USER IF EXISTS ${READER}, ${OWNER}, ${SEALED}`, `DROP ROLE IF EXISTS ${ROLE}`];
/** Why the password of the fourth does not come along: MySQL 9 has no mysql_native_password any more. */
const SEALED_BY = {
  mysql: /It proves itself by caching_sha2_password: .* tells MariaDB nothing\.$/,
  mariadb: /It can’t be created on the target: .*mysql_native_password/,
} as const;

const WAYS = [
  ['mysql', 'mariadb'],
  ['mariadb', 'mysql'],
] as const;

describe.each(WAYS)('accounts of a dump of %s, loaded into %s', (from, to) => {
  const registry = newRegistry();
  let source: Connection;
  let target: Connection;

  beforeAll(async () => {
    source = await connectPlain(from);
    target = await connectPlain(to);
  });

  beforeEach(async () => {
    for (const statement of [`DROP DATABASE IF EXISTS ${COPY}`, ...DROPPED]) await target.query(statement);
    for (const statement of [
      ...DROPPED,
      `DROP DATABASE IF EXISTS ${SCHEMA}`,
      `CREATE DATABASE ${SCHEMA} CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`,
      `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, secret INT)`,
      `INSERT INTO ${SCHEMA}.t VALUES (1, 42)`,
      `CREATE ROLE ${ROLE}`,
      `GRANT SELECT, SHOW VIEW ON ${SCHEMA}.* TO ${ROLE}`,
      `CREATE USER ${READER} REQUIRE SSL WITH MAX_USER_CONNECTIONS 7 PASSWORD EXPIRE NEVER`,
      `CREATE USER ${OWNER} ACCOUNT LOCK`,
      `CREATE USER ${SEALED} IDENTIFIED BY 'Sealed-1!'`,
      `GRANT ${ROLE} TO ${READER} WITH ADMIN OPTION`,
      from === 'mysql'
        ? `ALTER USER ${READER} DEFAULT ROLE ${ROLE}`
        : `SET DEFAULT ROLE ${ROLE} FOR ${READER}`,
      from === 'mysql'
        ? `GRANT PROCESS, REPLICATION CLIENT, CONNECTION_ADMIN ON *.* TO ${OWNER}`
        : `GRANT PROCESS, BINLOG MONITOR, SLAVE MONITOR, CONNECTION ADMIN ON *.* TO ${OWNER}`,
      `GRANT SELECT (id), INSERT, UPDATE, UPDATE (secret) ON ${SCHEMA}.t TO ${OWNER} WITH GRANT OPTION`,
    ])
      await source.query(statement);
  });

  afterAll(async () => {
    for (const connection of [source, target]) {
      for (const statement of DROPPED) await connection.query(statement);
      await connection.end();
    }
    await dropSchemas(from, SCHEMA);
    await dropSchemas(to, COPY);
  });

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users: ['xacc_%'] };
      const dumped = await dumpSchema(registry, { vendor: from, schema: SCHEMA, folder, selection });
      expect(dumped.errors).toEqual([]);
      await work(folder);
    });
  }

  const wish = (folder: string, more: Partial<LoadWish> = {}): LoadWish => ({
    ...{ vendor: to, folder, schemaMap: { [SCHEMA]: COPY }, fixes: ['collations'] },
    ...{ users: ['xacc_%'], excludeUsers: ['xacc_sealed@*'] },
    ...more,
  });

  const planOf = async (folder: string, more: Partial<LoadOptions> = {}) => {
    const options = { ...LOAD_DEFAULTS, ...wish(folder, more) };
    return await planLoad({ endpoint: testEndpoint(to), profile: null, folder, options }, new Cancellation());
  };

  async function column(connection: Connection, statement: string): Promise<readonly string[]> {
    const [rows] = await connection.query(statement);
    return (rows as Record<string, unknown>[]).map((row) => String(Object.values(row)[0]));
  }

  const NAMED = "SELECT User FROM mysql.user WHERE User LIKE 'xacc\\_%' ORDER BY User";

  it('are converted by the rules of a migration, with each change named, and read again', async () => {
    await withDump(async (folder) => {
      const planned = await planOf(folder);
      expect(planned.conflicts).toEqual([]);
      expect(planned.accounts.map(({ action }) => action).sort()).toEqual([
        'create',
        'create',
        'create',
        'leave-out',
      ]);
      expect(planned.changes.map(({ message }) => message).join('\n')).toMatch(
        /xacc_role.*: It becomes the role/,
      );
      expect(await column(target, NAMED)).toEqual([]);

      const loaded = await loadDump(registry, wish(folder));
      expect(loaded.errors).toEqual([]);
      expect(loaded.checks).toContainEqual({
        kind: 'accounts',
        state: 'ok',
        detail: 'Accounts: 3 created and read again: equal to the source’s',
      });
      const said = loaded.warnings.map(({ message }) => message).join('\n');
      expect(said).toMatch(/xacc_role.*: It becomes the role/);
      expect(said).toMatch(/REPLICATION CLIENT/);
      expect(said).toMatch(/BINLOG MONITOR/);
      expect(await column(target, NAMED)).toEqual(["xacc_o'brien", 'xacc_reader', 'xacc_role']);
      expect(await column(target, `SHOW GRANTS FOR ${ROLE}`)).toContainEqual(
        // The schema's name is a pattern, which is for the copy alone.
        expect.stringMatching(/^GRANT SELECT, SHOW VIEW ON .xacc\\_copy/),
      );
      expect(await column(target, `SHOW GRANTS FOR ${OWNER}`)).toContainEqual(
        expect.stringMatching(/\bUPDATE\b(?! \()/),
      );
      // Once more: they are there already, and the same.
      await target.query(`DROP DATABASE ${COPY}`);
      const again = await planOf(folder);
      expect(again.accounts.map(({ action }) => action).sort()).toEqual([
        'leave-out',
        'same',
        'same',
        'same',
      ]);
    });
  });

  it('are refused by name, with the option that leaves each out, before anything is touched', async () => {
    await withDump(async (folder) => {
      const refusal = {
        code: 'unsupported-object',
        message: expect.stringMatching(SEALED_BY[from]) as unknown,
        hint: expect.stringContaining("--exclude-users 'xacc_sealed@\\%'") as unknown,
      };
      const planned = await planOf(folder, { excludeUsers: [] });
      expect(planned.conflicts).toMatchObject([refusal]);
      const refused = await loadDump(registry, wish(folder, { excludeUsers: [] }));
      expect(refused.errors).toMatchObject([refusal]);
      expect(await column(target, `SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
      expect(await column(target, NAMED)).toEqual([]);
      // By the words of the hint.
      const loaded = await loadDump(registry, wish(folder, { excludeUsers: ['xacc_sealed@\\%'] }));
      expect(loaded.errors).toEqual([]);
    });
  });

  it('are compared in the target’s form, but for the one that it can’t have', async () => {
    await withDump(async (folder) => {
      expect((await loadDump(registry, wish(folder))).errors).toEqual([]);
      const compare = async () => {
        const names = { schemaMap: { [SCHEMA]: COPY }, users: ['xacc_%'] };
        const { checks, errors, warnings } = await compareWithDump(registry, {
          vendor: to,
          folder,
          ...names,
        });
        const ofAccounts = ({ message }: { readonly message: string }) => message.includes('ccount ');
        return {
          checks: checks.filter(({ kind }) => kind === 'accounts').map(({ state }) => state),
          errors: errors.filter(ofAccounts).map(({ message }) => message),
          warnings: warnings.filter(ofAccounts).map(({ message }) => message),
        };
      };
      const refused = expect.stringMatching(
        /^The account 'xacc_sealed'@'%' was not compared\. It (proves itself|can’t be created)/,
      ) as unknown;
      const equal = await compare();
      expect(equal).toMatchObject({ errors: [], warnings: [refused] });
      expect(equal.checks.sort()).toEqual(['not-checked', 'ok', 'ok', 'ok']);
      // Made by hand on the target, it is still not the dumped one, and nothing tells whether its password is.
      await target.query(`CREATE USER ${SEALED} IDENTIFIED BY 'Sealed-1!'`);
      await target.query(`REVOKE INSERT ON ${COPY}.t FROM ${OWNER}`);
      await target.query(`DROP USER ${READER}`);
      const differs = await compare();
      expect(differs.warnings).toEqual([refused]);
      expect(differs.errors.sort()).toEqual([
        `The account ${OWNER} is not the dumped one: it lacks INSERT on \`${COPY}\`.\`t\`.`,
        `The account ${READER} is not there.`,
      ]);
      expect(differs.checks.sort()).toEqual(['failed', 'failed', 'not-checked', 'ok']);
    });
  });

  it('a rule that matches none of the dump’s is named', async () => {
    await withDump(async (folder) => {
      const refused = await loadDump(registry, wish(folder, { users: ['nobody@%'] }));
      expect(refused.errors).toMatchObject([{ code: 'unknown-object' }]);
    });
  });
});
