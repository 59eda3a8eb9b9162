import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { shareOf } from '../../fixtures/extent';
import type { Vendor } from '../../../app/contract/connections/connection';
import { fillShop } from '../../../app/sandbox/shop/fill-shop';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { migrateSchema, planMigrationOf } from '../harness/migrations';
import { newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';
import { COMMON_PAIRS } from './pairs/common';
import { PAIRS_OF_MARIADB } from './pairs/mariadb';
import { PAIRS_OF_MYSQL } from './pairs/mysql';
import { GENERAL, table } from './pairs/pair';

const DIRECTIONS = [
  ['mysql', 'mariadb'],
  ['mariadb', 'mysql'],
] as const satisfies readonly (readonly [Vendor, Vendor])[];

const SOURCE = 'cross_source';
const COPY = 'cross_copy';

describe.each(DIRECTIONS)('from %s to %s', (from, to) => {
  const registry = newRegistry();
  let source: Connection;

  beforeAll(async () => {
    source = await connectToFresh(from, SOURCE);
  });

  afterAll(async () => {
    await source.end();
    await dropSchemas(from, SOURCE, 'shop');
    await dropSchemas(to, COPY, 'shop_copy');
  });

  /** The bytes of every value as the server sends them: what the driver makes of a type is not in question. */
  async function rowsOf(connection: Connection, schema: string, name: string): Promise<unknown> {
    await connection.query("SET NAMES utf8mb4 COLLATE utf8mb4_general_ci, time_zone = '+00:00'");
    const [rows] = await connection.query({
      sql: `SELECT * FROM \`${schema}\`.\`${name}\` ORDER BY 1`,
      rowsAsArray: true,
      typeCast: (field) => field.buffer()?.toString('hex') ?? null,
    });
    return rows;
  }

  const pairs = [...COMMON_PAIRS, ...(from === 'mysql' ? PAIRS_OF_MYSQL : PAIRS_OF_MARIADB)];

  it.each(shareOf(pairs, from === 'mariadb'))('$name: $fate', async ({ make, fate, rule, fixes = [] }) => {
    await dropSchemas(to, COPY);
    await source.query(`DROP DATABASE ${SOURCE}`);
    await source.query(`CREATE DATABASE ${SOURCE} ${GENERAL}`);
    await source.query(`USE ${SOURCE}`);
    for (const statement of make) await source.query(statement);
    const wish = { from, to, schema: SOURCE, copy: COPY, fixes, threads: 2 };
    const plan = await planMigrationOf(wish);
    const findings = plan.findings.filter((finding) => finding.rule === rule);
    const severities = findings.map(({ severity }) => severity);
    const result = await migrateSchema(registry, wish);
    if (fate === 'refused') {
      expect(severities).toContain('blocks');
      expect(result.state).toBe('failed');
      expect(result.errors).toHaveLength(1);
      expect(result.errors[0]?.code).toBe('migration-refused');
      expect(result.rows).toBe(0);
      await withPlain(to, async (connection) => {
        const [left] = await connection.query('SHOW DATABASES LIKE ?', [COPY]);
        expect(left).toEqual([]);
      });
      return;
    }
    expect(result.errors).toEqual([]);
    expect(plan.findings.filter(({ severity }) => severity === 'blocks')).toEqual([]);
    if (rule !== undefined) {
      expect(new Set(severities)).toEqual(new Set([fate === 'converted' ? 'converts' : 'warns']));
      expect(result.warnings.map(({ message }) => message)).toEqual(
        expect.arrayContaining(findings.map(({ why }) => expect.stringContaining(why) as unknown)),
      );
    }
    for (const { table: name, checks } of result.verdicts) {
      expect(checks.find(({ kind }) => kind === 'checksum')?.state).toBe('ok');
      const there = await rowsOf(source, SOURCE, name);
      expect(await withPlain(to, (connection) => rowsOf(connection, COPY, name))).toEqual(there);
    }
  });

  it('programs with quotes, backslashes and line breaks in their texts', async () => {
    await dropSchemas(to, COPY);
    await source.query(`DROP DATABASE ${SOURCE}`);
    await source.query(`CREATE DATABASE ${SOURCE} ${GENERAL}`);
    await source.query(`USE ${SOURCE}`);
    await source.query(table('c VARCHAR(200)'));
    const text = `CONCAT('it''s', 'a\nb', 'x\\ty', "d\\"q", 'l\\\\')`;
    await source.query(
      `CREATE PROCEDURE p(a INT) READS SQL DATA COMMENT 'it''s\na ( BEGIN' BEGIN SELECT ${text}; END`,
    );
    await source.query(`CREATE FUNCTION f(a ENUM('(''', ')')) RETURNS TEXT NO SQL RETURN ${text}`);
    await source.query(`CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.c = ${text}`);
    await source.query(
      `CREATE EVENT e ON SCHEDULE EVERY 1 DAY COMMENT 'it''s DO x' DO INSERT INTO t VALUES (5, ${text})`,
    );
    await source.query("SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'");
    await source.query("CREATE PROCEDURE q() SELECT 'C:\\', 'it''s\n'");
    await source.query('SET SESSION sql_mode = DEFAULT');
    const wish = { from, to, schema: SOURCE, copy: COPY, threads: 2 };
    expect((await planMigrationOf(wish)).findings.filter(({ severity }) => severity === 'blocks')).toEqual(
      [],
    );
    expect((await migrateSchema(registry, wish)).errors).toEqual([]);
  });

  it('the shop, with all that hangs on it', async () => {
    await withPlain(from, (connection) => fillShop(connection, from, () => undefined, 0.02));
    await dropSchemas(to, 'shop_copy');
    const result = await migrateSchema(registry, {
      ...{ from, to, schema: 'shop', copy: 'shop_copy', fixes: ['collations' as const], threads: 4 },
    });
    expect(result.errors).toEqual([]);
    const rows = async (vendor: Vendor, schema: string) => {
      const { tables } = await withPlain(vendor, (connection) => schemaFingerprint(connection, schema));
      return Object.entries(tables).map(([name, table]) => [name, table.rows]);
    };
    expect(await rows(to, 'shop_copy')).toEqual(await rows(from, 'shop'));
  });
});

describe('from mariadb to mysql alone', () => {
  const registry = newRegistry();
  const wish = { from: 'mariadb', to: 'mysql', schema: SOURCE, copy: COPY } as const;
  afterAll(async () => {
    await dropSchemas('mariadb', SOURCE);
    await dropSchemas('mysql', COPY);
  });

  it('a schema’s comment is left out, which is said, and a program’s lines stay', async () => {
    await dropSchemas('mysql', COPY);
    const source = await connectToFresh('mariadb', SOURCE);
    const body = "select\n  `id` uuid, ' DEFAULT bar(2)' as q,\n  1 from t";
    await source.query(`ALTER DATABASE ${SOURCE} ${GENERAL} COMMENT 'the shop'`);
    await source.query(`CREATE TABLE t (id INT PRIMARY KEY) ${GENERAL}`);
    await source.query('INSERT INTO t VALUES (1)');
    await source.query(`CREATE PROCEDURE p()\n${body}`);
    await source.end();
    const { findings } = await planMigrationOf({ ...wish, fixes: ['types'] });
    expect(findings.map(({ rule }) => rule)).not.toContain('not-tried');
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: 'converts', rule: 'schema-comment' }),
    );
    expect((await migrateSchema(registry, { ...wish, fixes: ['types'] })).errors).toEqual([]);
    await withPlain('mysql', async (connection) => {
      const [rows] = await connection.query(
        'SELECT ROUTINE_DEFINITION AS body FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?',
        [COPY],
      );
      expect(rows).toEqual([{ body }]);
    });
  });
});

