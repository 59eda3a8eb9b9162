import { mkdtemp, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import { SavedJobs } from '../../../app/jobs/saved-jobs';
import { ProfileStore } from '../../../app/profiles/store';
import { testServer } from '../../servers/test-server';
import { runSluice, startSluice } from '../harness/command';
import { FaultyNetwork } from '../harness/faulty-network';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SOURCE = 'exit_source';
/** Holds a view that is broken, which a dump leaves out with a warning. */
const WARNS = 'exit_warns';
/** Holds a row that is larger than the least memory limit. */
const LARGE = 'exit_large';
const COPY = 'exit_copy';

/** Meanings of the exit codes, each shown by every command that makes a run. */
describe('exit codes', () => {
  const { host, port, user, password } = testServer('mysql');
  const dsn = `mysql://${user}@${host}:${port}`;
  let place = '';
  let environment: Readonly<Record<string, string>> = {};

  const at = (name: string) => join(place, name);
  const sluice = (...words: readonly string[]) => runSluice([...words, '--json'], environment);
  const codeOf = async (...words: readonly string[]) => (await sluice(...words)).exitCode;
  let dumps = 0;
  const dump = (schema: string, ...more: readonly string[]) =>
    codeOf('dump', '--source', dsn, '--out', at(`new-${(dumps += 1)}`), '--schemas', schema, ...more);
  const into = (schema: string) => ['--schema-map', `${schema}=${COPY}`];
  const load = (folder: string, ...more: readonly string[]) =>
    codeOf('load', '--target', dsn, '--dump', at(folder), ...more);
  const migrate = (schema: string, ...more: readonly string[]) =>
    codeOf('migrate', '--source', dsn, '--target', dsn, '--schemas', schema, ...into(schema), ...more);
  /** Makes a table of other rows, or one whose foreign key the rows of the source break. */
  const makeCopy = (kind: 'other rows' | 'orphans') =>
    withPlain('mysql', async (connection) => {
      await connection.query(`CREATE DATABASE ${COPY}`);
      await connection.query(`CREATE TABLE ${COPY}.t LIKE ${SOURCE}.t`);
      if (kind === 'other rows') return await connection.query(`INSERT INTO ${COPY}.t VALUES (1, 'mine')`);
      await connection.query(`CREATE TABLE ${COPY}.parents (id INT PRIMARY KEY)`);
      return await connection.query(
        `ALTER TABLE ${COPY}.t ADD FOREIGN KEY (id) REFERENCES ${COPY}.parents (id)`,
      );
    });

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-exit-'));
    environment = {
      SLUICE_PASSWORD: password,
      XDG_CONFIG_HOME: at('config'),
      XDG_STATE_HOME: at('state'),
    };
    for (const schema of [SOURCE, WARNS, LARGE]) {
      const connection = await connectToFresh('mysql', schema);
      await connection.query('CREATE TABLE t (id INT PRIMARY KEY, v LONGTEXT NOT NULL)');
      await connection.query("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
      if (schema === WARNS) {
        await connection.query('CREATE TABLE gone (id INT)');
        await connection.query('CREATE VIEW broken AS SELECT id FROM gone');
        await connection.query('DROP TABLE gone');
      }
      if (schema === LARGE) await connection.query("INSERT INTO t VALUES (3, REPEAT('x', 30000000))");
      await connection.end();
    }
    for (const schema of [SOURCE, WARNS])
      await runSluice(['dump', '--source', dsn, '--out', at(schema), '--schemas', schema], environment);
  }, 60_000);

  beforeEach(() => dropSchemas('mysql', COPY));

  afterAll(async () => {
    await dropSchemas('mysql', SOURCE, WARNS, LARGE, COPY);
    await rm(place, { recursive: true, force: true });
  });

  it('4 where a run that is resumed reaches no server: a script tries again', async () => {
    const nowhere = ['--target', `mysql://${user}@${host}:1`] as const;
    expect(await codeOf('load', ...nowhere, '--dump', at(SOURCE), '--resume')).toBe(4);
    expect(await codeOf('load', ...nowhere, '--dump', at(SOURCE))).toBe(5);
    const moving = ['migrate', '--source', dsn, ...nowhere, '--schemas', SOURCE] as const;
    expect(await codeOf(...moving, '--resume')).toBe(4);
    expect(await codeOf(...moving)).toBe(5);
  });

  it('are listed by --help', async () => {
    const { output } = await runSluice(['--help'], {});
    for (const line of ['0    done', '3    done with warnings', '4    incomplete', '5    refused'])
      expect(output).toContain(`  ${line}`);
  });

  it('dump', async () => {
    expect(await dump(SOURCE)).toBe(0);
    expect(await dump(LARGE, '--memory-limit', '16MiB')).toBe(1);
    expect(await dump(SOURCE, '--threads', 'many')).toBe(2);
    expect(await dump(WARNS)).toBe(3);
    expect(await dump(WARNS, '--require-complete')).toBe(5);
    expect(await dump('no_such_schema')).toBe(5);
    await writeFile(at('a-file'), '');
    expect(await codeOf('dump', '--source', dsn, '--out', at('a-file'), '--schemas', SOURCE)).toBe(5);
  });

  it('load', async () => {
    expect(await load(SOURCE, ...into(SOURCE))).toBe(0);
    expect(await load(SOURCE, ...into(SOURCE))).toBe(5);
    expect(await load(SOURCE, ...into(SOURCE), '--dry-run')).toBe(5);
    await dropSchemas('mysql', COPY);
    await makeCopy('orphans');
    expect(await load(SOURCE, ...into(SOURCE), '--data-only')).toBe(1);
    // The rows that went into a table of the user's stay, which is said.
    expect(await load(SOURCE, ...into(SOURCE), '--roll-back')).toBe(3);
    expect(await load(SOURCE, ...into(SOURCE), '--roll-back')).toBe(5);
    await dropSchemas('mysql', COPY);
    expect(await load(WARNS, ...into(WARNS))).toBe(3);
    expect(await load(SOURCE, '--ddl-only', '--data-only')).toBe(2);
    expect(await load('nothing-here')).toBe(5);
  });

  it.each(['load', 'migrate'] as const)('%s whose target is lost in the middle', async (verb) => {
    const network = await FaultyNetwork.to(testServer('mysql'));
    try {
      const target = `mysql://${user}@127.0.0.1:${network.port}/?tls=disabled`;
      const held = network.at('commit', 'hold', 1);
      const from = verb === 'load' ? ['--dump', at(SOURCE)] : ['--source', dsn, '--schemas', SOURCE];
      const words = [verb, ...from, '--target', target, ...into(SOURCE), '--json'];
      const running = startSluice([...words, '--retry-for', '0'], environment);
      await held;
      network.cut();
      expect((await running.ended).exitCode).toBe(4);
      network.mend();
      expect((await runSluice([...words, '--resume'], environment)).exitCode).toBe(0);
    } finally {
      await network.close();
    }
  });

  it('migrate', async () => {
    expect(await migrate(SOURCE)).toBe(0);
    expect(await migrate(SOURCE)).toBe(5);
    expect(await migrate(SOURCE, '--dry-run')).toBe(5);
    expect(await migrate(SOURCE, '--threads', '0')).toBe(2);
    await dropSchemas('mysql', COPY);
    await makeCopy('orphans');
    expect(await migrate(SOURCE, '--data-only')).toBe(1);
    await dropSchemas('mysql', COPY);
    expect(await migrate(WARNS)).toBe(3);
  });

  it('verify', async () => {
    const verify = (folder: string, ...more: readonly string[]) =>
      codeOf('verify', '--dump', at(folder), ...more);
    expect(await verify(SOURCE)).toBe(0);
    expect(await verify(WARNS)).toBe(3);
    expect(await verify(SOURCE, '--checksum')).toBe(2);
    expect(await verify('nothing-here')).toBe(5);
    expect(await verify(SOURCE, '--target', dsn)).toBe(0);
    expect(await verify(SOURCE, '--target', `mysql://${user}@127.0.0.1:1`)).toBe(5);
    await makeCopy('other rows');
    expect(await verify(SOURCE, '--target', dsn, ...into(SOURCE))).toBe(1);
  });

  it('run', async () => {
    await new ProfileStore(at('config/sluice/profiles.json')).save({
      id: 'p1',
      name: 'db1',
      address: { kind: 'tcp', host, port },
      user,
      tls: { mode: 'preferred' },
      environment: 'development',
      colour: 'slate',
    });
    const jobs = new SavedJobs(at('config/sluice/jobs.json'));
    const server = { name: 'db1', profileId: 'p1' };
    for (const schema of [SOURCE, WARNS, LARGE, 'no_such_schema']) {
      const selection = selecting([{ kind: 'schema', schema }]);
      const options = { ...DUMP_DEFAULTS, threads: 1, memoryLimitBytes: 16 * 2 ** 20, selection };
      await jobs.add({
        name: schema,
        keep: null,
        setup: { kind: 'dump', server, folder: at(schema), options },
      });
    }
    expect(await codeOf('run', SOURCE)).toBe(0);
    expect(await codeOf('run', LARGE)).toBe(1);
    expect(await codeOf('run', 'nobody')).toBe(2);
    expect(await codeOf('run', WARNS)).toBe(3);
    expect(await codeOf('run', 'no_such_schema')).toBe(5);
  });
});
