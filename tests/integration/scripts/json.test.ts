import { execFileSync } from 'child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { compress } from 'zstd-napi';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { sakilaStatements } from '../../fixtures/sakila';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { testVendors } from '../../servers/test-server';
import { convertDump, dumpSchemas } from '../convert/harness';
import { compareWithDump, loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const COPY = 'json_copy';
const SAKILA = { location: '', textEngine: 'InnoDB' } as const;
const ORDERS = [
  '{"id":1,"customer":"Ann","amount":12.50,"placed":"2026-01-02","paid":true,"tags":["a",{"b":null}],"big":123456789012345678901234567890}',
  '{"paid":false,"customer":"Zo\\u00eb \\ud83d\\ude00\\n","id":2,"amount":-3,"big":1}',
  '{"id":9,"customer":"","amount":0.125,"placed":null,"paid":true,"tags":{},"big":-1,"code":"007"}',
  '',
].join('\n');
const LOADED = [
  ['1', 'Ann', '12.500', '2026-01-02', '1', '["a",{"b":null}]', '123456789012345678901234567890', null],
  ['2', 'Zoë 😀\n', '-3.000', null, '0', null, '1', null],
  ['9', '', '0.125', null, '1', '{}', '-1', '007'],
];
const NAMES = ['id', 'customer', 'amount', 'placed', 'paid', 'tags', 'big', 'code'];

describe.each(testVendors)('files of JSON Lines, %s', (vendor) => {
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas(vendor, 'sakila');
    await withPlain(vendor, async (connection) => {
      await createTypeMatrix(connection, vendor);
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
    });
  });
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(() => dropSchemas(vendor, 'sakila', TYPE_MATRIX_SCHEMA, COPY));

  async function load(dump: string, schema: string, more: Partial<Parameters<typeof loadDump>[1]> = {}) {
    return await loadDump(registry, { vendor, folder: dump, schemaMap: { [schema]: COPY }, ...more });
  }

  async function rowsOf(table: string, names: readonly string[]): Promise<readonly unknown[]> {
    return await withPlain(vendor, async (connection) => {
      const texts = names.map((name) => `CAST(\`${name}\` AS CHAR)`).join(', ');
      const [rows] = await connection.query({
        sql: `SELECT ${texts} FROM ${COPY}.${table} ORDER BY 1`,
        rowsAsArray: true,
      });
      return (rows as (string | null)[][]).map((row) =>
        row.map((value) =>
          value !== null && /^[[{]/.test(value) ? value.replace(/(?<=[,:]) /g, '') : value,
        ),
      );
    });
  }

  it.each<[string, string, string | Buffer | (() => Buffer)]>([
    ['as it is', 'orders.jsonl', ORDERS],
    [
      'with the line ends of Windows and a byte order mark',
      'orders.ndjson',
      `\ufeff${ORDERS.replace(/\n/g, '\r\n')}`,
    ],
    ['packed as gzip', 'orders.jsonl.gz', gzipSync(ORDERS)],
    ['packed as zstd', 'orders.jsonl.zst', compress(Buffer.from(ORDERS))],
    ['packed as bz2', 'orders.ndjson.bz2', () => execFileSync('bzip2', ['-c'], { input: ORDERS })],
    ['packed as xz', 'orders.jsonl.xz', () => execFileSync('xz', ['-c'], { input: ORDERS })],
    ['packed as lz4', 'orders.jsonl.lz4', () => execFileSync('lz4', ['-c', '-q'], { input: ORDERS })],
  ])('are loaded %s, with the types of their values', async (_how, name, bytes) => {
    await withFolder(async (folder) => {
      const file = join(folder, name);
      writeFileSync(file, typeof bytes === 'function' ? bytes() : bytes);
      const loaded = await load(file, 'orders');
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      expect(loaded).toMatchObject({ state: 'done', rows: 3 });
      expect(await rowsOf('orders', NAMES)).toEqual(LOADED);
      const compared = await compareWithDump(registry, {
        vendor,
        folder: file,
        schemaMap: { orders: COPY },
        verify: 'checksum',
      });
      expect(compared.errors).toEqual([]);
      expect((await verifyDump(registry, file)).errors).toEqual([]);
    });
  });

  it.each<[string, string, 'gzip' | 'zstd' | 'none']>([
    ['sakila', 'plain', 'none'],
    ['sakila', 'packed', 'zstd'],
    [TYPE_MATRIX_SCHEMA, 'plain', 'none'],
  ])('come back equal as a conversion of %s writes them, %s', async (schema, _how, kind) => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, 'rows')];
      await dumpSchemas(registry, vendor, dump, [schema]);
      const report = await convertDump(dump, out, {
        format: 'jsonl',
        ...(kind !== 'none' && { compression: { kind, level: 1 } }),
      });
      // A table with its past rows is no plain table.
      for (const name of readdirSync(out).filter((file) => file.includes('.versioned')))
        rmSync(join(out, name));
      const loaded = await load(out, schema, { threads: 3 });
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      const told = report.notices.join(' ');
      await withPlain(vendor, async (connection) => {
        const copy = await schemaFingerprint(connection, COPY);
        const source = await schemaFingerprint(connection, schema);
        // The conversion names what a client of JSON can't hold.
        const wanted = Object.entries(source.tables).filter(
          ([name]) => !told.includes(`${schema}.${name}.`) && !name.startsWith('versioned'),
        );
        expect(wanted.length).toBeGreaterThan(10);
        for (const [name, table] of wanted) expect([name, copy.tables[name]]).toEqual([name, table]);
      });
    });
  });

  it('are loaded under the definitions beside them, in bytes of either form', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'shop');
      mkdirSync(folder);
      writeFileSync(
        join(folder, 'a.sql'),
        'CREATE TABLE a (Id INT PRIMARY KEY, b VARBINARY(9), h VARBINARY(9), j JSON, s JSON, v VARCHAR(9) DEFAULT "x");\n',
      );
      writeFileSync(
        join(folder, 'a.jsonl'),
        [
          '{"id":1,"b":"AAEC","h":"0x00ff","j":"{\\"x\\": 1}","s":[1]}',
          '{"id":2,"b":"","h":null,"j":"[]","s":"text","v":true}',
          '',
        ].join('\n'),
      );
      const loaded = await load(folder, 'shop');
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      await withPlain(vendor, async (connection) => {
        const [rows] = await connection.query<RowDataPacket[]>(
          `SELECT id, HEX(b) AS b, HEX(h) AS h, CAST(j AS CHAR) AS j, CAST(s AS CHAR) AS s, v FROM ${COPY}.a ORDER BY id`,
        );
        expect(rows).toEqual([
          { id: 1, b: '000102', h: '00FF', j: '{"x": 1}', s: '[1]', v: null },
          { id: 2, b: '', h: null, j: '[]', s: '"text"', v: 'true' },
        ]);
      });
    });
  });

  it('bring back texts that look like base64, base64 that looks like digits, and texts of odd collations', async () => {
    await dropSchemas(vendor, 'tokens');
    await withPlain(vendor, async (connection) => {
      for (const statement of [
        'CREATE DATABASE tokens',
        `CREATE TABLE tokens.t (id INT PRIMARY KEY, tok VARCHAR(64) CHARACTER SET ascii, hash CHAR(32) CHARACTER SET ascii,
          c VARCHAR(40) CHARACTER SET latin2 COLLATE latin2_czech_cs, g VARCHAR(20) CHARACTER SET gbk, b BINARY(3))`,
        `INSERT INTO tokens.t VALUES (1, 'SGVsbG8h', '0cc175b9c0f1b6a831c399e269772661', 'hello', 'abcd', x'D3169B')`,
      ])
        await connection.query(statement);
    });
    await withFolder(async (folder) => {
      await dumpSchemas(registry, vendor, join(folder, 'dump'), ['tokens']);
      await convertDump(join(folder, 'dump'), join(folder, 'json'), { format: 'jsonl' });
      const loaded = await load(join(folder, 'json'), 'tokens');
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      await withPlain(vendor, async (connection) => {
        const of = async (schema: string) =>
          (await connection.query(`SELECT id, tok, hash, c, g, HEX(b) AS b FROM ${schema}.t`))[0];
        expect(await of(COPY)).toEqual(await of('tokens'));
      });
    });
    await dropSchemas(vendor, 'tokens');
  });

  it.each(['plain', 'packed'])(
    'of many ranges, %s, are loaded by several lanes, each row once',
    async (how) => {
      await withFolder(async (folder) => {
        const rows = Array.from(
          { length: 120_000 },
          (_, id) => `{"id":${id},"v":"${'text, '.repeat(50)}${id}"}`,
        );
        const text = `${rows.join('\n')}\n`;
        const dump = join(folder, how === 'plain' ? 'many.jsonl' : 'many.jsonl.gz');
        writeFileSync(dump, how === 'plain' ? text : gzipSync(text, { level: 1 }));
        const loaded = await load(dump, 'many', { threads: 3 });
        expect(loaded.errors.map(({ message }) => message)).toEqual([]);
        await withPlain(vendor, async (connection) => {
          const [[sums]] = await connection.query<RowDataPacket[]>(
            `SELECT COUNT(*) AS n, SUM(id) AS ids, SUM(SUBSTRING_INDEX(v, ' ', -1) = id) AS same FROM ${COPY}.many`,
          );
          expect([Number(sums?.n), Number(sums?.ids), Number(sums?.same)]).toEqual([
            120_000, 7_199_940_000, 120_000,
          ]);
        });
      });
    },
  );

  it.each<[string, string | Buffer, string, RegExp]>([
    [
      'a line that is cut',
      '{"a":1}\n{"a":',
      'dump-damaged',
      /1 line of bad\.jsonl.*: line 2, byte 6 \(.*ends within/,
    ],
    [
      'lines that are no objects',
      '[1]\n{"a":1}\nx\n',
      'dump-damaged',
      /2 lines .* line 1, byte 1 .* line 3, byte 1 /,
    ],
    ['half of a surrogate pair', '{"a":"\\ud800"}\n', 'dump-damaged', /line 1, byte 13 \(half of a pair/],
    ['a key twice', '{"a":1,"a":2}\n', 'dump-damaged', /a key stands there twice/],
    ['bytes that are not UTF-8', Buffer.from('{"a":"\xe4"}\n', 'latin1'), 'dump-damaged', /not UTF-8/],
    ['UTF-16', Buffer.from('\ufeff{"a":1}\n', 'utf16le'), 'dump-unsupported', /UTF-16/],
    ['nothing', '', 'not-a-dump', /holds no row/],
    ['objects without keys', '{}\n', 'dump-unsupported', /no keys/],
    ['half of a packed file', gzipSync(ORDERS).subarray(0, 60), 'dump-damaged', /bad\.jsonl/],
  ])('are refused with %s, and nothing is made', async (_what, bytes, code, message) => {
    await withFolder(async (folder) => {
      const name = Buffer.isBuffer(bytes) && bytes[0] === 0x1f ? 'bad.jsonl.gz' : 'bad.jsonl';
      writeFileSync(join(folder, name), bytes);
      const { errors } = await load(join(folder, name), 'bad');
      expect(errors[0]?.code).toBe(code);
      expect(errors[0]?.message).toMatch(message);
      await withPlain(vendor, async (connection) => {
        expect((await connection.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
      });
    });
  });

  it.each<[string, string, RegExp]>([
    ['a key that its table lacks', '{"id":1,"more":2}\n', /no column: more/],
    ['bytes in no known form', '{"id":1,"b":"text!"}\n', /values for b, which is a column of bytes/],
  ])('are refused with %s', async (_what, rows, message) => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'shop');
      mkdirSync(folder);
      writeFileSync(join(folder, 'a.sql'), 'CREATE TABLE a (id INT PRIMARY KEY, b BLOB);\n');
      writeFileSync(join(folder, 'a.jsonl'), rows);
      expect((await load(folder, 'shop')).errors[0]?.message).toMatch(message);
    });
  });
});
