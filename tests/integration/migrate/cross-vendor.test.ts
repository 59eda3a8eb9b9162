import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connection';
import { fillShop } from '../../../app/sandbox/shop/fill-shop';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { migrateSchema, planMigrationOf } from '../harness/migrations';
import { newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const DIRECTIONS = [
  ['mysql', 'mariadb'],
  ['mariadb', 'mysql'],
] as const satisfies readonly (readonly [Vendor, Vendor])[];

const SOURCE = 'cross_source';
const COPY = 'cross_copy';

/** A definition and what becomes of it: `carried` as it is, `converted` by a rule, or `refused` before the first row. */
interface Pair {
  readonly name: string;
  readonly make: readonly string[];
  readonly fate: 'carried' | 'converted' | 'refused';
  /** The rule that the pre-check must name; what is carried unchanged has none. */
  readonly rule?: string;
  readonly fixes?: ('collations' | 'types')[];
}

const GENERAL = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci';

function table(columns: string, options = GENERAL): string {
  return `CREATE TABLE t (id INT NOT NULL PRIMARY KEY, ${columns}) ENGINE=InnoDB ${options}`;
}

const COMMON: readonly Pair[] = [
  {
    name: 'numbers',
    make: [
      table('a BIGINT UNSIGNED, d DECIMAL(40,10), f FLOAT, g DOUBLE, b BIT(20), y YEAR'),
      `INSERT INTO t VALUES (1, 18446744073709551615, -1.0000000001, 1.17549e-38, 1.7976931348623157e308, b'1011', 1901),
       (2, NULL, NULL, 0.1, 0.1, NULL, NULL)`,
    ],
    fate: 'carried',
  },
  {
    name: 'times',
    make: [
      table('t TIME(6), d DATETIME(6), s TIMESTAMP(3) NULL DEFAULT CURRENT_TIMESTAMP(3), x DATE'),
      "INSERT INTO t VALUES (1, '-838:59:58.999999', '9999-12-31 23:59:59.999999', '2038-01-19 03:14:07.123', '1000-01-01')",
    ],
    fate: 'carried',
  },
  {
    name: 'texts and bytes',
    make: [
      table("c VARCHAR(50), l LONGTEXT, e ENUM('x','ÿ'), s SET('p','q'), b VARBINARY(300), w BLOB"),
      "INSERT INTO t VALUES (1, CONCAT('a\\\\tb\\\\\\\\', CHAR(10 USING utf8mb4), '👋'), REPEAT('€', 3000), 'ÿ', 'p,q', X'00FF0A095C', X'')",
    ],
    fate: 'carried',
  },
  {
    name: 'shapes',
    make: [
      table('g GEOMETRY NOT NULL, SPATIAL KEY (g)'),
      "INSERT INTO t VALUES (1, ST_GeomFromText('POLYGON((0 0,0 1,1 1,0 0))'))",
    ],
    fate: 'carried',
  },
  {
    name: 'generated columns, checks and foreign keys',
    make: [
      table('n INT CHECK (n > 0), m INT GENERATED ALWAYS AS (n * 2) STORED, KEY (m), UNIQUE KEY (n)'),
      'INSERT INTO t (id, n) VALUES (1, 1), (2, 2)',
      'CREATE TABLE u (id INT PRIMARY KEY, n INT, CONSTRAINT child FOREIGN KEY (n) REFERENCES t (n) ON DELETE CASCADE) ENGINE=InnoDB',
      'INSERT INTO u VALUES (1, 2), (2, NULL)',
    ],
    fate: 'carried',
  },
  {
    name: 'partitions',
    make: [
      table(
        'n INT',
        `${GENERAL} PARTITION BY RANGE (id) (PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS THAN MAXVALUE)`,
      ),
      'INSERT INTO t VALUES (1, 1), (20, 2)',
    ],
    fate: 'carried',
  },
  {
    name: 'a table without a key',
    make: [
      `CREATE TABLE t (n INT, c VARCHAR(20)) ENGINE=InnoDB ${GENERAL}`,
      "INSERT INTO t VALUES (1, 'a'), (1, 'a'), (NULL, NULL)",
    ],
    fate: 'carried',
  },
  {
    name: 'a view, a function, a trigger and an event',
    make: [
      table('n INT'),
      'INSERT INTO t VALUES (1, 1), (2, 3)',
      'CREATE VIEW v AS SELECT id, n + 1 AS more FROM t WHERE n > 1',
      'CREATE FUNCTION twice (n INT) RETURNS INT DETERMINISTIC NO SQL RETURN n * 2',
      'CREATE TRIGGER spoils BEFORE INSERT ON t FOR EACH ROW SET NEW.n = 99',
      "CREATE EVENT never ON SCHEDULE EVERY 1 YEAR STARTS '2035-01-01 00:00:00' DISABLE DO DELETE FROM t",
    ],
    fate: 'carried',
  },
];

const FROM_MYSQL: readonly Pair[] = [
  {
    name: 'JSON',
    make: [table('j JSON'), `INSERT INTO t VALUES (1, '{"b": [1, 2.50, "ü"], "a": null}'), (2, NULL)`],
    fate: 'converted',
    rule: 'json-as-text',
  },
  {
    name: 'a 0900 collation, not asked for',
    make: [table('c VARCHAR(20) COLLATE utf8mb4_0900_ai_ci'), "INSERT INTO t VALUES (1, 'a')"],
    fate: 'refused',
    rule: 'collations',
  },
  {
    name: 'a 0900 collation, switched on',
    make: [
      table('c VARCHAR(20) COLLATE utf8mb4_0900_ai_ci, UNIQUE KEY (c)', 'COLLATE utf8mb4_0900_ai_ci'),
      "INSERT INTO t VALUES (1, 'a'), (2, 'b')",
    ],
    fate: 'converted',
    rule: 'collations',
    fixes: ['collations'],
  },
  {
    name: 'a 0900 collation of a language',
    make: [table('c VARCHAR(20) COLLATE utf8mb4_sv_0900_ai_ci')],
    fate: 'refused',
    rule: 'collations',
    fixes: ['collations'],
  },
  {
    name: 'an invisible column and an invisible index',
    make: [table('n INT INVISIBLE, m INT, KEY hidden (m) INVISIBLE'), 'INSERT INTO t (id, n) VALUES (1, 5)'],
    fate: 'converted',
    rule: 'invisible-index',
  },
  {
    name: 'a default that is an expression',
    make: [
      table('c VARCHAR(40) DEFAULT (CONCAT(1, 2)), d JSON DEFAULT (JSON_ARRAY())'),
      'INSERT INTO t (id) VALUES (1)',
    ],
    fate: 'converted',
    rule: 'json-as-text',
  },
  {
    name: 'an index on an expression',
    make: [table('n INT, KEY ((n + 1))')],
    fate: 'refused',
    rule: 'functional-index',
  },
  { name: 'a vector', make: [table('v VECTOR(3)')], fate: 'refused', rule: 'vector' },
  {
    name: 'a check that is not enforced',
    make: [table('n INT, CONSTRAINT low CHECK (n < 0) NOT ENFORCED'), 'INSERT INTO t VALUES (1, 5)'],
    fate: 'refused',
    rule: 'version-comment',
  },
];

const FROM_MARIADB: readonly Pair[] = [
  {
    name: 'JSON, which is text',
    make: [table('j JSON'), `INSERT INTO t VALUES (1, '{"b":1,  "a":2, "a":3}')`],
    fate: 'carried',
  },
  {
    name: 'UUID and INET6, not asked for',
    make: [table('u UUID, i INET6')],
    fate: 'refused',
    rule: 'types',
  },
  {
    name: 'UUID and INET6, switched on',
    make: [table('u UUID, i INET6, j INET4'), "INSERT INTO t VALUES (1, UUID(), '2001:db8::1', '10.0.0.1')"],
    fate: 'converted',
    rule: 'types',
    fixes: ['types'],
  },
  {
    name: 'a uca1400 collation, switched on',
    make: [table('c VARCHAR(20) COLLATE utf8mb4_uca1400_as_cs'), "INSERT INTO t VALUES (1, 'a')"],
    fate: 'converted',
    rule: 'collations',
    fixes: ['collations'],
  },
  {
    name: 'defaults that are expressions',
    make: [
      table(
        "u VARCHAR(40) DEFAULT uuid(), c TEXT DEFAULT 'it''s', n INT DEFAULT (1 + 2), w DATETIME DEFAULT current_timestamp()",
      ),
      'INSERT INTO t (id) VALUES (1)',
    ],
    fate: 'converted',
    rule: 'default-expression',
  },
  {
    name: 'an ignored index',
    make: [table('n INT, KEY hidden (n) IGNORED'), 'INSERT INTO t VALUES (1, 1)'],
    fate: 'converted',
    rule: 'invisible-index',
  },
  { name: 'a sequence', make: ['CREATE SEQUENCE s', table('n INT')], fate: 'refused', rule: 'sequence' },
  {
    name: 'system versioning',
    make: [table('n INT', `${GENERAL} WITH SYSTEM VERSIONING`)],
    fate: 'refused',
    rule: 'system-versioning',
  },
  {
    name: 'an engine that MySQL lacks',
    make: ['CREATE TABLE t (id INT PRIMARY KEY) ENGINE=Aria'],
    fate: 'refused',
    rule: 'engine',
  },
  {
    name: 'compressed pages',
    make: [table('n INT', `${GENERAL} PAGE_COMPRESSED=1`)],
    fate: 'refused',
    rule: 'row-format',
  },
];

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

  const pairs = [...COMMON, ...(from === 'mysql' ? FROM_MYSQL : FROM_MARIADB)];

  it.each(pairs)('$name: $fate', async ({ make, fate, rule, fixes = [] }) => {
    await dropSchemas(to, COPY);
    await source.query(`DROP DATABASE ${SOURCE}`);
    await source.query(`CREATE DATABASE ${SOURCE} ${GENERAL}`);
    await source.query(`USE ${SOURCE}`);
    for (const statement of make) await source.query(statement);
    const wish = { from, to, schema: SOURCE, copy: COPY, fixes, threads: 2 };
    const plan = await planMigrationOf(wish);
    const severities = plan.findings
      .filter((finding) => finding.rule === rule)
      .map(({ severity }) => severity);
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
      expect(result.warnings.some(({ message }) => message.includes(`rule ${rule})`))).toBe(true);
    }
    for (const { table: name, checks } of result.verdicts) {
      expect(checks.find(({ kind }) => kind === 'digest')?.state).toBe('ok');
      const there = await rowsOf(source, SOURCE, name);
      expect(await withPlain(to, (connection) => rowsOf(connection, COPY, name))).toEqual(there);
    }
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
