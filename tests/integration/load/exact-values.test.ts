/** Values that a plain copy changes without a word: each is the same to the byte behind a dump and a load. */
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadOptions } from '../../../app/contract/runs/options';
import type { Vendor } from '../../../app/contract/connections/connection';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'exact_values';
const COPY = 'exact_values_copy';
const METHODS = ['load-data', 'insert'] as const satisfies readonly LoadOptions['method'][];
const registry = newRegistry();

/** Each table's rows, told apart by `query`, after they went through a dump. */
interface Case {
  readonly create: readonly string[];
  /** Query of the table `t`. */
  readonly query: string;
}

async function roundTrip(vendor: Vendor, { create, query }: Case, options: Partial<LoadOptions>) {
  const source = await connectToFresh(vendor, SCHEMA);
  try {
    await source.query("SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO'");
    for (const statement of create) await source.query(statement);
    return await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
      await dropSchemas(vendor, COPY);
      const loaded = await loadDump(registry, {
        ...{ vendor, folder, schemaMap: { [SCHEMA]: COPY } },
        ...options,
      });
      expect(loaded.errors).toEqual([]);
      return await withPlain(vendor, async (connection) => ({
        before: await rowsOf(source, SCHEMA, query),
        after: await rowsOf(connection, COPY, query),
      }));
    });
  } finally {
    await source.end();
  }
}

async function rowsOf(connection: Connection, schema: string, query: string): Promise<readonly unknown[]> {
  await connection.query(`USE ${schema}`);
  const [rows] = await connection.query<RowDataPacket[]>(query);
  return rows.map((row) => ({ ...row }));
}

