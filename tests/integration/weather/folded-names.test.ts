import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { selecting } from '../../../app/contract/runs/options';
import type { RunResult } from '../../../app/contract/runs/result';
import { MIGRATE_DEFAULTS, migrating, type MigrateOptions } from '../../../app/contract/runs/migrate';
import { testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { CRASH_CHUNK_BYTES } from '../load/crash-schema';

const SCHEMA = 'Shop';
const ROWS = 3000;

const registry = newRegistry();

/** Names in mixed case wherever there is one, and statements that name each table as it was made. */
const MADE = [
  `CREATE DATABASE ${SCHEMA}`,
  `USE ${SCHEMA}`,
  'CREATE TABLE Numbers (N INT PRIMARY KEY)',
  `INSERT INTO Numbers WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 1000) SELECT n FROM c`,
  'INSERT INTO Numbers SELECT N + 1000 FROM Numbers',
  `INSERT INTO Numbers SELECT N + 2000 FROM Numbers WHERE N <= ${ROWS - 2000}`,
  'CREATE TABLE Orders (Id INT AUTO_INCREMENT PRIMARY KEY, Note VARCHAR(200) NOT NULL, KEY By_Note (Note))',
  'INSERT INTO Orders SELECT N, REPEAT(CHAR(65 + N % 26), 190) FROM Numbers',
  'CREATE TABLE Order_Lines (Id INT PRIMARY KEY, Order_Id INT NOT NULL, Amount INT NOT NULL, KEY Of_Order (Order_Id), ' +
    'CONSTRAINT Line_Of FOREIGN KEY (Order_Id) REFERENCES Orders (Id))',
  'INSERT INTO Order_Lines SELECT N, N, N % 7 FROM Numbers',
  'CREATE TABLE Audit (Id INT AUTO_INCREMENT PRIMARY KEY, What VARCHAR(40))',
  'CREATE TRIGGER Told AFTER INSERT ON Order_Lines FOR EACH ROW INSERT INTO Audit (What) VALUES (CONCAT(NEW.Id, NEW.Amount))',
  `CREATE TRIGGER Changed AFTER UPDATE ON Orders FOR EACH ROW INSERT INTO ${SCHEMA}.Audit (What) VALUES ('changed')`,
  'CREATE VIEW Open_Orders AS SELECT O.Id, L.Amount FROM Orders O JOIN Order_Lines L ON L.Order_Id = O.Id',
  `CREATE VIEW Few AS SELECT * FROM ${SCHEMA}.Open_Orders WHERE Amount = 3`,
  'CREATE PROCEDURE Add_Line(IN Which INT) INSERT INTO Order_Lines VALUES (Which, 1, 5)',
  'CREATE FUNCTION Lines_Of(Which INT) RETURNS INT READS SQL DATA RETURN (SELECT COUNT(*) FROM Order_Lines WHERE Order_Id = Which)',
  `CREATE EVENT Nightly ON SCHEDULE EVERY 1 DAY STARTS '2035-01-01 00:00:00' DISABLE DO DELETE FROM ${SCHEMA}.Audit`,
];

const TABLES = ['Audit', 'Numbers', 'Order_Lines', 'Orders'] as const;

/** The two servers, of which one has names of schemas and tables in lower case. */
class FoldingPair {
  readonly exact: OwnServer;
  readonly folding: OwnServer;

  private constructor(exact: OwnServer, folding: OwnServer) {
    this.exact = exact;
    this.folding = folding;
  }

  static async start(vendor: Vendor): Promise<FoldingPair> {
    const option = ['--lower-case-table-names=1'];
    return new FoldingPair(await OwnServer.start(vendor), await OwnServer.start(vendor, option, option));
  }

  async end(): Promise<void> {
    await this.exact.end();
    await this.folding.end();
  }
}

async function scalar(connection: Connection, query: string): Promise<unknown> {
  const [[row]] = await connection.query<RowDataPacket[]>(query);
  return row === undefined ? null : (Object.values(row)[0] as unknown);
}

/** The schema as a client of its own sees it: names in lower case, the rows' checksums, and all else that it has. */
async function described(connection: Connection, schema: string, isFolded: boolean): Promise<unknown> {
  const checksums: Record<string, unknown> = {};
  for (const table of TABLES) {
    const name = isFolded ? table.toLowerCase() : table;
    const [[row]] = await connection.query<RowDataPacket[]>(`CHECKSUM TABLE \`${schema}\`.\`${name}\``);
    checksums[table] = row?.Checksum as unknown;
  }
  const lists: unknown[] = [];
  for (const query of [
    'SELECT LOWER(TABLE_NAME) AS name, TABLE_TYPE AS type FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? ORDER BY name',
    'SELECT TRIGGER_NAME AS name, LOWER(EVENT_OBJECT_TABLE) AS part_of, EVENT_MANIPULATION AS what FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ? ORDER BY name',
    'SELECT ROUTINE_NAME AS name, ROUTINE_TYPE AS type, ROUTINE_DEFINITION AS body FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ? ORDER BY name',
    'SELECT EVENT_NAME AS name, EVENT_DEFINITION AS body FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ? ORDER BY name',
    'SELECT CONSTRAINT_NAME AS name, LOWER(TABLE_NAME) AS part_of, LOWER(REFERENCED_TABLE_NAME) AS parent FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = ? ORDER BY name',
    'SELECT LOWER(TABLE_NAME) AS part_of, INDEX_NAME AS name, COLUMN_NAME AS part FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ? ORDER BY part_of, name, SEQ_IN_INDEX',
  ])
    lists.push((await connection.query<RowDataPacket[]>(query, [schema]))[0]);
  return { checksums, lists };
}

describe.each(testVendors)('names of another case on both sides, %s', (vendor) => {
  let pair: FoldingPair;

  beforeAll(async () => {
    pair = await FoldingPair.start(vendor);
  });
  afterEach(async () => {
    for (const server of [pair.exact, pair.folding])
      await server.use(async (connection) => {
        await connection.query('DROP DATABASE IF EXISTS shop');
        await connection.query('DROP DATABASE IF EXISTS Shop');
      });
  });
  afterAll(() => pair.end());

  const WAYS = [
    ['0 to 1', true],
    ['1 to 0', false],
  ] as const;

  function sides(toFolding: boolean) {
    return toFolding
      ? { source: pair.exact, target: pair.folding, from: SCHEMA, to: 'shop' }
      : { source: pair.folding, target: pair.exact, from: 'shop', to: 'shop' };
  }

  async function make(source: OwnServer, statements: readonly string[] = MADE): Promise<void> {
    await source.use(async (connection) => {
      for (const statement of statements) await connection.query(statement);
    });
  }

  async function expectEqual(toFolding: boolean): Promise<void> {
    const { source, target, from, to } = sides(toFolding);
    const wanted = await source.use((connection) => described(connection, from, !toFolding));
    expect(await target.use((connection) => described(connection, to, true))).toEqual(wanted);
  }

  const dump = (source: OwnServer, folder: string, schema: string) =>
    dumpSchema(registry, {
      ...{ vendor, schema, folder, endpoint: source.endpoint, bytesPerChunk: CRASH_CHUNK_BYTES },
      ...{ selection: selecting([{ kind: 'schema', schema }]), threads: 2 },
    });

  function startMigration(toFolding: boolean, more: Partial<MigrateOptions> = {}): Promise<RunResult> {
    const { source, target, from } = sides(toFolding);
    const unsaved = { name: vendor, profileId: null };
    const { runId } = registry.startMigrate(
      { source: unsaved, target: unsaved },
      {
        ...{ source: source.endpoint, sourceProfile: null, target: target.endpoint, profile: null },
        options: {
          ...{ ...MIGRATE_DEFAULTS, selection: migrating([{ kind: 'schema', schema: from }]), threads: 2 },
          ...{ reconnectMs: 0, indexes: 'defer' },
          ...more,
        },
      },
    );
    return registry.finished(runId);
  }

  it.each(WAYS)('%s: a dump, its load, cut in its middle and resumed, ends equal', async (_, toFolding) => {
    const { source, target, from } = sides(toFolding);
    await make(source);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dump(source, folder, from)).toMatchObject({ errors: [], state: 'done' });
      const cut = target.network.at('rows', 'hold', 5);
      const wish = { vendor, folder, endpoint: target.endpoint, threads: 2, reconnectMs: 0 };
      const loading = loadDump(registry, wish);
      expect(await Promise.race([cut, loading])).toBeUndefined();
      target.network.cut();
      expect(await loading).toMatchObject({ state: 'incomplete' });
      target.network.mend();
      const resumed = await loadDump(registry, { ...wish, resume: true, verify: 'checksum' });
      expect(resumed).toMatchObject({ errors: [], ok: true });
      expect(resumed.warnings).toEqual([]);
    });
    await expectEqual(toFolding);
  });

  it('0 to 1: a verification finds the loaded tables equal, and rows without a parent stay the source’s', async () => {
    await make(pair.exact);
    await pair.exact.use(async (connection) => {
      await connection.query('SET foreign_key_checks = 0');
      await connection.query('INSERT INTO Shop.Order_Lines VALUES (99999, 88888, 1)');
    });
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dump(pair.exact, folder, SCHEMA)).toMatchObject({ errors: [], state: 'done' });
      const loaded = await loadDump(registry, { vendor, folder, endpoint: pair.folding.endpoint });
      expect(loaded).toMatchObject({ errors: [], state: 'done-with-warnings' });
      expect(loaded.warnings).toMatchObject([{ code: 'orphaned-rows' }]);
      const words = ['verify', '--dump', folder, '--target', pair.folding.dsn];
      const counted = await runSluice(words, pair.folding.secret);
      expect(counted.exitCode, counted.output).toBe(3);
      expect(counted.output).toMatch(/Line_Of/);
      // Equal rows have the parents that they had.
      const summed = await runSluice([...words, '--checksum'], pair.folding.secret);
      expect(summed.exitCode, summed.output).toBe(0);
    });
  });

  it.each(WAYS)('%s: a migration, cut in its middle and resumed, ends equal', async (_, toFolding) => {
    const { source, target } = sides(toFolding);
    await make(source);
    const cut = target.network.at('rows', 'hold', 2);
    const running = startMigration(toFolding);
    expect(await Promise.race([cut, running])).toBeUndefined();
    target.network.cut();
    expect(await running).toMatchObject({ state: 'incomplete' });
    target.network.mend();
    expect(await startMigration(toFolding, { resume: true })).toMatchObject({ errors: [], ok: true });
    await expectEqual(toFolding);
  });

  it.each(WAYS)('%s: a load from a folder says how names are compared there', async (_, toFolding) => {
    const { source, target, from } = sides(toFolding);
    await make(source);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dump(source, folder, from)).toMatchObject({ errors: [], state: 'done' });
      const said = toFolding
        ? /lower_case_table_names was 0 where the dump was taken and is 1 on the target: .* lower case/
        : /lower_case_table_names was 1 where the dump was taken and is 0 on the target: .* find no table/;
      const words = ['load', '--dump', folder, '--target', target.dsn];
      for (const more of [['--dry-run'], []]) {
        const run = await runSluice([...words, ...more], target.secret);
        expect(run.exitCode, run.output).toBe(0);
        expect(run.output).toMatch(said);
      }
    });
  });

  it('0 to 1: the triggers and routines work', async () => {
    await make(pair.exact);
    expect(await startMigration(true)).toMatchObject({ errors: [], ok: true });
    await pair.folding.use(async (connection) => {
      await connection.query('CALL shop.Add_Line(100000)');
      await connection.query("UPDATE shop.orders SET Note = 'x' WHERE Id = 1");
      expect(await scalar(connection, 'SELECT COUNT(*) FROM shop.audit')).toBe(2);
      expect(Number(await scalar(connection, 'SELECT shop.Lines_Of(1)'))).toBe(2);
      expect(await scalar(connection, 'SELECT COUNT(*) > 0 FROM shop.few')).toBe(1);
    });
  });

  it('0 to 1: Orders and orders are refused by both names, and nothing is made', async () => {
    await make(pair.exact, [
      ...MADE,
      'CREATE TABLE orders (id INT PRIMARY KEY)',
      'INSERT INTO orders VALUES (1)',
    ]);
    const { state, errors } = await startMigration(true);
    expect(state).toBe('failed');
    const said = JSON.stringify(errors);
    expect(said).toContain('Orders');
    expect(said).toContain('orders');
    expect(said).toMatch(/lower_case_table_names/);
    expect(errors[0]?.hint).toMatch(/--rename/);
    expect(
      await pair.folding.use((connection) => scalar(connection, "SHOW DATABASES LIKE 'shop'")),
    ).toBeNull();
  });
});

