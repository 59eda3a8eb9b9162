import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import type { Crash } from '../harness/server-command';
import { queryRows, runStatements } from '../harness/servers';
import { saboteurCommand } from '../load/crash-schema';
import { RowsLoads } from './rows-loads';

const COPY = 'misfits_copy';

/** Type, a value that fits and one that does not, and what is said of that. */
const CASES: readonly (readonly [type: string, good: string, bad: string, reason: string])[] = [
  ['INT', '-2147483648', 'abc', 'v: "abc" is no number'],
  ['INT', '1e3', '1.5', 'v: "1.5" would be rounded'],
  ['INT', '2.0', '2147483648', 'v: "2147483648" is out of the column’s range'],
  ['TINYINT UNSIGNED', '255', '-1', 'v: "-1" is out of the column’s range'],
  ['BIGINT UNSIGNED', '18446744073709551615', '18446744073709551616', 'v: .* out of the column’s range'],
  ['DECIMAL(5,2)', '-123.450', '1.234', 'v: "1.234" would be rounded'],
  ['DECIMAL(5,2)', '999.99', '1000', 'v: "1000" is out of the column’s range'],
  ['DOUBLE', '1.7976931348623157e308', '1e309', 'v: "1e309" is out of the column’s range'],
  ['FLOAT UNSIGNED', '.5', '-0.5', 'v: "-0.5" is out of the column’s range'],
  ['DATE', '2024-02-29', '2024-13-01', 'v: "2024-13-01" is no such date or time'],
  ['DATE', '2024-02-29 00:00:00', '05/01/2024', 'v: "05/01/2024" is no such date or time'],
  ['DATE', '2024-1-5', '2024-02-29 10:00:00', 'v: "2024-02-29 10:00:00" would be rounded'],
  [
    'DATETIME',
    '2024-02-29T10:00:00',
    '2024-02-29 25:00:00',
    'v: "2024-02-29 25:00:00" is no such date or time',
  ],
  ['DATETIME(3)', '2024-02-29 10:00:00.125', '2024-02-29 10:00:00.1251', 'v: ".*" would be rounded'],
  ['TIME', '-838:59:59', '10:00:00.5', 'v: "10:00:00.5" would be rounded'],
  ['YEAR', '1901', '1800', 'v: "1800" is out of the column’s range'],
  ['VARCHAR(3)', 'äöü', 'abcd', 'v: "abcd" is too long'],
  ['CHAR(3)', 'abc  ', 'abcd', 'v: "abcd" is too long'],
  ['VARCHAR(9) CHARACTER SET latin1', 'é€', 'ж', 'v: "ж" has a character'],
  ["ENUM('a','it''s')", "IT's", 'c', 'v: "c" is none of the column’s values'],
  ["SET('a','b')", 'b,a', 'a,c', 'v: "a,c" is none of the column’s values'],
  ['VARBINARY(2)', '00ff', 'zz', 'v: "zz" is no row of hexadecimal digits'],
  ['VARBINARY(2)', '00FF', '616263', 'v: "616263" is too long'],
  ['INT NOT NULL', '0', '\\N', 'v is NULL'],
  ['VARCHAR(9) NOT NULL', '', '\\N', 'v is NULL'],
];

