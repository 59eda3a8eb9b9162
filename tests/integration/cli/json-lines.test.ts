import { execFile } from 'child_process';
import { mkdtemp, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join, resolve } from 'path';
import { promisify } from 'util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DUMP_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import { SavedJobs } from '../../../app/jobs/saved-jobs';
import { testServer } from '../../servers/test-server';
import { connectToFresh, dropSchemas } from '../harness/servers';

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

const CLI = resolve(import.meta.dirname, '../../../dist/cli.cjs');
const SCHEMA = 'json_lines';
const COPY = 'json_lines_copy';

/** Every line that a command prints with --json is one that `sluice schema` describes. */
describe('--json', () => {
  const { host, port, user, password } = testServer('mysql');
  let place = '';
  const at = (name: string) => join(place, name);

  async function stdoutOf(words: readonly string[]): Promise<string> {
    const env = {
      ...process.env,
      SLUICE_PASSWORD: password,
      XDG_CONFIG_HOME: at('config'),
      XDG_STATE_HOME: at('state'),
      XDG_CACHE_HOME: at('cache'),
    };
    const run = promisify(execFile)(process.execPath, [CLI, ...words], { env, maxBuffer: 1e8 });
    return await run.then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { readonly stdout?: string }).stdout ?? '',
    );
  }

  /** @returns the types of the lines, each of which the schema describes */
  async function check(command: string, ...words: readonly string[]): Promise<readonly unknown[]> {
    const schema = z.fromJSONSchema(
      JSON.parse(await stdoutOf(['schema', ...command.split(' ')])) as JsonSchema,
    );
    const lines = (await stdoutOf([...command.split(' '), ...words, '--json'])).trimEnd().split('\n');
    expect(lines[0], `${command} printed nothing`).not.toBe('');
    const objects = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    for (const object of objects) {
      const read = schema.safeParse(object);
      expect(read.success, `${command}: ${JSON.stringify(object)}\n${read.error?.message ?? ''}`).toBe(true);
    }
    return objects.map(({ type }) => type);
  }

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-json-'));
    const connection = await connectToFresh('mysql', SCHEMA);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(99), KEY (v))');
    await connection.query("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
    await connection.query('CREATE VIEW w AS SELECT * FROM t');
    await connection.end();
    await dropSchemas('mysql', COPY);
    await writeFile(at('db1.cnf'), `[client]\nhost=${host}\nport=${port}\nuser=${user}\n`);
    await new SavedJobs(at('config/sluice/jobs.json')).add({
      name: 'Nightly',
      keep: 2,
      setup: {
        kind: 'dump',
        server: { name: 'db1', profileId: null },
        folder: at('nightly'),
        options: { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: SCHEMA }]) },
      },
    });
  });

  afterAll(async () => {
    await dropSchemas('mysql', SCHEMA, COPY);
    await rm(place, { recursive: true, force: true });
  });

  it('is described for every command', async () => {
    const dsn = `mysql://${user}@${host}:${port}`;
    const map = ['--schema-map', `${SCHEMA}=${COPY}`];
    const pair = ['--source', dsn, '--target', dsn, '--schemas', SCHEMA, ...map];
    const dump = ['--source', dsn, '--out', at('dump'), '--schemas', SCHEMA];
    const load = ['--target', dsn, '--dump', at('dump'), ...map];
    expect(await check('dump', ...dump, '--dry-run')).toEqual(['plan', 'result']);
    expect(await check('dump', ...dump)).toEqual(expect.arrayContaining(['progress', 'result']));
    expect(await check('dump', ...dump)).toEqual(expect.arrayContaining(['result']));
    expect(await check('dump', '--threads', 'many')).toEqual(['result']);
    expect(await check('load', ...load, '--dry-run')).toEqual(['plan', 'result']);
    expect((await check('load', ...load, '--checksum')).at(-1)).toBe('result');
    expect(await check('load', ...load, '--dry-run')).toEqual(['plan', 'result']);
    expect((await check('verify', '--dump', at('dump'))).at(-1)).toBe('result');
    await check('inspect-dump', at('dump'));
    expect(await check('inspect-dump', at('nowhere'))).toEqual(['result']);
    expect((await check('verify', ...load, '--checksum')).at(-1)).toBe('result');
    expect(await check('migrate', ...pair, '--dry-run')).toEqual(['plan', 'result']);
    await dropSchemas('mysql', COPY);
    expect((await check('migrate', ...pair)).at(-1)).toBe('result');
    const tables = ['--target', dsn, '--tables', `${SCHEMA}.t`];
    expect(await check('inspect', ...tables, '--tier', 'stats', '--save', at('a.json'))).toEqual([
      'inspection',
    ]);
    expect(await check('inspect', '--compare', at('a.json'), at('a.json'))).toEqual(['comparison']);
    expect(await check('inspect', '--ibd', at('db1.cnf'))).toEqual(['result']);
    await check('grants', 'dump', '--server', dsn, '--schemas', SCHEMA);
    await check('connections import', at('db1.cnf'), '--dry-run');
    await check('connections import', at('db1.cnf'));
    await check('connections list');
    await check('connections test', 'db1.cnf');
    await check('jobs list');
    await check('jobs show', 'Nightly');
    await check('jobs keep', 'Nightly', '--daily', '7', '--weekly', '4');
    await writeFile(at('job.json'), await stdoutOf(['jobs', 'export', 'Nightly']));
    await check('jobs import', at('job.json'));
    await check('run', 'nobody');
    const ids = JSON.parse((await stdoutOf(['history', '--json'])).split('\n')[0] ?? '') as object;
    await check('history');
    await check('history show', (ids as { readonly runId: string }).runId);
    await check('jobs remove', 'Nightly');
    await check('settings');
    await check('restore-server-settings', '--forget', 'nobody');
    await check('practice status');
    await check('practice stop');
  }, 120_000);

  it('is refused a schema for what is no command', async () => {
    expect(await stdoutOf(['schema', 'dumb'])).toBe('');
  });
});
