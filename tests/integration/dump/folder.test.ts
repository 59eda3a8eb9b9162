import { appendFileSync, existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'fs';
import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DONE_FILE, FACTS_FILE } from '../../../app/format/names';
import { testServer, testVendors } from '../../servers/test-server';
import { startSluice, type CommandRun, type RunningCommand } from '../harness/command';
import { closeGate, openGate, waitsAt, type Gate } from '../harness/gate';
import { newRegistry } from '../harness/runs';
import { connectPlain, dropSchemas } from '../harness/servers';

const SCHEMA = 'folder_of_one';
const TRIES = 6;
/** The dump has all but this row while it is closed. */
const GATE: Gate = { column: 'id', value: 150 };

describe.each(testVendors)('a dump’s folder, %s', (vendor) => {
  const { host, port, user, password } = testServer(vendor);
  let keeper: Connection;
  let parent = '';
  let running: RunningCommand[] = [];

  beforeAll(async () => {
    keeper = await connectPlain(vendor);
    await keeper.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
    await keeper.query(`CREATE DATABASE ${SCHEMA}`);
    for (const table of ['a', 'b', 'c']) {
      await keeper.query(`CREATE TABLE ${SCHEMA}.${table} (id INT PRIMARY KEY, v VARCHAR(100))`);
      const values = Array.from({ length: 200 }, (_, id) => `(${id}, REPEAT('x', 50))`);
      await keeper.query(`INSERT INTO ${SCHEMA}.${table} VALUES ${values.join(', ')}`);
    }
    await keeper.query(`CREATE VIEW ${SCHEMA}.v AS SELECT id FROM ${SCHEMA}.a WHERE id < 1000`);
  });

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-folder-'));
  });

  afterEach(async () => {
    await openGate(keeper, GATE);
    for (const command of running) command.process.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended.catch(() => undefined)));
    running = [];
    await rm(parent, { recursive: true, force: true });
  });

  afterAll(async () => {
    await keeper.end();
    await dropSchemas(vendor, SCHEMA);
  });

  function startDump(out: string, ...more: readonly string[]): RunningCommand {
    const words = ['--out', out, '--schemas', SCHEMA, '--threads', '1', '--json', ...more];
    const source = `mysql://${user}@${host}:${port}`;
    const command = startSluice(['dump', '--source', source, ...words], { SLUICE_PASSWORD: password });
    running.push(command);
    return command;
  }

  /** It stands still in the middle of the table c, with the files of all else on the disk. */
  async function startHeldDump(out: string): Promise<RunningCommand> {
    await closeGate(keeper, GATE);
    const command = startDump(out, '--where', `${SCHEMA}.c=${waitsAt(GATE)}`);
    await command.printed(/"tablesDone":2,"tablesTotal":3/);
    const facts = () => readFileSync(join(out, FACTS_FILE), 'utf8');
    await expect.poll(facts).toContain('"fact":"structure"');
    return command;
  }

  async function expectWhole(folder: string): Promise<void> {
    const registry = newRegistry();
    const { state, errors } = await registry.finished(registry.startVerify({ folder, threads: 1 }).runId);
    expect({ state, errors }).toEqual({ state: 'done', errors: [] });
  }

  const codesOf = ({ result }: CommandRun) => result.errors.map(({ code }) => code);

  it('belongs to one of two dumps that are begun into it at once', async () => {
    for (let round = 0; round < TRIES; round += 1) {
      const folder = join(parent, String(round));
      const runs = await Promise.all([startDump(folder), startDump(folder)].map(({ ended }) => ended));
      const refused = runs.filter(({ exitCode }) => exitCode !== 0);
      expect(refused).toHaveLength(1);
      // It may come when the other has ended.
      expect(['folder-in-use', 'folder-not-empty']).toContain(refused.flatMap(codesOf)[0]);
      await expectWhole(folder);
    }
  });

  it('is refused while its dump runs, with the owner’s name, and is kept', async () => {
    const folder = join(parent, 'dump');
    const held = await startHeldDump(folder);
    const before = readdirSync(folder);
    const second = await startDump(folder).ended;
    expect(codesOf(second)).toEqual(['folder-in-use']);
    expect(second.result.errors[0]?.message).toContain(`process ${String(held.process.pid)} on `);
    expect(readdirSync(folder)).toEqual(before);
    await openGate(keeper, GATE);
    expect((await held.ended).exitCode).toBe(0);
    await expectWhole(folder);
  });

  it('is refused when its dump was killed, and says so', async () => {
    const folder = join(parent, 'dump');
    const held = await startHeldDump(folder);
    held.process.kill('SIGKILL');
    await held.ended;
    const before = readdirSync(folder);
    const second = await startDump(folder).ended;
    expect(codesOf(second)).toEqual(['folder-not-empty']);
    expect(second.result.errors[0]?.message).toContain('never finished');
    expect(second.result.errors[0]?.hint).toContain('Remove the folder');
    expect(readdirSync(folder)).toEqual(before);
  });

  it('keeps what is not the dump’s when the dump is cancelled', async () => {
    const folder = join(parent, 'dump');
    const held = await startHeldDump(folder);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    held.process.kill('SIGTERM');
    await held.ended;
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  const spoilt: readonly (readonly [string, string, (folder: string) => void])[] = [
    [
      'a definition was changed',
      `${SCHEMA}@a.sql`,
      (folder) => appendFileSync(join(folder, `${SCHEMA}@a.sql`), ' '),
    ],
    ['the manifest is gone', '@.json', (folder) => unlinkSync(join(folder, '@.json'))],
    [
      'a chunk is gone',
      `${SCHEMA}@a@@0.tsv.zst`,
      (folder) => unlinkSync(join(folder, `${SCHEMA}@a@@0.tsv.zst`)),
    ],
    ['the facts were changed', FACTS_FILE, (folder) => appendFileSync(join(folder, FACTS_FILE), '\n')],
  ];
  it.each(spoilt)('is no dump where %s while it was written', async (_what, file, spoil) => {
    const folder = join(parent, 'dump');
    const held = await startHeldDump(folder);
    spoil(folder);
    await openGate(keeper, GATE);
    const { exitCode, result } = await held.ended;
    expect(exitCode).toBe(1);
    expect(result.errors[0]).toMatchObject({ code: 'dump-damaged', chunk: file });
    expect(existsSync(join(folder, DONE_FILE))).toBe(false);
  });
});