describe.each(testVendors)('values that a definition does not take, %s', (vendor) => {
  const loads = new RowsLoads(vendor, 'd', COPY);
  const { home, rejects } = loads;
  const load = (words: readonly string[] = [], crash?: Crash) => loads.load(join(home, 'd'), words, crash);
  beforeEach(async () => {
    await loads.clear();
    rmSync(join(home, 'd'), { recursive: true, force: true });
    mkdirSync(join(home, 'd'));
  });
  afterAll(() => loads.end());

  function write(files: Readonly<Record<string, string | Buffer>>): void {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(home, 'd', name), text);
  }

  it('are refused by file, line, column and value, one of each type, before anything is made', async () => {
    write(
      Object.fromEntries(
        CASES.flatMap(([type, good, bad], at) => {
          const quoted = (value: string) => (value === '\\N' ? value : `"${value}"`);
          return [
            [`t${at}.sql`, `CREATE TABLE t${at} (id INT PRIMARY KEY, v ${type}) DEFAULT CHARSET=utf8mb4;\n`],
            [`t${at}.csv`, `id,v\n1,${quoted(good)}\n2,${quoted(bad)}\n`],
          ];
        }),
      ),
    );
    const refused = await load(['--dry-run']);
    expect(refused.output).toMatch(
      /1 row of t0\.csv has a value that the column can’t take as it is: line 3 \(v: "abc" is no number\)/,
    );
    expect((await load()).exitCode).not.toBe(0);
    expect(await queryRows(vendor, `SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
    const { exitCode, output } = await load(['--reject-file', rejects]);
    expect(exitCode, output).toBe(3);
    for (const at of CASES.keys())
      expect(await queryRows(vendor, `SELECT id FROM ${COPY}.t${at}`)).toEqual([{ id: 1 }]);
    const lines = readFileSync(rejects, 'utf8').split('\r\n').slice(1, -1);
    expect(lines).toHaveLength(CASES.length);
    for (const [at, [, , , reason]] of CASES.entries())
      expect(lines.find((line) => line.startsWith(`t${at}.csv,3,`))?.replace(/""/g, '"')).toMatch(
        new RegExp(reason.replace(/[()]/g, '\\$&')),
      );
  });

  it.each(['csv', 'jsonl', 'csv.gz', 'jsonl.gz'])(
    'are set aside once each, over ranges, lanes, kill -9 and resume: %s',
    async (ending) => {
      const isJson = ending.startsWith('json');
      const rows = Array.from({ length: 60_000 }, (_, id) => {
        const n = id % 300 === 7 ? 'x' : id % 300 === 8 ? null : id;
        const v = 'text, '.repeat(70);
        return isJson ? JSON.stringify({ id, n, v }) : `${id},${n ?? ''},"${v}"`;
      });
      const text = Buffer.from([...(isJson ? [] : ['id,n,v']), ...rows, ''].join('\n'));
      write({
        't.sql': 'CREATE TABLE t (id INT PRIMARY KEY, n INT NOT NULL, v TEXT) DEFAULT CHARSET=utf8mb4;\n',
        [`t.${ending}`]: ending.endsWith('gz') ? gzipSync(text, { level: 1 }) : text,
      });
      const words = ['--reject-file', rejects, '--threads', '3'];
      const crash = {
        saboteur: await saboteurCommand(join(home, `saboteur-${ending}`)),
        at: 'after-commit:1',
      };
      expect([0, 3]).not.toContain((await load(words, crash)).exitCode);
      const { exitCode, output } = await load([...words, '--resume']);
      expect(exitCode, output).toBe(3);
      expect(output).toMatch(/400 rows that do not fit are not loaded/);
      const [sums] = await queryRows(
        vendor,
        `SELECT COUNT(*) AS n, COUNT(DISTINCT id) AS d, SUM(id % 300 IN (7, 8)) AS bad FROM ${COPY}.t`,
      );
      expect([Number(sums?.n), Number(sums?.d), Number(sums?.bad)]).toEqual([59_600, 59_600, 0]);
      const lines = readFileSync(rejects, 'utf8').split('\r\n').slice(1, -1);
      const header = isJson ? 1 : 2;
      expect(lines.map((line) => Number(line.split(',')[1]))).toEqual(
        Array.from({ length: 400 }, (_, at) => Math.floor(at / 2) * 300 + 7 + (at % 2) + header),
      );
    },
  );

  it('are set aside with lines of JSON that are no object, up to the limit', async () => {
    write({ 't.jsonl': '{"id":1}\n{"id":2\n{"id":3,"id":4}\n[5]\n{"id":6,"v":"é"}\n' });
    expect((await load()).output).toMatch(/3 lines of t\.jsonl are no row/);
    expect((await load(['--reject-file', rejects, '--reject-limit', '2'])).output).toMatch(
      /3 rows do not fit, and 2 at most are set aside/,
    );
    const { exitCode, output } = await load(['--reject-file', rejects]);
    expect(exitCode, output).toBe(3);
    expect(await queryRows(vendor, `SELECT id, v FROM ${COPY}.t ORDER BY id`)).toEqual([
      { id: 1, v: null },
      { id: 6, v: 'é' },
    ]);
    expect(readFileSync(rejects, 'utf8')).toBe(
      [
        'file,line,reason,row',
        't.jsonl,2,byte 8: the line ends within the object,"{""id"":2"',
        't.jsonl,3,byte 10: a key stands there twice,"{""id"":3,""id"":4}"',
        't.jsonl,4,byte 1: no object begins,[5]',
        '',
      ].join('\r\n'),
    );
  });

  it('are set aside where they are no UTF-8, and that is chosen', async () => {
    write({ 't.csv': Buffer.from('id,v\n1,caf\xe9\n2,a\n', 'latin1') });
    expect((await load(['--input-charset', 'utf8mb4'])).output).toMatch(/no UTF-8: line 2, value 2/);
    const { exitCode, output } = await load(['--input-charset', 'utf8mb4', '--reject-file', rejects]);
    expect(exitCode, output).toBe(3);
    expect(await queryRows(vendor, `SELECT id, v FROM ${COPY}.t`)).toEqual([{ id: 2, v: 'a' }]);
    expect(readFileSync(rejects, 'utf8')).toMatch(/t\.csv,2,"v: ""caf.*is no UTF-8"/);
  });

  it('are compared by their columns, whatever their order, names and decimal comma', async () => {
    write({
      't.sql': 'CREATE TABLE `t` (`id` int NOT NULL, `d` decimal(4,1) DEFAULT NULL, PRIMARY KEY (`id`));\n',
      't.csv': 'Betrag;Nr\n"1,5";1\n"1,25";2\n;x\n',
    });
    const words = ['--input-columns', 'Betrag=d,Nr=id', '--input-decimal', 'comma', '--input-header', 'yes'];
    const { exitCode, output } = await load([...words, '--reject-file', rejects]);
    expect(exitCode, output).toBe(3);
    expect(await queryRows(vendor, `SELECT id, CAST(d AS CHAR) AS d FROM ${COPY}.t`)).toEqual([
      { id: 1, d: '1.5' },
    ]);
    expect(readFileSync(rejects, 'utf8')).toMatch(
      /t\.csv,3,"d: ""1,25"" would be rounded"[^]*t\.csv,4,"id: ""x"" is no number"/,
    );
  });

  it('leave out no key with a default that a file of JSON Lines does not have', async () => {
    write({
      't.sql': 'CREATE TABLE t (id INT NOT NULL, c INT NOT NULL DEFAULT 5, b BOOLEAN, PRIMARY KEY (id));\n',
      't.jsonl': '{"id":1,"b":true}\n{"b":false}\n',
    });
    expect((await load()).output).toMatch(/line 2 \(id is NULL/);
    expect((await load(['--reject-file', rejects])).exitCode).toBe(3);
    expect(await queryRows(vendor, `SELECT id, c, b FROM ${COPY}.t`)).toEqual([{ id: 1, c: 5, b: 1 }]);
  });

  const FIT = { id: 1, n: '1', e: 'a', v: 'äbc', w: 'true', b: 'ab', d: '2024-01-02', k: '5' };
  const ROWS: readonly Readonly<Record<string, unknown>>[] = [
    FIT,
    { ...FIT, id: 2, n: '1.5' },
    { ...FIT, id: 3, e: 'c' },
    { ...FIT, id: 4, v: 'abcd' },
    { ...FIT, id: 5, d: null },
    { ...FIT, id: 6, w: 'false', b: 'abcde', k: null },
  ];
  it.each([
    ['t.csv', ['id,n,e,v,w,b,d,k', ...ROWS.map((row) => Object.values(row).join(','))].join('\n')],
    [
      't.jsonl',
      ROWS.map((row) =>
        JSON.stringify({
          ...row,
          n: Number(row.n),
          w: row.w === 'true',
          k: row.k === null ? null : Number(row.k),
        }),
      ).join('\n'),
    ],
  ])('are held against a table that is there, where none is defined beside %s', async (name, text) => {
    write({ [name]: text });
    const there = `${COPY}.t`;
    const columns =
      "n INT, e ENUM('a','b'), v VARCHAR(3), w VARCHAR(9), b VARBINARY(5), d DATE NOT NULL, k BIT(8)";
    await runStatements(vendor, [
      `CREATE DATABASE ${COPY}`,
      `CREATE TABLE ${there} (id INT PRIMARY KEY, ${columns}, made TIMESTAMP DEFAULT '2020-01-01') CHARSET utf8mb4`,
      `INSERT INTO ${there} (id, d) VALUES (100, '2020-02-03')`,
    ]);
    const append = ['--on-existing', 'append'];
    for (const words of [append, [...append, '--dry-run']]) {
      const { exitCode, output } = await load(words);
      expect(exitCode).not.toBe(0);
      expect(output).toMatch(/4 rows of t\.(csv|jsonl) have a value that the column can’t take as it is/);
      for (const reason of [
        'n: "1.5" would be rounded',
        'e: "c" is none',
        'v: "abcd" is too long',
        'd is NULL',
      ])
        expect(output).toContain(reason);
    }
    expect(await queryRows(vendor, `SELECT id FROM ${there}`)).toEqual([{ id: 100 }]);
    const { exitCode, output } = await load([...append, '--reject-file', rejects]);
    expect(exitCode, output).toBe(3);
    const loaded = `SELECT id, n, e, v, w, CAST(b AS CHAR) AS b, CAST(d AS CHAR) AS d, CAST(k + 0 AS CHAR) AS k FROM ${there} WHERE id < 100 ORDER BY id`;
    expect(await queryRows(vendor, loaded)).toEqual([
      { ...FIT, n: 1 },
      { ...FIT, id: 6, n: 1, w: 'false', b: 'abcde', k: null },
    ]);
    expect(readFileSync(rejects, 'utf8').split('\r\n')).toHaveLength(6);
  });
});
