import { mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { compress } from 'zstd-napi';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { compareWithDump, loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const COPY = 'values_copy';
const ORDERS = [
  'id,customer,amount,placed,at,paid,note',
  '1,Ann,12.50,2026-01-02,2026-01-02 10:00:00.5,true,"said ""hi"", and left"',
  '2,Zoë,3.00,,2026-01-03T11:00:00,false,',
  '9,"O\'Neil\r\nJr",-100.25,2024-02-29,NULL,TRUE,""',
  '',
].join('\n');
const LOADED = [
  ['1', 'Ann', '12.50', '2026-01-02', '2026-01-02 10:00:00.5', '1', 'said "hi", and left'],
  ['2', 'Zoë', '3.00', null, '2026-01-03 11:00:00.0', '0', null],
  ['9', "O'Neil\r\nJr", '-100.25', '2024-02-29', null, '1', ''],
];

describe.each(testVendors)('files of values, %s', (vendor) => {
  const registry = newRegistry();
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(() => dropSchemas(vendor, COPY));

  async function load(dump: string, schema: string, more: Partial<Parameters<typeof loadDump>[1]> = {}) {
    return await loadDump(registry, { vendor, folder: dump, schemaMap: { [schema]: COPY }, ...more });
  }

  async function rowsOf(table: string): Promise<readonly unknown[]> {
    return await withPlain(vendor, async (connection) => {
      const [columns] = await connection.query<RowDataPacket[]>(`SHOW COLUMNS FROM ${COPY}.${table}`);
      const texts = columns.map(({ Field }) => `CAST(\`${String(Field)}\` AS CHAR)`).join(', ');
      const [rows] = await connection.query({
        sql: `SELECT ${texts} FROM ${COPY}.${table} ORDER BY 1`,
        rowsAsArray: true,
      });
      return rows as unknown[];
    });
  }

  it.each([
    ['as it is', 'orders.csv', ORDERS],
    [
      'with a byte order mark and the line ends of Windows',
      'orders.csv',
      `\ufeff${ORDERS.replace(/(?<!\r)\n/g, '\r\n')}`,
    ],
    ['packed as gzip', 'orders.csv.gz', gzipSync(ORDERS)],
    ['packed as zstd', 'orders.csv.zst', compress(Buffer.from(ORDERS))],
  ])('are loaded %s, with the types of their values', async (_how, name, bytes) => {
    await withFolder(async (folder) => {
      writeFileSync(join(folder, name), bytes);
      const loaded = await load(join(folder, name), 'orders');
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      expect(loaded).toMatchObject({ state: 'done', rows: 3 });
      expect(await rowsOf('orders')).toEqual(LOADED);
      const compared = await compareWithDump(registry, {
        vendor,
        folder: join(folder, name),
        schemaMap: { orders: COPY },
        verify: 'checksum',
      });
      expect(compared.errors).toEqual([]);
      expect((await verifyDump(registry, join(folder, name))).errors).toEqual([]);
    });
  });

  it('are loaded from a folder, each with its own separator and character set', async () => {
    await withFolder(async (folder) => {
      const dump = join(folder, 'export');
      mkdirSync(dump);
      writeFileSync(join(dump, 'orders.csv'), ORDERS);
      writeFileSync(
        join(dump, 'kosten.csv'),
        Buffer.from('nr;Betrag;Ort\n1;1,50;München\n2;-20,00;Köln\n', 'latin1'),
      );
      writeFileSync(join(dump, 'tabs.tsv'), 'name\tnote\nx\\ty\t\\N\n"z"q\ta\\\\b\n');
      const loaded = await load(dump, 'export', { threads: 2 });
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      expect(await rowsOf('orders')).toEqual(LOADED);
      expect(await rowsOf('kosten')).toEqual([
        ['1', '1.50', 'München'],
        ['2', '-20.00', 'Köln'],
      ]);
      expect(await rowsOf('tabs')).toEqual([
        ['"z"q', 'a\\b'],
        ['x\ty', null],
      ]);
    });
  });

  it('keep the backslashes and digits that their values mean, and say the time zone of their times', async () => {
    await withFolder(async (folder) => {
      writeFileSync(join(folder, 't.txt'), '1\tC:\\\\dir\t9007199254740993\n2\ta\\tb\t1e3\n3\t\\N\t7\n');
      const loaded = await load(join(folder, 't.txt'), 't');
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      expect(await rowsOf('t')).toEqual([
        ['1', 'C:\\dir', '9007199254740993'],
        ['2', 'a\tb', '1e3'],
        ['3', null, '7'],
      ]);
      await withPlain(vendor, (connection) =>
        connection.query(`CREATE TABLE ${COPY}.times (id INT PRIMARY KEY, at TIMESTAMP NULL)`),
      );
      writeFileSync(join(folder, 'times.csv'), 'id,at\n1,2026-07-01 12:00:00\n');
      const { host, port, user, password } = testServer(vendor);
      const where = ['--target', `mysql://${user}@${host}:${port}`, '--dump', join(folder, 'times.csv')];
      const how = ['--schema-map', `times=${COPY}`, '--on-existing', 'append', '--dry-run'];
      const run = await runSluice(['load', ...where, ...how], { SLUICE_PASSWORD: password });
      expect(run.output).toMatch(/TIMESTAMP values are taken for UTC/);
    });
  });

  it('add their rows to a table that is there, by the names of its columns', async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${COPY}`);
      await connection.query(
        `CREATE TABLE ${COPY}.t (v VARCHAR(9), more INT DEFAULT 7, id SMALLINT PRIMARY KEY)`,
      );
      await connection.query(`INSERT INTO ${COPY}.t VALUES ('old', 1, 1)`);
    });
    await withFolder(async (folder) => {
      writeFileSync(join(folder, 't.csv'), 'id,v\n2,new\n3,\n');
      const loaded = await load(join(folder, 't.csv'), 't', { onExisting: 'append' });
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      expect(await rowsOf('t')).toEqual([
        [null, '7', '3'],
        ['new', '7', '2'],
        ['old', '1', '1'],
      ]);
    });
  });

  it.each(['plain', 'packed'])(
    'of many ranges, %s, are loaded by several lanes, each row once',
    async (how) => {
      await withFolder(async (folder) => {
        const rows = Array.from({ length: 120_000 }, (_, id) => `${id},"${'text, '.repeat(50)}${id}"`);
        const text = `id,v\n${rows.join('\n')}\n`;
        const dump = join(folder, how === 'plain' ? 'many.csv' : 'many.csv.gz');
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

  it.each([
    [
      'rows of another length',
      'a,b\n1,2\n3\n4,5,6\n',
      'dump-damaged',
      /2 rows .* line 3 \(1 value\), line 4 \(3 values\)/,
    ],
    ['a value that is cut', 'a,b\n1,2\n3,"x', 'dump-incomplete', /ends within the quotes .* line 3/],
    ['text behind a quote', 'a,b\n1,"x"y\n', 'dump-damaged', /line 2 goes on behind its closing quote/],
    ['UTF-16', Buffer.from('\ufeffa,b\n1,2\n', 'utf16le'), 'dump-unsupported', /UTF-16/],
    ['nothing', '', 'not-a-dump', /holds no row/],
    ['half of a packed file', gzipSync(ORDERS).subarray(0, 60), 'dump-damaged', /bad\.csv/],
  ])('are refused with %s, and nothing is made', async (_what, bytes, code, message) => {
    await withFolder(async (folder) => {
      const name = Buffer.isBuffer(bytes) && code === 'dump-damaged' ? 'bad.csv.gz' : 'bad.csv';
      writeFileSync(join(folder, name), bytes);
      const { errors } = await load(join(folder, name), 'bad');
      expect(errors[0]?.code).toBe(code);
      expect(errors[0]?.message).toMatch(message);
      await withPlain(vendor, async (connection) => {
        expect((await connection.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
      });
    });
  });

  it.each([
    ['two of one table', ['t.csv', 't.tsv'], /t\.tsv and t\.csv hold the same table/],
    ['another file', ['t.csv', 'u.csv', 'readme.txt'], /readme\.txt is no file of values/],
  ])('are refused where a folder holds %s', async (_what, names, message) => {
    await withFolder(async (folder) => {
      const dump = join(folder, 'x');
      mkdirSync(dump);
      for (const name of names) writeFileSync(join(dump, name), 'a\tb\n1\t2\n');
      expect((await load(dump, 'x')).errors[0]?.message).toMatch(message);
    });
  });
});
