import { readdirSync, readFileSync } from 'fs';
import { readdir } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteName, quoteTable } from '../../../app/catalog/text/quote';
import { patternOf } from '../../../app/contract/commands/pattern';
import { selecting } from '../../../app/contract/runs/options';
import { failingWith } from '../../unit/harness/failure';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';
import { convertDump, dumpSchemas } from './harness';
import {
  columnsInFile,
  columnsOfTable,
  comparable,
  query,
  quoted,
  valuesOfFile,
  valuesOfServer,
} from './parquet-values';

const SCHEMA = 'parquet_out';
const ROWS = 100_000;
/** Tables with zero dates, and with geometries of several SRIDs in a column. */
const REFUSED = ['dates', 'moments', 'key_date', 'shapes'];

const TYPES = [
  'id BIGINT UNSIGNED NOT NULL PRIMARY KEY',
  ...['t8 TINYINT', 'u8 TINYINT UNSIGNED', 't16 SMALLINT', 'u16 SMALLINT UNSIGNED', 't24 MEDIUMINT'],
  ...['t32 INT', 'u32 INT UNSIGNED', 't64 BIGINT', 'u64 BIGINT UNSIGNED', 'f FLOAT', 'd DOUBLE'],
  ...['d9 DECIMAL(9,2)', 'd18 DECIMAL(18,4)', 'd38 DECIMAL(38,10)', 'd65 DECIMAL(65,30)', 'b1 BIT(1)'],
  ...[
    'b64 BIT(64)',
    'y YEAR',
    'da DATE',
    'dt DATETIME',
    'dt6 DATETIME(6)',
    'ts TIMESTAMP(6) NULL',
    'ti TIME(6)',
  ],
  ...['c CHAR(20)', 'tx LONGTEXT', "e ENUM('a','b ü')", "s SET('x','y')", 'j JSON', 'bi VARBINARY(20)'],
  ...['bl LONGBLOB', 'g GEOMETRY'],
].map((column) => (/ (?:CHAR|LONGTEXT)/.test(column) ? `${column} CHARACTER SET utf8mb4` : column));

const LEAST = [
  ...['0', '-128', '0', '-32768', '0', '-8388608', '-2147483648', '0', '-9223372036854775808', '0'],
  ...['-3.402823e38', '-1.7976931348623157e308', '-9999999.99', '-99999999999999.9999'],
  ...['-9999999999999999999999999999.9999999999', `-${'9'.repeat(35)}.${'9'.repeat(30)}`, "b'0'", "b'0'"],
  ...['1901', "'1000-01-01'", "'1000-01-01 00:00:00'", "'1000-01-01 00:00:00.000001'"],
  ...["'1970-01-01 00:00:01.000001'", "'-838:59:59.000000'", "''", "''", "'a'", "''", `'{"a": []}'`, "''"],
  ...["''", "ST_GeomFromText('POINT(1 -2)', 4326)"],
];
const MOST = [
  ...['18446744073709551615', '127', '255', '32767', '65535', '8388607', '2147483647', '4294967295'],
  ...['9223372036854775807', '18446744073709551615', '3.402823e38', '1.7976931348623157e308', '9999999.99'],
  ...[
    '99999999999999.9999',
    '9999999999999999999999999999.9999999999',
    `${'9'.repeat(35)}.${'9'.repeat(30)}`,
  ],
  ...["b'1'", "b'" + '1'.repeat(64) + "'", '2155', "'9999-12-31'", "'9999-12-31 23:59:59'"],
  ...["'9999-12-31 23:59:59.999999'", "'2038-01-19 03:14:07.999999'", "'838:59:59.000000'", "'😀 ende'"],
  ...["REPEAT('𝄞\\t\\n\\\\', 1000)", "'b ü'", "'x,y'", `'[1, "😀", null]'`, "X'00FF0A09'"],
  ...["REPEAT(X'00FF10', 349526)", "ST_GeomFromText('LINESTRING(0 0, 10 10, 20 25)', 4326)"],
];