it('0 to 1, from MySQL to MariaDB: a migration ends equal in its rows, and its foreign key holds', async () => {
  const option = ['--lower-case-table-names=1'];
  const source = await OwnServer.start('mysql');
  const target = await OwnServer.start('mariadb', option, option);
  try {
    await source.use(async (connection) => {
      for (const statement of MADE) await connection.query(statement);
    });
    const unsaved = { name: 'own', profileId: null };
    const selection = migrating([{ kind: 'schema', schema: SCHEMA }]);
    const { runId } = registry.startMigrate(
      { source: unsaved, target: unsaved },
      {
        ...{ source: source.endpoint, sourceProfile: null, target: target.endpoint, profile: null },
        options: { ...MIGRATE_DEFAULTS, selection, fixes: ['collations'] },
      },
    );
    expect(await registry.finished(runId)).toMatchObject({ errors: [], ok: true });
    await source.use((from) =>
      target.use(async (to) => {
        const digest = (schema: string, table: string) =>
          `SELECT CONCAT(COUNT(*), ' ', BIT_XOR(CRC32(CONCAT(Id, ' ', Note)))) FROM ${schema}.${table}`;
        const wanted = await scalar(from, digest(SCHEMA, 'Orders'));
        expect(String(await scalar(to, digest('shop', 'orders')))).toBe(String(wanted));
        const orphan = to.query('INSERT INTO shop.order_lines VALUES (200000, 200000, 1)');
        await expect(orphan).rejects.toMatchObject({ errno: 1452 });
      }),
    );
  } finally {
    await source.end();
    await target.end();
  }
});
