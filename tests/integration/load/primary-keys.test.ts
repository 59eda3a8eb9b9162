import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATE_DEFAULTS } from '../../../app/contract/runs/migrate';
import type { LoadOptions } from '../../../app/contract/runs/options';
import { planLoad } from '../harness/plans';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { testVendors } from '../../servers/test-server';
import { withGlobals } from '../harness/globals';
import { migrateSchema, planMigrationOf } from '../harness/migrations';
import { compareWithDump, dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectPlain, connectToFresh, dropSchemas, testEndpoint } from '../harness/servers';

const SCHEMA = 'keyless_shop';
const COPY = 'keyless_copy';
const MAP = { schemaMap: { [SCHEMA]: COPY } };

const TABLES = [
  'CREATE TABLE log (at DATETIME, line VARCHAR(80), KEY (at), KEY (line)) ENGINE=InnoDB',
  "INSERT INTO log VALUES ('2026-01-01', 'one'), ('2026-01-01', 'one'), (NULL, NULL)",
  "CREATE TABLE odd (`a PRIMARY KEY` VARCHAR(80) DEFAULT 'PRIMARY KEY' COMMENT 'a, b\\n  `c`') ENGINE=InnoDB",
  "INSERT INTO odd VALUES ('x')",
  'CREATE TABLE keyed (id INT PRIMARY KEY, v INT)',
  'INSERT INTO keyed VALUES (1, 2)',
  'CREATE VIEW lines_of_log AS SELECT * FROM log',
  'CREATE TRIGGER stamp BEFORE INSERT ON log FOR EACH ROW SET NEW.at = NOW()',
];
/** Tables to which no key can be added. */
const STUBBORN = [
  'CREATE TABLE counted (id INT NOT NULL AUTO_INCREMENT, v INT, KEY (id))',
  'CREATE TABLE parts (d INT NOT NULL) PARTITION BY HASH (d) PARTITIONS 2',
  'CREATE TABLE named (my_row_id INT)',
];

