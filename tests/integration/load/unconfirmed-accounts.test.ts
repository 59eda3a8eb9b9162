import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MigrateOptions } from '../../../app/contract/runs/migrate';
import { selecting, type LoadOptions } from '../../../app/contract/runs/options';
import { testVendors } from '../../servers/test-server';
import { migrationOptions } from '../harness/migrations';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, loadDump, newRegistry, rollBackLoad, withFolder } from '../harness/runs';
import { connectPlain, testEndpoint } from '../harness/servers';

const SCHEMA = 'unconf_src';
const COPY = 'unconf_copy';
const schemaMap = { [SCHEMA]: COPY };
const registry = newRegistry();

const [USER, ROLE] = [`'unconf_user'@'%'`, 'unconf_role'];
const users = ['unconf_*'];
const dropAccounts = [`DROP USER IF EXISTS ${USER}`, `DROP ROLE IF EXISTS ${ROLE}`];
const NONE = [...dropAccounts, `DROP DATABASE IF EXISTS ${SCHEMA}`];
const MADE = [
  `CREATE DATABASE ${SCHEMA}`,
  `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`,
  `INSERT INTO ${SCHEMA}.t VALUES (1)`,
  `CREATE ROLE ${ROLE}`,
  `CREATE USER ${USER} IDENTIFIED BY 'Pass-1!'`,
  `GRANT SELECT ON ${SCHEMA}.* TO ${ROLE}`,
  `GRANT INSERT ON ${SCHEMA}.t TO ${USER}`,
  `GRANT ${ROLE} TO ${USER}`,
];

