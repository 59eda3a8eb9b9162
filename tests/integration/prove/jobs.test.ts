import { readdirSync, readFileSync } from 'fs';
import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { basename, join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Job, JobDump } from '../../../app/contract/jobs/job';
import type { HistoryEntry } from '../../../app/contract/runs/history';
import { ProfileStore } from '../../../app/profiles/store';
import { testServer } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'prove_job';
const { host, port, user, password } = testServer('mariadb');

describe('a job that proves its dumps', () => {
  let place = '';
  let environment: Readonly<Record<string, string>> = {};
  const run = (...words: readonly string[]) => runSluice([...words, '--json'], environment);
  const folderOf = (job: string) => join(place, job, 'dumps');
  const certificates = (job: string) =>
    readdirSync(folderOf(job)).filter((name) => name.endsWith('.certificate.json'));
  const shown = async (job: string) =>
    (await run('jobs', 'show', job)).result as unknown as Job & { readonly dumps: readonly JobDump[] };
  const query = (statement: string) => withPlain('mariadb', (connection) => connection.query(statement));
  const dumpWords = (job: string) => [
    ...['dump', '--source', 'db1', '--schemas', SCHEMA, '--out', join(folderOf(job), 'shop')],
  ];

  /** Saves a job that proves every n-th dump, in a folder of its own. */
  async function save(job: string, every: number, last?: number): Promise<void> {
    const saved = await run(...dumpWords(job), '--save-as-job', job, '--prove-every', String(every));
    expect(saved.exitCode, saved.output).toBe(0);
    if (last !== undefined) await run('jobs', 'keep', job, '--last', String(last));
  }

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
  });
  beforeEach(async () => {
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
    const job = 'Saved';
    const alone = await runSluice([...dumpWords(job), '--prove-every', '2'], environment);
    expect(alone.output).toMatch(/--prove-every is for a dump that is saved as a job/);
    expect(alone.exitCode).toBe(2);
    await save(job, 2);
    expect(await shown(job)).toMatchObject({ proveEvery: 2, dumps: [] });
    // A later change keeps it, and so does a copy that travels.
    await run('jobs', 'keep', job, '--last', '2');
    expect((await shown(job)).proveEvery).toBe(2);
    expect((await runSluice(['jobs', 'export', job], environment)).output).toContain('"proveEvery":2');
  });

  it('proves every n-th dump, and removes a certificate with its dump', async () => {
    const job = 'Every second one';
    await save(job, 2, 2);
    const first = await run('run', job);
    expect(first.exitCode).toBe(0);
    expect(first.result).toMatchObject({ type: 'result', kind: 'dump', state: 'done', tables: 1, rows: 2 });
    expect(first.result).toMatchObject({ proof: { kind: 'verify', state: 'done' } });
    expect(first.output.match(/"type":"result"/g)).toHaveLength(1);
    expect(certificates(job)).toHaveLength(1);
    expect((await run('run', job)).exitCode).toBe(0);
    expect(certificates(job)).toHaveLength(1);
    const [newest, oldest] = (await shown(job)).dumps;
    expect(newest?.proof).toBeNull();
    expect(oldest?.proof?.loadSeconds).toBeGreaterThan(0);
    const { output } = await runSluice(['jobs', 'show', job], environment);
    expect(output).toMatch(/Proves one of 2 dumps by restoring it/);
    expect(output).toMatch(/\(proved \d{4}-.*, restore takes (?:under|about) /);

    // The third is proved, which removes the first, with its certificate and its page.
    expect((await run('run', job)).exitCode).toBe(0);
    const names = readdirSync(folderOf(job));
    expect(names.filter((name) => !name.includes('.certificate.'))).toHaveLength(2);
    expect(certificates(job)).toHaveLength(1);
    expect((await shown(job)).dumps.map(({ proof }) => proof !== null)).toEqual([true, false]);
  });

  it('keeps the last proved dump until a newer one is proved, whatever else stays', async () => {
    const job = 'Every one';
    await save(job, 1, 1);
    expect((await run('run', job)).exitCode).toBe(0);
    const [first] = (await shown(job)).dumps;
    expect(first?.proof).not.toBeNull();

    // Reading it fails with two rows, on the throwaway server too.
    await query(`CREATE VIEW ${SCHEMA}.torn AS SELECT (SELECT id FROM ${SCHEMA}.t) AS one`);
    expect((await run('run', job)).exitCode).toBe(1);
    expect((await run('run', job)).exitCode).toBe(1);
    const { dumps } = await shown(job);
    expect(dumps.map(({ proof }) => proof !== null)).toEqual([false, true]);
    expect(dumps.map((dump) => dump.folder)).toContain(first?.folder);

    await query(`DROP VIEW ${SCHEMA}.torn`);
    expect((await run('run', job)).exitCode).toBe(0);
    const [last, ...others] = (await shown(job)).dumps;
    expect(last?.proof).not.toBeNull();
    expect(others).toEqual([]);
    expect(
      readdirSync(folderOf(job)).filter((name) => !name.startsWith(basename(last?.folder ?? '-'))),
    ).toEqual([]);
  });

  it('ends as the proof does, which is in the history', async () => {
    const job = 'Failing';
    await save(job, 1);
    await query(`CREATE VIEW ${SCHEMA}.several AS SELECT (SELECT id FROM ${SCHEMA}.t) AS one`);
    const mail = join(place, 'mail');
    const failed = await run('run', job, '--on-failure', `cat > ${mail}`);
    expect(failed.exitCode).toBe(1);
    expect(failed.result).toMatchObject({ kind: 'dump', ok: false, state: 'failed' });
    expect(failed.result.errors).toMatchObject([{ code: 'broken-view', table: `${SCHEMA}.several` }]);
    expect(readFileSync(mail, 'utf8')).toMatch(/can’t be read/);
    const { result } = await run('history', '--limit', '1');
    const entry = result as unknown as HistoryEntry;
    expect(entry).toMatchObject({ kind: 'verify', state: 'failed', job: { name: job } });
    expect(entry.title).toMatch(/^Proof of shop-/);
    expect((await shown(job)).last).toMatchObject({ state: 'failed' });
  });
});
