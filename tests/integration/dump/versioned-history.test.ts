import { copyFile, open, rename, stat } from 'fs/promises';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DEFAULT_MEMORY_LIMIT_BYTES,
  LOAD_DEFAULTS,
  selecting,
  type LoadOptions,
} from '../../../app/contract/runs/options';
import { readDump } from '../../../app/format/read/reader';
import { loadPlainly, WITH_HISTORY } from '../format/plain-load';
import { migrateSchema, planMigrationOf } from '../harness/migrations';
import { dumpSchema, loadDump, newRegistry, verifyDump, withFolder, type LoadWish } from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';
import { tablesOf } from '../../../app/format/read/dump';

const SCHEMA = 'versioned_history';
const COPY = 'versioned_history_copy';

const KEYS = 400;
const VERSIONS = 10;
const PERIOD_OF_ITS_OWN =
  'rs TIMESTAMP(6) GENERATED ALWAYS AS ROW START INVISIBLE, re TIMESTAMP(6) GENERATED ALWAYS AS ROW END INVISIBLE, PERIOD FOR SYSTEM_TIME (rs, re)';

/** Text between the parentheses, and text that follows them. */
const VERSIONED: Readonly<Record<string, readonly [elements: string, options?: string]>> = {
  one_key: ['id INT PRIMARY KEY, v VARCHAR(200)'],
  text_key: ['id VARCHAR(20) PRIMARY KEY, v VARCHAR(200), UNIQUE KEY u (v), KEY k (v(5))'],
  own_period: [`a INT, ${PERIOD_OF_ITS_OWN}, id INT, v VARCHAR(200), PRIMARY KEY (a, id)`],
  parted: [
    'id INT PRIMARY KEY, v VARCHAR(200)',
    'PARTITION BY SYSTEM_TIME (PARTITION past HISTORY, PARTITION now CURRENT)',
  ],
  by_month: [
    'id INT PRIMARY KEY, v VARCHAR(200)',
    "PARTITION BY SYSTEM_TIME INTERVAL 1 MONTH STARTS '2019-12-01 00:00:00' (PARTITION p0 HISTORY, PARTITION p1 HISTORY, PARTITION p2 HISTORY, PARTITION now CURRENT)",
  ],
  by_range: [
    'id INT PRIMARY KEY, v VARCHAR(200)',
    'PARTITION BY RANGE (id) (PARTITION low VALUES LESS THAN (200), PARTITION high VALUES LESS THAN MAXVALUE)',
  ],
  nullable: ['id INT NULL, v VARCHAR(200), UNIQUE KEY u (id)'],
  keyless: ['id INT, v VARCHAR(200)'],
  half: ['id INT PRIMARY KEY, v VARCHAR(200), w BLOB WITHOUT SYSTEM VERSIONING'],
  in_aria: ['id INT PRIMARY KEY, v VARCHAR(200)', 'ENGINE=Aria'],
  child: [`id INT PRIMARY KEY, v VARCHAR(200), CONSTRAINT of_one FOREIGN KEY (id) REFERENCES one_key (id)`],
};

interface ComparedAs {
  readonly verify?: LoadOptions['verify'];
  readonly schema?: string;
}

/** The file keeps its size, so that the damage shows when its turn comes. */
async function damage(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(Buffer.alloc(8, 0xff), 0, 8, (await stat(path)).size - 16);
  } finally {
    await file.close();
  }
}

const TABLES = Object.keys(VERSIONED).sort();
/** Its rows count in transactions of the server. */
const BY_TRANSACTIONS =
  'CREATE TABLE by_transactions (id INT PRIMARY KEY, v INT, rs BIGINT UNSIGNED GENERATED ALWAYS AS ROW START, re BIGINT UNSIGNED GENERATED ALWAYS AS ROW END, PERIOD FOR SYSTEM_TIME (rs, re)) WITH SYSTEM VERSIONING';

