import { statSync } from 'fs';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IndexLayout, Inspection } from '../../app/contract/pages/inspection';
import { runSluice } from '../integration/harness/command';
import { createSubject, ROWS } from '../integration/inspect/subject';
import { MatrixServer, serverNames, skipMissingServers } from './matrix-server';

skipMissingServers();

const SCHEMA = 'pages';

/** Formats that every server's InnoDB has. */
const FORMATS = [
  ['plain', ''],
  ['compact', 'ROW_FORMAT=COMPACT'],
  ['redundant', 'ROW_FORMAT=REDUNDANT'],
  ['compressed', 'ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8'],
] as const;

const PARTITIONS =
  'PARTITION BY RANGE (id) (PARTITION low VALUES LESS THAN (5000), PARTITION high VALUES LESS THAN MAXVALUE)';

/** The only one without a dictionary of its tablespaces. */
const WITHOUT_DICTIONARY = 'mysql-5.5';
const withDictionary = serverNames.filter((name) => name !== WITHOUT_DICTIONARY);

interface Counted {
  readonly pages: number;
  readonly leafPages: number;
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

async function run(server: MatrixServer, words: readonly string[]) {
  return await runSluice(['inspect', '--json', ...words], server.secret);
}

async function inspect(server: MatrixServer, table: string, ...more: readonly string[]): Promise<Inspection> {
  const { exitCode, output } = await run(server, [
    ...['--target', server.dsn, '--tables', `${SCHEMA}.${table}`],
    ...more,
  ]);
  expect(exitCode, output).toBe(0);
  return JSON.parse(output) as Inspection;
}

/** The refusal of an inspection that must not give figures. */
async function refusal(server: MatrixServer, words: readonly string[]): Promise<Refusal> {
  const { exitCode, output } = await run(server, words);
  expect(exitCode, output).not.toBe(0);
  const { errors } = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as { readonly errors: Refusal[] };
  const [error] = errors;
  if (error === undefined) throw new Error(output);
  return error;
}

/** Page counts as the server has just counted them itself. */
async function countedBy(connection: Connection, table: string): Promise<ReadonlyMap<string, Counted>> {
  await connection.query(`ANALYZE TABLE ${SCHEMA}.${table}`);
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT index_name AS name, MAX(IF(stat_name = 'size', stat_value, 0)) AS pages,
            MAX(IF(stat_name = 'n_leaf_pages', stat_value, 0)) AS leaves
     FROM mysql.innodb_index_stats WHERE database_name = ? AND table_name = ? GROUP BY index_name`,
    [SCHEMA, table],
  );
  return new Map(
    rows.map(({ name, pages, leaves }) => [
      String(name),
      { pages: Number(pages), leafPages: Number(leaves) },
    ]),
  );
}

/** Figures agree with the server's; MariaDB writes 1 for the leaf pages of a small index. */
function expectCounted(index: IndexLayout, counted: Counted | undefined): void {
  expect(counted, index.name).toBeDefined();
  if (counted === undefined) return;
  if (counted.leafPages > 1) expect(index.leafPages, index.name).toBe(counted.leafPages);
  expect(index.leafPages ?? 0).toBeLessThanOrEqual(counted.pages);
}

describe.each(withDictionary)('tables of %s', (name) => {
  let server: MatrixServer;
  let connection: Connection;

  beforeAll(async () => {
    server = await MatrixServer.start(name);
    connection = await server.connect();
    await connection.query(`CREATE DATABASE ${SCHEMA}`);
  });
  afterAll(async () => {
    await connection.end();
    await server.end();
  });

  it.each(FORMATS)('%s: every page of its file, as the server counts them', async (table, options) => {
    await createSubject(connection, `${SCHEMA}.${table}`, { options });
    const { indexes, tables } = await inspect(server, table, '--tier', 'file');
    const counted = await countedBy(connection, table);
    expect(tables).toMatchObject([{ table: `${SCHEMA}.${table}`, tier: 'file' }]);
    expect(tables[0]?.coverage).toMatch(/written out by the server just before/);
    const [file] = tables[0]?.files ?? [];
    expect(file).toMatchObject({ checksumFailures: 0, unverifiedPages: 0 });
    expect(file?.bytes).toBe(statSync(join(server.instance.dataFolder, SCHEMA, `${table}.ibd`)).size);
    expect(indexes.map((index) => [index.name, index.records])).toEqual([
      ['PRIMARY', ROWS],
      ['k_1', ROWS],
    ]);
    for (const index of indexes) {
      expectCounted(index, counted.get(index.name ?? ''));
      expect(index.outOfOrderPct).toBeGreaterThan(0);
      if (table === 'compressed') {
        expect(index.unknown.flatMap(({ figures }) => figures)).toContain('fillPct');
        continue;
      }
      expect(index.fillPct).toBeGreaterThan(20);
      expect(index.fillPct).toBeLessThanOrEqual(100);
    }
  });

  it('a table whose rows came in order has its pages in order', async () => {
    await createSubject(connection, `${SCHEMA}.ordered`, { shuffled: false });
    const { indexes } = await inspect(server, 'ordered', '--tier', 'file');
    expect(indexes[0]).toMatchObject({ name: 'PRIMARY', records: ROWS, outOfOrderPct: 0, backwardPct: 0 });
  });

  it('a partitioned table has a file for each partition', async () => {
    await createSubject(connection, `${SCHEMA}.parted`, { options: PARTITIONS });
    const { indexes, tables } = await inspect(server, 'parted', '--tier', 'file');
    expect(tables[0]?.files.map(({ partition }) => partition)).toEqual(['low', 'high']);
    expect(indexes.map(({ partition, name: index, records }) => [partition, index, records])).toEqual([
      ['low', 'PRIMARY', 5000],
      ['low', 'k_1', 5000],
      ['high', 'PRIMARY', ROWS - 5000],
      ['high', 'k_1', ROWS - 5000],
    ]);
  });

  it.each([
    ['stats', 'statistics'],
    ['buffer', 'buffer-pool'],
    ['file', 'file'],
  ])('its figures by %s agree with the server’s', async (tier, used) => {
    await createSubject(connection, `${SCHEMA}.tiers`);
    const { indexes, tables } = await inspect(server, 'tiers', '--tier', tier);
    const counted = await countedBy(connection, 'tiers');
    expect(tables[0]?.tier).toBe(used);
    expect(indexes.map((index) => index.name)).toEqual(['PRIMARY', 'k_1']);
    for (const index of indexes) {
      if (index.leafPages !== null) expectCounted(index, counted.get(index.name ?? ''));
      else expect(index.unknown.flatMap(({ figures }) => figures)).toContain('leafPages');
    }
    if (tier !== 'stats') expect(indexes[0]?.fillPct).toBeGreaterThan(20);
  });

  it('compressed pages are told, and give way to the server’s memory', async () => {
    const options = name.startsWith('mysql') ? "COMPRESSION='zlib'" : 'PAGE_COMPRESSED=1';
    await createSubject(connection, `${SCHEMA}.squeezed`, { options });
    const byFile = await inspect(server, 'squeezed', '--tier', 'file');
    const [file] = byFile.tables[0]?.files ?? [];
    expect(file).toMatchObject({ checksumFailures: 0, encryptedPages: 0 });
    const best = await inspect(server, 'squeezed');
    if (file?.compressedPages === 0) {
      // A file system without holes leaves the pages as they are.
      expect(best.indexes[0]?.records).toBe(ROWS);
      return;
    }
    expect(byFile.indexes).toEqual([]);
    expect(byFile.tables[0]?.notes.join()).toMatch(/compressed/);
    expect(best.tables[0]?.tier).toBe('buffer-pool');
    expect(best.indexes.map((index) => index.name)).toEqual(['PRIMARY', 'k_1']);
  });
});

/** Places that hold several tables: the system tablespace, and MySQL's general ones. */
const SHARED = withDictionary.flatMap((name) => [
  { name, place: 'the system tablespace', options: '' },
  ...(name.startsWith('mysql')
    ? [{ name, place: 'a general tablespace', options: 'TABLESPACE common' }]
    : []),
]);

describe.each(SHARED)('tables in $place of $name', ({ name, options }) => {
  let server: MatrixServer;

  beforeAll(async () => {
    server = await MatrixServer.start(name, ['--innodb-file-per-table=0']);
    await server.use(async (connection) => {
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      if (options !== '') await connection.query("CREATE TABLESPACE common ADD DATAFILE 'common.ibd'");
      await createSubject(connection, `${SCHEMA}.shared`, { options });
      // Its indexes have the same names.
      await createSubject(connection, `${SCHEMA}.other`, { options });
    });
  });
  afterAll(() => server.end());

  it.each(['auto', 'buffer', 'stats'])('have figures of their own alone, by %s', async (tier) => {
    const { indexes, tables } = await inspect(server, 'shared', '--tier', tier);
    const counted = await server.use((connection) => countedBy(connection, 'shared'));
    expect(indexes.map((index) => index.name)).toEqual(['PRIMARY', 'k_1']);
    expect(indexes[0]?.leafPages).toBe(counted.get('PRIMARY')?.leafPages);
    if (tables[0]?.tier !== 'statistics') expect(indexes[0]?.records).toBe(ROWS);
    if (tier === 'buffer')
      expect(tables[0]?.pagesSeen).toBeLessThanOrEqual(tables[0]?.pagesInAll ?? Infinity);
  });

  it('have figures of their own alone by file, or are refused with what helps', async () => {
    const words = ['--target', server.dsn, '--tables', `${SCHEMA}.shared`, '--tier', 'file'];
    // The server completes a new file's first page within seconds.
    await expect.poll(async () => (await run(server, words)).output).not.toContain('not written yet');
    const { exitCode, output } = await run(server, words);
    if (exitCode === 0) {
      const { indexes } = JSON.parse(output) as Inspection;
      expect(indexes.map((index) => [index.name, index.records])).toEqual([
        ['PRIMARY', ROWS],
        ['k_1', ROWS],
      ]);
      return;
    }
    const { message, hint } = await refusal(server, words);
    expect(message).toMatch(/shared tablespace/);
    expect(hint).toMatch(/--tier/);
  });
});

describe.runIf(serverNames.includes(WITHOUT_DICTIONARY))(`tables of ${WITHOUT_DICTIONARY}`, () => {
  let server: MatrixServer;
  const files = [...FORMATS.map(([table]) => table), 'ordered'];
  let isStopped = false;

  beforeAll(async () => {
    server = await MatrixServer.start(WITHOUT_DICTIONARY, ['--innodb-file-format=Barracuda']);
    await server.use(async (connection) => {
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      for (const [table, options] of FORMATS)
        await createSubject(connection, `${SCHEMA}.${table}`, { options });
      await createSubject(connection, `${SCHEMA}.ordered`, { shuffled: false });
    });
  });
  afterAll(() => server.end());

  it.each(['auto', 'stats', 'buffer', 'file'])('are refused with what helps, by %s', async (tier) => {
    const words = ['--target', server.dsn, '--tables', `${SCHEMA}.plain`, '--tier', tier];
    const { code, message, hint } = await refusal(server, words);
    expect(code).toBe('unsupported-server');
    expect(message).toContain(server.instance.version);
    expect(hint).toMatch(/--ibd/);
  });

  it.each(files)('have files that can be read alone: %s', async (table) => {
    // All pages are on the disk when it has ended.
    if (!isStopped) await server.instance.stop();
    isStopped = true;
    const file = join(server.instance.dataFolder, SCHEMA, `${table}.ibd`);
    const { exitCode, output } = await run(server, ['--ibd', file]);
    expect(exitCode, output).toBe(0);
    const { indexes, tables } = JSON.parse(output) as Inspection;
    expect(tables[0]?.files[0]).toMatchObject({ checksumFailures: 0, bytes: statSync(file).size });
    expect(indexes.map(({ records }) => records)).toEqual([ROWS, ROWS]);
    expect(indexes[0]?.leafPages).toBeGreaterThan(indexes[1]?.leafPages ?? Infinity);
    if (table === 'ordered') expect(indexes[0]?.outOfOrderPct).toBe(0);
    else expect(indexes[0]?.outOfOrderPct).toBeGreaterThan(0);
  });

  it('that are in the shared tablespace are told apart by their numbers', async () => {
    const { exitCode, output } = await run(server, ['--ibd', join(server.instance.dataFolder, 'ibdata1')]);
    expect(exitCode, output).toBe(0);
    const { tables } = JSON.parse(output) as Inspection;
    expect(tables[0]?.notes.join(' ')).toMatch(/ids/);
  });
});