it('lines of programs that look like definitions and settings stay as they are', async () => {
  const registry = newRegistry();
  await dropSchemas('mysql', COPY);
  const source = await connectToFresh('mariadb', SOURCE);
  const text = [
    ...["SELECT '", "SET SESSION sql_mode = ''NO_AUTO_CREATE_USER'';", '  KEY (a) IGNORED,'],
    ...['  a text /*M!100301 COMPRESSED*/', "'"],
  ].join('\n');
  const body = `BEGIN\n${text};\nSELECT COUNT(*) IGNORED FROM t;\nEND`;
  await source.query(`ALTER DATABASE ${SOURCE} ${GENERAL}`);
  await source.query(`CREATE TABLE t (id INT PRIMARY KEY) ${GENERAL}`);
  await source.query(`CREATE PROCEDURE p()\n${body}`);
  await source.query(`CREATE EVENT e ON SCHEDULE EVERY 1 DAY DISABLE DO DO LENGTH((${text}))`);
  await source.end();
  const wish = { from: 'mariadb', to: 'mysql', schema: SOURCE, copy: COPY } as const;
  expect((await migrateSchema(registry, wish)).errors).toEqual([]);
  await withPlain('mysql', async (connection) => {
    const shown = async (kind: string, name: string) => {
      const [rows] = await connection.query<RowDataPacket[]>(`SHOW CREATE ${kind} ${COPY}.${name}`);
      return String(rows[0]?.[`Create ${kind}`]);
    };
    expect(await shown('Procedure', 'p')).toContain(body);
    expect(await shown('Event', 'e')).toContain(`DO LENGTH((${text}))`);
  });
  await dropSchemas('mariadb', SOURCE);
  await dropSchemas('mysql', COPY);
});