describe.runIf(testVendors.includes('mysql'))('a target that requires primary keys, mysql', () => {
  const registry = newRegistry();
  let root: Connection;

  beforeAll(async () => {
    root = await connectPlain('mysql');
  });

  beforeEach(async () => {
    await dropSchemas('mysql', COPY);
    const connection = await connectToFresh('mysql', SCHEMA);
    for (const statement of TABLES) await connection.query(statement);
    await connection.end();
  });

  afterAll(async () => {
    await dropSchemas('mysql', SCHEMA, COPY);
    await root.query("DROP USER IF EXISTS 'keyless_limited'@'%'");
    await root.end();
  });

  const required = <T>(work: () => Promise<T>) => withGlobals(root, { sql_require_primary_key: 1 }, work);

  async function addStubborn(): Promise<void> {
    await root.query(`USE ${SCHEMA}`);
    for (const statement of STUBBORN) await root.query(statement);
  }

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor: 'mysql', schema: SCHEMA, folder })).toMatchObject({
        errors: [],
      });
      await required(() => work(folder));
    });
  }

  const planOf = async (folder: string, options: Partial<LoadOptions> = {}) =>
    await planLoad(
      {
        ...{ endpoint: testEndpoint('mysql'), profile: null, folder },
        options: { ...LOAD_DEFAULTS, ...MAP, ...options },
      },
      new Cancellation(),
    );

  const conflictsOf = async (folder: string, options: Partial<LoadOptions> = {}) =>
    (await planOf(folder, options)).conflicts.map(({ code, table, hint }) => ({ code, table, hint }));

  const named = (table: string, hint: RegExp) => ({
    ...{ code: 'primary-key-missing', table: `${SCHEMA}.${table}` },
    hint: expect.stringMatching(hint) as string,
  });

  async function rowsOf(schema: string): Promise<unknown> {
    const [rows] = await root.query(`SELECT * FROM ${schema}.log ORDER BY line`);
    return rows;
  }

  async function createdOf(table: string): Promise<string> {
    const [[row]] = await root.query<RowDataPacket[]>(`SHOW CREATE TABLE ${COPY}.${table}`);
    return row?.['Create Table'] as string;
  }

  it('refuses tables without one before anything is touched, each by name with its choice', async () => {
    await addStubborn();
    await withDump(async (folder) => {
      const result = await loadDump(registry, { vendor: 'mysql', folder, ...MAP });
      expect(result.errors).toMatchObject([{ code: 'primary-key-missing' }]);
      expect(result.errors[0]?.message).toMatch(
        /sql_require_primary_key is ON.*5 tables: .*keyless_copy\.log/,
      );
      expect((await root.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
      const add = /add-invisible/;
      expect(await conflictsOf(folder)).toEqual([
        named('counted', /no invisible key can be added: it has an AUTO_INCREMENT column/),
        named('log', add),
        named('named', /it has a column my_row_id/),
        named('odd', add),
        named('parts', /partitioned/),
      ]);
      const left = await conflictsOf(folder, { missingPrimaryKey: 'add-invisible' });
      expect(left.map(({ table }) => table)).toEqual(
        ['counted', 'named', 'parts'].map((name) => `${SCHEMA}.${name}`),
      );
      expect(await conflictsOf(folder, { missingPrimaryKey: 'allow' })).toEqual([]);
    });
  });

  it('gets an invisible key where it is asked for, and equal rows by checksum', async () => {
    await withDump(async (folder) => {
      const wish = { vendor: 'mysql', folder, ...MAP, missingPrimaryKey: 'add-invisible' } as const;
      const result = await loadDump(registry, { ...wish, verify: 'checksum', indexes: 'defer' });
      expect(result).toMatchObject({ state: 'done', errors: [], warnings: [] });
      for (const table of ['log', 'odd'])
        expect(await createdOf(table)).toContain(
          '`my_row_id` bigint unsigned NOT NULL AUTO_INCREMENT /*!80023 INVISIBLE */',
        );
      expect(await createdOf('keyed')).not.toContain('my_row_id');
      expect(await rowsOf(COPY)).toEqual(await rowsOf(SCHEMA));
      const compared = await compareWithDump(registry, {
        vendor: 'mysql',
        folder,
        ...MAP,
        verify: 'checksum',
      });
      const kinds = compared.verdicts.flatMap(({ table, checks }) =>
        checks.map(({ kind, state }) => `${table} ${kind} ${state}`),
      );
      expect(kinds).toContain('log checksum ok');
    });
  });

  it('lets tables without one pass where the account may', async () => {
    await addStubborn();
    await withDump(async (folder) => {
      const wish = { vendor: 'mysql', folder, ...MAP, missingPrimaryKey: 'allow', indexes: 'defer' } as const;
      expect(await loadDump(registry, wish)).toMatchObject({ state: 'done', errors: [] });
      expect(await createdOf('log')).not.toContain('PRIMARY KEY');
      await dropSchemas('mysql', COPY);
      await root.query("CREATE USER IF NOT EXISTS 'keyless_limited'@'%' IDENTIFIED BY 'Limited-12345678'");
      await root.query(`GRANT ALL ON ${COPY}.* TO 'keyless_limited'@'%'`);
      const endpoint = { ...testEndpoint('mysql'), user: 'keyless_limited', password: 'Limited-12345678' };
      await withGlobals(root, { log_bin_trust_function_creators: 1 }, async () => {
        const result = await loadDump(registry, { ...wish, endpoint, definers: { kind: 'current' } });
        expect(result.errors[0]?.message).toMatch(/SESSION_VARIABLES_ADMIN/);
        expect((await root.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
      });
    });
  });

  it.each(testVendors)('is the target of a migration from %s', async (from) => {
    const source = await connectToFresh(from, SCHEMA);
    for (const statement of TABLES) await source.query(statement);
    await source.end();
    try {
      await required(async () => {
        const wish = { from, to: 'mysql', schema: SCHEMA, copy: COPY, fixes: ['collations'] } as const;
        const { findings } = await planMigrationOf(wish);
        const blocks = findings.filter(({ severity }) => severity === 'blocks');
        expect(blocks.map(({ rule, object }) => [rule, object])).toEqual([
          ['primary-key-missing', `${SCHEMA}.log`],
          ['primary-key-missing', `${SCHEMA}.odd`],
        ]);
        const refused = await migrateSchema(registry, wish);
        expect(refused.errors).toMatchObject([{ code: 'primary-key-missing' }]);
        expect((await root.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
        const moved = await migrateSchema(registry, { ...wish, missingPrimaryKey: 'add-invisible' });
        expect(moved.errors).toEqual([]);
        expect(await createdOf('log')).toContain('`my_row_id`');
        const plain = moved.verdicts.find(({ table }) => table === 'log');
        expect(plain?.checks.map(({ kind, state }) => `${kind} ${state}`)).toContain('checksum ok');
        await dropSchemas('mysql', COPY);
        const allowed = await migrateSchema(registry, { ...wish, missingPrimaryKey: 'allow' });
        expect(allowed.errors).toEqual([]);
        expect(await createdOf('log')).not.toContain('PRIMARY KEY');
        expect(MIGRATE_DEFAULTS.missingPrimaryKey).toBe('refuse');
      });
    } finally {
      await dropSchemas(from, SCHEMA);
    }
  });
});

describe.runIf(testVendors.includes('mariadb'))('a target that requires primary keys, mariadb', () => {
  it('refuses tables of InnoDB without one by name, with the choice', async () => {
    const registry = newRegistry();
    const root = await connectToFresh('mariadb', SCHEMA);
    for (const statement of [
      ...TABLES.slice(0, 2),
      'CREATE TABLE filled (a INT NOT NULL, UNIQUE KEY (a))',
      'CREATE TABLE plain (a INT) ENGINE=MyISAM',
    ])
      await root.query(statement);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpSchema(registry, { vendor: 'mariadb', schema: SCHEMA, folder });
      await withGlobals(root, { innodb_force_primary_key: 1 }, async () => {
        const result = await loadDump(registry, { vendor: 'mariadb', folder, ...MAP });
        expect(result.errors).toMatchObject([
          {
            ...{ code: 'primary-key-missing', table: `${COPY}.log` },
            hint: 'Choose --missing-primary-key add-invisible; or give the table a primary key at the source, or SET GLOBAL innodb_force_primary_key = OFF on the target.',
          },
        ]);
        expect((await root.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
      });
    });
    await root.end();
    await dropSchemas('mariadb', SCHEMA);
  });
});
