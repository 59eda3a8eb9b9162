import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join } from 'path';
import { gzipSync } from 'zlib';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { startAt, targetWords, type Crash } from '../harness/server-command';
import { dropSchemas, withPlain } from '../harness/servers';
import { saboteurCommand } from '../load/crash-schema';

const COPY = 'parts_copy';

type Files = Readonly<Record<string, string | Buffer>>;

describe.each(testVendors)('a table in several files of rows, %s', (vendor) => {
  let home = '';
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'sluice-parts-'));
  });
  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    rmSync(join(home, 'exports'), { recursive: true, force: true });
  });
  afterAll(async () => {
    await dropSchemas(vendor, COPY);
    rmSync(home, { recursive: true, force: true });
  });

  function write(files: Files): string {
    const folder = join(home, 'exports');
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return folder;
  }

  async function load(dump: string, words: readonly string[] = [], crash?: Crash) {
    const target = [...targetWords(vendor), '--schema-map', `exports=${COPY}`];
    return await startAt({ vendor, home, crash }, ['load', ...target, '--dump', dump, ...words]).ended;
  }

  async function query(sql: string): Promise<readonly (readonly unknown[])[]> {
    return await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>({ sql, rowsAsArray: true });
      return rows.map((row) => [...(row as unknown as unknown[])]);
    });
  }

  it('is a folder for each table: headers in all parts, in the first, in none', async () => {
    const folder = write({
      'each/part-00000.csv': 'id,v\n1,a\n2,b\n',
      'each/part-00001.csv.gz': gzipSync('id,v\n3,c\n'),
      'each/_SUCCESS': '',
      'each/.part-00000.csv.crc': 'x',
      'each/part-00002.csv': '',
      'first/aa.csv': 'id,v\n1,a\n',
      'first/ab.csv': '2,b\n3,c\n',
      'none/0.csv': '1;2.5\n',
      'none/1.csv': '2;3.25\n',
    });
    const { exitCode, output } = await load(folder);
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/each\/part-00000\.csv and 1 more file: .* primary key id\./);
    expect(await query(`SELECT id, v FROM ${COPY}.\`each\` ORDER BY id`)).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(await query(`SELECT id, v FROM ${COPY}.\`first\` ORDER BY id`)).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(await query(`SELECT column_1, CAST(column_2 AS CHAR) FROM ${COPY}.none ORDER BY 1`)).toEqual([
      [1, '2.50'],
      [2, '3.25'],
    ]);
  });

  it('is a folder for each table of JSON Lines, with a definition beside one', async () => {
    const folder = write({
      'orders/a.jsonl': '{"id":1}\n{"id":2,"v":"x"}\n',
      'orders/b.jsonl.gz': gzipSync('{"id":3,"w":true}\n'),
      'people/1.jsonl': '{"id":1,"born":"2001-02-03"}\n',
      'people/2.jsonl': '{"id":2,"born":null}\n',
      'people.sql': 'CREATE TABLE people (id BIGINT PRIMARY KEY, born DATE);\n',
    });
    const { exitCode, output } = await load(folder);
    expect(exitCode, output).toBe(0);
    expect(await query(`SELECT id, v, w FROM ${COPY}.orders ORDER BY id`)).toEqual([
      [1, null, null],
      [2, 'x', null],
      [3, null, 1],
    ]);
    expect(await query(`SELECT id, CAST(born AS CHAR) FROM ${COPY}.people ORDER BY id`)).toEqual([
      [1, '2001-02-03'],
      [2, null],
    ]);
  });

  it('takes its types from all files: what one of them tells holds for all', async () => {
    const folder = write({
      'rows-1.csv': 'id;day;price;note\n1;03/04/2025;1.234;7\n',
      'rows-2.csv': 'id;day;price;note\n2;31/12/2025;1.234,50;x\n',
      'rows-3.csv': `id;day;price;note\n3;;;${'n'.repeat(300)}\n`,
    });
    const { exitCode, output } = await load(join(folder, 'rows-*.csv'), ['--input-table', 'prices']);
    expect(exitCode, output).toBe(0);
    expect(
      await query(
        `SELECT id, CAST(day AS CHAR), CAST(price AS CHAR), LENGTH(note) FROM ${COPY}.prices ORDER BY id`,
      ),
    ).toEqual([
      [1, '2025-04-03', '1234.00', 1],
      [2, '2025-12-31', '1234.50', 1],
      [3, null, null, 300],
    ]);
  });

  it('goes into a table that is there, rows that do not fit set aside from each file', async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${COPY}`);
      await connection.query(`CREATE TABLE ${COPY}.orders (id INT PRIMARY KEY, n TINYINT NOT NULL)`);
    });
    const folder = write({
      'orders/1.csv': 'id,n\n1,1\n2,300\n3,3\n',
      'orders/2.csv': 'id,n\n4,4\n5\n6,6\n',
    });
    const rejects = join(home, 'rejects.csv');
    const words = ['--data-only', '--on-existing', 'append', '--reject-file', rejects];
    const { exitCode, output } = await load(folder, words);
    expect(exitCode, output).toBe(3);
    expect(await query(`SELECT id, n FROM ${COPY}.orders ORDER BY id`)).toEqual([
      [1, 1],
      [3, 3],
      [4, 4],
      [6, 6],
    ]);
    const lines = readFileSync(rejects, 'utf8').split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^orders\/1\.csv,3,/);
    expect(lines[2]).toMatch(/^orders\/2\.csv,3,/);
    rmSync(rejects);
  });

  it('is resumed after a crash in the middle, each row once', async () => {
    const rows = (from: number) =>
      Array.from({ length: 5000 }, (_, at) => `${from + at},${'x'.repeat(90)}\n`).join('');
    const folder = write({
      'many/0.csv': `id,v\n${rows(0)}`,
      'many/1.csv': rows(5000),
      'many/2.csv': rows(10_000),
    });
    const saboteur = await saboteurCommand(join(home, 'saboteur'));
    const crashed = await load(folder, ['--threads', '1'], { saboteur, at: 'after-commit:2' });
    expect(crashed.exitCode, crashed.output).not.toBe(0);
    const { exitCode, output } = await load(folder, ['--threads', '1', '--resume']);
    expect(exitCode, output).toBe(0);
    expect(await query(`SELECT COUNT(*), COUNT(DISTINCT id) FROM ${COPY}.many`)).toEqual([[15_000, 15_000]]);
  });

  it.each<readonly [string, Files, readonly string[], RegExp]>([
    [
      'names in another order',
      {
        'a/1.csv': 'id,v\n1,x\n',
        'a/2.csv': 'v,id\nx,1\n',
        'a.sql': 'CREATE TABLE a (id INT, v CHAR(3));\n',
      },
      [],
      /The first rows of a\/2\.csv and a\/1\.csv name other columns/,
    ],
    [
      'another number of columns',
      { 'a/1.csv': 'id,v\n1,x\n', 'a/2.csv': '2,y,z\n' },
      [],
      /a\/2\.csv has not 2 values as the first one has: line 1/,
    ],
    ['a folder without files', { 'a/1.csv': 'id,v\n1,x\n', 'b/.keep': '' }, [], /b\/ is no file of values/],
    ['a folder within', { 'a/1.csv': 'id\n1\n', 'a/b/2.csv': 'id\n2\n' }, [], /a\/b is no file of values/],
    [
      'another file',
      { 'a/1.csv': 'id\n1\n', 'a/notes.docx': 'x' },
      [],
      /a\/notes\.docx is no file of values/,
    ],
    [
      'a name for tables that scripts define',
      { 'a.csv': 'id\n1\n', 'a.sql': 'CREATE TABLE a (id INT);\n', 'b.csv': 'id\n2\n' },
      ['--input-table', 't'],
      /--input-table/,
    ],
    [
      'a file and its packed copy',
      { 'a/1.csv': 'id\n1\n', 'a/1.csv.gz': gzipSync('id\n1\n') },
      [],
      /a\/1\.csv\.gz and a\/1\.csv have one name/,
    ],
    [
      'folders of a partition',
      { 'year=2024/1.csv': 'id\n1\n', 'year=2025/1.csv': 'id\n2\n' },
      [],
      /The folder year=2024 stands for a value/,
    ],
    [
      'names that another file has too, in another order',
      { 'a/1.csv': 'first,last\na,b\n', 'a/2.csv': 'last,first\nb,a\n' },
      [],
      /The first rows of a\/2\.csv and a\/1\.csv name other columns/,
    ],
    ['empty files alone', { 'a/1.csv': '', 'a/2.csv': '' }, [], /a\/1\.csv holds no row/],
    ['a file that is cut', { 'a/1.csv': 'id,v\n1,x\n', 'a/2.csv': 'id,v\n2,"y\n' }, [], /a\/2\.csv/],
  ])('is refused with %s, and nothing is made', async (_what, files, words, told) => {
    const { exitCode, output } = await load(write(files), words);
    expect(exitCode, output).not.toBe(0);
    expect(output).toMatch(told);
    expect(await query(`SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
  });

  it.each<readonly [string, Files, readonly (readonly unknown[])[]]>([
    [
      'backslashes that one file shows to be texts’ own, and quotes of another',
      {
        't/1.tsv': 'id\tname\n1\t"x, y"\n2\tC:\\new\n',
        't/2.tsv': 'id\tname\n3\tplain\n',
      },
      [
        [1, 'x, y'],
        [2, 'C:\\new'],
        [3, 'plain'],
      ],
    ],
    [
      'headers with other capitals, spaces, quotes and line ends, and a mark of UTF-8',
      {
        't/1.csv': 'id,name\n1,a\n',
        't/2.csv': '\ufeffID, Name\r\n2,b\r\n',
        't/3.csv': '"id","name"\n3,"c"\n',
        't/4.csv': '\n\nid,name\n',
      },
      [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ],
    ],
  ])('is read as one file would be: %s', async (_what, files, rows) => {
    const { exitCode, output } = await load(write(files));
    expect(exitCode, output).toBe(0);
    expect(await query(`SELECT id, name FROM ${COPY}.t ORDER BY id`)).toEqual(rows);
  });

  it('keeps blank rows of one column at the beginning of a file, and a header without a line end', async () => {
    const folder = write({ 't/1.csv': 'v\nx\n', 't/2.csv': '\nz\n', 't/3.csv': 'v' });
    const { exitCode, output } = await load(folder, ['--input-header', 'yes']);
    expect(exitCode, output).toBe(0);
    expect(await query(`SELECT v FROM ${COPY}.t ORDER BY v`)).toEqual([[null], ['x'], ['z']]);
  });

  it('has its definition beside its folder, with other files told, and under the name of Spark', async () => {
    const files = {
      'orders.csv/part-0.csv': 'id,v\n1,x\n',
      'people/1.csv': 'id\n7\n',
      'people.sql': 'CREATE TABLE people (id BIGINT PRIMARY KEY);\n',
      'orders.sql': 'CREATE TABLE orders (id SMALLINT PRIMARY KEY, v CHAR(9));\n',
    };
    const { exitCode, output } = await load(write(files));
    expect(exitCode, output).toBe(0);
    expect(await query(`SELECT id, v FROM ${COPY}.orders`)).toEqual([[1, 'x']]);
    const [[type]] = (await query(`SHOW COLUMNS FROM ${COPY}.people`)).map((row) => [row[1]]) as [[string]];
    expect(type).toMatch(/^bigint/);
    await dropSchemas(vendor, COPY);
    const refused = await load(write({ ...files, 'README.md': 'x' }));
    expect(refused.output).toMatch(/README\.md is no file of values/);
    rmSync(join(home, 'exports', 'README.md'));
    const whole = await load(
      write({ 'people.sql': 'CREATE TABLE people (id INT);\nINSERT INTO people VALUES (1);\n' }),
    );
    expect(whole.output).toMatch(
      /people\.sql is to define the table .* more than one CREATE TABLE: INSERT INTO people/,
    );
  });

  it('warns of a header in another file than the first', async () => {
    const folder = write({ 't/rows-2.csv': '2,b\n3,c\n', 't/rows.csv': 'id,name\n1,a\n' });
    const { exitCode, output } = await load(folder);
    expect(exitCode, output).toBe(3);
    expect(output).toMatch(/The first row of t\/rows\.csv \(id, name\) is taken for the columns’ names/);
    expect(await query(`SELECT id, name FROM ${COPY}.t ORDER BY id`)).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  it('takes bytes only in a form that says all of them', async () => {
    const definition = { 't.sql': 'CREATE TABLE t (id INT PRIMARY KEY, b BLOB);\n' };
    for (const bytes of ['\\xAAA', '\\x00\\x01AB', 'ABC', '\\x4\\x12']) {
      const { exitCode, output } = await load(write({ ...definition, 't/1.csv': `id,b\n1,${bytes}\n` }));
      expect([bytes, exitCode], output).not.toEqual([bytes, 0]);
    }
    const { exitCode, output } = await load(
      write({ ...definition, 't/1.csv': 'id,b\n1,\\x00fF\n2,\\x41\\x42\n3,\\x\n4,4142\n' }),
    );
    expect(exitCode, output).toBe(0);
    expect(await query(`SELECT id, HEX(b) FROM ${COPY}.t ORDER BY id`)).toEqual([
      [1, '00FF'],
      [2, '4142'],
      [3, ''],
      [4, '4142'],
    ]);
  });

  it('warns of a first row that looks like names, but not like those of the first file', async () => {
    const folder = write({ 'a/1.csv': 'ann,b\n1,x\n', 'a/2.csv': 'bob,c\n2,y\n' });
    const { exitCode, output } = await load(folder);
    expect(exitCode, output).toBe(3);
    expect(output).toMatch(
      /The first row of a\/2\.csv \(bob, c\) is loaded as a row, though it looks like names/,
    );
    expect(await query(`SELECT COUNT(*) FROM ${COPY}.a`)).toEqual([[3]]);
  });

  it.each<readonly [string, Files, RegExp, RegExp]>([
    [
      'one file alone',
      { 't/a.csv': 'city\nBern\n', 't/b.csv': 'town\nRome\n' },
      /The first row of t\/a\.csv \(city\) is taken for the columns’ names/,
      /t\/a\.csv and 1 more file: [^;]*, the first row of t\/a\.csv has the columns’ names, UTF-8;/,
    ],
    [
      'two files of three',
      { 't/a.csv': 'city\nBern\n', 't/b.csv': 'town\nRome\n', 't/c.csv': 'city\nOslo\n' },
      /The first row of t\/a\.csv and 1 more file \(city\) is taken for the columns’ names/,
      /t\/a\.csv and 2 more files: [^;]*, the first row of t\/a\.csv and 1 more file has the columns’ names,/,
    ],
    [
      'all files',
      { 't/a.csv': 'city\nBern\n', 't/b.csv': 'city\nRome\n' },
      /The first row of t\/a\.csv and 1 more file \(city\) is taken for the columns’ names/,
      /t\/a\.csv and 1 more file: [^;]*, the first row has the columns’ names,/,
    ],
  ])('says which files have the header: %s', async (_what, files, warned, told) => {
    const { exitCode, output } = await load(write(files));
    expect(exitCode, output).toBe(3);
    expect(output).toMatch(warned);
    expect(output).toMatch(told);
  });

  it('names the file alone whose first row may be names', async () => {
    const { exitCode, output } = await load(write({ 't/a.csv': 'id,name,\n1,a,\n', 't/b.csv': '2,b,\n' }));
    expect(exitCode, output).toBe(3);
    expect(output).toMatch(/The first row of t\/a\.csv \(id, name, \) is loaded as a row: it may be/);
  });
});
