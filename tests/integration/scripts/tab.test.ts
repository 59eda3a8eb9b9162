import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../../app/engine/open';
import { summarize } from '../../../app/load/summary';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { sakilaStatements } from '../../fixtures/sakila';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { dumpByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { compareWithDump, ENGINE_FILE, loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const COPY = 'tab_copy';
const OTHER = 'tab_other';
const VIEWS = 'tab_views';
/** The server itself rounds FLOAT, and leaves out the history of versioned tables. */
const LOST = ['key_float', 'floats', 'versioned', 'versioned_period'];
/** The server itself does not read what it writes of these: bits without escapes, half characters that look like one. */
const UNREADABLE = { mysql: ['texts_charsets'], mariadb: ['texts_charsets', 'bits'] } as const;
const SAKILA = { location: '', textEngine: 'InnoDB' } as const;

async function fingerprint(connection: Connection, schema: string) {
  const { tables, objects } = await schemaFingerprint(connection, schema);
  return { tables: Object.entries(tables).filter(([name]) => !LOST.includes(name)), objects };
}

/** Folders that the vendor's own client and server write together: a script and a file of rows for each table. */
describe.each(testVendors)('a folder of --tab, %s', (vendor) => {
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas(vendor, 'sakila');
    await withPlain(vendor, async (connection) => {
      await createTypeMatrix(connection, vendor);
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
    });
  });
  afterAll(() => dropSchemas(vendor, 'sakila', TYPE_MATRIX_SCHEMA, COPY, OTHER, VIEWS));

  async function withTab(
    schema: string,
    words: readonly string[],
    tables: readonly string[],
    work: (folder: string) => Promise<void>,
  ): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, schema);
      mkdirSync(folder);
      await dumpByClient(vendor, join(parent, 'rest.sql'), [`--tab=${folder}`, ...words, schema, ...tables]);
      await dropSchemas(vendor, COPY);
      await work(folder);
    });
  }

  /** Those that mysqldump can name files by, without those that the server itself does not write exactly. */
  async function plainTables(): Promise<readonly string[]> {
    return await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE'",
        [TYPE_MATRIX_SCHEMA],
      );
      const names = rows.map(({ name }) => String(name));
      return names.filter((name) => /^\w+$/.test(name) && ![...LOST, ...UNREADABLE[vendor]].includes(name));
    });
  }

  const load = (folder: string, schema: string) =>
    loadDump(registry, { vendor, folder, threads: 3, schemaMap: { [schema]: COPY } });

  async function expectEqual(folder: string, schema: string): Promise<void> {
    const loaded = await load(folder, schema);
    expect(loaded.errors.map(({ message }) => message)).toEqual([]);
    expect(loaded.ok).toBe(true);
    await withPlain(vendor, async (connection) => {
      const [copy, source] = [await fingerprint(connection, COPY), await fingerprint(connection, schema)];
      expect(copy.tables).toEqual(source.tables);
      // Routines and events stand in no table's script.
      const own = Object.entries(source.objects).filter(
        ([name]) => !/^(?:function|procedure|package|event) /i.test(name),
      );
      expect(Object.entries(copy.objects)).toEqual(own);
    });
  }

  it.each([
    ['as it writes it by itself', []],
    ['with commas and quotes', ['--fields-terminated-by=,', '--fields-enclosed-by="']],
    ['with some values in quotes', ['--fields-terminated-by=;', "--fields-optionally-enclosed-by='"]],
    ['with the line ends of Windows', ['--fields-terminated-by=|', '--lines-terminated-by=\\r\\n']],
    ['with ends of several characters', ['--fields-terminated-by=<|>', '--lines-terminated-by=#\\n']],
  ])('is loaded %s, with triggers and views', async (_how, words) => {
    await withTab('sakila', words, [], async (folder) => {
      await expectEqual(folder, 'sakila');
      expect((await verifyDump(registry, folder)).errors).toEqual([]);
    });
  });

  it('is loaded with a folder for each schema, as mariadb-dump --dir writes it', async () => {
    await withFolder(async (folder) => {
      const [table = ''] = await plainTables();
      const rest = `${folder}.rest.sql`;
      for (const [schema, tables] of [
        ['sakila', []],
        [TYPE_MATRIX_SCHEMA, [table]],
      ] as const) {
        mkdirSync(join(folder, schema));
        await dumpByClient(vendor, rest, [`--tab=${join(folder, schema)}`, schema, ...tables]);
      }
      rmSync(rest);
      mkdirSync(join(folder, 'no_tables'));
      mkdirSync(join(folder, VIEWS));
      writeFileSync(join(folder, VIEWS, 'one.sql'), `CREATE VIEW one AS SELECT 1 AS n;\n`);
      await dropSchemas(vendor, COPY, OTHER, VIEWS);
      const schemaMap = { sakila: COPY, [TYPE_MATRIX_SCHEMA]: OTHER };
      const loaded = await loadDump(registry, { vendor, folder, threads: 2, schemaMap });
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      await withPlain(vendor, async (connection) => {
        const [copy, source] = [await fingerprint(connection, COPY), await fingerprint(connection, 'sakila')];
        expect(copy.tables).toEqual(source.tables);
        const [other, types] = [
          await fingerprint(connection, OTHER),
          await fingerprint(connection, TYPE_MATRIX_SCHEMA),
        ];
        expect(other.tables).toEqual(types.tables.filter(([name]) => name === table));
        expect(other.tables).toHaveLength(1);
      });
      const { remarks } = await summarize({ folder, engine: openEngine(ENGINE_FILE) });
      expect(remarks.join('\n')).toMatch(/no_tables\/ is empty/);
      writeFileSync(join(folder, 'sakila.csv'), 'a,b');
      expect((await loadDump(registry, { vendor, folder })).ok).toBe(false);
    });
  });

  it('is loaded with all types, each text in its own character set', async () => {
    const tables = await plainTables();
    await withTab(TYPE_MATRIX_SCHEMA, [], tables, async (folder) => {
      const loaded = await load(folder, TYPE_MATRIX_SCHEMA);
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      await withPlain(vendor, async (connection) => {
        const copy = await schemaFingerprint(connection, COPY);
        const source = await schemaFingerprint(connection, TYPE_MATRIX_SCHEMA);
        expect(Object.keys(copy.tables).sort()).toEqual([...tables].sort());
        for (const table of tables)
          expect([table, copy.tables[table]]).toEqual([table, source.tables[table]]);
      });
      const compared = await compareWithDump(registry, {
        vendor,
        folder,
        schemaMap: { [TYPE_MATRIX_SCHEMA]: COPY },
        verify: 'checksum',
      });
      expect(compared.errors).toEqual([]);
    });
  });

  it('is loaded in another character set than the columns have', async () => {
    const tables = ['texts_latin1'];
    await withTab(TYPE_MATRIX_SCHEMA, ['--default-character-set=latin1'], tables, async (folder) => {
      const loaded = await load(folder, TYPE_MATRIX_SCHEMA);
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      await withPlain(vendor, async (connection) => {
        const copy = await schemaFingerprint(connection, COPY);
        const source = await schemaFingerprint(connection, TYPE_MATRIX_SCHEMA);
        expect(copy.tables.texts_latin1).toEqual(source.tables.texts_latin1);
      });
    });
  });

  it.each(UNREADABLE[vendor])(
    'is refused with values that the server writes and does not read, %s',
    async (table) => {
      await withTab(TYPE_MATRIX_SCHEMA, [], [table], async (folder) => {
        const { errors } = await load(folder, TYPE_MATRIX_SCHEMA);
        const said = table === 'bits' ? /bits\.txt has BIT values/ : /texts in utf16, utf32, gbk, sjis/;
        expect(errors[0]?.message).toMatch(said);
      });
    },
  );

  it('is loaded with times of the zone that is named, where it names none itself', async () => {
    await dropSchemas(vendor, OTHER);
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${OTHER}`);
      await connection.query(`CREATE TABLE ${OTHER}.t (id INT PRIMARY KEY, at TIMESTAMP NULL)`);
      await connection.query('SET time_zone = @@GLOBAL.time_zone');
      await connection.query(`INSERT INTO ${OTHER}.t VALUES (1, '2020-06-01 12:00:00'), (2, NULL)`);
    });
    await withTab(OTHER, ['--skip-tz-utc'], [], async (folder) => {
      const refused = await load(folder, OTHER);
      expect(refused.errors.map(({ message, table }) => [message, table])).toEqual([
        [expect.stringContaining('t.sql does not set UTC'), `${OTHER}.t`],
      ]);
      const input = { timeZone: '+02:00' };
      const loaded = await loadDump(registry, {
        vendor,
        folder,
        threads: 3,
        schemaMap: { [OTHER]: COPY },
        verify: 'checksum',
        input,
      });
      expect(loaded.errors).toEqual([]);
      await withPlain(vendor, async (connection) => {
        await connection.query("SET time_zone = '+00:00'");
        const [rows] = await connection.query({
          sql: `SELECT id, CAST(at AS CHAR) FROM ${COPY}.t`,
          rowsAsArray: true,
        });
        expect(rows).toEqual([
          [1, '2020-06-01 10:00:00'],
          [2, null],
        ]);
      });
    });
  });

  it('is loaded packed, its rows by several lanes', async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query('DROP DATABASE IF EXISTS tab_many');
      await connection.query('CREATE DATABASE tab_many');
      await connection.query('CREATE TABLE tab_many.t (id INT PRIMARY KEY, v VARCHAR(400))');
      await connection.query('SET max_recursive_iterations = 200000').catch(() => undefined);
      await connection.query('SET cte_max_recursion_depth = 200000').catch(() => undefined);
      await connection.query(
        `INSERT INTO tab_many.t WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
          SELECT i, CONCAT(REPEAT('a line\n', 50), i) FROM n`,
      );
    });
    await withTab('tab_many', [], [], async (folder) => {
      const rows = join(folder, 't.txt');
      writeFileSync(`${rows}.gz`, gzipSync(readFileSync(rows), { level: 1 }));
      rmSync(rows);
      await expectEqual(folder, 'tab_many');
    });
    await dropSchemas(vendor, 'tab_many');
  });

  it.each([
    [
      'rows that are cut',
      (rows: string) => truncateSync(rows, statSync(rows).size - 3),
      'dump-incomplete',
      /ends within/,
    ],
    [
      'a row of another length',
      (rows: string) => appendFileSync(rows, '1\t2\n'),
      'dump-damaged',
      /1 row of .*2 values/,
    ],
    ['no rows of a table', (rows: string) => rmSync(rows), 'dump-incomplete', /not beside it/],
    [
      'a script that is cut',
      (rows: string) => truncateSync(rows.replace('.txt', '.sql'), 900),
      'dump-incomplete',
      /actor/,
    ],
  ])('is refused with %s, and nothing is made', async (_what, damage, code, message) => {
    await withTab('sakila', [], [], async (folder) => {
      damage(join(folder, 'actor.txt'));
      const { errors } = await load(folder, 'sakila');
      expect(errors[0]?.code).toBe(code);
      expect(errors[0]?.message).toMatch(message);
      await withPlain(vendor, async (connection) => {
        expect((await connection.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
      });
    });
  });
});
