import { spawnSync } from 'child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAt, targetWords, type Crash } from '../harness/server-command';
import { dropSchemas, queryRows } from '../harness/servers';
import { saboteurCommand } from '../load/crash-schema';

const COPY = 'stdin_copy';
const SCRIPT = `CREATE TABLE t (id INT PRIMARY KEY);\nINSERT INTO t VALUES (1),(2),(3);\n`;

describe('sluice load --dump -', () => {
  let home = '';
  let spool = '';
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'sluice-stdin-'));
    spool = join(home, 'spool');
    mkdirSync(spool);
  });
  afterAll(async () => {
    await dropSchemas('mysql', COPY);
    rmSync(home, { recursive: true, force: true });
  });

  /** Runs the command with what the shell's words print as its input. */
  async function loaded(producer: string, words: readonly string[] = [], into = spool) {
    await dropSchemas('mysql', COPY);
    const ended = await loadingOn(producer, words, into).ended;
    expect(readdirSync(spool)).toEqual([]);
    return ended;
  }

  function loadingOn(producer: string, words: readonly string[], into: string, crash?: Crash) {
    const through = ['sh', '-c', `(${producer}) | "$@"`, 'sh'];
    return startAt({ vendor: 'mysql', home, crash, through }, [
      ...['load', ...targetWords('mysql'), '--schema-map', `stdin=${COPY}`],
      ...['--dump', '-', '--spool', into, ...words],
    ]);
  }

  it.each([
    ['plain', Buffer.from(SCRIPT)],
    ['packed', gzipSync(SCRIPT)],
  ])('loads a script from a pipe, %s, and leaves nothing behind', async (_how, bytes) => {
    const file = join(home, 'input');
    writeFileSync(file, bytes);
    const { exitCode, output } = await loaded(`cat ${file}`);
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/Standard input \(\d+ B\) was copied to .*spool.*removed when this ends/);
    expect(await queryRows('mysql', `SELECT COUNT(*) AS n FROM ${COPY}.t`)).toEqual([{ n: 3 }]);
  });

  it('calls it standard input in what fails', async () => {
    const { exitCode, output } = await loaded(
      `printf 'CREATE TABLE t (id INT);\\nINSERT INTO t VALUES (1),('`,
    );
    expect(exitCode, output).not.toBe(0);
    expect(output).toContain('Error: standard input ends within the statement that begins on line 2');
    expect(output).not.toMatch(/stdin-[0-9a-f]+\.sql(?!.*removed when this ends)/);
    // A program reads the same name.
    const kept = await loaded(`printf 'CREATE TABLE t (id INT);\\nINSERT INTO t VALUES (1),('`, ['--json']);
    expect(kept.output).toMatch(/"message": ?"standard input ends within/);
  });

  it('loads XML of mysqldump --xml from a pipe, which is no script', async () => {
    const file = join(home, 'shop.xml');
    const ids = [1, 2, 3].map((id) => `<row><field name="id">${id}</field></row>`);
    const table = [
      ...['<table_structure name="t">', '<field Field="id" Type="int" Null="NO" Key="PRI" Extra="" />'],
      '<key Table="t" Non_unique="0" Key_name="PRIMARY" Seq_in_index="1" Column_name="id" Index_type="BTREE" />',
      '<options Name="t" Engine="InnoDB" Collation="utf8mb4_general_ci" Create_options="" Comment="" />',
      ...['</table_structure>', '<table_data name="t">', ...ids, '</table_data>'],
    ];
    const document = ['<mysqldump>', '<database name="stdin">', ...table, '</database>', '</mysqldump>'];
    writeFileSync(file, ['<?xml version="1.0"?>', ...document, ''].join('\n'));
    const { exitCode, output } = await loaded(`cat ${file}`);
    expect(exitCode, output).toBe(0);
    expect(await queryRows('mysql', `SELECT COUNT(*) AS n FROM ${COPY}.t`)).toEqual([{ n: 3 }]);
    expect((await loaded(`head -c 200 ${file}`)).exitCode).toBe(5);
  });

  it('is resumed after kill -9 from the same input, and not from another', async () => {
    await dropSchemas('mysql', COPY);
    const saboteur = await saboteurCommand(join(home, 'saboteur'));
    const file = join(home, 'two.sql');
    writeFileSync(file, `${SCRIPT}CREATE TABLE u (id INT PRIMARY KEY);\nINSERT INTO u VALUES (4),(5);\n`);
    await loadingOn(`cat ${file}`, ['--threads', '1'], spool, { saboteur, at: 'after-commit:1' }).ended.catch(
      () => undefined,
    );
    const other = await loadingOn(`cat ${file}; echo '-- changed'`, ['--resume'], spool).ended;
    expect(other.exitCode, other.output).not.toBe(0);
    const { exitCode, output } = await loadingOn(`cat ${file}`, ['--resume'], spool).ended;
    expect(exitCode, output).toBe(0);
    const sums = `SELECT (SELECT SUM(id) FROM ${COPY}.t) AS t, (SELECT SUM(id) FROM ${COPY}.u) AS u`;
    expect(await queryRows('mysql', sums)).toEqual([{ t: '6', u: '9' }]);
    expect(readdirSync(spool)).toEqual([]);
  });

  it('removes what a killed process has left', async () => {
    const dead = spawnSync('true').pid;
    mkdirSync(join(spool, `sluice-input-${dead}-abc`));
    writeFileSync(join(spool, `sluice-input-${dead}-abc`, 'writing'), 'x');
    expect((await loaded(`printf '%s' ''`)).output).toMatch(/Standard input is empty/);
  });

  it.each([
    ['is empty', 'true', 5, /Standard input is empty/],
    ['is cut', `printf 'CREATE TABLE t (id INT);\\nINSERT INTO t VALUES (1),(2'`, 5, /ends within/],
    [
      'is a packed file that is cut',
      `printf '\\037\\213\\010'`,
      5,
      /Error: standard input ends in the middle of its data/,
    ],
  ])('refuses input that %s', async (_how, producer, code, message) => {
    const { exitCode, output } = await loaded(producer);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/stdin-[0-9a-f]{64}(?!.*removed when this ends)/);
    expect(exitCode).toBe(code);
  });

  it('refuses options that need a dump that stays, and a folder that is not there', async () => {
    expect((await loaded('true', ['--save-as-job', 'Fill'])).output).toMatch(/--save-as-job needs a dump/);
    expect((await loaded('true', ['--follow'])).exitCode).toBe(2);
    const { exitCode, output } = await loaded('true', [], join(home, 'nowhere'));
    expect(output).toMatch(/can’t be copied into .*nowhere/);
    expect(exitCode).toBe(5);
  });

  it('refuses a terminal', async () => {
    const inTerminal = (words: readonly string[]) => {
      const line = words.map((word) => `'${word}'`).join(' ');
      return ['script', '-qec', line, '/dev/null'];
    };
    const words = ['load', ...targetWords('mysql'), '--dump', '-'];
    const { output } = await startAt({ vendor: 'mysql', through: inTerminal }, words).ended;
    expect(output).toMatch(/standard input, which is a terminal/);
  });

  it('is looked at by inspect-dump, and verified, also against a server', async () => {
    const file = join(home, 'looked-at.sql');
    writeFileSync(file, SCRIPT);
    expect((await loaded(`cat ${file}`)).exitCode).toBe(0);
    const through = ['sh', '-c', `cat ${file} | "$@"`, 'sh'];
    const run = (...words: readonly string[]) => startAt({ vendor: 'mysql', home, through }, words).ended;
    const seen = await run('inspect-dump', '-');
    expect(seen.exitCode, seen.output).toBe(0);
    expect(seen.output).toMatch(/Schema stdin\n\s+t\b/);
    const read = await run('verify', '--dump', '-');
    expect(read.exitCode, read.output).toBe(3);
    expect(read.output).toMatch(/records no checksums/);
    const map = ['--schema-map', `stdin=${COPY}`];
    const compared = await run('verify', '--dump', '-', ...targetWords('mysql'), ...map, '--checksum');
    expect(compared.exitCode, compared.output).toBe(0);
    const saved = await run('verify', '--dump', '-', '--save-as-job', 'night');
    expect(saved.output).toMatch(/--save-as-job needs a dump that stays/);
  });
});
