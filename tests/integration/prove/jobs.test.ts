import { readdirSync, readFileSync } from 'fs';
import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { basename, join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, JobDump } from '../../../app/contract/jobs/job';
import type { HistoryEntry } from '../../../app/contract/runs/history';
import { ProfileStore } from '../../../app/profiles/store';
import { testServer } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'prove_job';
const JOB = 'Nightly';
const { host, port, user, password } = testServer('mariadb');

describe('a job that proves its dumps', () => {
  let place = '';
  let environment: Readonly<Record<string, string>> = {};
  const run = (...words: readonly string[]) => runSluice([...words, '--json'], environment);
  const certificates = () =>
    readdirSync(join(place, 'dumps')).filter((name) => name.endsWith('.certificate.json'));
  const shown = async () =>
    (await run('jobs', 'show', JOB)).result as unknown as Job & { readonly dumps: readonly JobDump[] };

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-prove-job-'));
    environment = {
      SLUICE_PASSWORD: password,
      XDG_CONFIG_HOME: join(place, 'config'),
      XDG_STATE_HOME: join(place, 'state'),
    };
    await new ProfileStore(join(place, 'config', 'sluice', 'profiles.json')).save({
      ...{ id: 'p1', name: 'db1', address: { kind: 'tcp', host, port }, user },
      ...{ tls: { mode: 'preferred' }, environment: 'development', colour: 'teal' },
    });
    const connection = await connectToFresh('mariadb', SCHEMA);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await connection.query('INSERT INTO t VALUES (1), (2)');
    await connection.end();
  });
  afterAll(async () => {
    await dropSchemas('mariadb', SCHEMA);
    await rm(place, { recursive: true, force: true });
  });

  it('is saved by a dump, and by nothing else', async () => {
    const words = ['dump', '--source', 'db1', '--schemas', SCHEMA, '--out', join(place, 'dumps', 'shop')];
    const alone = await runSluice([...words, '--prove-every', '2'], environment);
    expect(alone.output).toMatch(/--prove-every is for a dump that is saved as a job/);
    expect(alone.exitCode).toBe(2);
    expect((await run(...words, '--save-as-job', JOB, '--prove-every', '2')).exitCode).toBe(0);
    expect(await shown()).toMatchObject({ proveEvery: 2, dumps: [] });
    // A later change keeps it, and so does a copy that travels.
    await run('jobs', 'keep', JOB, '--last', '2');
    expect((await shown()).proveEvery).toBe(2);
    expect((await runSluice(['jobs', 'export', JOB], environment)).output).toContain('"proveEvery":2');
  });

  it('proves every n-th dump, and removes a certificate with its dump', async () => {
    const first = await run('run', JOB);
    expect(first.exitCode).toBe(0);
    expect(first.result).toMatchObject({ type: 'result', kind: 'dump', state: 'done', tables: 1, rows: 2 });
    expect(first.result).toMatchObject({ proof: { kind: 'verify', state: 'done' } });
    expect(first.output.match(/"type":"result"/g)).toHaveLength(1);
    expect(certificates()).toHaveLength(1);
    expect((await run('run', JOB)).exitCode).toBe(0);
    expect(certificates()).toHaveLength(1);
    const [newest, oldest] = (await shown()).dumps;
    expect(newest?.proof).toBeNull();
    expect(oldest?.proof?.loadSeconds).toBeGreaterThan(0);
    const { output } = await runSluice(['jobs', 'show', JOB], environment);
    expect(output).toMatch(/Proves one of 2 dumps by restoring it/);
    expect(output).toMatch(/\(proved \d{4}-.*, restore takes (?:under|about) /);

    // The third is proved, which removes the first, with its certificate and its page.
    expect((await run('run', JOB)).exitCode).toBe(0);
    const names = readdirSync(join(place, 'dumps'));
    expect(names.filter((name) => !name.includes('.certificate.'))).toHaveLength(2);
    expect(certificates()).toHaveLength(1);
    expect((await shown()).dumps.map(({ proof }) => proof !== null)).toEqual([true, false]);
  });

  it('keeps the last proved dump until a newer one is proved, whatever else stays', async () => {
    const other = 'Every one';
    const folder = join(place, 'every', 'shop');
    const words = ['dump', '--source', 'db1', '--schemas', SCHEMA, '--out', folder];
    await run(...words, '--save-as-job', other, '--prove-every', '1');
    await run('jobs', 'keep', other, '--last', '1');
    const dumps = async () =>
      ((await run('jobs', 'show', other)).result as unknown as { readonly dumps: readonly JobDump[] }).dumps;
    const query = (statement: string) => withPlain('mariadb', (connection) => connection.query(statement));

    expect((await run('run', other)).exitCode).toBe(0);
    const [first] = await dumps();
    expect(first?.proof).not.toBeNull();

    // Reading it fails with two rows, on the throwaway server too.
    await query(`CREATE VIEW ${SCHEMA}.torn AS SELECT (SELECT id FROM ${SCHEMA}.t) AS one`);
    expect((await run('run', other)).exitCode).toBe(1);
    expect((await run('run', other)).exitCode).toBe(1);
    expect((await dumps()).map(({ proof }) => proof !== null)).toEqual([false, true]);
    expect((await dumps()).map((dump) => dump.folder)).toContain(first?.folder);

    await query(`DROP VIEW ${SCHEMA}.torn`);
    expect((await run('run', other)).exitCode).toBe(0);
    const [last, ...others] = await dumps();
    expect(last?.proof).not.toBeNull();
    expect(others).toEqual([]);
    expect(
      readdirSync(join(place, 'every')).filter((name) => !name.startsWith(basename(last?.folder ?? '-'))),
    ).toEqual([]);
  });

  it('ends as the proof does, which is in the history', async () => {
    await withPlain('mariadb', (connection) =>
      connection.query(`CREATE VIEW ${SCHEMA}.several AS SELECT (SELECT id FROM ${SCHEMA}.t) AS one`),
    );
    await run('run', JOB);
    const mail = join(place, 'mail');
    const failed = await run('run', JOB, '--on-failure', `cat > ${mail}`);
    expect(failed.exitCode).toBe(1);
    expect(failed.result).toMatchObject({ kind: 'dump', ok: false, state: 'failed' });
    expect(failed.result.errors).toMatchObject([{ code: 'broken-view', table: `${SCHEMA}.several` }]);
    expect(readFileSync(mail, 'utf8')).toMatch(/can’t be read/);
    const { result } = await run('history', '--limit', '1');
    const entry = result as unknown as HistoryEntry;
    expect(entry).toMatchObject({ kind: 'verify', state: 'failed', job: { name: JOB } });
    expect(entry.title).toMatch(/^Proof of shop-/);
    expect((await shown()).last).toMatchObject({ state: 'failed' });
  });
});
