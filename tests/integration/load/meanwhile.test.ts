import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { OwnServer } from '../harness/own-server';
import { rollBackLoad, dumpSchema, loadDump, newRegistry } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const SOURCE = 'meanwhile';
const COPY = 'meanwhile_copy';

const DUMPED = [
  `CREATE DATABASE ${SOURCE}`,
  `USE ${SOURCE}`,
  'CREATE TABLE orders (id INT PRIMARY KEY, v VARCHAR(20))',
  "INSERT INTO orders VALUES (1, 'dumped'), (2, 'dumped')",
  'CREATE VIEW recent AS SELECT id FROM orders',
  "CREATE PROCEDURE sum_up() SELECT 'dumped'",
  'CREATE FUNCTION vat() RETURNS INT DETERMINISTIC RETURN 19',
  "CREATE TRIGGER told BEFORE INSERT ON orders FOR EACH ROW SET NEW.v = CONCAT(NEW.v, '!')",
  'CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1',
];

/** A stranger makes these while the load is at work, with the server's error for the name that is taken then. */
const STRANGERS = [
  {
    what: 'table',
    made: "CREATE TABLE orders (mine INT) COMMENT 'mine'",
    gone: 'DROP TABLE orders',
    errno: 1050,
  },
  {
    what: 'view of the name of a table',
    made: 'CREATE VIEW orders AS SELECT 7 AS mine',
    gone: 'DROP VIEW orders',
    errno: 1050,
  },
  { what: 'view', made: 'CREATE VIEW recent AS SELECT 7 AS mine', gone: 'DROP VIEW recent', errno: 1050 },
  {
    what: 'table of the name of a view',
    made: 'CREATE TABLE recent (mine INT)',
    gone: 'DROP TABLE recent',
    errno: 1050,
  },
  {
    what: 'procedure',
    made: "CREATE PROCEDURE sum_up(IN a INT) SELECT 'mine'",
    gone: 'DROP PROCEDURE sum_up',
    errno: 1304,
  },
  {
    what: 'function',
    made: 'CREATE FUNCTION vat() RETURNS INT DETERMINISTIC RETURN 7',
    gone: 'DROP FUNCTION vat',
    errno: 1304,
  },
  {
    what: 'trigger',
    made: 'CREATE TRIGGER told AFTER INSERT ON beside FOR EACH ROW SET @mine = NEW.n',
    gone: 'DROP TRIGGER told',
    errno: 1359,
  },
  {
    what: 'event',
    made: "CREATE EVENT nightly ON SCHEDULE EVERY 2 HOUR STARTS '2035-01-01 00:00:00' DISABLE COMMENT 'mine' DO SELECT 7",
    gone: 'DROP EVENT nightly',
    errno: 1537,
  },
] as const;

describe.each(testVendors)('objects that others create during a load, %s', (vendor) => {
  const registry = newRegistry();
  let server: OwnServer;
  let parent: string;
  let folder: string;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-meanwhile-'));
    folder = join(parent, 'dump');
    server = await OwnServer.start(vendor);
    await dropSchemas(vendor, SOURCE);
    await withPlain(vendor, async (connection) => {
      for (const statement of DUMPED) await connection.query(statement);
    });
    expect((await dumpSchema(registry, { vendor, schema: SOURCE, folder })).errors).toEqual([]);
    await dropSchemas(vendor, SOURCE);
  });

  beforeEach(() =>
    server.use(async (connection) => {
      for (const statement of [
        `DROP DATABASE IF EXISTS ${COPY}`,
        `CREATE DATABASE ${COPY}`,
        `CREATE TABLE ${COPY}.beside (n INT PRIMARY KEY)`,
        `INSERT INTO ${COPY}.beside VALUES (1)`,
      ])
        await connection.query(statement);
    }),
  );

  afterAll(async () => {
    await server.end();
    await rm(parent, { recursive: true, force: true });
  });

  const wish = () => ({
    ...{ vendor, folder, endpoint: server.endpoint, schemaMap: { [SOURCE]: COPY } },
    ...{ onExisting: 'skip' as const, eventStatus: 'source' as const },
  });
  const run = (...statements: readonly string[]) =>
    server.use(async (connection) => {
      await connection.query(`USE ${COPY}`);
      for (const statement of statements) await connection.query(statement);
    });
  const state = () => server.use((connection) => schemaFingerprint(connection, COPY));

  /** Loads with a stranger who makes this after the load has looked, and before it has made anything. */
  async function loadBeside(made: string): Promise<Awaited<ReturnType<typeof loadDump>>> {
    const looked = server.network.at('made', 'wait');
    const loading = loadDump(registry, wish());
    await looked;
    await run(made);
    server.network.release();
    return await loading;
  }

  it.each(STRANGERS)(
    'a $what stays as it is, and the load goes on when it is gone',
    async ({ made: theirStatement, gone, errno }) => {
      await run(theirStatement);
      const theirs = await state();
      await run(gone);
      const stopped = await loadBeside(theirStatement);
      expect(stopped.errors).toMatchObject([{ code: 'target-exists', errno }]);
      expect(stopped.errors[0]?.message).toContain('by another session');
      const now = await state();
      expect({ tables: { ...now.tables }, objects: { ...now.objects } }).toMatchObject(theirs);
      await run(gone);
      const resumed = await loadDump(registry, { ...wish(), resume: true });
      expect(resumed.errors).toEqual([]);
      const whole = await state();
      expect(Object.keys(whole.tables).sort()).toEqual(['beside', 'orders']);
      const made = ['event nightly', 'function vat', 'procedure sum_up', 'trigger told', 'view recent'];
      expect(Object.keys(whole.objects)).toEqual(expect.arrayContaining(made));
      expect(JSON.stringify(whole)).not.toContain('mine');
    },
  );

  it.each(STRANGERS)('keeps $what when the load is rolled back', async ({ made }) => {
    await run(made);
    const theirs = await state();
    await run(STRANGERS.find((stranger) => stranger.made === made)?.gone ?? '');
    await loadBeside(made);
    const { errors } = await rollBackLoad(registry, wish());
    // A load that had made nothing yet has nothing to take back.
    expect(errors.map(({ code }) => code).filter((code) => code !== 'nothing-to-resume')).toEqual([]);
    expect(await state()).toEqual(theirs);
  });
});
