import { mkdir, readdir, truncate, unlink, writeFile } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEndpoint, dropSchemas, withPlain } from './harness/servers';
import { runSluice } from './harness/command';
import { withFolder } from './harness/runs';
import { testServer } from '../servers/test-server';

/** Answers to a script when something is wrong: an exit code, and a result that names the place and the remedy. */
describe('bad input on the command line', () => {
  const { host, port, user, password } = testServer('mysql');
  const dsn = `mysql://${user}@${host}:${port}`;
  const environment = { SLUICE_PASSWORD: password };

  beforeAll(async () => {
    await withPlain('mysql', async (connection) => {
      await connection.query('DROP DATABASE IF EXISTS bad_input');
      await connection.query('CREATE DATABASE bad_input');
      await connection.query('CREATE TABLE bad_input.t (id INT PRIMARY KEY, v VARCHAR(100))');
      const values = Array.from({ length: 5000 }, (_, id) => `(${id}, REPEAT('x', 50))`);
      await connection.query(`INSERT INTO bad_input.t VALUES ${values.join(', ')}`);
    });
  });

  afterAll(() => dropSchemas('mysql', 'bad_input', 'bad_input_copy'));

  const dump = (out: string, more: readonly string[] = []) =>
    runSluice(
      ['dump', '--source', dsn, '--out', out, '--schemas', 'bad_input', '--json', ...more],
      environment,
    );

  it('a wrong password', async () => {
    await withFolder(async (folder) => {
      const arguments_ = [
        'dump',
        '--source',
        dsn,
        '--out',
        join(folder, 'd'),
        '--schemas',
        'bad_input',
        '--json',
      ];
      const run = await runSluice(arguments_, { SLUICE_PASSWORD: 'not it' });
      expect(run.exitCode).toBe(5);
      expect(run.result.errors[0]).toMatchObject({ code: 'sign-in-refused', errno: 1045 });
      expect(run.output).not.toContain('not it');
      expect(await readdir(folder)).toEqual([]);
    });
  });

  it('a server that is down', async () => {
    await withFolder(async (folder) => {
      const run = await runSluice(
        [
          'dump',
          '--source',
          `mysql://${user}@127.0.0.1:1`,
          '--out',
          join(folder, 'd'),
          '--schemas',
          'x',
          '--json',
        ],
        environment,
      );
      expect(run.exitCode).toBe(5);
      expect(run.result.errors[0]).toMatchObject({ code: 'connect-refused', retryable: true });
    });
  });

  it('an unknown schema', async () => {
    await withFolder(async (folder) => {
      const run = await dump(join(folder, 'd'), ['--schemas', 'no_such_schema']);
      expect(run.exitCode).toBe(5);
      expect(run.result.errors[0]).toMatchObject({ code: 'unknown-schema' });
      expect(run.result.errors[0]?.message).toContain('no_such_schema');
      expect(await readdir(folder)).toEqual([]);
    });
  });

  it('an output folder that is not empty is kept', async () => {
    await withFolder(async (folder) => {
      await writeFile(join(folder, 'mine.txt'), 'keep me');
      const run = await dump(folder);
      expect(run.exitCode).toBe(5);
      expect(run.result.errors[0]).toMatchObject({ code: 'folder-not-empty' });
      expect(await readdir(folder)).toEqual(['mine.txt']);
    });
  });

  it.runIf(process.platform === 'linux')('an output folder where none can be made', async () => {
    const run = await dump('/proc/x');
    expect(run.exitCode).toBe(5);
    expect(run.result.errors[0]).toMatchObject({ code: 'folder-not-writable' });
  });

  it('an output folder that can’t be made', async () => {
    await withFolder(async (folder) => {
      await writeFile(join(folder, 'file'), '');
      const run = await dump(join(folder, 'file', 'dump'));
      expect(run.exitCode).toBe(5);
      expect(run.result.errors[0]).toMatchObject({ code: 'folder-not-writable' });
    });
  });

  it('an existing target schema is kept', async () => {
    await withFolder(async (folder) => {
      expect((await dump(join(folder, 'd'))).exitCode).toBe(0);
      const run = await runSluice(
        ['load', '--target', dsn, '--dump', join(folder, 'd'), '--json'],
        environment,
      );
      expect(run.exitCode).toBe(5);
      expect(run.result.errors[0]).toMatchObject({ code: 'target-exists' });
      await withPlain('mysql', async (connection) => {
        const [rows] = await connection.query('SELECT COUNT(*) AS n FROM bad_input.t');
        expect(rows).toEqual([{ n: 5000 }]);
      });
    });
  });

  it.each([
    ['missing', (file: string) => unlink(file)],
    ['truncated', (file: string) => truncate(file, 100)],
  ])(
    'a dump with a %s chunk: named by verify, refused by load before the target is touched',
    async (_, damage) => {
      await withFolder(async (folder) => {
        const out = join(folder, 'd');
        expect((await dump(out)).exitCode).toBe(0);
        const chunk = (await readdir(out)).find((name) => name.endsWith('.tsv.zst')) ?? '';
        await damage(join(out, chunk));
        const verified = await runSluice(['verify', '--dump', out, '--json'], environment);
        expect(verified.exitCode).toBe(1);
        expect(verified.result.errors).toHaveLength(1);
        expect(verified.result.errors[0]).toMatchObject({
          code: 'dump-damaged',
          table: 'bad_input.t',
          chunk,
        });
        const map = ['--schema-map', 'bad_input=bad_input_copy'];
        const loaded = await runSluice(
          ['load', '--target', dsn, '--dump', out, '--json', ...map],
          environment,
        );
        expect(loaded.exitCode).toBe(5);
        expect(loaded.result.errors[0]).toMatchObject({ code: 'dump-damaged', table: 'bad_input.t', chunk });
        await withPlain('mysql', async (connection) => {
          const [rows] = await connection.query("SHOW DATABASES LIKE 'bad\\_input\\_copy'");
          expect(rows).toEqual([]);
        });
      });
    },
  );

  it('a folder that holds no dump, and one that was never finished', async () => {
    await withFolder(async (folder) => {
      const target = ['load', '--target', dsn, '--json', '--dump'];
      expect((await runSluice([...target, folder], environment)).result.errors[0]).toMatchObject({
        code: 'not-a-dump',
      });
      const out = join(folder, 'd');
      await mkdir(out);
      expect((await dump(out)).exitCode).toBe(0);
      await unlink(join(out, '@.done.json'));
      const run = await runSluice([...target, out], environment);
      expect(run.exitCode).toBe(5);
      expect(run.result.errors[0]).toMatchObject({ code: 'dump-incomplete' });
    });
  });

  it.each(['load', 'load --follow', 'verify'])(
    'a script that was cut, which %s is given',
    async (command) => {
      await withFolder(async (folder) => {
        const script = join(folder, 'backup.sql');
        await writeFile(script, '-- MySQL dump 10.13\nCREATE DATABASE bad_input;\n');
        const target = command === 'verify' ? [] : ['--target', dsn];
        const run = await runSluice(
          [...command.split(' '), ...target, '--dump', script, '--json'],
          environment,
        );
        // To find damage is what a verification is for.
        expect(run.exitCode).toBe(command === 'verify' ? 1 : 5);
        expect(run.result.errors[0]).toMatchObject({
          code: 'dump-incomplete',
          message: expect.stringContaining('no “Dump completed” at its end') as string,
        });
      });
    },
  );

  it('a dump whose recorded facts were cut off: it can’t be proved whole any more', async () => {
    await withFolder(async (folder) => {
      const out = join(folder, 'd');
      expect((await dump(out)).exitCode).toBe(0);
      await truncate(join(out, '@.sluice.jsonl'), 200);
      const run = await runSluice(['verify', '--dump', out, '--json'], environment);
      expect(run.exitCode).toBe(1);
      expect(run.result.errors[0]).toMatchObject({ code: 'dump-damaged', chunk: '@.sluice.jsonl' });
    });
  });

  it.each([
    ['no source', ['dump', '--out', '/tmp/x', '--json']],
    ['a password in the DSN', ['dump', '--source', 'mysql://u:secret@h', '--out', '/tmp/x', '--json']],
    [
      'threads that are no number',
      ['dump', '--source', dsn, '--out', '/tmp/x', '--threads', 'many', '--json'],
    ],
    ['an unknown command', ['dumb', '--json']],
    ['an unknown connection', ['dump', '--source', 'nobody', '--out', '/tmp/x', '--json']],
  ])('usage: %s', async (_, arguments_) => {
    const run = await runSluice(arguments_, environment);
    expect(run.exitCode).toBe(2);
    expect(run.result).toMatchObject({ type: 'result', ok: false, state: 'failed' });
    expect(run.output).not.toContain('secret');
  });

  it('an endpoint of the tests is what the DSN says', () => {
    expect(testEndpoint('mysql').address).toEqual({ kind: 'tcp', host, port });
  });
});