describe('from mysql to mariadb alone', () => {
  const registry = newRegistry();
  const wish = { from: 'mysql', to: 'mariadb', schema: SOURCE, copy: COPY } as const;

  beforeEach(() => dropSchemas('mariadb', COPY));
  afterAll(async () => {
    await dropSchemas('mysql', SOURCE);
    await dropSchemas('mariadb', COPY);
  });

  /** Makes the source of these statements. */
  async function make(...statements: readonly string[]): Promise<void> {
    const source = await connectToFresh('mysql', SOURCE);
    await source.query(`ALTER DATABASE ${SOURCE} ${GENERAL}`);
    for (const statement of statements) await source.query(statement);
    await source.end();
  }

  it('a negative zero becomes 0, which is said', async () => {
    await make(
      'CREATE TABLE t (id INT PRIMARY KEY, d DOUBLE, f FLOAT)',
      'INSERT INTO t VALUES (1, -0e0, -0e0), (2, -0.5, 0.1)',
    );
    const { errors, warnings } = await migrateSchema(registry, wish);
    expect(errors).toEqual([]);
    expect(warnings.map(({ message }) => message)).toContainEqual(expect.stringContaining('negative zero'));
    await withPlain('mariadb', async (connection) => {
      const [rows] = await connection.query(`SELECT d, f FROM ${COPY}.t ORDER BY id`);
      expect(rows).toEqual([
        { d: 0, f: 0 },
        { d: -0.5, f: 0.1 },
      ]);
    });
  });

  it('numbers of fixed decimals, and with zeros before them, arrive as they are', async () => {
    await make(
      'CREATE TABLE t (id INT PRIMARY KEY, a DOUBLE(8,2), b DOUBLE ZEROFILL, c FLOAT(8,2), d DOUBLE(20,4) NOT NULL)',
      'INSERT INTO t VALUES (1, 195, 195, 195, 0), (2, -0.0, 0, 33.33, -0e0), (3, NULL, 1e20, 123456.78, 0.0001)',
    );
    const { errors, rows } = await migrateSchema(registry, wish);
    expect(errors).toEqual([]);
    expect(rows).toBe(3);
    await withPlain('mariadb', async (connection) => {
      const [found] = await connection.query(
        `SELECT CONCAT_WS(' ', a, b, c, d) AS t FROM ${COPY}.t ORDER BY id`,
      );
      expect(found).toEqual([
        { t: '195.00 0000000000000000000195 195.00 0.0000' },
        { t: '0.00 0000000000000000000000 33.33 0.0000' },
        { t: '0000000000000000001e20 123456.78 0.0001' },
      ]);
    });
  });

  it('a refused view has one finding, and none about its placeholder', async () => {
    await make(
      'CREATE TABLE t (id INT PRIMARY KEY, a INT)',
      'CREATE SQL SECURITY INVOKER VIEW v AS SELECT t.id, x.b FROM t, LATERAL (SELECT t.a + 1 AS b) x',
    );
    const { findings } = await planMigrationOf(wish);
    expect(findings.filter(({ object }) => object === `${SOURCE}.v`).map(({ rule }) => rule)).toEqual([
      'definition-refused',
    ]);
  });

  it('a view over one whose definer the target lacks is refused with the ways out', async () => {
    const gone = "'cross_gone'@'%'";
    await make(
      'CREATE TABLE t (id INT PRIMARY KEY)',
      `CREATE USER IF NOT EXISTS ${gone}`,
      `GRANT SELECT ON ${SOURCE}.* TO ${gone}`,
      `CREATE DEFINER = ${gone} VIEW below AS SELECT id FROM t`,
      `CREATE DEFINER = ${gone} VIEW above AS SELECT id FROM below`,
    );
    const { errors, targetState } = await migrateSchema(registry, wish);
    await withPlain('mysql', (connection) => connection.query(`DROP USER ${gone}`));
    expect(targetState).toBe('rolled-back');
    expect(errors).toMatchObject([{ code: 'definition-refused', table: `${COPY}.above`, errno: 1449 }]);
    expect(errors[0]?.hint).toMatch('--definers current');
  });

  it('the plan knows definitions that MariaDB prints but can’t read', async () => {
    // MariaDB forgets to escape a text with a character set that it keeps in an expression (10.11, measured).
    await make("CREATE TABLE t (id INT PRIMARY KEY, c INT, g VARCHAR(40) AS (CONCAT('it''s \\\\', c)))");
    const { findings } = await planMigrationOf(wish);
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: 'blocks', rule: 'definition-refused', object: `${SOURCE}.t` }),
    );
    const { state, targetState } = await migrateSchema(registry, wish);
    expect({ state, targetState }).toEqual({ state: 'failed', targetState: 'rolled-back' });
    await withPlain('mariadb', async (connection) => {
      expect(
        await connection
          .query('SHOW DATABASES WHERE `Database` LIKE ? OR `Database` LIKE ?', [COPY, 'sluice%'])
          .then(([rows]) => rows),
      ).toEqual([]);
    });
  });
});
