import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../fixtures/extent';
import type { OnExisting } from '../../../app/contract/runs/options';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { startSluice } from '../harness/command';
import { OwnServer } from '../harness/own-server';
import { rollBackLoad, dumpSchema, loadDump, newRegistry } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { saboteurCommand } from './crash-schema';

const SOURCE = 'Folded';
const COPY = 'namesakes';

/** The dump's objects; each has a name that differs from the user's below by its capitals alone. */
const DUMPED = [
  `CREATE DATABASE ${SOURCE}`,
  `USE ${SOURCE}`,
  "CREATE TABLE Orders (id INT PRIMARY KEY, v VARCHAR(20), CONSTRAINT short CHECK (v <> 'x'))",
  'CREATE TABLE free_table (id INT PRIMARY KEY)',
  "INSERT INTO Orders VALUES (1, 'dumped'), (2, 'dumped')",
  'CREATE VIEW Recent AS SELECT id FROM free_table',
  "CREATE PROCEDURE Sum_Up() SELECT 'dumped'",
  "CREATE TRIGGER Told BEFORE INSERT ON Orders FOR EACH ROW SET NEW.v = CONCAT(NEW.v, '!')",
  'CREATE EVENT Nightly ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1',
];

/** Objects of the user in the target under such a name, by kind; always a table and its trigger besides. */
const MINE = {
  table: [
    "CREATE TABLE orders (id INT PRIMARY KEY, v VARCHAR(20), CONSTRAINT short CHECK (v <> 'y'))",
    "INSERT INTO orders VALUES (7, 'mine')",
  ],
  view: ['CREATE ALGORITHM=MERGE SQL SECURITY INVOKER VIEW recent AS SELECT n, 1 AS one FROM beside'],
  routine: ["CREATE PROCEDURE sum_up(IN a INT) COMMENT 'mine' SELECT 'mine', a"],
  trigger: ['CREATE TRIGGER told AFTER INSERT ON beside FOR EACH ROW SET @mine = NEW.n'],
  event: ["CREATE EVENT nightly ON SCHEDULE EVERY 2 HOUR DISABLE COMMENT 'mine' DO SELECT 'mine'"],
} as const;
const BESIDE = ['CREATE TABLE beside (n INT PRIMARY KEY)', 'INSERT INTO beside VALUES (1), (2)'];
/** The name in a fingerprint of what the user has of a kind. */
const OF_KIND = {
  table: 'orders',
  view: 'view recent',
  routine: 'procedure sum_up',
  trigger: 'trigger told',
  event: 'event nightly',
} as const;

type Kind = keyof typeof MINE;
const KINDS = Object.keys(MINE) as readonly Kind[];
const POLICIES: readonly OnExisting[] = ['fail', 'skip', 'append', 'truncate', 'drop'];

/** Returns whether the target takes the dump's name and the user's for one. */
function isOneName(vendor: string, folding: number, kind: Kind): boolean {
  if (kind === 'table' || kind === 'view') return folding === 1;
  return kind !== 'trigger' || vendor === 'mysql';
}

const servers = testVendors.flatMap((vendor) => [0, 1].map((folding) => [vendor, folding] as const));
const outcomes: Record<string, string>[] = [];

afterAll(() => {
  console.table(outcomes);
});

