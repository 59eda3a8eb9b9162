import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testServer, testVendors } from '../../servers/test-server';
import { FaultyNetwork } from '../harness/faulty-network';
import { rollBackLoad, dumpSchema, loadDump, newRegistry, startLoad, withFolder } from '../harness/runs';
import { connectPlain, connectToFresh, dropSchemas, testEndpoint } from '../harness/servers';

const SOURCE = 'load_replaced';
const COPY = 'load_replaced_copy';
const USER = "'load_replaced_user'@'%'";
const LOADER = "'load_replaced_loader'@'%'";

/** In the target: each has the name of an object of the dump, some that of one of another kind. */
const MINE = [
  `CREATE DATABASE ${COPY}`,
  `USE ${COPY}`,
  'CREATE TABLE beside (n INT PRIMARY KEY)',
  'CREATE VIEW one AS SELECT n FROM beside',
  "CREATE TABLE two (n INT PRIMARY KEY, v VARCHAR(20)) COMMENT 'mine'",
  "INSERT INTO two VALUES (7, 'mine')",
  "CREATE PROCEDURE sum_up(IN a INT) SELECT 'mine', a",
  'CREATE FUNCTION total() RETURNS INT DETERMINISTIC RETURN 7',
  // Its time is over when it comes back.
  'SET SESSION timestamp = 1500000000',
  "CREATE EVENT nightly ON SCHEDULE AT '2017-07-15 00:00:00' ON COMPLETION NOT PRESERVE DISABLE DO SELECT 'mine'",
  'SET SESSION timestamp = DEFAULT',
  `GRANT EXECUTE, ALTER ROUTINE ON PROCEDURE sum_up TO ${USER} WITH GRANT OPTION`,
  `GRANT EXECUTE ON FUNCTION total TO ${USER}`,
  `GRANT SELECT (n) ON two TO ${USER}`,
];

describe.each(testVendors)('objects that a load replaces, %s', (vendor) => {
  const registry = newRegistry();
  let connection: Connection;

  beforeAll(async () => {
    const source = await connectToFresh(vendor, SOURCE);
    for (const statement of [
      'CREATE TABLE one (id INT PRIMARY KEY)',
      'INSERT INTO one VALUES (1), (2)',
      'CREATE VIEW two AS SELECT id FROM one',
      "CREATE PROCEDURE sum_up() SELECT 'dumped'",
      'CREATE FUNCTION total() RETURNS INT DETERMINISTIC RETURN 1',
      'CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1',
    ])
      await source.query(statement);
    await source.end();
  });

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    connection = await connectPlain(vendor);
    for (const statement of [`DROP USER IF EXISTS ${USER}, ${LOADER}`, `CREATE USER ${USER}`, ...MINE])
      await connection.query(statement);
    return async () => {
      await connection.query(`DROP USER IF EXISTS ${USER}, ${LOADER}`);
      await connection.end();
    };
  });

  afterAll(() => dropSchemas(vendor, SOURCE, COPY));

  async function grantsOf(account: string): Promise<readonly string[]> {
    const [rows] = await connection.query<RowDataPacket[]>(`SHOW GRANTS FOR ${account}`);
    return rows.map((row) => String(Object.values(row)[0])).sort();
  }

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor, schema: SOURCE, folder })).errors).toEqual([]);
      await work(folder);
    });
  }

  const wish = (folder: string) => ({
    ...{ vendor, folder, onExisting: 'drop' as const },
    schemaMap: { [SOURCE]: COPY },
    eventStatus: 'disabled' as const,
  });

  it('leaves the grants of others on it to what takes its place', async () => {
    await withDump(async (folder) => {
      const before = await grantsOf(USER);
      const result = await loadDump(registry, wish(folder));
      expect(result).toMatchObject({ errors: [], warnings: [] });
      expect(await grantsOf(USER)).toEqual(before);
    });
  });

  it('is back whole when the load is rolled back: kinds, times that are over, and grants', async () => {
    await withDump(async (folder) => {
      const [before, grants] = [await schemaFingerprint(connection, COPY), await grantsOf(USER)];
      expect(before.objects['event nightly']).toContain('2017-07-15');
      const { host, port } = testServer(vendor);
      const network = await FaultyNetwork.to({ host, port });
      try {
        const endpoint = testEndpoint(vendor, {
          address: { kind: 'tcp', host, port: network.port },
          tls: { mode: 'disabled' },
        });
        // The first is that of the trial.
        const madeSoFar = network.at('view', 'wait', 2);
        const runId = startLoad(registry, { ...wish(folder), endpoint });
        await madeSoFar;
        registry.cancel(runId);
        network.release();
        expect((await registry.finished(runId)).state).toBe('cancelled');
      } finally {
        await network.close();
      }
      const between = await schemaFingerprint(connection, COPY);
      expect(between.objects['procedure sum_up']).toContain('dumped');
      expect(between.objects['event nightly']).not.toContain('2017');
      expect((await rollBackLoad(registry, wish(folder))).errors).toEqual([]);
      expect(await schemaFingerprint(connection, COPY)).toEqual(before);
      expect(await grantsOf(USER)).toEqual(grants);
    });
  });

  it('may have had grants that the account can’t see: the result says so', async () => {
    await withDump(async (folder) => {
      await connection.query(`CREATE USER ${LOADER} IDENTIFIED BY 'Sl-1-uice'`);
      await connection.query(`GRANT ALL ON ${COPY}.* TO ${LOADER}`);
      await connection.query(
        vendor === 'mysql'
          ? `GRANT SET_ANY_DEFINER, ALLOW_NONEXISTENT_DEFINER, SYSTEM_USER, SYSTEM_VARIABLES_ADMIN, SHOW_ROUTINE ON *.* TO ${LOADER}`
          : `GRANT SET USER, SUPER ON *.* TO ${LOADER}`,
      );
      if (vendor === 'mariadb') await connection.query(`GRANT SELECT ON mysql.proc TO ${LOADER}`);
      const endpoint = { ...testEndpoint(vendor), user: 'load_replaced_loader', password: 'Sl-1-uice' };
      const result = await loadDump(registry, { ...wish(folder), endpoint });
      expect(result.errors).toEqual([]);
      expect(result.warnings.map(({ table }) => table).sort()).toEqual([`${COPY}.sum_up`, `${COPY}.total`]);
      expect(result.warnings[0]).toMatchObject({ code: 'unsupported-object' });
      expect(result.warnings[0]?.message).toContain('can’t see whether there were any');
    });
  });

  it('stays where that is asked for: each that is another one is named, and one that is the same is not', async () => {
    await withDump(async (folder) => {
      await connection.query('DROP FUNCTION total');
      await connection.query('CREATE FUNCTION total() RETURNS INT DETERMINISTIC RETURN 1');
      const before = await schemaFingerprint(connection, COPY);
      const result = await loadDump(registry, { ...wish(folder), onExisting: 'skip' });
      expect(result.errors).toEqual([]);
      expect(result.state).toBe('done-with-warnings');
      expect(result.warnings.map(({ code, table }) => `${code} ${table ?? ''}`).sort()).toEqual(
        ['nightly', 'one', 'sum_up', 'two'].map((name) => `target-exists ${COPY}.${name}`),
      );
      expect(await schemaFingerprint(connection, COPY)).toEqual(before);
    });
  });
});