describe.each(testVendors)('a dump of %s as Parquet', (vendor) => {
  const registry = newRegistry();
  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query("SET time_zone = '+00:00'");
    await connection.query(`CREATE TABLE types (${TYPES.join(', ')})`);
    const nulls = TYPES.slice(1).map(() => 'NULL');
    for (const row of [LEAST, MOST, ['1', ...nulls]])
      await connection.query(`INSERT INTO types VALUES (${row.join(', ')})`);
    await connection.query('CREATE TABLE nothing (id INT PRIMARY KEY, v TEXT NOT NULL)');
    await connection.query('CREATE TABLE parts (id INT PRIMARY KEY, n BIGINT, v VARCHAR(400) NOT NULL)');
    const rows = Array.from({ length: 1000 }, (_, id) => [
      id,
      id % 7 === 0 ? null : -id,
      `row ${id} `.repeat(20),
    ]);
    await connection.query('INSERT INTO parts VALUES ?', [rows]);
    for (let from = 1000; from < ROWS; from += from)
      await connection.query(
        `INSERT INTO parts SELECT id + ${from}, n * 3, CONCAT(id, v) FROM parts WHERE id < ${ROWS - from}`,
      );
    await connection.query('ANALYZE TABLE parts');
    await createTypeMatrix(connection, vendor);
    await connection.end();
  });
  afterAll(() => dropSchemas(vendor, SCHEMA, TYPE_MATRIX_SCHEMA));

  async function differencesIn(out: string, schema: string): Promise<readonly string[]> {
    const compared: string[] = [];
    for (const file of readdirSync(out).filter((name) => name.endsWith('.parquet'))) {
      const table = decodeURIComponent(file.slice(schema.length + 1, -'.parquet'.length));
      // It is dumped with its past rows.
      if (table.includes('versioned')) continue;
      await withPlain(vendor, async (connection) => {
        await connection.query("SET NAMES utf8mb4, time_zone = '+00:00'");
        const ofServer = await columnsOfTable(connection, schema, table);
        const columns = await columnsInFile(join(out, file), ofServer);
        const expected = await valuesOfServer(connection, quoteTable(schema, table), columns);
        const found = await valuesOfFile(join(out, file), columns);
        expect([table, comparable(found, columns)]).toEqual([table, comparable(expected, columns)]);
      });
      compared.push(table);
    }
    return compared;
  }

  it('holds every value, as DuckDB reads it', async () => {
    await withFolder(async (folder) => {
      const out = join(folder, 'out');
      const output = { kind: 'parquet', packing: { kind: 'zstd', level: 1 } } as const;
      const result = await dumpSchema(registry, { vendor, schema: SCHEMA, folder: out, output });
      expect(result.errors).toEqual([]);
      expect(result.state).toBe('done');
      expect(readdirSync(out).sort()).toEqual(
        ['nothing', 'parts', 'types'].flatMap((table) => [
          `${SCHEMA}.${table}.parquet`,
          `${SCHEMA}.${table}.sql`,
        ]),
      );
      expect(await differencesIn(out, SCHEMA)).toEqual(['nothing', 'parts', 'types']);
      const types = quoted(join(out, `${SCHEMA}.types.parquet`));
      const described = await query(
        `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet(${types}))`,
      );
      expect(Object.fromEntries(described)).toMatchObject({
        ...{
          id: 'UBIGINT',
          t8: 'TINYINT',
          u8: 'UTINYINT',
          t16: 'SMALLINT',
          u16: 'USMALLINT',
          t24: 'INTEGER',
        },
        ...{ u32: 'UINTEGER', t64: 'BIGINT', u64: 'UBIGINT', f: 'FLOAT', d: 'DOUBLE', d9: 'DECIMAL(9,2)' },
        ...{
          d38: 'DECIMAL(38,10)',
          d65: 'VARCHAR',
          b1: 'UTINYINT',
          b64: 'UBIGINT',
          y: 'SMALLINT',
          da: 'DATE',
        },
        ...{
          dt: 'TIMESTAMP',
          ts: 'TIMESTAMP WITH TIME ZONE',
          ti: 'BIGINT',
          c: 'VARCHAR',
          bl: 'BLOB',
          g: 'BLOB',
        },
        j: vendor === 'mysql' ? 'JSON' : 'VARCHAR',
      });
      const facts = await query(
        `SELECT decode(key), decode(value) FROM parquet_kv_metadata(${types}) WHERE decode(key) LIKE 'mysql.%'`,
      );
      expect(Object.fromEntries(facts)).toMatchObject({
        'mysql.schema': SCHEMA,
        'mysql.table': 'types',
        'mysql.type.d65': 'decimal(65,30)',
        'mysql.type.e': "enum('a','b ü')",
        'mysql.srid.g': '4326',
      });
      const schema = await query(
        `SELECT name, repetition_type FROM parquet_schema(${types}) WHERE name IN ('id', 't8')`,
      );
      expect(Object.fromEntries(schema)).toEqual({ id: 'REQUIRED', t8: 'OPTIONAL' });
    });
  });

  it('tells the least and greatest values of integers', async () => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, 'out')];
      await dumpSchemas(registry, vendor, dump, [SCHEMA]);
      await convertDump(dump, out, { format: 'parquet' });
      const parts = await query(
        `SELECT path_in_schema, min(CAST(stats_min_value AS BIGINT)), max(CAST(stats_max_value AS BIGINT)), sum(stats_null_count)
           FROM parquet_metadata(${quoted(join(out, `${SCHEMA}.parts.parquet`))}) WHERE path_in_schema IN ('id', 'n') GROUP BY ALL ORDER BY ALL`,
      );
      await withPlain(vendor, async (connection) => {
        const [[row]] = (await connection.query(
          `SELECT MIN(id), MAX(id), MIN(n), MAX(n), SUM(n IS NULL) FROM ${SCHEMA}.parts`,
        )) as unknown as [Readonly<Record<string, unknown>>[]];
        const [minId, maxId, minN, maxN, nulls] = Object.values(row ?? {}).map(String);
        expect(parts.map((values) => values.map(String))).toEqual([
          ['id', minId, maxId, '0'],
          ['n', minN, maxN, nulls],
        ]);
      });
    });
  });

  it('holds the type matrix, but for what it has no value for', async () => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, 'out')];
      const matrix = { kind: 'schema', schema: patternOf(TYPE_MATRIX_SCHEMA) } as const;
      const selection = {
        ...selecting([matrix]),
        exclude: REFUSED.map((table) => ({
          ...({ kind: 'table', schema: patternOf(TYPE_MATRIX_SCHEMA), name: patternOf(table) } as const),
        })),
      };
      await dumpSchemas(registry, vendor, dump, [], { selection });
      await convertDump(dump, out, { format: 'parquet', compression: { kind: 'gzip', level: 1 } });
      expect((await differencesIn(out, TYPE_MATRIX_SCHEMA)).length).toBeGreaterThan(40);
    });
  });

  it.each([
    ['d DATE', "'0000-00-00'", /due\.d|d \(date\) is “0000-00-00”/],
    ['d DATETIME', "'2024-02-31 10:00:00'", /d \(datetime\) is “2024-02-31 10:00:00”/],
    ['d GEOMETRY', "ST_GeomFromText('POINT(1 1)', 4326)", /SRID 0 and of SRID 4326/],
  ])('refuses what Parquet has no value for, by table and row: %s', async (column, value, words) => {
    await withFolder(async (folder) => {
      const out = join(folder, 'out');
      await withPlain(vendor, async (connection) => {
        await connection.query("SET sql_mode = 'ALLOW_INVALID_DATES'");
        await connection.query(`CREATE TABLE ${SCHEMA}.due (id INT PRIMARY KEY, ${column})`);
        const other = column.includes('GEOMETRY') ? "ST_GeomFromText('POINT(1 1)', 0)" : "'2024-01-01'";
        await connection.query(`INSERT INTO ${SCHEMA}.due VALUES (7, ${other}), (8, ${value})`);
      });
      try {
        await dumpSchemas(registry, vendor, join(folder, 'dump'), [SCHEMA]);
        const output = { kind: 'parquet', packing: { kind: 'none' } } as const;
        const result = await dumpSchema(registry, { vendor, schema: SCHEMA, folder: out, output });
        expect(result.state).toBe('failed');
        expect(result.errors[0]).toMatchObject({ code: 'unsupported-object', table: `${SCHEMA}.due` });
        expect(result.errors[0]?.message).toMatch(words);
        if (!column.includes('GEOMETRY')) expect(result.errors[0]?.message).toContain('The row with id = 8');
        expect(await readdir(folder)).toEqual(['dump']);
        const converted = convertDump(join(folder, 'dump'), out, { format: 'parquet' });
        await expect(converted).rejects.toThrow(failingWith('unsupported-object'));
        expect(await readdir(folder)).toEqual(['dump']);
      } finally {
        await withPlain(vendor, (connection) => connection.query(`DROP TABLE ${SCHEMA}.${quoteName('due')}`));
      }
    });
  });

  it('has the same bytes whatever the threads, the chunks and the way', async () => {
    await withFolder(async (folder) => {
      const [one, other] = [join(folder, 'one'), join(folder, 'other')];
      await dumpSchemas(registry, vendor, one, [SCHEMA]);
      await dumpSchemas(registry, vendor, other, [SCHEMA], { bytesPerChunk: 128 << 10, threads: 4 });
      const wish = { format: 'parquet', compression: { kind: 'zstd', level: 1 } } as const;
      await convertDump(one, join(folder, 'a'), { ...wish, threads: 1 });
      await convertDump(other, join(folder, 'b'), { ...wish, threads: 4 });
      const output = { kind: 'parquet', packing: wish.compression } as const;
      for (const threads of [1, 4])
        await dumpSchema(registry, {
          vendor,
          schema: SCHEMA,
          folder: join(folder, `c${threads}`),
          output,
          threads,
        });
      for (const name of readdirSync(join(folder, 'a')))
        for (const folderName of ['b', 'c1', 'c4'])
          expect([
            folderName,
            name,
            readFileSync(join(folder, folderName, name)).equals(readFileSync(join(folder, 'a', name))),
          ]).toEqual([folderName, name, true]);
      const groups = await query(
        `SELECT count(DISTINCT row_group_id) FROM parquet_metadata(${quoted(join(folder, 'a', `${SCHEMA}.parts.parquet`))})`,
      );
      expect(Number(groups[0]?.[0])).toBeGreaterThan(1);
    });
  });
});
