import { spawn, spawnSync } from 'child_process';
import { readdirSync, readFileSync, writeFileSync } from 'fs';
import { join, resolve } from 'path';
import { gunzipSync } from 'zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sakilaStatements } from '../../fixtures/sakila';
import { testServer } from '../../servers/test-server';
import { runSluice, startSluice } from '../harness/command';
import { closeGate, waitsAt } from '../harness/gate';
import { newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, runStatements, withPlain } from '../harness/servers';
import { dumpSchemas } from './harness';

const CLI = resolve(import.meta.dirname, '../../../dist/cli.cjs');
const SAKILA = { location: '', textEngine: 'InnoDB' } as const;

describe('sluice convert', () => {
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas('mariadb', 'sakila');
    await runStatements('mariadb', sakilaStatements(SAKILA));
  });
  afterAll(() => dropSchemas('mariadb', 'sakila'));

  const { host, port, user, password } = testServer('mariadb');
  const source = `mysql://${user}@${host}:${port}`;
  const words = ['dump', '--source', source, '--schemas', 'sakila', '--format', 'sql'];
  const environment = { SLUICE_PASSWORD: password };

  async function withDump(work: (folder: string, dump: string) => Promise<void>): Promise<void> {
    await withFolder(async (folder) => {
      const dump = join(folder, 'dump');
      await dumpSchemas(registry, 'mariadb', dump, ['sakila']);
      await work(folder, dump);
    });
  }

  it('packs a script as its name says, and says what it wrote', async () => {
    await withDump(async (folder, dump) => {
      const plain = await runSluice(['convert', dump, join(folder, 'a.sql'), '--format', 'sql'], {});
      expect(plain).toMatchObject({ exitCode: 0 });
      expect(plain.output).toMatch(/^Written: [\d,]+ rows of 16 tables, [\d.]+ kB in .*a\.sql\n$/);
      const packed = await runSluice(
        ['convert', dump, join(folder, 'a.sql.gz'), '--format', 'sql', '--json'],
        {},
      );
      expect(packed.result).toMatchObject({ ok: true, state: 'done', tables: 16 });
      const script = readFileSync(join(folder, 'a.sql'));
      expect(gunzipSync(readFileSync(join(folder, 'a.sql.gz'))).equals(script)).toBe(true);
    });
  });

  it('makes the folders above an output', async () => {
    await withDump(async (folder, dump) => {
      for (const [out, format] of [
        ['new/one/a.sql', 'sql'],
        ['new/two/csv', 'csv'],
      ] as const) {
        const converted = await runSluice(['convert', dump, join(folder, out), '--format', format], {});
        expect(converted).toMatchObject({ exitCode: 0 });
      }
      const dumped = await runSluice([...words, '--out', join(folder, 'new/three/a.sql')], environment);
      expect(dumped).toMatchObject({ exitCode: 0 });
      expect(readFileSync(join(folder, 'new/three/a.sql'))).toEqual(
        readFileSync(join(folder, 'new/one/a.sql')),
      );
      expect(readdirSync(join(folder, 'new/two/csv'))).not.toEqual([]);
    });
  });

  it.each([
    ['a.sql.gz', 'zstd'],
    ['a.sql.zst', 'none'],
  ])('refuses %s as %s', async (name, compression) => {
    await withDump(async (folder, dump) => {
      const refused = await runSluice(
        ['convert', dump, join(folder, name), '--format', 'sql', '--compression', compression],
        {},
      );
      expect(refused.exitCode).toBe(2);
      expect(refused.output).toMatch(
        /The name of the output says (gzip|zstd), and --compression says (zstd|none)\./,
      );
      expect(readdirSync(folder)).toEqual(['dump']);
    });
  });

  it('writes nothing but the script to standard output', async () => {
    await withDump(async (folder, dump) => {
      await runSluice(['convert', dump, join(folder, 'a.sql'), '--format', 'sql'], {});
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [CLI, 'convert', dump, '-', '--format', 'sql'],
        { maxBuffer: 64 << 20 },
      );
      expect(status).toBe(0);
      expect(stdout.equals(readFileSync(join(folder, 'a.sql')))).toBe(true);
      expect(stderr.toString()).toMatch(/^Written: .* in standard output\n$/);
    });
  });

  it('takes a script, and rows of a table, from standard input, and leaves no copy', async () => {
    await withDump(async (folder, dump) => {
      const packed = join(folder, 'a.sql.gz');
      await runSluice(['convert', dump, packed, '--format', 'sql'], {});
      await runSluice(['convert', packed, join(folder, 'b.sql'), '--format', 'sql'], {});
      const converted = (input: Buffer, ...words: readonly string[]) =>
        spawnSync(process.execPath, [CLI, 'convert', '-', ...words], {
          ...{ input, maxBuffer: 64 << 20 },
          env: { ...process.env, TMPDIR: folder },
        });
      const piped = converted(readFileSync(packed), '-', '--format', 'sql');
      expect(piped.stderr.toString()).toMatch(
        /Standard input .* is kept in memory[^]*Written: .*standard output/,
      );
      expect(piped.stdout.equals(readFileSync(join(folder, 'b.sql')))).toBe(true);
      const rows = Buffer.from('id,v\n1,a\n2,b\n');
      const words = [join(folder, 'lines'), '--format', 'jsonl'];
      const unnamed = converted(rows, ...words);
      expect(unnamed.stderr.toString()).toMatch(/looks like CSV, with commas between values/);
      expect(unnamed.status).toBe(2);
      expect(converted(rows, ...words, '--input-table', 'shop.t').status).toBe(0);
      expect(readFileSync(join(folder, 'lines', 'shop.t.jsonl'), 'utf8')).toBe(
        '{"id":1,"v":"a"}\n{"id":2,"v":"b"}\n',
      );
      const taken = converted(Buffer.from('x'), join(folder, 'b.sql'), '--format', 'sql');
      expect(taken.stderr.toString()).toMatch(/b\.sql exists already/);
      expect(readdirSync(folder).sort()).toEqual(['a.sql.gz', 'b.sql', 'dump', 'lines']);
    });
  });

  it('ends where nobody reads standard output any more', async () => {
    await withDump(async (_folder, dump) => {
      const { exitCode, output } = await startSluice(
        ['convert', dump, '-', '--format', 'sql'],
        {},
        (words) => ['bash', '-c', 'set -o pipefail; "$@" | head -c 100 > /dev/null', 'bash', ...words],
      ).ended;
      expect(exitCode).toBe(1);
      expect(output).toMatch(/stdout could not be written: Broken pipe/);
    });
  });

  it('refuses what is no dump, and leaves nothing', async () => {
    await withFolder(async (folder) => {
      const { exitCode, result } = await runSluice(
        ['convert', folder, join(folder, 'a.sql'), '--format', 'sql', '--json'],
        {},
      );
      expect(exitCode).toBe(5);
      expect(result).toMatchObject({ ok: false, errors: [{ code: 'not-a-dump' }] });
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  it.each([
    ['rows that a server computes', 'INSERT INTO t VALUES (NOW());', /s\.t has rows that only a server can/],
    [
      'statements that nobody knows',
      'UPDATE t SET at = NULL;',
      /Line 2 of s\.sql holds a statement .*UPDATE t/,
    ],
    [
      'times of another zone',
      "SET TIME_ZONE='+02:00';\nINSERT INTO t VALUES ('2026-01-02 03:04:05');",
      /s\.t has TIMESTAMP values in the time zone '\+02:00'/,
    ],
    [
      'times of no zone',
      "INSERT INTO t VALUES ('2026-01-02 03:04:05');",
      /s\.t has TIMESTAMP values, and the dump does not say in which time zone/,
    ],
  ])('refuses a script with %s, and leaves nothing', async (_what, statement, message) => {
    await withFolder(async (folder) => {
      const script = join(folder, 's.sql');
      writeFileSync(script, `CREATE TABLE t (at TIMESTAMP NULL);\n${statement}\n`);
      const { exitCode, result } = await runSluice(
        ['convert', script, join(folder, 'a.sql'), '--format', 'sql', '--json'],
        {},
      );
      expect(exitCode).toBe(5);
      expect(result.errors[0]).toMatchObject({ code: 'dump-unsupported' });
      expect(result.errors[0]?.message).toMatch(message);
      expect(readdirSync(folder)).toEqual(['s.sql']);
    });
  });

  it('names the table of such rows once', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 's.sql');
      writeFileSync(
        script,
        'CREATE TABLE t (id INT, n INT DEFAULT 3);\nINSERT INTO t VALUES (1, DEFAULT);\n',
      );
      const { exitCode, output } = await runSluice(
        ['convert', script, join(folder, 'a.sql'), '--format', 'sql'],
        {},
      );
      expect(exitCode).toBe(5);
      expect(output).toMatch(/^Error: s\.t has rows that only a server can compute/);
    });
  });

  it('is what dump does for a name that says so, and for standard output', async () => {
    await withFolder(async (folder) => {
      const plain = words.slice(0, words.indexOf('--format'));
      const named = await runSluice([...plain, '--out', join(folder, 'a.sql.gz')], environment);
      expect(named).toMatchObject({ exitCode: 0 });
      const { stdout } = spawnSync(process.execPath, [CLI, ...plain, '--out', '-'], {
        env: { ...process.env, ...environment, TMPDIR: folder },
        maxBuffer: 64 << 20,
      });
      expect(gunzipSync(readFileSync(join(folder, 'a.sql.gz'))).equals(stdout)).toBe(true);
      await runSluice([...plain, '--format', 'shell', '--out', join(folder, 'b.sql')], environment);
      expect(readdirSync(join(folder, 'b.sql'))).toContain('@.done.json');
    });
  });

  it('is what dump --format does, to a file and to standard output', async () => {
    await withDump(async (folder, dump) => {
      await runSluice(['convert', dump, join(folder, 'a.sql'), '--format', 'sql'], {});
      const script = readFileSync(join(folder, 'a.sql'));
      const dumped = await runSluice([...words, '--out', join(folder, 'B.SQL.GZ'), '--json'], environment);
      expect(dumped).toMatchObject({ exitCode: 0, result: { ok: true, kind: 'dump', tables: 16 } });
      expect(gunzipSync(readFileSync(join(folder, 'B.SQL.GZ'))).equals(script)).toBe(true);
      const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, ...words, '--out', '-'], {
        env: { ...process.env, ...environment, TMPDIR: folder },
        maxBuffer: 64 << 20,
      });
      expect(stderr.toString()).toMatch(/Written: .*standard output/);
      expect(status).toBe(0);
      expect(stdout.equals(script)).toBe(true);
      expect(readdirSync(folder).sort()).toEqual(['B.SQL.GZ', 'a.sql', 'dump']);
    });
  });

  it('is refused for an output that exists, and leaves nothing of a dump that failed', async () => {
    await withFolder(async (folder) => {
      const out = join(folder, 'kept.sql');
      writeFileSync(out, 'kept');
      const refused = await runSluice([...words, '--out', out, '--json'], environment);
      expect(refused).toMatchObject({ exitCode: 5, result: { errors: [{ code: 'folder-not-empty' }] } });
      const other = words.map((word) => (word === 'sakila' ? 'nowhere' : word));
      const failed = await runSluice([...other, '--out', join(folder, 'b.sql'), '--json'], environment);
      expect(failed).toMatchObject({ exitCode: 5, result: { errors: [{ code: 'unknown-schema' }] } });
      expect(readdirSync(folder)).toEqual(['kept.sql']);
    });
  });

  it('is interrupted while nobody reads, and leaves nothing', async () => {
    await withFolder(async (folder) => {
      const child = spawn(process.execPath, [CLI, ...words, '--out', '-'], {
        env: { ...process.env, ...environment, TMPDIR: folder },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const ended = new Promise<number | null>((resolveEnd) => child.once('exit', resolveEnd));
      await new Promise((readable) => child.stdout.once('readable', readable));
      const files = readdirSync(folder, { recursive: true }).map(String);
      expect(files).not.toEqual([]);
      // Definitions stand in the folder meanwhile, and no rows.
      expect(files.filter((name) => name.includes('.tsv'))).toEqual([]);
      child.kill('SIGINT');
      expect(await ended).toBe(130);
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  it('tells in its result and in the history what it wrote, and what the output lacks', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'b.sql');
      const environmentOfOne = { ...environment, XDG_STATE_HOME: join(folder, 'state') };
      const { result } = await runSluice(
        [...words, '--users', '%', '--out', path, '--json'],
        environmentOfOne,
      );
      expect(result).toMatchObject({
        written: { format: 'sql', path },
        notices: ['The accounts of the dump are left out.'],
      });
      const { output } = await runSluice(['history'], environmentOfOne);
      expect(output).toContain('→ b.sql ');
    });
  });

  it('is interrupted several times, and leaves nothing', async () => {
    const gate = { column: 'film_id', value: 1 };
    await withFolder(async (folder) => {
      await withPlain('mariadb', async (connection) => {
        await closeGate(connection, gate);
        const held = ['--where', `sakila.film=${waitsAt(gate)}`, '--out', join(folder, 'b.sql')];
        const running = startSluice([...words, ...held], environment);
        await running.printed(/Includes/);
        const again = setInterval(() => running.process.kill('SIGINT'), 1);
        // The last one may end the process, when it has nothing more to do.
        await running.ended;
        clearInterval(again);
      });
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  it.each([
    [['--format', 'shell', '--out', '-'], /standard output/],
    [['--format', 'csv', '--out', '-'], /standard output/],
    [['--format', 'parquet', '--out', '-'], /standard output/],
    [['--format', 'parquet', '--out', 'x', '--compression', 'snappy'], /none, gzip .*zstd/],
    [['--format', 'shell', '--out', 'x', '--compression', 'gzip'], /gzip/],
  ])('refuses %s', async (odd, message) => {
    const { exitCode, output } = await runSluice(['dump', '--source', source, ...odd], environment);
    expect(exitCode).toBe(2);
    expect(output).toMatch(message);
  });
});
