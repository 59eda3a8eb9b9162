import { copyFile, mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../fixtures/extent';
import { testServer, testVendors } from '../../servers/test-server';
import { isStopped, startSluice, type RunningCommand } from '../harness/command';
import { dumpSchema, newRegistry } from '../harness/runs';
import { connectPlain, dropSchemas } from '../harness/servers';
import {
  addSmallTables,
  CRASH_CHUNK_BYTES,
  expectWhole,
  hasJournal,
  makeCrashSchema,
  saboteurCommand,
  SMALL_TABLES,
} from './crash-schema';

const SOURCE = 'crash_source';
const COPY = 'crash_copy';
const THREADS = '2';

describe.each(testVendors)('a load that is killed, %s', (vendor) => {
  let parent = '';
  let folder = '';
  let saboteur = '';
  let watcher: Connection;

  beforeAll(async () => {
    watcher = await connectPlain(vendor);
    await makeCrashSchema(watcher, SOURCE);
    await addSmallTables(watcher, SOURCE);
    parent = await mkdtemp(join(tmpdir(), 'sluice-crash-'));
    folder = join(parent, 'dump');
    saboteur = await saboteurCommand(join(parent, 'saboteur'));
    const dumped = await dumpSchema(newRegistry(), {
      vendor,
      schema: SOURCE,
      folder,
      threads: 2,
      bytesPerChunk: CRASH_CHUNK_BYTES,
    });
    expect(dumped.errors).toEqual([]);
  });

  afterAll(async () => {
    await watcher.end();
    await dropSchemas(vendor, SOURCE, COPY);
    await rm(parent, { recursive: true, force: true });
  });

  function startLoad(more: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const { host, port, user, password } = testServer(vendor);
    const where = ['--target', `mysql://${user}@${host}:${port}`, '--dump', folder];
    const how = [
      '--schema-map',
      `${SOURCE}=${COPY}`,
      '--indexes',
      'defer',
      '--threads',
      THREADS,
      '--json',
      ...more,
    ];
    const sabotaged = Object.keys(environment).length > 0;
    return startSluice(
      ['load', ...where, ...how],
      { SLUICE_PASSWORD: password, ...environment },
      [],
      ...(sabotaged ? [saboteur] : []),
    );
  }

  /** Loads with an engine that kills its own process at an event, and sees that it did. */
  async function crashAt(event: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
    await dropSchemas(vendor, COPY);
    const { exitCode, output } = await startLoad([], { SLUICE_CRASH: event, ...more }).ended.catch(
      (error: unknown) => ({ exitCode: null, output: String(error) }),
    );
    expect(exitCode, output).toBeNull();
    expect(await hasJournal(watcher, COPY)).toBe(true);
  }

  async function resumeToTheEnd(): Promise<void> {
    const { exitCode, result } = await startLoad(['--resume']).ended;
    expect(result.errors).toEqual([]);
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({ ok: true, unfinished: null });
    await expectWhole(watcher, SOURCE, COPY);
  }

  if (vendor === 'mariadb')
    it('builds an index again that the server has in the definition alone, and says so', async () => {
      // One table: with others, its index may not be there yet.
      const alone = ['--tables', `${SOURCE}.keyed`];
      await dropSchemas(vendor, COPY);
      const crashed = await startLoad(alone, { SLUICE_CRASH: 'before-count:1' }).ended;
      expect(crashed.exitCode, crashed.output).toBeNull();
      const definition = join(testServer(vendor).dataDir, COPY, 'keyed.frm');
      const kept = join(parent, 'keyed.frm');
      await copyFile(definition, kept);
      await watcher.query(`ALTER TABLE ${COPY}.keyed DROP KEY v, ALGORITHM=INPLACE`);
      await watcher.query(`FLUSH TABLES ${COPY}.keyed`);
      await copyFile(kept, definition);

      const { exitCode, result } = await startLoad([...alone, '--resume']).ended;
      expect({ exitCode, errors: result.errors }).toEqual({ exitCode: 3, errors: [] });
      expect(result).toMatchObject({ state: 'done-with-warnings', unfinished: null });
      expect(result.warnings).toMatchObject([{ code: 'index-rebuilt', table: `${COPY}.keyed` }]);
      expect(result.warnings[0]?.message).toContain('“v”');
      expect(result.retries).toBeGreaterThan(0);
      const [sums] = await watcher.query<RowDataPacket[]>(`CHECKSUM TABLE ${SOURCE}.keyed, ${COPY}.keyed`);
      expect(sums[1]?.Checksum).toBe(sums[0]?.Checksum);
      const [rows] = await watcher.query(`SELECT MIN(v) AS least FROM ${COPY}.keyed FORCE INDEX (v)`);
      expect(rows).toMatchObject([{ least: expect.stringMatching(/^a+$/) as unknown }]);
    });

  it.each(
    shareOf(['after-load:9', 'after-commit:7', 'after-index:1', 'before-count:3'], vendor === 'mariadb'),
  )('at %s: resumed, nothing is there twice and nothing is missing', async (event) => {
    await crashAt(event);
    await resumeToTheEnd();
  });

  it.each(shareOf(['after-load:2', 'before-commit:1', 'after-commit:1'], vendor === 'mariadb'))(
    'at %s, small tables that are loaded together: each is there once',
    async (event) => {
      const small = ['--tables', `${SOURCE}.small%`];
      await dropSchemas(vendor, COPY);
      const { exitCode, output } = await startLoad(small, { SLUICE_CRASH: event }).ended;
      expect(exitCode, output).toBeNull();
      const resumed = await startLoad([...small, '--resume']).ended;
      expect({ errors: resumed.result.errors, exitCode: resumed.exitCode }).toEqual({
        errors: [],
        exitCode: 0,
      });
      for (let table = 0; table < SMALL_TABLES; table += 1) {
        const [rows] = await watcher.query(
          `SELECT COUNT(*) AS n, CAST(SUM(v) AS SIGNED) AS v FROM ${COPY}.small${table}`,
        );
        expect(rows).toEqual([{ n: 10, v: 5 }]);
      }
      expect(await hasJournal(watcher, COPY)).toBe(false);
    },
  );

  it('with rows and journal in two transactions, a chunk comes twice: the test above can fail', async () => {
    await crashAt('after-split:5', { SLUICE_SABOTAGE: 'split-transaction' });
    const { exitCode, result } = await startLoad(['--resume']).ended;
    expect(exitCode).not.toBe(0);
    expect(result.ok).toBe(false);
  });

  it('during an ALTER TABLE that the server continues', async () => {
    const command = await stoppedAt('before-index:1');
    const holder = await connectPlain(vendor);
    await holder.query('START TRANSACTION');
    for (const table of ['keyed', 'keyless', 'parts', 'wide'])
      await holder.query(`SELECT 1 FROM ${COPY}.${table} LIMIT 1`);
    command.process.kill('SIGCONT');
    await untilSome(`SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE 'ALTER TABLE %ADD%'`);
    command.process.kill('SIGKILL');
    await command.ended.catch(() => undefined);
    // The ALTER TABLE still waits, for a client that is gone; the resumed load must end it first.
    const resuming = startLoad(['--resume']);
    await resuming.printed(/"stage":"data"/);
    await holder.end();
    await resuming.ended;
    await expectWhole(watcher, SOURCE, COPY);
  });

  it('is not begun again over its rest, and can be rolled back to the last object', async () => {
    await crashAt('after-commit:5');
    const again = await startLoad([]).ended;
    expect(again.exitCode).toBe(5);
    expect(again.result.errors[0]).toMatchObject({ code: 'load-unfinished' });
    await watcher.query(`CREATE TABLE ${COPY}.mine (id INT PRIMARY KEY)`);
    const rolledBack = await startLoad(['--roll-back']).ended;
    expect(rolledBack.exitCode, rolledBack.output).toBe(0);
    const [tables] = await watcher.query(`SHOW TABLES FROM ${COPY}`);
    expect(tables).toEqual([{ [`Tables_in_${COPY}`]: 'mine' }]);
    const [routines] = await watcher.query(
      'SELECT 1 FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?',
      [COPY],
    );
    expect(routines).toEqual([]);
    const resumed = await startLoad(['--resume']).ended;
    // With nothing left to resume it begins, and somebody's table is in the way.
    expect(resumed.result.errors[0]).toMatchObject({ code: 'target-exists' });
  });

  it('a load that is cancelled can be resumed by the command that it names', async () => {
    const command = await stoppedAt('after-commit:2');
    command.process.kill('SIGINT');
    command.process.kill('SIGCONT');
    const { exitCode, result } = await command.ended;
    expect(exitCode).toBe(130);
    expect(result).toMatchObject({ state: 'cancelled', errors: [] });
    expect(result.unfinished?.resume).toContain(`--schema-map ${SOURCE}=${COPY} --resume`);
    await resumeToTheEnd();
  });

  /** A load that stands still at an event. */
  async function stoppedAt(event: string): Promise<RunningCommand> {
    await dropSchemas(vendor, COPY);
    const command = startLoad([], { SLUICE_CRASH: event, SLUICE_CRASH_STOPS: '1' });
    while (!(await isStopped(command))) await tick();
    return command;
  }

  async function untilSome(query: string): Promise<void> {
    for (;;) {
      const [rows] = await watcher.query(query);
      if ((rows as readonly unknown[]).length > 0) return;
      await tick();
    }
  }

  function tick(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 5));
  }
});