/** A run that ends, or a server that dies, behind CREATE USER and before the journal has it. */
describe.each(testVendors)('accounts whose creation was not confirmed, %s', (vendor) => {
  let own: OwnServer;
  let plain: Connection;

  beforeAll(async () => {
    own = await OwnServer.start(vendor);
    plain = await own.connect();
  });

  afterAll(async () => {
    await plain.end();
    await own.end();
  });

  beforeEach(async () => {
    own.network.mend();
    for (const statement of [...NONE, `DROP DATABASE IF EXISTS ${COPY}`, ...MADE])
      await plain.query(statement);
  });

  async function column(statement: string): Promise<readonly string[]> {
    const [rows] = await plain.query(statement);
    return (rows as Record<string, unknown>[]).map((row) => String(Object.values(row)[0]));
  }

  const accounts = () => column("SELECT User FROM mysql.user WHERE User LIKE 'unconf\\_%' ORDER BY 1");

  async function grants(): Promise<readonly string[]> {
    const lines = [
      ...(await column(`SHOW GRANTS FOR ${USER}`)),
      ...(await column(`SHOW GRANTS FOR ${ROLE}`)),
    ];
    return lines
      .map((line) => line.split(`\`${SCHEMA}\``).join(`\`${COPY}\``).replace('unconf\\_copy', COPY))
      .sort();
  }

  /** Works with a dump of accounts that are gone; `before` are their grants. */
  async function withDump(work: (folder: string, before: readonly string[]) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users };
      const dumped = await dumpSchema(registry, {
        ...{ vendor, schema: SCHEMA, folder, selection, endpoint: own.endpoint },
      });
      expect(dumped).toMatchObject({ errors: [] });
      const before = await grants();
      for (const statement of dropAccounts) await plain.query(statement);
      await work(folder, before);
    });
  }

  const wish = (folder: string, more: Partial<LoadOptions> = {}) => ({
    ...{ vendor, folder, endpoint: own.endpoint, schemaMap, users, reconnectMs: 0, ...more },
  });

  async function until(isReached: () => Promise<boolean>): Promise<void> {
    while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Loads on a server that dies when it has created so many accounts, and comes back. */
  async function loadUntilCreated(folder: string, count: number): Promise<void> {
    const created = own.network.at('account', 'lose-reply', count);
    const loading = loadDump(registry, wish(folder));
    await created;
    await until(async () => (await accounts()).length === count);
    await plain.end();
    await own.goDown();
    expect(await loading).toMatchObject({ state: 'incomplete' });
    await own.comeBack();
    plain = await own.connect();
    expect(await accounts()).toHaveLength(count);
  }

  it.each([1, 2])('are the load’s own when a connection breaks, at the one of number %i', async (count) => {
    await withDump(async (folder, before) => {
      void own.network.at('account', 'lose-reply', count);
      const result = await loadDump(registry, wish(folder, { reconnectMs: 60_000 }));
      expect(result).toMatchObject({ errors: [], state: 'done' });
      expect(result.retries).toBeGreaterThan(0);
      expect(await grants()).toEqual(before);
    });
  });

  it.each([1, 2])(
    'are created again by a resumed load, where the server died at number %i',
    async (count) => {
      await withDump(async (folder, before) => {
        await loadUntilCreated(folder, count);
        const resumed = await loadDump(registry, wish(folder, { resume: true }));
        expect(resumed).toMatchObject({ errors: [], state: 'done' });
        expect(await grants()).toEqual(before);
      });
    },
  );

  it.each([1, 2])('are dropped by a rollback, where the server died at number %i', async (count) => {
    await withDump(async (folder) => {
      await loadUntilCreated(folder, count);
      expect(await rollBackLoad(registry, wish(folder))).toMatchObject({ errors: [] });
      expect(await accounts()).toEqual([]);
      expect(await column(`SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
    });
  });

  it.each([
    ['another password', [`CREATE USER ${USER} IDENTIFIED BY 'Other-1!'`]],
    ['privileges', [`CREATE USER ${USER} IDENTIFIED BY 'Pass-1!'`, `GRANT PROCESS ON *.* TO ${USER}`]],
  ])('stay where a stranger’s of the name has %s', async (_, statements) => {
    await withDump(async (folder) => {
      await loadUntilCreated(folder, 2);
      for (const statement of [`DROP USER ${USER}`, ...statements]) await plain.query(statement);
      const theirs = await column(`SHOW GRANTS FOR ${USER}`);
      const resumed = await loadDump(registry, wish(folder, { resume: true }));
      expect(resumed).toMatchObject({ state: 'incomplete', errors: [{ code: 'target-exists' }] });
      expect(await rollBackLoad(registry, wish(folder))).toMatchObject({ errors: [] });
      expect(await column(`SHOW GRANTS FOR ${USER}`)).toEqual(theirs);
    });
  });

  it('keep nothing of their passwords in the journal', async () => {
    await withDump(async (folder) => {
      await loadUntilCreated(folder, 2);
      const secrets = await column("SELECT authentication_string FROM mysql.user WHERE User = 'unconf_user'");
      const journal = (await column(`SELECT detail FROM ${COPY}.sluice_load_journal`)).join('\n');
      expect(journal).toContain('unconf_user');
      expect(secrets[0]).not.toBe('');
      for (const secret of secrets) expect(journal).not.toContain(secret);
    });
  });

  describe('of a migration, in its rehearsal', () => {
    let source: Connection;

    beforeAll(async () => {
      source = await connectPlain(vendor);
      for (const statement of [...NONE, ...MADE]) await source.query(statement);
    });
    afterAll(async () => {
      for (const statement of NONE) await source.query(statement);
      await source.end();
    });
    beforeEach(async () => {
      for (const statement of NONE) await plain.query(statement);
    });

    const unsaved = { name: vendor, profileId: null };
    const request = (more: Partial<MigrateOptions> = {}) => ({
      ...{ source: testEndpoint(vendor), sourceProfile: null, target: own.endpoint, profile: null },
      options: { ...migrationOptions(SCHEMA, COPY), users, reconnectMs: 0, ...more },
    });
    const migrate = async (more: Partial<MigrateOptions> = {}) =>
      await registry.finished(
        registry.startMigrate({ source: unsaved, target: unsaved }, request(more)).runId,
      );

    async function expectNothing(): Promise<void> {
      expect(await accounts()).toEqual([]);
      expect(await column(`SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
    }

    /** Migrates to a server that dies behind the second account, and comes back. */
    async function migrateUntilCreated(): Promise<void> {
      const created = own.network.at('account', 'lose-reply', 2);
      const migrating = migrate();
      await created;
      own.network.cut();
      await until(async () => (await accounts()).length === 2);
      await plain.end();
      await own.goDown();
      expect(await migrating).toMatchObject({ state: 'incomplete' });
      await own.comeBack();
      plain = await own.connect();
      expect(await accounts()).toHaveLength(2);
    }

    it('are dropped when a connection breaks', async () => {
      void own.network.at('account', 'lose-reply', 2);
      expect((await migrate()).errors).toMatchObject([{ code: 'connect-lost' }]);
      await expectNothing();
    });

    it('are created again by a resumed one, where the server died', async () => {
      await migrateUntilCreated();
      expect(await migrate({ resume: true })).toMatchObject({ errors: [], state: 'done' });
      expect(await accounts()).toHaveLength(2);
    });

    it('are dropped by a rollback, where the server died', async () => {
      await migrateUntilCreated();
      const { runId } = registry.startMigrationRollback(vendor, request());
      expect((await registry.finished(runId)).errors).toEqual([]);
      await expectNothing();
    });
  });
});
