import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { startAt, targetWords, type Crash } from '../harness/server-command';
import { dropSchemas, withPlain } from '../harness/servers';
import { saboteurCommand } from '../load/crash-schema';

const COPY = 'several_copy';

describe.each(testVendors)('several files in one load, %s', (vendor) => {
  let home = '';
  let folder = '';
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'sluice-several-'));
    folder = join(home, 'exports');
    mkdirSync(join(folder, 'more'), { recursive: true });
    writeFileSync(join(folder, 'a.csv'), 'id,v\n1,x\n2,y\n');
    writeFileSync(join(folder, 'b.csv.gz'), gzipSync('id,v\n3,z\n'));
    writeFileSync(join(folder, 'notes.txt'), 'not a dump\n');
    writeFileSync(join(folder, 'more', 'c.tsv'), 'id\tv\n4\tw\n');
    writeFileSync(join(folder, 'z-tables.sql'), 'CREATE TABLE t (id INT PRIMARY KEY);\n');
    writeFileSync(join(folder, 'rows.sql'), 'INSERT INTO t VALUES (1),(2);\n');
    writeFileSync(join(folder, 'more', 'd.sql'), 'CREATE TABLE d (id INT PRIMARY KEY);\n');
    writeFileSync(join(folder, 'j.jsonl'), '{"id":1,"v":"x"}\n{"id":2}\n');
    writeFileSync(join(folder, 'k.ndjson.gz'), gzipSync('{"id":3,"at":"2026-01-02 03:04:05"}\n'));
    writeFileSync(join(folder, 'k.sql'), 'CREATE TABLE k (id BIGINT PRIMARY KEY, at DATETIME(3));\n');
    writeFileSync(join(folder, 'more', 'l.jsonl'), '{"id":4}\n');
  });
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(async () => {
    await dropSchemas(vendor, COPY);
    rmSync(home, { recursive: true, force: true });
  });

  const sluice = (words: readonly string[], crash?: Crash) => startAt({ vendor, home, crash }, words).ended;

  function load(dumps: readonly string[], words: readonly string[] = [], crash?: Crash) {
    const target = [...targetWords(vendor), '--schema-map', `exports=${COPY}`];
    const named = dumps.flatMap((dump) => ['--dump', dump === '-' ? dump : join(folder, dump)]);
    return sluice(['load', ...target, ...named, ...words], crash);
  }

  async function rowsOf(): Promise<Readonly<Record<string, number>>> {
    return await withPlain(vendor, async (connection) => {
      const [tables] = await connection.query<RowDataPacket[]>(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${COPY}' ORDER BY 1`,
      );
      const counted: Record<string, number> = {};
      for (const { name } of tables) {
        const [[row]] = await connection.query<RowDataPacket[]>(
          `SELECT COUNT(*) AS n FROM ${COPY}.${String(name)}`,
        );
        counted[String(name)] = Number(row?.n);
      }
      return counted;
    });
  }

  it.each<readonly [string, readonly string[], Readonly<Record<string, number>>]>([
    ['a pattern', ['[ab].csv*'], { a: 2, b: 1 }],
    ['a pattern of one file', ['*.csv'], { a: 2 }],
    ['names one by one, in several folders', ['a.csv', 'more/c.tsv'], { a: 2, c: 1 }],
    ['patterns and names', ['b.*', 'a.csv'], { a: 2, b: 1 }],
    ['scripts in this order', ['z-tables.sql', 'rows.sql'], { t: 2 }],
    ['a pattern of JSON Lines', ['*.jsonl'], { j: 2 }],
    ['JSON Lines one by one, in several folders', ['j.jsonl', 'more/l.jsonl'], { j: 2, l: 1 }],
    ['JSON Lines with a definition among them', ['j.*', 'k.*'], { j: 2, k: 1 }],
  ])('are all loaded: %s', async (_how, dumps, tables) => {
    const { exitCode, output } = await load(dumps);
    expect(exitCode, output).toBe(0);
    expect(await rowsOf()).toEqual(tables);
  });

  it.each<readonly [string, readonly string[], RegExp]>([
    ['a pattern that nothing matches', ['*.dat'], /No file matches .*exports\/\*\.dat/],
    ['a file that is not there', ['a.csv', 'gone.csv'], /no dump at .*exports\/gone\.csv/],
    ['values and statements', ['a.csv', 'rows.sql'], /a\.csv holds values and rows\.sql statements/],
    [
      'another file',
      ['a.csv', 'notes.txt'],
      /notes\.txt is neither CSV, TSV or JSON Lines nor an SQL script/,
    ],
    ['CSV and JSON Lines', ['a.csv', 'j.jsonl'], /a\.csv is CSV and j\.jsonl JSON Lines/],
    ['JSON Lines and statements', ['j.jsonl', 'rows.sql'], /j\.jsonl holds values and rows\.sql statements/],
    ['a folder', ['a.csv', 'more'], /more is a folder, and a dump of its own/],
    ['scripts of several folders', ['rows.sql', 'more/d.sql'], /lie in different folders/],
    ['standard input', ['-', 'a.csv'], /Standard input \(-\) can’t be one of several/],
  ])('are refused, and nothing is made: %s', async (_what, dumps, message) => {
    const { exitCode, output } = await load(dumps);
    expect(output).toMatch(message);
    expect([2, 5]).toContain(exitCode);
    expect(await rowsOf()).toEqual({});
  });

  it('are shown by inspect-dump, and converted', async () => {
    const { output } = await sluice(['inspect-dump', join(folder, '[ab].csv*'), '--input-header', 'yes']);
    expect(output).toMatch(/Schema exports/);
    expect(output).toMatch(/a\.csv: commas .*; by hand: --input-header yes/);
    const out = join(home, `${vendor}.sql`);
    const converted = await sluice([
      ...['convert', join(folder, '[ab].csv*'), out, '--format', 'sql', '--input-header', 'yes'],
    ]);
    expect(converted.exitCode, converted.output).toBe(0);
    expect(converted.output).toMatch(/by hand: --input-header yes/);
  });

  it('are resumed after kill -9, by the same names alone', async () => {
    const big = join(home, 'exports');
    const rows = Array.from({ length: 40_000 }, (_, id) => `${id},"${'text; '.repeat(100)}"\n`).join('');
    for (const name of ['p.csv', 'q.csv']) writeFileSync(join(big, name), `id,v\n${rows}`);
    const saboteur = await saboteurCommand(join(home, 'saboteur'));
    const crash = { saboteur, at: 'after-commit:1' };
    await load(['p.csv', 'q.csv'], ['--threads', '1'], crash).catch(() => undefined);
    expect((await load(['p.csv'], ['--resume'])).exitCode).not.toBe(0);
    const { exitCode, output } = await load(['p.csv', 'q.csv'], ['--resume']);
    expect(exitCode, output).toBe(0);
    expect(await rowsOf()).toEqual({ p: 40_000, q: 40_000 });
  });
});
