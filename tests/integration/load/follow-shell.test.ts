import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { setTimeout as pause } from 'timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testServer, testVendors } from '../../servers/test-server';
import { FOREIGN_SHAPES, reshape } from '../format/foreign-shapes';
import { startSluice, type RunningCommand } from '../harness/command';
import { dumpSchema, newRegistry } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const SOURCE = 'shell_followed';
const COPY = 'shell_copy';
const WAITING = /"stage":"waiting"/;
const ONE_THERE = /"stage":"waiting".*"tablesDone":1,"tablesTotal":3/;
const registry = newRegistry();

/** A dump of MySQL Shell that is written file by file, as its threads do it (modules/util/dump/dumper.cc). */
class Writer {
  readonly #from: string;
  readonly #to: string;

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  async write(isWanted: (name: string) => boolean): Promise<void> {
    await mkdir(this.#to, { recursive: true });
    const there = await readdir(this.#to);
    const wanted = (await readdir(this.#from)).filter((name) => !there.includes(name) && isWanted(name));
    for (const name of wanted) {
      // Data files have their names when they are complete.
      const staged = join(this.#to, isRows(name) ? `${name}.dumping` : name);
      await copyFile(join(this.#from, name), staged);
      if (isRows(name)) await rename(staged, join(this.#to, name));
    }
  }
}

const isRows = (name: string) => /@\d+\.tsv/.test(name);
const isDefinition = (name: string) => !isRows(name) && name !== '@.done.json';
const isOf = (table: string) => (name: string) => isRows(name) && name.startsWith(`${SOURCE}@${table}@`);

describe.each(testVendors)('a load that follows MySQL Shell, %s', (vendor) => {
  let place = '';
  let whole = '';
  let parent = '';
  let folder = '';
  let writer: Writer;
  let running: RunningCommand[] = [];

  beforeAll(async () => {
    await dropSchemas(vendor, SOURCE);
    await withPlain(vendor, async (connection) => {
      for (const statement of [
        `CREATE DATABASE ${SOURCE}`,
        `USE ${SOURCE}`,
        'CREATE TABLE first (id INT PRIMARY KEY, note VARCHAR(200), KEY (note))',
        `INSERT INTO first WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 1000)
           SELECT id, REPEAT(CHAR(97 + id % 26), 150) FROM n`,
        'INSERT INTO first SELECT id + 1000, note FROM first',
        'CREATE TABLE second LIKE first',
        'INSERT INTO second SELECT * FROM first',
        `CREATE TABLE third (id INT PRIMARY KEY) PARTITION BY RANGE (id)
           (PARTITION p0 VALUES LESS THAN (500), PARTITION p1 VALUES LESS THAN MAXVALUE)`,
        'INSERT INTO third SELECT id FROM first WHERE id <= 1000',
        'CREATE VIEW seen AS SELECT id FROM second',
        'CREATE TRIGGER stamp BEFORE INSERT ON first FOR EACH ROW SET NEW.note = CONCAT(NEW.note, 1)',
      ])
        await connection.query(statement);
    });
    place = await mkdtemp(join(tmpdir(), 'sluice-shell-'));
    const ours = join(place, 'ours');
    const made = await dumpSchema(registry, { vendor, schema: SOURCE, folder: ours, bytesPerChunk: 131_072 });
    expect(made.errors).toEqual([]);
    whole = join(place, 'whole');
    const shape = FOREIGN_SHAPES['format 1.0.2, zstd in chunks, without a version of its own'];
    if (shape === undefined) throw new Error('There is no such shape.');
    await reshape(ours, whole, shape);
    expect((await readdir(whole)).filter(isOf('second')).length).toBeGreaterThan(1);
  });

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-follow-'));
    folder = join(parent, 'dump');
    writer = new Writer(whole, folder);
    await dropSchemas(vendor, COPY);
  });

  afterEach(async () => {
    for (const command of running) command.process.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended.catch(() => undefined)));
    running = [];
    await rm(parent, { recursive: true, force: true });
  });

  afterAll(async () => {
    await dropSchemas(vendor, SOURCE, COPY);
    await rm(place, { recursive: true, force: true });
  });

  function load(...more: readonly string[]): RunningCommand {
    const { host, port, user, password } = testServer(vendor);
    const words = [
      ...['load', '--target', `mysql://${user}@${host}:${port}`, '--dump', folder, '--json'],
      ...['--schema-map', `${SOURCE}=${COPY}`, '--threads', '2', ...more],
    ];
    const command = startSluice(words, { SLUICE_PASSWORD: password });
    running.push(command);
    return command;
  }

  async function expectDone({ ended }: RunningCommand): Promise<void> {
    const { exitCode, result, output } = await ended;
    expect(exitCode, output.slice(-3000)).toBe(0);
    expect(result).toMatchObject({ ok: true, tables: 3, rows: 5000 });
    await withPlain(vendor, async (connection) => {
      const found = await schemaFingerprint(connection, COPY);
      expect(found).toEqual(await schemaFingerprint(connection, SOURCE));
    });
  }

  it('loads each table when its last file is there, and is done with the finished dump', async () => {
    const command = load('--follow');
    await command.printed(WAITING);
    await writer.write((name) => name === '@.json');
    await writer.write((name) => isDefinition(name) && name.endsWith('.json'));
    // Definitions are still written: nothing is created.
    await pause(1000);
    expect(
      await withPlain(vendor, (connection) => connection.query(`SHOW DATABASES LIKE '${COPY}'`)),
    ).toMatchObject([[], {}]);
    await writer.write(isDefinition);
    await writer.write(isOf('first'));
    // All but the last of the second, and one of two partitions.
    await writer.write((name) => isOf('second')(name) && !name.includes('@@'));
    await writer.write((name) => isOf('third@p0')(name));
    await command.printed(ONE_THERE);
    expect(
      await withPlain(vendor, (connection) => connection.query(`SELECT COUNT(*) AS n FROM ${COPY}.first`)),
    ).toMatchObject([[{ n: 2000 }], {}]);
    await writer.write(isRows);
    await writer.write(() => true);
    await expectDone(command);
  });

  it('is killed, and resumed with the finished dump', async () => {
    const command = load('--follow');
    await writer.write(isDefinition);
    await writer.write(isOf('first'));
    await command.printed(ONE_THERE);
    command.process.kill('SIGKILL');
    await command.ended;
    await writer.write(isRows);
    await writer.write(() => true);
    await expectDone(load('--resume'));
  });

  it('is refused where the finished dump lacks what was begun', async () => {
    const command = load('--follow');
    await writer.write(isDefinition);
    await writer.write(isOf('first'));
    await command.printed(ONE_THERE);
    await writer.write((name) => !isOf('second')(name));
    const { exitCode, result } = await command.ended;
    // It can be resumed when the file is back.
    expect(exitCode).toBe(4);
    expect(result.errors[0]).toMatchObject({ code: 'dump-damaged' });
    expect(result.errors[0]?.message).toContain(`${SOURCE}@second@`);
  });

  it('is not begun for a dump that is not finished, unless it is asked to follow', async () => {
    await writer.write(isDefinition);
    await writer.write(isOf('first'));
    const { exitCode, result } = await load().ended;
    expect(exitCode).not.toBe(0);
    expect(result.errors[0]).toMatchObject({ code: 'dump-incomplete' });
    expect(result.errors[0]?.hint).toMatch(/MySQL Shell.*--follow/);
  });
});