describe.each(servers)('namesakes on %s with lower_case_table_names=%d', (vendor, folding) => {
  const registry = newRegistry();
  let server: OwnServer;
  let parent: string;
  let whole: string;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-namesakes-'));
    const option = [`--lower-case-table-names=${folding}`];
    server = await OwnServer.start(vendor, option, option);
    await dropSchemas(vendor, SOURCE);
    await withPlain(vendor, async (connection) => {
      for (const statement of DUMPED) await connection.query(statement);
    });
    whole = join(parent, 'whole');
    expect((await dumpSchema(registry, { vendor, schema: SOURCE, folder: whole })).errors).toEqual([]);
    await dropSchemas(vendor, SOURCE);
  });

  afterAll(async () => {
    await server.end();
    await rm(parent, { recursive: true, force: true });
  });

  async function withMine<T>(kind: Kind, work: (connection: Connection) => Promise<T>): Promise<T> {
    return await server.use(async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${COPY}`);
      for (const statement of [`CREATE DATABASE ${COPY}`, `USE ${COPY}`, ...BESIDE, ...MINE[kind]])
        await connection.query(statement);
      return await work(connection);
    });
  }

  const wish = (folder: string, onExisting: OnExisting) => ({
    ...{ vendor, folder, onExisting, endpoint: server.endpoint },
    ...{ schemaMap: { [SOURCE]: COPY }, eventStatus: 'disabled' as const },
  });

  describe.each(POLICIES)('%s', (policy) => {
    it.each(shareOf(KINDS, (vendor === 'mariadb') !== (folding === 1)))(
      'a %s of the user’s is as before, or as the plan says',
      async (kind) => {
        await withMine(kind, async (connection) => {
          const before = await schemaFingerprint(connection, COPY);
          const result = await loadDump(registry, wish(whole, policy));
          const after = await schemaFingerprint(connection, COPY);
          const isOne = isOneName(vendor, folding, kind);
          // A name of another table's trigger, and a table of another definition, leave a load no way.
          const isRefused =
            policy === 'fail' ||
            (kind === 'trigger' && isOne) ||
            (kind === 'table' && isOne && policy === 'truncate');
          const { code = '' } = result.errors[0] ?? {};
          const mine = kind === 'table' ? after.tables.orders : after.objects[OF_KIND[kind]];
          const was = kind === 'table' ? before.tables.orders : before.objects[OF_KIND[kind]];
          outcomes.push({
            ...{ server: `${vendor} ${folding}`, policy, kind, 'one name': isOne ? 'yes' : 'no' },
            ...{ outcome: result.ok ? 'done' : `refused: ${code}` },
            mine: JSON.stringify(mine) === JSON.stringify(was) ? 'as before' : 'changed',
          });
          if (isRefused) {
            const isOther = kind === 'table' && policy === 'truncate';
            expect(result.errors[0]?.code).toBe(isOther ? 'definition-differs' : 'target-exists');
            expect(after).toEqual(before);
            return;
          }
          expect(result.errors).toEqual([]);
          expect(after.tables.beside).toEqual(before.tables.beside);
          if (isOne && policy === 'drop') expect(mine).not.toEqual(was);
          else if (isOne && kind === 'table' && policy !== 'skip')
            expect(mine).toMatchObject({ definition: before.tables.orders?.definition });
          else expect(mine).toEqual(was);
        });
      },
    );
  });

  // Where names fold, all of them are the dump's; a kill -9 with rows in leaves every step to be rolled back.
  if (folding === 1)
    it('drop: all that was replaced is back, byte for byte, when the load is rolled back', async () => {
      await withMine('table', async (connection) => {
        const others = KINDS.filter((kind) => kind !== 'table' && kind !== 'trigger');
        for (const statement of [
          ...others.flatMap((kind) => [...MINE[kind]]),
          'CREATE TRIGGER told AFTER INSERT ON orders FOR EACH ROW SET @mine = NEW.v',
          'CREATE TRIGGER other BEFORE UPDATE ON orders FOR EACH ROW SET NEW.v = NEW.v',
          'CREATE TABLE child (id INT, CONSTRAINT of_mine FOREIGN KEY (id) REFERENCES orders (id))',
        ])
          await connection.query(statement);
        const before = await schemaFingerprint(connection, COPY);
        const crashed = await startSluice(
          [
            ...['load', '--target', server.dsn, '--dump', whole, '--on-existing', 'drop', '--json'],
            ...['--schema-map', `${SOURCE}=${COPY}`],
          ],
          { ...server.secret, SLUICE_CRASH: 'after-commit:1' },
          [],
          await saboteurCommand(join(parent, 'saboteur')),
        ).ended.catch((error: unknown) => ({ exitCode: null, output: String(error) }));
        expect(crashed.exitCode, crashed.output).toBeNull();
        expect(await schemaFingerprint(connection, COPY)).not.toEqual(before);
        expect((await rollBackLoad(registry, wish(whole, 'drop'))).errors).toEqual([]);
        expect(await schemaFingerprint(connection, COPY)).toEqual(before);
        const done = await loadDump(registry, wish(whole, 'drop'));
        expect(done.errors).toEqual([]);
        const [child] = await connection.query('SHOW CREATE TABLE child');
        expect(JSON.stringify(child)).toContain('REFERENCES `orders`');
      });
    });
});