describe.each(testVendors)('values through a dump, %s', (vendor) => {
  beforeAll(() => dropSchemas(vendor, SCHEMA, COPY));
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  describe.each(METHODS)('by %s', (method) => {
    it('distinguish values of an ENUM and a SET with equal texts', async () => {
      const wide = Array.from({ length: 63 }, (_, bit) => `'m${bit}'`).join();
      const { before, after } = await roundTrip(
        vendor,
        {
          create: [
            "SET SESSION sql_mode = ''",
            `CREATE TABLE t (id INT PRIMARY KEY, plain ENUM('x', 'y'), e ENUM('x', '', 'y'), s SET('', 'p', 'q'),
               same ENUM('a', 'A', 'é', 'e') COLLATE utf8mb4_general_ci, wide SET('', ${wide}),
               b ENUM('C:\\\\', '~', 'c') CHARACTER SET sjis, digits ENUM('2', '', '1'), u ENUM('x', '😀', 'y')) DEFAULT CHARSET = utf8mb4`,
            'INSERT INTO t VALUES (1, 1, 0, 0, 1, 18446744073709551615, 0, 0, 0), (2, 2, 1, 1, 2, 1, 1, 1, 1)',
            'INSERT INTO t VALUES (3, 0, 2, 3, 3, 9007199254740993, 2, 2, 2), (4, 1, 3, 7, 4, 0, 3, 3, 3)',
            'INSERT INTO t (id) VALUES (5)',
          ],
          query: `SELECT id, plain + 0 AS plain, e + 0 AS e, s + 0 AS s, same + 0 AS same, HEX(CAST(wide AS UNSIGNED)) AS wide,
                    b + 0 AS b, digits + 0 AS digits, u + 0 AS u FROM t ORDER BY id`,
        },
        { method },
      );
      expect(before).toHaveLength(5);
      expect(after).toEqual(before);
    });

    it('leave the 0 of an AUTO_INCREMENT column beside columns that are decoded', async () => {
      const { before, after } = await roundTrip(
        vendor,
        {
          create: [
            'CREATE TABLE t (id TINYINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, b BIT(4), c BLOB, d POINT)',
            "INSERT INTO t VALUES (0, b'1', x'00FF', POINT(1, 2)), (7, b'0', '', NULL), (255, NULL, 'x', NULL)",
          ],
          query: 'SELECT id, HEX(b) AS b, HEX(c) AS c, HEX(d) AS d FROM t ORDER BY id',
        },
        { method },
      );
      expect(before).toHaveLength(3);
      expect(after).toEqual(before);
    });
  });

  it('are not put by their numbers into an ENUM with other members', async () => {
    const source = await connectToFresh(vendor, SCHEMA);
    try {
      await source.query("CREATE TABLE t (id INT PRIMARY KEY, e ENUM('a', '', 'b'))");
      await source.query("INSERT INTO t VALUES (1, 'b')");
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
        await source.query("ALTER TABLE t MODIFY e ENUM('b', '', 'a')");
        await source.query('DELETE FROM t');
        const loaded = await loadDump(registry, { vendor, folder, onExisting: 'append' });
        expect(loaded).toMatchObject({ state: 'failed', errors: [{ code: 'definition-differs' }] });
        expect(await rowsOf(source, SCHEMA, 'SELECT * FROM t')).toEqual([]);
        await source.query("ALTER TABLE t MODIFY e ENUM('a', '', 'b')");
        expect((await loadDump(registry, { vendor, folder, onExisting: 'append' })).errors).toEqual([]);
        expect(await rowsOf(source, SCHEMA, 'SELECT e FROM t')).toEqual([{ e: 'b' }]);
      });
    } finally {
      await source.end();
    }
  });

  it('keep an ENUM’s error value in more rows than a server lists warnings for', async () => {
    const digit =
      '(SELECT 0 AS d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6)';
    const numbers = Array.from({ length: 6 }, (_, at) => `${digit} n${at}`).join(', ');
    const { after } = await roundTrip(
      vendor,
      {
        create: [
          "SET SESSION sql_mode = ''",
          "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, e ENUM('a', 'b'))",
          `INSERT IGNORE INTO t (e) SELECT 0 FROM ${numbers} LIMIT 66000`,
        ],
        query: 'SELECT COUNT(*) AS n, SUM(e = 0) AS zeros FROM t',
      },
      {},
    );
    expect(after).toEqual([{ n: 66_000, zeros: '66000' }]);
  });

  it('keep every code of every character set', async () => {
    await dropSchemas(vendor, COPY);
    const source = await connectToFresh(vendor, SCHEMA);
    try {
      const charsets = await createCodes(source);
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
        const wish = { vendor, folder, schemaMap: { [SCHEMA]: COPY }, verify: 'checksum' } as const;
        expect(await loadDump(registry, wish)).toMatchObject({ state: 'done', errors: [] });
        for (const charset of charsets) {
          const query = `SELECT id, LENGTH(c) AS bytes, SHA2(c, 256) AS digest FROM t_${charset} ORDER BY id`;
          const before = await rowsOf(source, SCHEMA, query);
          expect(before.length, charset).toBeGreaterThan(0);
          expect(await rowsOf(source, COPY, query), charset).toEqual(before);
        }
      });
    } finally {
      await source.end();
    }
  });

  it('keep every byte in every collation of single bytes', async () => {
    await dropSchemas(vendor, COPY);
    const source = await connectToFresh(vendor, SCHEMA);
    try {
      const columns = await createBytes(source);
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
        const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
        expect(loaded).toMatchObject({ state: 'done', errors: [] });
        for (const column of columns) {
          const query = `SELECT id, HEX(${column}) AS bytes FROM bytes ORDER BY id`;
          expect(await rowsOf(source, COPY, query), column).toEqual(await rowsOf(source, SCHEMA, query));
        }
      });
    } finally {
      await source.end();
    }
  });
});