describe('the history of system-versioned tables, mariadb', () => {
  const registry = newRegistry();
  let connection: Connection;
  let source: Readonly<Record<string, readonly string[]>> = {};

  beforeAll(async () => {
    connection = await connectPlain('mariadb');
    await connection.query("SET time_zone = '+00:00'");
    await dropSchemas('mariadb', SCHEMA);
    await connection.query(`CREATE DATABASE ${SCHEMA}`);
    await connection.query(`USE ${SCHEMA}`);
    for (const table of ['one_key', ...TABLES.filter((name) => name !== 'one_key')]) await makeTable(table);
    await connection.query(BY_TRANSACTIONS);
    await connection.query('INSERT INTO by_transactions (id, v) VALUES (1, 1), (2, 2)');
    await connection.query('UPDATE by_transactions SET v = 3 WHERE id = 1');
    await connection.query('CREATE TABLE today (id INT PRIMARY KEY)');
    source = await rowsOf(SCHEMA);
    for (const rows of Object.values(source)) expect(rows.length).toBeGreaterThan(KEYS * (VERSIONS - 1));
  });
  beforeEach(() => dropSchemas('mariadb', COPY));
  afterAll(async () => {
    await connection.end();
    await dropSchemas('mariadb', SCHEMA, COPY);
  });

  /** Versions to the microsecond, many of them of one key; then one more by an UPDATE, and rows without a present. */
  async function makeTable(table: string): Promise<void> {
    const [elements = '', options = ''] = VERSIONED[table] ?? [];
    await connection.query(`CREATE TABLE ${table} (${elements}) WITH SYSTEM VERSIONING ${options}`);
    const [start, end] = periodOf(table);
    const [columns, values] =
      table === 'own_period'
        ? ['a, id', 'key_of % 3, key_of']
        : ['id', table === 'nullable' ? 'IF(key_of % 5 = 0, NULL, key_of)' : 'key_of'];
    const moment = (version: string) =>
      `TIMESTAMP'2020-01-01 00:00:00' + INTERVAL (${version}) * 86400000321 + key_of MICROSECOND`;
    await connection.query('SET SESSION system_versioning_insert_history = 1');
    await connection.query(
      `INSERT INTO ${table} (${columns}, v, ${start}, ${end})
       SELECT ${values}, CONCAT(key_of, '/', version, REPEAT('x', 150)), ${moment('version')},
              IF(version = ${VERSIONS - 1}, '2038-01-19 03:14:07.999999', ${moment('version + 1')})
       FROM (SELECT seq DIV ${VERSIONS} AS key_of, seq % ${VERSIONS} AS version FROM seq_0_to_${KEYS * VERSIONS - 1}) versions`,
    );
    await connection.query('SET SESSION system_versioning_insert_history = 0');
    await connection.query(`UPDATE ${table} SET v = CONCAT('updated ', id, ' ', v) WHERE id % 7 = 1`);
    if (table !== 'one_key') await connection.query(`DELETE FROM ${table} WHERE id % 50 = 3`);
  }

  function periodOf(table: string): readonly [start: string, end: string] {
    return table === 'own_period' ? ['rs', 're'] : ['row_start', 'row_end'];
  }

  /** All rows that the tables ever had, as texts, in an order of their own. */
  async function rowsOf(schema: string, only = TABLES): Promise<Readonly<Record<string, readonly string[]>>> {
    const found: Record<string, readonly string[]> = {};
    for (const table of only) {
      const [start, end] = periodOf(table);
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT CONCAT_WS('|', COALESCE(id, 'NULL'), v, ${start}, ${end}) AS line FROM ${schema}.${table} FOR SYSTEM_TIME ALL ORDER BY line`,
      );
      found[table] = rows.map(({ line }) => String(line));
    }
    return found;
  }

  async function withDump<T>(
    more: Partial<Parameters<typeof dumpSchema>[1]>,
    work: (folder: string) => Promise<T>,
  ): Promise<T> {
    return await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const wish = { vendor: 'mariadb', schema: SCHEMA, folder, bytesPerChunk: 131_072 } as const;
      const dumped = await dumpSchema(registry, { ...wish, ...more });
      expect(dumped.errors).toEqual([]);
      return await work(folder);
    });
  }

  const loading = (folder: string, more: Partial<LoadWish> = {}): LoadWish => ({
    ...{ vendor: 'mariadb', folder, schemaMap: { [SCHEMA]: COPY } },
    ...more,
  });

  async function compare(folder: string, { verify = 'checksum', schema = COPY }: ComparedAs = {}) {
    const { runId } = registry.startCompare('mariadb', {
      ...{
        endpoint: testEndpoint('mariadb'),
        folder,
        schemaMap: { [SCHEMA]: schema },
        tableRenames: [],
        users: [],
        excludeUsers: [],
        definers: LOAD_DEFAULTS.definers,
        missingPrimaryKey: LOAD_DEFAULTS.missingPrimaryKey,
        verify,
      },
      ...{ threads: 2, memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES },
    });
    return await registry.finished(runId);
  }

  it.each([
    { threads: 1, method: 'load-data' },
    { threads: 4, method: 'load-data' },
    { threads: 4, method: 'insert' },
  ] as const)(
    'comes whole, to the microsecond: on $threads threads by $method',
    async ({ threads, method }) => {
      await withDump({ threads }, async (folder) => {
        const tables = tablesOf(await readDump(folder));
        for (const { name, chunks, rows } of tables.filter((table) => TABLES.includes(table.name))) {
          expect([name, rows]).toEqual([name, source[name]?.length]);
          expect(chunks.length).toBeGreaterThan(2);
        }
        expect((await verifyDump(registry, folder)).errors).toEqual([]);
        const loaded = await loadDump(
          registry,
          loading(folder, { threads, method, prefer: 'speed', verify: 'checksum' }),
        );
        expect(loaded).toMatchObject({ errors: [], ok: true });
        expect(loaded.verdicts.flatMap(({ checks }) => checks).filter(({ state }) => state !== 'ok')).toEqual(
          [],
        );
        expect(await rowsOf(COPY)).toEqual(source);
        for (const verify of ['rows', 'checksum'] as const)
          expect(await compare(folder, { verify })).toMatchObject({ state: 'done', errors: [] });
        // One version less is found, although every row of today is there.
        await connection.query(
          `DELETE HISTORY FROM ${COPY}.text_key BEFORE SYSTEM_TIME '2020-01-02 00:00:30'`,
        );
        const { errors } = await compare(folder);
        expect(new Set(errors.map(({ table }) => table))).toEqual(new Set([`${COPY}.text_key`]));
      });
    },
  );

  it('is named for a table whose periods are transactions, and its rows of today come', async () => {
    await withDump({}, async (folder) => {
      const again = join(folder, '..', 'again');
      const { warnings } = await dumpSchema(registry, { vendor: 'mariadb', schema: SCHEMA, folder: again });
      expect(warnings.filter(({ message }) => message.includes('history')).map(({ table }) => table)).toEqual(
        [`${SCHEMA}.by_transactions`],
      );
      await loadDump(registry, loading(folder));
      const [now] = await connection.query(`SELECT id, v FROM ${COPY}.by_transactions ORDER BY id`);
      expect(now).toEqual([
        { id: 1, v: 3 },
        { id: 2, v: 2 },
      ]);
    });
  });

  it('stays behind where that is asked for, and is named for each table', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, {
        vendor: 'mariadb',
        schema: SCHEMA,
        folder,
        history: 'skip',
      });
      const about = dumped.warnings.filter(({ message }) => message.includes('history'));
      expect(about.map(({ table }) => table)).toEqual(
        [
          `${SCHEMA}.by_transactions`,
          ...TABLES.map((table) => `${SCHEMA}.${table}`).filter(
            (table) => !table.endsWith('by_transactions'),
          ),
        ].sort(),
      );
      expect(await loadDump(registry, loading(folder))).toMatchObject({ errors: [], ok: true });
      // The source has its history, the copy none: of both only today’s rows are counted.
      for (const schema of [SCHEMA, COPY])
        expect((await compare(folder, { verify: 'rows', schema })).errors).toEqual([]);
      for (const table of TABLES) {
        const now = `SELECT COUNT(*) AS n, MIN(id) AS least, MAX(v) AS most FROM`;
        const [wanted] = await connection.query(`${now} ${SCHEMA}.${table}`);
        const [found] = await connection.query(`${now} ${COPY}.${table}`);
        expect([table, found]).toEqual([table, wanted]);
        const [all] = await connection.query<RowDataPacket[]>(
          `SELECT COUNT(*) AS n FROM ${COPY}.${table} FOR SYSTEM_TIME ALL`,
        );
        expect(all[0]?.n).toBe((found as RowDataPacket[])[0]?.n);
      }
    });
  });

  it('is there once after a load that was resumed, also of tables without transactions', async () => {
    await withDump({ threads: 1 }, async (folder) => {
      const tables = tablesOf(await readDump(folder));
      const damaged = ['text_key', 'in_aria'].map((name) => {
        const chunk = tables.find((table) => table.name === name)?.chunks.at(-1);
        return join(folder, chunk?.file ?? '');
      });
      for (const file of damaged) {
        await copyFile(file, `${file}.whole`);
        await damage(file);
      }
      const broken = await loadDump(registry, loading(folder, { threads: 1 }));
      expect(broken).toMatchObject({ state: 'incomplete', errors: [{ code: 'dump-damaged' }] });
      const begun = await rowsOf(COPY);
      const partly = TABLES.filter((table) => {
        const rows = begun[table]?.length ?? 0;
        return rows > 0 && rows < (source[table]?.length ?? 0);
      });
      expect(partly.length).toBeGreaterThan(0);
      for (const file of damaged) await rename(`${file}.whole`, file);
      const resumed = await loadDump(registry, loading(folder, { resume: true }));
      expect(resumed).toMatchObject({ errors: [], ok: true });
      expect(await rowsOf(COPY)).toEqual(source);
    });
  });

  it('is replaced with the table that it is of where existing tables are emptied', async () => {
    await withDump({}, async (folder) => {
      expect(await loadDump(registry, loading(folder))).toMatchObject({ ok: true });
      const again = await loadDump(registry, loading(folder, { onExisting: 'truncate' }));
      expect(again).toMatchObject({ errors: [], ok: true });
      expect(await rowsOf(COPY)).toEqual(source);
    });
  });

  it('goes in by plain statements of the dump’s documents', async () => {
    await withDump({ threads: 1 }, async (folder) => {
      await loadPlainly(connection, folder, COPY, WITH_HISTORY);
      expect(await rowsOf(COPY)).toEqual(source);
    });
  });

  it.each([
    ['one_key', /Unknown column 'row_start'/],
    // The server itself would pass over the moments, and make rows of now of all versions.
    ['own_period', /more than 1 row/],
  ])('goes in by none where the session would take it for the present: %s', async (name, refused) => {
    const selection = selecting([{ kind: 'table', schema: SCHEMA, name }]);
    await withDump({ selection }, async (folder) => {
      await expect(loadPlainly(connection, folder, COPY)).rejects.toThrow(refused);
      const [rows] = await connection.query(`SELECT id FROM ${COPY}.${name} FOR SYSTEM_TIME ALL`);
      expect(rows).toEqual([]);
    });
  });

  it('is migrated, and checksums of all of it agree', async () => {
    const wish = { from: 'mariadb', to: 'mariadb', schema: SCHEMA, copy: COPY, threads: 4 } as const;
    expect((await planMigrationOf(wish)).findings.filter(({ rule }) => rule === 'history')).toEqual([]);
    const moved = await migrateSchema(registry, wish);
    expect(moved).toMatchObject({ errors: [], ok: true });
    expect(await rowsOf(COPY)).toEqual(source);
  });
});
