import { createConnection, type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MigrateOptions } from '../../../app/contract/runs/migrate';
import type { RunResult } from '../../../app/contract/runs/result';
import { Cancellation } from '../../../app/engine/cancellation';
import { planMigration } from '../../../app/migrate/plan';
import { testServer } from '../../servers/test-server';
import { startSluice } from '../harness/command';
import { migrationOptions, WAYS } from '../harness/migrations';
import { OwnServer } from '../harness/own-server';
import { newRegistry } from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';

const SOURCE = 'macc_source';
const COPY = 'macc_copy';
/** On a whole schema its name is a pattern, which is for the copy alone. */
const PATTERN = 'macc\\_copy';
const [READER, BRIEN, SEALED, ROLE] = [
  `'macc_reader'@'%'`,
  `'macc_o\\'brien'@'10.%'`,
  `'macc_sealed'@'%'`,
  'macc_role',
];
const EVERYONE = ['macc_%'];
const PASSWORD = 'Sealed-1!';

describe.each(WAYS)('accounts that come with a migration from %s to %s', (from, to) => {
  const registry = newRegistry();
  const isSameVendor = from === to;
  let source: Connection;
  let own: OwnServer;
  let target: Connection;

  beforeAll(async () => {
    own = await OwnServer.start(to);
    target = await own.connect();
    source = await connectPlain(from);
  });

  const dropAccounts = [`DROP USER IF EXISTS ${READER}, ${BRIEN}, ${SEALED}`, `DROP ROLE IF EXISTS ${ROLE}`];

  afterAll(async () => {
    for (const statement of dropAccounts) await source.query(statement);
    await source.end();
    await target.end();
    await own.end();
    await dropSchemas(from, SOURCE);
  });

  beforeEach(async () => {
    for (const statement of [`DROP DATABASE IF EXISTS ${COPY}`, ...dropAccounts])
      await target.query(statement);
    for (const statement of [
      ...dropAccounts,
      `DROP DATABASE IF EXISTS ${SOURCE}`,
      `CREATE DATABASE ${SOURCE} CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`,
      `CREATE TABLE ${SOURCE}.t (id INT PRIMARY KEY, secret INT)`,
      `INSERT INTO ${SOURCE}.t VALUES (1, 42)`,
      `CREATE ROLE ${ROLE}`,
      `GRANT SELECT, SHOW VIEW ON ${SOURCE}.* TO ${ROLE}`,
      `CREATE USER ${READER} REQUIRE SSL WITH MAX_USER_CONNECTIONS 7 PASSWORD EXPIRE NEVER`,
      `CREATE USER ${BRIEN} ACCOUNT LOCK`,
      `CREATE USER ${SEALED} IDENTIFIED BY '${PASSWORD}'`,
      `GRANT SELECT ON ${SOURCE}.* TO ${SEALED}`,
      `GRANT ${ROLE} TO ${READER} WITH ADMIN OPTION`,
      from === 'mysql'
        ? `ALTER USER ${READER} DEFAULT ROLE ${ROLE}`
        : `SET DEFAULT ROLE ${ROLE} FOR ${READER}`,
      from === 'mysql'
        ? `GRANT PROCESS, REPLICATION CLIENT, CONNECTION_ADMIN ON *.* TO ${BRIEN}`
        : `GRANT PROCESS, BINLOG MONITOR, SLAVE MONITOR, CONNECTION ADMIN ON *.* TO ${BRIEN}`,
      `GRANT SELECT (id), INSERT ON ${SOURCE}.t TO ${BRIEN} WITH GRANT OPTION`,
    ])
      await source.query(statement);
  });

  /** The password of the fourth can't be carried to another vendor. */
  const exceptSealed = isSameVendor ? [] : ['macc_sealed@*'];

  function wish(more: Partial<MigrateOptions> = {}) {
    return {
      source: testEndpoint(from),
      sourceProfile: null,
      target: own.endpoint,
      profile: null,
      options: {
        ...migrationOptions(SOURCE, COPY),
        ...{ users: EVERYONE, excludeUsers: exceptSealed, reconnectMs: 0 },
        ...more,
      },
    };
  }

  async function migrate(more: Partial<MigrateOptions> = {}): Promise<RunResult> {
    const unsaved = (name: string) => ({ name, profileId: null });
    const servers = { source: unsaved(from), target: unsaved(to) };
    return await registry.finished(registry.startMigrate(servers, wish(more)).runId);
  }

  const plan = (more: Partial<MigrateOptions> = {}) =>
    planMigration({ ...wish(more), sluiceVersion: '0.0.0-test' }, new Cancellation());

  async function column(connection: Connection, statement: string): Promise<readonly string[]> {
    const [rows] = await connection.query(statement);
    return (rows as Record<string, unknown>[]).map((row) => String(Object.values(row)[0]));
  }

  const NAMED = "SELECT User FROM mysql.user WHERE User LIKE 'macc\\_%' ORDER BY User";

  async function grantsOf(connection: Connection, account: string): Promise<readonly string[]> {
    return (await column(connection, `SHOW GRANTS FOR ${account}`)).map((line) =>
      line.replaceAll(`\`${SOURCE}\`.*`, `\`${PATTERN}\`.*`).replaceAll(`\`${SOURCE}\``, `\`${COPY}\``),
    );
  }

  it('may do on the target what they might on the source, and are proved', async () => {
    const planned = await plan();
    expect(planned.findings.filter(({ severity }) => severity === 'blocks')).toEqual([]);
    expect(new Set(planned.accounts.map(({ action }) => action))).toEqual(new Set(['create']));
    expect(await column(target, NAMED)).toEqual([]);
    const result = await migrate();
    expect(result.errors).toEqual([]);
    const count = isSameVendor ? 4 : 3;
    expect(result.checks).toContainEqual({
      kind: 'accounts',
      state: 'ok',
      detail: `Accounts: ${String(count)} created and read again: equal to the source’s`,
    });
    expect(planned.accounts).toHaveLength(count);
    const copied = await grantsOf(target, ROLE);
    const granted = `GRANT SELECT, SHOW VIEW ON \`${PATTERN}\``;
    expect(copied.filter((line) => line.startsWith(granted))).toHaveLength(1);
    if (isSameVendor) {
      for (const account of [READER, BRIEN, SEALED, ROLE])
        expect(new Set(await grantsOf(target, account))).toEqual(new Set(await grantsOf(source, account)));
      for (const account of [READER, BRIEN, SEALED])
        expect(await column(target, `SHOW CREATE USER ${account}`)).toEqual(
          await column(source, `SHOW CREATE USER ${account}`),
        );
    }
  });

  if (from === 'mysql')
    it('come with their newer password alone, which is said', async () => {
      await source.query(`ALTER USER ${SEALED} IDENTIFIED BY 'Newer-1!' RETAIN CURRENT PASSWORD`);
      await source.query(`ALTER USER ${READER} IDENTIFIED BY 'Older-1!'`);
      await source.query(`ALTER USER ${READER} IDENTIFIED BY 'Newer-1!' RETAIN CURRENT PASSWORD`);
      const named = isSameVendor ? [READER, SEALED] : [];
      const excludeUsers = isSameVendor ? [] : ['macc_sealed@*', 'macc_reader@*'];
      const result = await migrate({ excludeUsers });
      expect(result.errors).toEqual([]);
      const said = result.warnings.filter(({ message }) => message.includes('second password'));
      expect(said).toMatchObject(
        named.map((account) => ({ message: expect.stringContaining(account) as unknown })),
      );
      if (!isSameVendor) return;
      const { address } = own.endpoint;
      if (address.kind !== 'tcp') throw new Error('The server is reached over TCP');
      const { host, port } = address;
      const signIn = (password: string) => createConnection({ host, port, user: 'macc_sealed', password });
      await (await signIn('Newer-1!')).end();
      await expect(signIn(PASSWORD)).rejects.toThrow('Access denied');
    });

  it('have their passwords where the target knows them, and are refused by name before the first row where not', async () => {
    const all = { excludeUsers: [] };
    const result = await migrate(all);
    if (isSameVendor) {
      expect(result.errors).toEqual([]);
      const { address } = own.endpoint;
      if (address.kind !== 'tcp') throw new Error('The server is reached over TCP');
      const { host, port } = address;
      const session = await createConnection({ host, port, user: 'macc_sealed', password: PASSWORD });
      expect(await column(session, `SELECT secret FROM ${COPY}.t`)).toEqual(['42']);
      await session.end();
      return;
    }
    expect(result).toMatchObject({ state: 'failed', errors: [{ code: 'migration-refused' }], rows: 0 });
    expect(result.errors[0]?.message).toContain(SEALED);
    const refused = (await plan(all)).findings.filter(({ severity }) => severity === 'blocks');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.object).toBe(SEALED);
    expect(JSON.stringify(refused)).not.toContain('$A$');
    expect(await column(target, NAMED)).toEqual([]);
    expect(await column(target, `SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
  });

  if (!isSameVendor)
    describe('accounts that sign in through the operating system', () => {
      const SOCKET = "'macc_socket'@'localhost'";
      const alone = { users: ['macc_socket@localhost'], excludeUsers: [] };
      const onMySql = () => (from === 'mysql' ? source : target);
      const WAY = { mysql: "WITH 'auth_socket'", mariadb: 'VIA unix_socket' } as const;

      beforeEach(async () => {
        // MariaDB has its plugin by itself (manual, "Authentication Plugin - Unix Socket").
        await onMySql().query("INSTALL PLUGIN auth_socket SONAME 'auth_socket.so'");
        return async () => {
          for (const server of [source, target]) await server.query(`DROP USER IF EXISTS ${SOCKET}`);
          await onMySql()
            .query('UNINSTALL PLUGIN auth_socket')
            .catch(() => undefined);
        };
      });

      it('do so there too, by the plugin that the target has for it', async () => {
        await source.query(`CREATE USER ${SOCKET} IDENTIFIED ${WAY[from]}`);
        const said = (await plan(alone)).findings.filter(({ rule }) => rule === 'account-sign-in');
        expect(said).toMatchObject([{ severity: 'converts', object: SOCKET }]);
        expect((await migrate(alone)).errors).toEqual([]);
        const [made] = await column(target, `SHOW CREATE USER ${SOCKET}`);
        expect(made).toContain(`IDENTIFIED ${WAY[to]}`);
      });

      if (to === 'mysql')
        it('are refused by name where the target lacks its plugin', async () => {
          await target.query('UNINSTALL PLUGIN auth_socket');
          await source.query(`CREATE USER ${SOCKET} IDENTIFIED ${WAY[from]}`);
          const result = await migrate(alone);
          expect(result).toMatchObject({ state: 'failed', errors: [{ code: 'migration-refused' }], rows: 0 });
          expect(result.errors[0]?.message).toContain(`${SOCKET}: It can’t be created on the target`);
          expect(result.errors[0]?.message).toContain('auth_socket');
        });

      it('are refused by name where a proof of their own goes with it', async () => {
        const proof = from === 'mysql' ? "AS 'root'" : "USING 'root'";
        await source.query(`CREATE USER ${SOCKET} IDENTIFIED ${WAY[from]} ${proof}`);
        const result = await migrate(alone);
        expect(result).toMatchObject({ state: 'failed', errors: [{ code: 'migration-refused' }], rows: 0 });
        expect(result.errors[0]?.message).toContain(SOCKET);
      });
    });

  it('that the target has already are never changed: refused before anything is made, or kept and named', async () => {
    await target.query(`CREATE USER ${READER}`);
    const refused = await migrate();
    expect(refused).toMatchObject({ state: 'failed', errors: [{ code: 'target-exists' }] });
    expect(refused.errors[0]?.message).toContain(READER);
    expect((await plan()).findings).toContainEqual(expect.objectContaining({ rule: 'target-exists' }));
    expect(await column(target, NAMED)).toEqual(['macc_reader']);
    const before = await grantsOf(target, READER);
    const kept = await migrate({ onExisting: 'skip' });
    expect(kept.errors).toEqual([]);
    expect(kept.warnings).toContainEqual(
      expect.objectContaining({
        code: 'target-exists',
        message: expect.stringContaining(READER) as unknown,
      }),
    );
    expect(await grantsOf(target, READER)).toEqual(before);
  });

  it('stay away unless they are asked for', async () => {
    expect((await migrate({ users: [], excludeUsers: [] })).errors).toEqual([]);
    expect(await column(target, NAMED)).toEqual([]);
  });

  it('come with a resumed migration, as the source has them then', async () => {
    // The rows are read again when all accounts are made.
    const held = own.network.at('read', 'hold');
    const running = migrate();
    await held;
    own.network.cut();
    expect((await running).state).toBe('incomplete');
    own.network.mend();
    expect(await column(target, NAMED)).toContain('macc_reader');
    await source.query(`GRANT UPDATE ON ${SOURCE}.* TO ${ROLE}`);
    const result = await migrate({ ...{ users: [], excludeUsers: [] }, resume: true });
    expect(result.errors).toEqual([]);
    expect(await grantsOf(target, ROLE)).toContainEqual(expect.stringContaining('UPDATE'));
  });

  it('are named by the command line as a load names them', async () => {
    const { host, port, user, password } = testServer(from);
    const where = ['--source', `mysql://${user}@${host}:${port}`, '--target', own.dsn, '--schemas', SOURCE];
    const who = ['--users', 'macc_*', '--exclude-users', 'macc_sealed@*'];
    const { result, exitCode } = await startSluice(
      ['migrate', ...where, '--schema-map', `${SOURCE}=${COPY}`, ...who, '--json'],
      { SLUICE_SOURCE_PASSWORD: password, SLUICE_TARGET_PASSWORD: own.secret.SLUICE_PASSWORD ?? '' },
    ).ended;
    expect({ errors: result.errors, exitCode }).toEqual({ errors: [], exitCode: from === to ? 0 : 3 });
    expect(await column(target, NAMED)).toEqual(["macc_o'brien", 'macc_reader', 'macc_role']);
  });
});
