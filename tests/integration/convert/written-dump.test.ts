import { mkdtemp, mkdir, readdir, readFile, rm, stat, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DumpOutput, WrittenFormat } from '../../../app/contract/dump-output';
import { patternOf } from '../../../app/contract/commands/pattern';
import { DUMP_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import { openEngine } from '../../../app/engine/open';
import { RunTracker } from '../../../app/runs/tracker';
import { writeDump } from '../../../app/runs/written-dump';
import { failingWith } from '../../unit/harness/failure';
import { dumpSchema, ENGINE_FILE, loadDump, newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas, testEndpoint, withPlain } from '../harness/servers';
import { testVendors } from '../../servers/test-server';

const SCHEMA = 'written_dump';
const COPY = 'written_copy';
const ROWS = 5000;
const TABLES = ['one', 'two'] as const;

describe.each(testVendors)('a dump in another format, as a run: %s', (vendor) => {
  let place = '';
  const registry = newRegistry();
  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const table of TABLES) {
      await connection.query(
        `CREATE TABLE ${table} (id INT PRIMARY KEY, label VARCHAR(40), KEY label (label))`,
      );
      const rows = Array.from({ length: ROWS }, (_, id) => [id, `row ${String(id % 50)}`]);
      await connection.query(`INSERT INTO ${table} VALUES ?`, [rows]);
    }
    await connection.end();
  });
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-written-'));
  });
  afterEach(() => rm(place, { recursive: true, force: true }));

  const packed = (kind: WrittenFormat): DumpOutput => ({ kind, packing: { kind: 'none' } });

  it.each([
    ['sql', 'out.sql'],
    ['mydumper', 'out'],
    ['csv', 'out'],
    ['jsonl', 'out'],
    ['parquet', 'out'],
  ] as const)('of %s tells its place and the size of its files', async (kind, name) => {
    const folder = join(place, name);
    const result = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, output: packed(kind) });
    expect(result.errors).toEqual([]);
    expect(result.state).toBe('done');
    expect(result.written).toEqual({ format: kind, path: folder });
    expect(result.rows).toBe(ROWS * TABLES.length);
    const files = (await stat(folder)).isDirectory()
      ? (await readdir(folder)).map((file) => join(folder, file))
      : [folder];
    expect(result.files).toBe(files.length);
    expect(result.storedBytes).toBeGreaterThan(0);
    expect(await readdir(place)).toEqual([name]);
    const [header] = registry.list();
    expect(header?.variant).toEqual({ kind: 'written', format: kind });
    expect(registry.view(header?.runId ?? '').tables.map(({ rows, state }) => [rows, state])).toEqual(
      TABLES.map(() => [ROWS, 'done']),
    );
  });

  it('that Sluice reads is loaded with the same rows', async () => {
    const folder = join(place, 'out.sql');
    await dumpSchema(registry, { vendor, schema: SCHEMA, folder, output: packed('sql') });
    const { state, rows } = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
    expect([state, rows]).toEqual(['done', ROWS * TABLES.length]);
    await dropSchemas(vendor, COPY);
  });

  it.each(['csv', 'jsonl'] as const)(
    'of %s with names that have dots comes back under them',
    async (kind) => {
      await withPlain(vendor, (connection) => connection.query(`CREATE TABLE ${SCHEMA}.\`v1.odd\` (id INT)`));
      const folder = join(place, 'out');
      await dumpSchema(registry, { vendor, schema: SCHEMA, folder, output: packed(kind) });
      await withPlain(vendor, (connection) => connection.query(`DROP TABLE ${SCHEMA}.\`v1.odd\``));
      const { verdicts, errors } = await loadDump(registry, {
        vendor,
        folder,
        schemaMap: { [SCHEMA]: COPY },
      });
      expect(errors).toEqual([]);
      expect(verdicts.map(({ schema, table }) => [schema, table])).toEqual(
        [...TABLES, 'v1.odd'].map((table) => [COPY, table]),
      );
      await dropSchemas(vendor, COPY);
    },
  );

  it.each(['csv', 'jsonl'] as const)(
    'of %s with texts that UTF-8 can’t stand for comes back equal',
    async (kind) => {
      const folder = join(place, 'out');
      await withPlain(vendor, async (connection) => {
        await connection.query(
          `CREATE TABLE ${SCHEMA}.other (id INT PRIMARY KEY, g VARCHAR(20) CHARACTER SET gbk, u TEXT CHARACTER SET ucs2, t TEXT)`,
        );
        await connection.query(
          `INSERT INTO ${SCHEMA}.other VALUES (1, '中文', '中文', 'D6D0'), (2, '', NULL, ''), (3, NULL, '', NULL)`,
        );
      });
      await dumpSchema(registry, { vendor, schema: SCHEMA, folder, output: packed(kind) });
      const { errors } = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(errors).toEqual([]);
      await withPlain(vendor, async (connection) => {
        const [rows] = await connection.query<RowDataPacket[]>(
          `CHECKSUM TABLE ${SCHEMA}.other, ${COPY}.other`,
        );
        expect(rows[1]?.Checksum).toBe(rows[0]?.Checksum);
        await connection.query(`DROP TABLE ${SCHEMA}.other`);
      });
      await dropSchemas(vendor, COPY);
    },
  );

  it('takes an empty folder that was made for it, and parents that are not there', async () => {
    await mkdir(join(place, 'empty'));
    const first = await dumpSchema(registry, {
      ...{ vendor, schema: SCHEMA, folder: join(place, 'empty'), output: packed('csv') },
    });
    expect(first.state).toBe('done');
    const second = await dumpSchema(registry, {
      ...{ vendor, schema: SCHEMA, folder: join(place, 'a', 'b', 'out.sql'), output: packed('sql') },
    });
    expect(second.state).toBe('done');
  });

  it('replaces nothing', async () => {
    const folder = join(place, 'out.sql');
    await writeFile(folder, 'mine');
    const result = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, output: packed('sql') });
    expect(result.state).toBe('failed');
    expect(result.begun).toBe(false);
    expect(result.errors.map(({ code }) => code)).toEqual(['folder-not-empty']);
    expect(await readFile(folder, 'utf8')).toBe('mine');
    expect(await readdir(place)).toEqual(['out.sql']);
  });

  it.each(['sql', 'parquet'] as const)('of %s that is cancelled at the end leaves nothing', async (kind) => {
    const folder = join(place, 'out.sql');
    const header = { runId: 'r', kind: 'dump', title: '', startedAt: Date.now(), threads: 2 } as const;
    const tracker: RunTracker = new RunTracker(header, () => {
      if (tracker.stageNow === 'finish') tracker.cancel();
    });
    const options = {
      ...DUMP_DEFAULTS,
      selection: selecting([{ kind: 'schema', schema: patternOf(SCHEMA) }]),
    };
    const request = {
      ...{ engine: openEngine(ENGINE_FILE), sluiceVersion: '0.0.0-test' },
      ...{ endpoint: testEndpoint(vendor), folder, options },
    };
    const writing = writeDump(request, { kind, packing: { kind: 'none' } }, tracker);
    await expect(writing).rejects.toThrow(failingWith('cancelled'));
    expect(await readdir(place)).toEqual([]);
  });
});