/** A table with a column for each collation of a single-byte character set, named by it, and a row for each byte. */
async function createBytes(connection: Connection): Promise<readonly string[]> {
  await connection.query("SET SESSION sql_mode = ''");
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT COLLATION_NAME AS name, CHARACTER_SET_NAME AS charset FROM information_schema.COLLATIONS
     JOIN information_schema.CHARACTER_SETS USING (CHARACTER_SET_NAME) WHERE MAXLEN = 1 AND CHARACTER_SET_NAME <> 'binary'`,
  );
  const columns = rows.map(({ name, charset }) => ({ name: String(name), charset: String(charset) }));
  expect(columns.map(({ name }) => name)).toContain('latin2_czech_cs');
  const definitions = columns.map(
    ({ name, charset }) => `${name} VARCHAR(3) CHARACTER SET ${charset} COLLATE ${name}`,
  );
  await connection.query(`CREATE TABLE bytes (id INT PRIMARY KEY, ${definitions.join(', ')})`);
  const values = Array.from({ length: 256 }, (_, code) => {
    const text = `41${code.toString(16).padStart(2, '0')}42`;
    return `(${code}, ${columns.map(({ charset }) => `_${charset} X'${text}'`).join(', ')})`;
  });
  await connection.query(`INSERT INTO bytes VALUES ${values.join(', ')}`);
  return columns.map(({ name }) => name);
}

/** Bytes before the codes of two bytes, which make longer codes. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = {
  ...{ ujis: ['', '8F'], eucjpms: ['', '8F'], gb18030: ['', '8130', '8431', '9030', 'E329', 'FE39'] },
  ...{ utf32: ['0000', '0001', '0010'], utf16: ['', 'D83D', 'DBFF'], utf16le: ['', '3DD8'] },
  ...{ utf8mb3: ['', 'E8', 'EA', 'EF'], utf8mb4: ['', 'E8', 'EA', 'EF', 'F09F', 'F48F'] },
};

/** A table for each of the server's character sets, with all its codes of one and two bytes, and some of the longer ones. */
async function createCodes(connection: Connection): Promise<readonly string[]> {
  const digit = `(SELECT 0 AS d ${Array.from({ length: 15 }, (_, at) => `UNION ALL SELECT ${at + 1}`).join(' ')})`;
  await connection.query("SET SESSION sql_mode = '', group_concat_max_len = 1000000");
  await connection.query('CREATE TABLE codes (b VARBINARY(2) PRIMARY KEY)');
  await connection.query(
    `INSERT INTO codes SELECT UNHEX(LPAD(HEX(a.d * 16 + b.d), 2, '0')) FROM ${digit} a, ${digit} b`,
  );
  await connection.query('INSERT INTO codes SELECT CONCAT(a.b, b.b) FROM codes a, codes b');
  const [rows] = await connection.query<RowDataPacket[]>(
    "SELECT CHARACTER_SET_NAME AS name, MAXLEN AS most FROM information_schema.CHARACTER_SETS WHERE CHARACTER_SET_NAME <> 'binary'",
  );
  const charsets = rows.map(({ name }) => String(name));
  for (const { name, most } of rows) {
    const charset = String(name);
    await connection.query(
      `CREATE TABLE t_${charset} (id VARCHAR(8) PRIMARY KEY, c LONGTEXT CHARACTER SET ${charset})`,
    );
    for (const prefix of PREFIXES[charset] ?? ['']) {
      const code = `CONCAT(x'${prefix}', b)`;
      const text = `CONVERT(${code} USING ${charset})`;
      await connection.query(
        `INSERT INTO t_${charset}
         SELECT CONCAT('${prefix}', HEX(LEFT(b, 1)), LENGTH(b)), CONVERT(UNHEX(GROUP_CONCAT(HEX(${code}) ORDER BY b SEPARATOR '')) USING ${charset})
         FROM codes WHERE LENGTH(b) <= ${String(most)} AND CAST(${text} AS BINARY) = ${code} GROUP BY HEX(LEFT(b, 1)), LENGTH(b)`,
      );
    }
  }
  await connection.query('DROP TABLE codes');
  return charsets;
}
