import { spawnSync } from 'child_process';
import { readdirSync, readFileSync } from 'fs';
import { join, resolve } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowDataPacket } from 'mysql2/promise';
import { loadByClient } from '../../servers/dump-programs';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { dumpSchemas } from './harness';

const CLI = resolve(import.meta.dirname, '../../../dist/cli.cjs');
const SCHEMAS = ['chosen_a', 'chosen_b'];
const STATEMENTS = [
  'CREATE TABLE orders (id INT PRIMARY KEY, amount DECIMAL(9,2))',
  'CREATE TABLE items (id INT PRIMARY KEY)',
  'INSERT INTO orders VALUES (1, 1.50), (2, 20.00)',
  'INSERT INTO items VALUES (7)',
  'CREATE VIEW dear AS SELECT id FROM orders WHERE amount > 2',
  'CREATE FUNCTION twice(n INT) RETURNS INT DETERMINISTIC RETURN n * 2',
  'CREATE PROCEDURE nothing() BEGIN END',
  "CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY STARTS '2030-01-01' DISABLE DO SET @a = 1",
  'CREATE TRIGGER first_one BEFORE INSERT ON orders FOR EACH ROW SET NEW.amount = NEW.amount',
  'CREATE TRIGGER second_one AFTER INSERT ON orders FOR EACH ROW SET @a = NEW.id',
];

