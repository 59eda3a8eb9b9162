import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { startAt, targetWords, type Crash } from '../harness/server-command';
import { dropSchemas, queryRows } from '../harness/servers';
import { saboteurCommand } from '../load/crash-schema';

const COPY = 'stdin_values';

describe.each(testVendors)('sluice load --dump - of CSV and TSV, %s', (vendor) => {
  let home = '';
  let spool = '';
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'sluice-stdin-'));
    spool = join(home, 'spool');
    mkdirSync(spool);
  });
  afterAll(async () => {
    await dropSchemas(vendor, COPY);
    rmSync(home, { recursive: true, force: true });
  });

  function loading(input: string | Buffer, words: readonly string[], crash?: Crash) {
    const file = join(home, 'input');
    writeFileSync(file, input);
    return startAt({ vendor, home, crash, through: ['sh', '-c', `cat ${file} | "$@"`, 'sh'] }, [
      ...['load', ...targetWords(vendor), '--schema-map', `stdin=${COPY}`],
      ...['--dump', '-', '--spool', spool, ...words],
    ]).ended;
  }

  const rowsOf = (table: string) => queryRows(vendor, `SELECT * FROM ${COPY}.${table} ORDER BY 1`);

  const LOADED = [
    { id: 1, v: 'a, b' },
    { id: 2, v: null },
  ];
  it.each([
    ['CSV', 'id,v\n1,"a, b"\n2,\n', []],
    ['packed CSV', gzipSync('id;v\n1;a, b\n2;\n'), []],
    ['TSV as mysql --batch prints it', 'id\tv\n1\ta, b\n2\t\\N\n', []],
    [
      'CSV with choices',
      '1|a, b\n2|-\n',
      ['--input-columns', 'id,v', '--input-null', '-', '--input-separator', '|'],
    ],
    ['JSON Lines', '{"id":1,"v":"a, b"}\n{"id":2}\n', []],
    ['packed JSON Lines', gzipSync('\ufeff{"id":1,"v":"a, b"}\r\n{"v":null,"id":2}'), []],
    ['JSON Lines with columns', '{"nr":1,"v":"a, b"}\n{"nr":2}\n', ['--input-columns', 'nr=id']],
  ])('loads %s into the table that is named, and leaves nothing behind', async (_what, input, words) => {
    await dropSchemas(vendor, COPY);
    const { exitCode, output } = await loading(input, ['--input-table', 'orders', ...words]);
    expect(exitCode, output).toBe(0);
    expect(await rowsOf('orders')).toEqual(LOADED);
    expect(readdirSync(spool)).toEqual([]);
  });

  it('refuses CSV without a table, and a script as a table, before anything is made', async () => {
    await dropSchemas(vendor, COPY);
    const csv = 'id,v\n1,a\n2,b\n';
    const unnamed = await loading(gzipSync(csv), []);
    expect(unnamed.output).toMatch(/looks like CSV, with commas between values.*\n?.*--input-table TABLE/);
    expect(unnamed.exitCode).toBe(2);
    expect((await loading(csv, ['--input-header', 'yes'])).output).toMatch(/nothing says of which table/);
    const script = await loading('CREATE TABLE t (id INT);\n', ['--input-table', 't']);
    expect(script.output).toMatch(/standard input begins as an SQL script/);
    expect(await queryRows(vendor, `SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
  });

  it('refuses JSON Lines without a table, and with options of CSV', async () => {
    await dropSchemas(vendor, COPY);
    const lines = '{"id":1,"v":"a"}\n{"id":2,"v":"b"}\n';
    const unnamed = await loading(lines, []);
    expect(unnamed.output).toMatch(/looks like JSON Lines.*\n?.*--input-table TABLE/);
    expect(unnamed.exitCode).toBe(2);
    const parted = await loading(lines, ['--input-table', 't', '--input-separator', ';']);
    expect(parted.output).toMatch(/--input-separator is for CSV and TSV, and standard input is JSON Lines/);
    expect(parted.exitCode).toBe(2);
    const broken = await loading(`{"id":0,"v":\n${lines}`, ['--input-table', 't']);
    expect(broken.output).toMatch(/1 line of standard input is no row: line 1, byte \d+/);
    expect(broken.exitCode).toBe(5);
  });

  it.each([
    ['an array of objects', '[\n  {"id": 1, "v": "a"}\n]\n'],
    ['one on a long line', `[${'{"id": 1, "v": "a"},'.repeat(100_000)}{"id":2}]`],
    ['objects of several lines', '{\n  "id": 1\n}\n'],
  ])('refuses %s, with a table or without one, with what makes lines of it', async (_what, json) => {
    await dropSchemas(vendor, COPY);
    for (const words of [[], ['--input-table', 't']]) {
      const { exitCode, output } = await loading(json, words);
      expect(output).toMatch(/Standard input is JSON, of which Sluice reads JSON Lines/);
      expect(output).toMatch(/jq -c/);
      expect(exitCode).toBe(5);
    }
  });

  it('takes values that are JSON for values', async () => {
    await dropSchemas(vendor, COPY);
    const { exitCode, output } = await loading('{"a":1}\t5\n{"a":2}\t6\n', ['--input-table', 't']);
    expect(exitCode, output).toBe(0);
    expect(await rowsOf('t')).toHaveLength(2);
  });

  it('resumes JSON Lines after kill -9', async () => {
    await dropSchemas(vendor, COPY);
    const rows = Array.from(
      { length: 40_000 },
      (_, id) => `{"id":${id},"v":"${'text; '.repeat(200)}"}\n`,
    ).join('');
    const words = ['--input-table', 'lines', '--threads', '1'];
    const saboteur = await saboteurCommand(join(home, 'saboteur-json'));
    await loading(rows, words, { saboteur, at: 'after-commit:1' }).catch(() => undefined);
    const { exitCode, output } = await loading(rows, [...words, '--resume']);
    expect(exitCode, output).toBe(0);
    const [sums] = await queryRows(
      vendor,
      `SELECT COUNT(*) AS n, COUNT(DISTINCT id) AS d FROM ${COPY}.lines`,
    );
    expect([Number(sums?.n), Number(sums?.d)]).toEqual([40_000, 40_000]);
  });

  it('is resumed after kill -9 with the same choices alone', async () => {
    await dropSchemas(vendor, COPY);
    const rows = Array.from({ length: 40_000 }, (_, id) => `${id};"${'text; '.repeat(200)}${id}"\n`).join('');
    const words = ['--input-table', 'many', '--input-header', 'no', '--threads', '1'];
    const saboteur = await saboteurCommand(join(home, 'saboteur'));
    await loading(rows, words, { saboteur, at: 'after-commit:1' }).catch(() => undefined);
    const other = await loading(rows, [
      '--input-table',
      'many',
      '--input-header',
      'no',
      '--input-quote',
      '"',
      '--resume',
    ]);
    expect(other.output).toMatch(/begun with these choices.*--input-table many --input-header no/);
    const { exitCode, output } = await loading(rows, [...words, '--resume']);
    expect(exitCode, output).toBe(0);
    const [sums] = await queryRows(
      vendor,
      `SELECT COUNT(*) AS n, COUNT(DISTINCT column_1) AS d FROM ${COPY}.many`,
    );
    expect([Number(sums?.n), Number(sums?.d)]).toEqual([40_000, 40_000]);
  });
});
