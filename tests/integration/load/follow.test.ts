import { mkdtemp, readdir, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DONE_FILE } from '../../../app/format/names';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testServer, testVendors } from '../../servers/test-server';
import { startSluice, type RunningCommand } from '../harness/command';
import { closeGate, openGate, waitsAt, type Gate } from '../harness/gate';
import { OwnServer } from '../harness/own-server';
import { connectPlain, dropSchemas } from '../harness/servers';
import { CRASH_CHUNK_BYTES, expectWhole, hasJournal, makeCrashSchema } from './crash-schema';

const SOURCE = 'followed_source';
const COPY = 'followed_copy';
/** A row of the table `child`: the dump has all others of its seven tables, and not this one, while it is closed. */
const GATE: Gate = { column: 'id', value: 1497 };
const ALL_BUT_ONE = /"stage":"waiting".*"tablesDone":6,"tablesTotal":7/;
const WAITING = /"stage":"waiting"/;
/** Sentence of every side on a dump that was killed there. */
const WHAT_CAME = `6 of its 7 tables are whole; not there: ${SOURCE}.child.`;

describe.each(testVendors)('a load that follows a dump, %s', (vendor) => {
  let watcher: Connection;
  let keeper: Connection;
  /** Another one than the dump's, which holds DDL back until it ends. */
  let target: OwnServer;
  let there: Connection;
  let parent = '';
  let folder = '';
  let running: RunningCommand[] = [];

  beforeAll(async () => {
    watcher = await connectPlain(vendor);
    keeper = await connectPlain(vendor);
    await makeCrashSchema(watcher, SOURCE);
    target = await OwnServer.start(vendor);
    there = await target.connect();
  });

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-follow-'));
    folder = join(parent, 'dump');
    await there.query(`DROP DATABASE IF EXISTS ${COPY}`);
    await closeGate(keeper, GATE);
  });

  afterEach(async () => {
    await openGate(keeper, GATE);
    for (const command of running) command.process.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended.catch(() => undefined)));
    running = [];
    await rm(parent, { recursive: true, force: true });
  });

  afterAll(async () => {
    await watcher.end();
    await keeper.end();
    await there.end();
    await target.end();
    await dropSchemas(vendor, SOURCE);
  });

  function start(words: readonly string[], secret: Readonly<Record<string, string>>): RunningCommand {
    const command = startSluice(words, secret);
    running.push(command);
    return command;
  }

  /** It stands still in the middle as long as the gate is closed. */
  function startDump(): RunningCommand {
    const { host, port, user, password } = testServer(vendor);
    const source = `mysql://${user}@${host}:${port}`;
    const words = [
      ...['dump', '--source', source, '--out', folder, '--schemas', SOURCE, '--threads', '2', '--json'],
      ...['--chunk-bytes', String(CRASH_CHUNK_BYTES), '--where', `${SOURCE}.child=${waitsAt(GATE)}`],
    ];
    return start(words, { SLUICE_PASSWORD: password });
  }

  const sluice = (...words: readonly string[]) => start(words, target.secret);
  const loadWords = (...more: readonly string[]) => [
    ...['load', '--target', target.dsn, '--dump', folder, '--schema-map', `${SOURCE}=${COPY}`],
    ...['--threads', '2', '--indexes', 'defer', ...more],
  ];
  const startLoad = (...more: readonly string[]) => sluice(...loadWords('--json', ...more));

  async function rowsOf(table: string): Promise<number> {
    const [[row]] = await there.query<RowDataPacket[]>(`SELECT COUNT(*) AS n FROM ${COPY}.${table}`);
    return Number(row?.n);
  }

  /** State of a running statement, in the words of the source's server. */
  async function stateOf(statement: string): Promise<string> {
    const [[row]] = await watcher.query<RowDataPacket[]>(
      'SELECT STATE AS state FROM information_schema.PROCESSLIST WHERE INFO LIKE ?',
      [statement],
    );
    return String(row?.state);
  }

  async function isThere(schema: string): Promise<boolean> {
    const [rows] = await there.query<RowDataPacket[]>('SHOW DATABASES LIKE ?', [schema]);
    return rows.length > 0;
  }

  async function expectDone({ ended }: RunningCommand): Promise<void> {
    const { exitCode, result, output } = await ended;
    expect(exitCode, output.slice(-3000)).toBe(0);
    expect(result).toMatchObject({ ok: true, unfinished: null, tables: 7 });
    await expectWhole(watcher, SOURCE, COPY, there);
  }

  it('has six tables whole before the dump has the seventh, and is done only with the finished dump', async () => {
    const load = startLoad('--follow');
    await load.printed(WAITING);
    const dump = startDump();
    await load.printed(ALL_BUT_ONE);
    expect(await readdir(folder)).not.toContain(DONE_FILE);
    for (const table of ['numbers', 'keyed', 'keyless', 'parts', 'wide', 'plain'])
      expect(await rowsOf(table), table).toBe(3000);
    expect(await rowsOf('child')).toBe(0);
    const [indexes] = await there.query<RowDataPacket[]>(
      `SHOW INDEX FROM ${COPY}.keyed WHERE Key_name = 'v'`,
    );
    expect(indexes).toHaveLength(1);
    const [triggers] = await there.query<RowDataPacket[]>(
      "SELECT 1 FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ? AND TRIGGER_NAME = 'told'",
      [COPY],
    );
    expect(triggers).toEqual([]);
    expect(load.process.exitCode).toBeNull();
    await openGate(keeper, GATE);
    expect((await dump.ended).exitCode).toBe(3);
    await expectDone(load);
  });

  it('copies the one moment of the snapshot, whatever users write; only DDL waits, until the dump ends', async () => {
    const before = await schemaFingerprint(watcher, SOURCE);
    const user = await connectPlain(vendor);
    const dump = startDump();
    const load = startLoad('--follow');
    await load.printed(ALL_BUT_ONE);
    await user.query(`UPDATE ${SOURCE}.child SET keyed_id = 1`);
    const altered = user.query(`ALTER TABLE ${SOURCE}.numbers COMMENT = 'meanwhile'`);
    await expect.poll(() => stateOf('ALTER TABLE % COMMENT%')).toMatch(/^Waiting for backup lock/);
    await openGate(keeper, GATE);
    const { exitCode, result, output } = await load.ended;
    expect(exitCode, output.slice(-3000)).toBe(0);
    expect(result).toMatchObject({ ok: true, tables: 7 });
    expect((await dump.ended).exitCode).toBe(3);
    await altered;
    expect(await schemaFingerprint(there, COPY)).toEqual(before);
    await user.query(`UPDATE ${SOURCE}.child SET keyed_id = id`);
    await user.query(`ALTER TABLE ${SOURCE}.numbers COMMENT = ''`);
    await user.end();
    expect(await schemaFingerprint(watcher, SOURCE)).toEqual(before);
  });

  it('ends as failed when the dump is killed, is not gone on with, and can be rolled back', async () => {
    const dump = startDump();
    const load = startLoad('--follow');
    await load.printed(ALL_BUT_ONE);
    dump.process.kill('SIGKILL');
    const { exitCode, result } = await load.ended;
    expect(exitCode).toBe(1);
    expect(result).toMatchObject({ ok: false, state: 'failed', errors: [{ code: 'dump-incomplete' }] });
    expect(result.errors[0]?.message).toContain(folder);
    expect(result.errors[0]?.message).toContain(WHAT_CAME);
    expect(result.errors[0]?.hint).toContain('--roll-back');
    // There is nothing to go on with, and nothing says so.
    expect(result.unfinished).toMatchObject({
      resume: null,
      rollBack: expect.stringContaining('--roll-back') as string,
    });
    expect(await hasJournal(there, COPY)).toBe(true);

    const again = await startLoad('--resume', '--follow').ended;
    expect(again.result).toMatchObject({ ok: false, errors: [{ code: 'dump-incomplete' }] });
    expect(again.result.errors[0]?.message).toContain(WHAT_CAME);
    expect(await hasJournal(there, COPY)).toBe(true);
    expect((await startLoad('--roll-back').ended).exitCode).toBe(0);
    expect(await isThere(COPY)).toBe(false);
  });

  it('a killed dump leaves a folder that names complete and missing tables', async () => {
    const dump = startDump();
    const load = startLoad('--follow');
    await load.printed(ALL_BUT_ONE);
    dump.process.kill('SIGKILL');
    await Promise.all([dump.ended, load.ended]);
    const refused = await startLoad().ended;
    expect(refused.result.errors[0]).toMatchObject({ code: 'dump-incomplete' });
    expect(refused.result.errors[0]?.message).toContain(WHAT_CAME);
    const { exitCode, result } = await sluice('verify', '--dump', folder, '--json').ended;
    expect(exitCode).toBe(1);
    expect(result.errors[0]?.message).toContain(WHAT_CAME);
    expect(result.verdicts.map(({ table, checks }) => [table, checks[0]?.state])).toEqual([
      ['child', 'failed'],
      ...['keyed', 'keyless', 'numbers', 'parts', 'plain', 'wide'].map((table) => [table, 'ok']),
    ]);
  });

  it('is not gone on with from another dump of the same', async () => {
    const dump = startDump();
    const load = startLoad('--follow');
    await load.printed(ALL_BUT_ONE);
    load.process.kill('SIGKILL');
    dump.process.kill('SIGKILL');
    await Promise.all([load.ended, dump.ended]);
    await rm(folder, { recursive: true });
    await openGate(keeper, GATE);
    expect((await startDump().ended).exitCode).toBe(3);
    const { exitCode, result } = await startLoad('--resume').ended;
    expect(exitCode).toBe(5);
    expect(result.errors[0]).toMatchObject({ code: 'nothing-to-resume' });
    expect(result.errors[0]?.message).toContain('of another dump');
  });

  it('rolls back its rows when the dump is given up', async () => {
    const dump = startDump();
    const load = startLoad('--follow');
    await load.printed(ALL_BUT_ONE);
    dump.process.kill('SIGINT');
    expect((await dump.ended).exitCode).toBe(130);
    const { exitCode, result } = await load.ended;
    expect(exitCode).toBe(1);
    expect(result).toMatchObject({
      state: 'failed',
      errors: [{ code: 'dump-incomplete' }],
      unfinished: null,
    });
    expect(await isThere(COPY)).toBe(false);
  });

  it('killed, is resumed while the dump is still written: every row is loaded once', async () => {
    const dump = startDump();
    const load = startLoad('--follow');
    await load.printed(ALL_BUT_ONE);
    load.process.kill('SIGKILL');
    await load.ended;
    const resumed = startLoad('--resume', '--follow');
    await resumed.printed(ALL_BUT_ONE);
    await openGate(keeper, GATE);
    expect((await dump.ended).exitCode).toBe(3);
    await expectDone(resumed);
  });

  it('cancelled while it waits, names the command that resumes it, also with the finished dump', async () => {
    const dump = startDump();
    const load = startLoad('--follow');
    await load.printed(ALL_BUT_ONE);
    load.process.kill('SIGINT');
    const { exitCode, result } = await load.ended;
    expect(exitCode).toBe(130);
    expect(result).toMatchObject({ state: 'cancelled', errors: [] });
    expect(result.unfinished?.resume).toMatch(/ --resume --follow$/);
    await openGate(keeper, GATE);
    expect((await dump.ended).exitCode).toBe(3);
    await expectDone(startLoad('--resume'));
  });

  it('is cancelled before there is any dump, and has touched nothing', async () => {
    const load = startLoad('--follow');
    await load.printed(WAITING);
    load.process.kill('SIGINT');
    const { exitCode, result } = await load.ended;
    expect(exitCode).toBe(130);
    expect(result).toMatchObject({ state: 'cancelled', unfinished: null });
    expect(await isThere(COPY)).toBe(false);
  });

  it('is planned with what is there; without --follow the dump is refused with a word of it', async () => {
    const dump = startDump();
    const load = sluice(...loadWords('--follow'));
    await load.printed(/Waiting for the dump: 1 of 7 tables are still to come/);
    const dry = ['load', '--target', target.dsn, '--dump', folder, '--schema-map', `${SOURCE}=planned_only`];
    const planned = await sluice(...dry, '--follow', '--dry-run').ended;
    expect(planned.exitCode, planned.output).toBe(0);
    expect(planned.output).toContain('still being written: the rows of 1 table are still to come');
    expect(await isThere('planned_only')).toBe(false);
    const refused = await sluice(...dry, '--json').ended;
    expect(refused.exitCode).toBe(5);
    expect(refused.result.errors[0]).toMatchObject({ code: 'dump-incomplete' });
    expect(refused.result.errors[0]?.hint).toContain('--follow');
    await openGate(keeper, GATE);
    expect((await dump.ended).exitCode).toBe(3);
    expect((await load.ended).exitCode).toBe(0);
    await expectWhole(watcher, SOURCE, COPY, there);
  });

  it('loads a finished dump as any other load', async () => {
    await openGate(keeper, GATE);
    expect((await startDump().ended).exitCode).toBe(3);
    const load = startLoad('--follow');
    await expectDone(load);
    expect((await load.ended).output).not.toContain('"stage":"waiting"');
  });
});