/** All that is in the schemas, with the rows of each table. */
async function contents(vendor: (typeof testVendors)[number]): Promise<readonly string[]> {
  return await withPlain(vendor, async (connection) => {
    const list = async (kind: string, sql: string) => {
      const [rows] = await connection.query<RowDataPacket[]>(sql, [SCHEMAS]);
      return rows.map(({ place, name }) => `${kind} ${String(place)}.${String(name)}`);
    };
    const tables = await list(
      'table',
      "SELECT TABLE_SCHEMA AS place, TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA IN (?) AND TABLE_TYPE = 'BASE TABLE'",
    );
    const counted: string[] = [];
    for (const table of tables) {
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT COUNT(*) AS n FROM ${table.replace('table ', '')}`,
      );
      counted.push(`${table} ${String(rows[0]?.n)}`);
    }
    const from = 'FROM information_schema.';
    return [
      ...counted,
      ...(await list(
        'view',
        `SELECT TABLE_SCHEMA place, TABLE_NAME name ${from}VIEWS WHERE TABLE_SCHEMA IN (?)`,
      )),
      ...(await list(
        'routine',
        `SELECT ROUTINE_SCHEMA place, ROUTINE_NAME name ${from}ROUTINES WHERE ROUTINE_SCHEMA IN (?)`,
      )),
      ...(await list(
        'event',
        `SELECT EVENT_SCHEMA place, EVENT_NAME name ${from}EVENTS WHERE EVENT_SCHEMA IN (?)`,
      )),
      ...(await list(
        'trigger',
        `SELECT TRIGGER_SCHEMA place, TRIGGER_NAME name ${from}TRIGGERS WHERE TRIGGER_SCHEMA IN (?)`,
      )),
    ].sort();
  });
}

const A = (...names: readonly string[]) => names.map((name) => name.replace(/ /, ' chosen_a.')).sort();
const B = ['routine chosen_b.nothing', 'routine chosen_b.twice', 'event chosen_b.nightly'];
const ALL_OF_B = [
  ...['table chosen_b.items 1', 'table chosen_b.orders 2', 'view chosen_b.dear', ...B],
  ...['trigger chosen_b.first_one', 'trigger chosen_b.second_one'],
];

/** Options, and what is left of the two schemas. */
const SELECTIONS: readonly (readonly [options: readonly string[], left: readonly string[]])[] = [
  [['--schemas', 'chosen_b'], ALL_OF_B],
  [
    ['--tables', 'chosen_a.orders', '--exclude-triggers', 'chosen_a.second_one'],
    A('table orders 2', 'trigger first_one'),
  ],
  [['--routines', 'chosen_a.twice', '--events', 'chosen_a.nightly'], A('routine twice', 'event nightly')],
  [
    [
      ...['--exclude-schemas', 'chosen_b', '--exclude-tables', 'chosen_a.items,chosen_a.dear'],
      ...['--exclude-routines', 'chosen_a.nothing', '--exclude-events', 'chosen_a.%'],
    ],
    A('table orders 2', 'routine twice', 'trigger first_one', 'trigger second_one'),
  ],
  [
    ['--schemas', 'chosen_a', '--ddl-only'],
    A(
      ...[
        'table orders 0',
        'table items 0',
        'view dear',
        'routine twice',
        'routine nothing',
        'event nightly',
      ],
      ...['trigger first_one', 'trigger second_one'],
    ),
  ],
];

describe.each(testVendors)('a part of what %s holds, as an SQL script', (vendor) => {
  const registry = newRegistry();
  const { host, port, user, password } = testServer(vendor);
  const source = `mysql://${user}@${host}:${port}`;
  const environment = { SLUICE_PASSWORD: password };
  async function fill(): Promise<void> {
    await dropSchemas(vendor, ...SCHEMAS);
    await withPlain(vendor, async (connection) => {
      for (const schema of SCHEMAS) {
        await connection.query(`CREATE DATABASE ${schema}`);
        await connection.query(`USE ${schema}`);
        for (const statement of STATEMENTS) await connection.query(statement);
      }
    });
  }
  beforeAll(fill);
  afterAll(() => dropSchemas(vendor, ...SCHEMAS));

  it.each(SELECTIONS)('is chosen by %j, of a dump and of a server alike', async (options, left) => {
    await withFolder(async (folder) => {
      await fill();
      const [dump, script] = [join(folder, 'dump'), join(folder, 'a.sql')];
      await dumpSchemas(registry, vendor, dump, SCHEMAS);
      const run = await runSluice(['convert', dump, script, '--format', 'sql', ...options], {});
      expect(run.output).toMatch(/^Written: /);
      const words = ['dump', '--source', source, '--format', 'sql', '--out', '-'];
      // On a shared server the others' schemas are there too.
      const own = options.some((option) => /^--(?:schemas|tables|routines|events)$/.test(option))
        ? options
        : ['--schemas', SCHEMAS.join(), ...options];
      const dumped = spawnSync(process.execPath, [CLI, ...words, ...own], {
        env: { ...process.env, ...environment },
        encoding: 'utf8',
      });
      expect(dumped.stderr).toMatch(/Written: /);
      expect(dumped.stdout).toBe(readFileSync(script, 'utf8'));
      await dropSchemas(vendor, ...SCHEMAS);
      expect(await loadByClient(vendor, script)).toBe('');
      expect(await contents(vendor)).toEqual([...left].sort());
    });
  });

  it('is rows alone, into tables that are there, with numbers as numbers', async () => {
    await withFolder(async (folder) => {
      await fill();
      const [dump, script] = [join(folder, 'dump'), join(folder, 'a.sql')];
      await dumpSchemas(registry, vendor, dump, SCHEMAS);
      const options = ['--data-only', '--tables', 'chosen_a.orders'];
      await runSluice(['convert', dump, script, '--format', 'sql', ...options], {});
      expect(readFileSync(script, 'utf8')).toMatch(/\n\(1,1\.50\),\n\(2,20\.00\);/);
      // The types of a dump that records no definitions beside its scripts.
      const whole = join(folder, 'whole.sql');
      await runSluice(['convert', dump, whole, '--format', 'sql'], {});
      const again = join(folder, 'again.sql');
      await runSluice(['convert', whole, again, '--format', 'sql', ...options], {});
      expect(readFileSync(again, 'utf8')).toMatch(/\n\(1,1\.50\),\n\(2,20\.00\);/);
      expect(readFileSync(again, 'utf8')).not.toContain('CREATE');
      await withPlain(vendor, (connection) => connection.query('DELETE FROM chosen_a.orders'));
      expect(await loadByClient(vendor, script)).toBe('');
      expect(await contents(vendor)).toContain('table chosen_a.orders 2');
    });
  });

  it('is chosen for files of rows and folders of mydumper, and by rows of a server', async () => {
    await withFolder(async (folder) => {
      await fill();
      const dump = join(folder, 'dump');
      await dumpSchemas(registry, vendor, dump, SCHEMAS);
      const options = ['--tables', 'chosen_a.%', '--exclude-tables', 'chosen_a.items,chosen_a.dear'];
      await runSluice(['convert', dump, join(folder, 'csv'), '--format', 'csv', ...options], {});
      expect(readdirSync(join(folder, 'csv')).sort()).toEqual(['chosen_a.orders.csv', 'chosen_a.orders.sql']);
      await runSluice(
        [
          'convert',
          dump,
          join(folder, 'my'),
          '--format',
          'mydumper',
          ...options,
          '--exclude-triggers',
          'chosen_a.f%',
        ],
        {},
      );
      expect(readdirSync(join(folder, 'my')).sort()).toEqual([
        ...[
          'chosen_a-schema-create.sql',
          'chosen_a.orders-schema-triggers.sql',
          'chosen_a.orders-schema.sql',
        ],
        ...['chosen_a.orders.00000.sql', 'metadata'],
      ]);
      expect(readFileSync(join(folder, 'my', 'chosen_a.orders-schema-triggers.sql'), 'utf8')).not.toContain(
        'first_one',
      );
      const words = ['dump', '--source', source, '--format', 'csv', '--out', join(folder, 'where')];
      const where = ['--tables', 'chosen_a.orders', '--where', 'chosen_a.orders=amount > 2'];
      const dumped = await runSluice([...words, ...where], environment);
      expect(dumped.exitCode).toBe(0);
      expect(readFileSync(join(folder, 'where', 'chosen_a.orders.csv'), 'utf8')).toBe(
        'id,amount\r\n2,20.00\r\n',
      );
    });
  });

  it('is refused where a name is not in the dump, and leaves nothing', async () => {
    await withFolder(async (folder) => {
      await fill();
      const dump = join(folder, 'dump');
      await dumpSchemas(registry, vendor, dump, ['chosen_a']);
      const words = ['convert', dump, join(folder, 'a.sql'), '--format', 'sql', '--json'];
      const { exitCode, result } = await runSluice([...words, '--tables', 'chosen_a.order'], {});
      expect(exitCode).toBe(5);
      expect(result.errors[0]).toMatchObject({ code: 'unknown-table' });
      expect(readdirSync(folder)).toEqual(['dump']);
    });
  });
});
