import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import type { Inspection } from '../../../app/contract/pages/inspection';
import { inspectFile, readTablespace } from '../../../app/inspect/file/file';
import type { EngineFileReport } from '../../../app/engine/tablespace';
import { testVendors } from '../../servers/test-server';
import { connectPlain, connectToFresh, dropSchemas } from '../harness/servers';
import {
  askInnochecksum,
  createSubject,
  fileOf,
  loadOnLanes,
  newReader,
  ROWS,
  whileExported,
} from './subject';

const SCHEMA = 'inspect_file';
const EVERY_PAGE = { from: 0, count: 1e9 };

/** The bins that innochecksum counts in: of all pages of an index, by tenths of the whole page. */
function oracleHistogram(report: EngineFileReport, indexId: number): readonly number[] {
  const bins = new Array<number>(12).fill(0);
  for (const page of report.listed) {
    if (page.type !== 17855 || page.free || page.indexId !== indexId) continue;
    const bin = Math.min(11, Math.ceil((page.dataBytes * 10) / report.format.pageSize));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

/** Runs `work` while the server writes checksums of this kind. */
async function withChecksums<T>(connection: Connection, kind: string, work: () => Promise<T>): Promise<T> {
  const [rows] = await connection.query<RowDataPacket[]>('SELECT @@GLOBAL.innodb_checksum_algorithm AS kind');
  await connection.query('SET GLOBAL innodb_checksum_algorithm = ?', [kind]);
  try {
    return await work();
  } finally {
    await connection.query('SET GLOBAL innodb_checksum_algorithm = ?', [rows[0]?.kind]);
  }
}

describe('a MariaDB file, against innochecksum', () => {
  const reader = newReader();
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectToFresh('mariadb', SCHEMA);
  });

  afterAll(async () => {
    await connection.end();
    await dropSchemas('mariadb', SCHEMA);
  });

  async function compare(table: string, hiddenRoots = 0): Promise<EngineFileReport> {
    return await whileExported(connection, table, async () => {
      const path = fileOf('mariadb', SCHEMA, table);
      const report = await readTablespace(reader, path, { list: EVERY_PAGE });
      const oracle = askInnochecksum(path);
      expect(report.states).toMatchObject({ damaged: 0, wrongNumber: 0 });
      expect(report.readAgain).toBe(0);
      expect(report.indexes.map(({ indexId, leafPages }) => [indexId, leafPages])).toEqual(
        oracle.map(({ indexId, leafPages }) => [indexId, leafPages]),
      );
      const [clustered, ...others] = oracle;
      expect(report.indexes.map(({ pages }) => pages)).toEqual([
        (clustered?.pages ?? 0) + hiddenRoots,
        ...others.map(({ pages }) => pages),
      ]);
      if (report.format.compression === 'none') {
        expect(report.indexes.map(({ indexId }) => oracleHistogram(report, indexId))).toEqual(
          oracle.map(({ histogram }) => histogram),
        );
      }
      return report;
    });
  }

  it.each([
    ['full_crc32', 'ROW_FORMAT=DYNAMIC'],
    ['full_crc32', 'ROW_FORMAT=COMPACT'],
    ['full_crc32', 'ROW_FORMAT=REDUNDANT'],
    ['full_crc32', 'ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8'],
    ['full_crc32', 'ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=1'],
    ['crc32', 'ROW_FORMAT=DYNAMIC'],
    ['crc32', 'ROW_FORMAT=COMPACT'],
    ['crc32', 'ROW_FORMAT=REDUNDANT'],
  ])('has the same pages, leaves and fill in %s, %s', async (checksums, options) => {
    await withChecksums(connection, checksums, () => createSubject(connection, 't', { options }));
    const report = await compare('t');
    expect(report.states.unverified).toBe(0);
    expect(report.indexes).toHaveLength(2);
    for (const index of report.indexes) {
      expect(index.records).toBe(ROWS);
      expect(index.orderUnknown).toBeNull();
    }
    expect(report.indexes[0]?.order?.backward).toBeGreaterThan(0);
  });

  it('takes the root of an instant ADD COLUMN, which innochecksum does not know, for what it is', async () => {
    await createSubject(connection, 'instant');
    await connection.query('ALTER TABLE instant ADD COLUMN late INT DEFAULT 5, ALGORITHM=INSTANT');
    const report = await compare('instant', 1);
    expect(report.types).toContainEqual({ type: 18, kind: 'index', pages: 1 });
  });

  it('has more than one page of extent descriptors in a large file', async () => {
    await connection.query('CREATE TABLE large (id INT PRIMARY KEY, pad LONGBLOB)');
    for (let id = 0; id < 18; id += 1) {
      await connection.query('INSERT INTO large VALUES (?, REPEAT("x", 15000000))', [id]);
    }
    const report = await compare('large');
    expect(report.pages).toBeGreaterThan(16_384);
    expect(report.types.find(({ kind }) => kind === 'descriptors')?.pages).toBe(1);
    expect(report.types.find(({ kind }) => kind === 'blob')?.pages).toBeGreaterThan(16_000);
    await connection.query('DROP TABLE large');
  });

  it.each(['full_crc32', 'crc32'])('reports compressed pages as what they are in %s', async (checksums) => {
    await withChecksums(connection, checksums, () =>
      createSubject(connection, 'packed', { options: 'PAGE_COMPRESSED=1' }),
    );
    await whileExported(connection, 'packed', async () => {
      const report = await readTablespace(reader, fileOf('mariadb', SCHEMA, 'packed'));
      expect(report.format.compression).toBe('pages');
      expect(report.compressedPages).toBeGreaterThan(100);
      expect(report.states).toMatchObject({ damaged: 0, wrongNumber: 0 });
      expect(report.indexes).toEqual([]);
      expect(report.indexesUnknown?.key).toBe('pagesCompressed');
    });
  });
});

describe('a MySQL file', () => {
  const reader = newReader();
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectToFresh('mysql', SCHEMA);
  });

  afterAll(async () => {
    await connection.end();
    await dropSchemas('mysql', SCHEMA);
  });

  it.each([
    'ROW_FORMAT=DYNAMIC',
    'ROW_FORMAT=COMPACT',
    'ROW_FORMAT=REDUNDANT',
    'ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8',
  ])('is read in %s', async (options) => {
    await createSubject(connection, 't', { options });
    await whileExported(connection, 't', async () => {
      const report = await readTablespace(reader, fileOf('mysql', SCHEMA, 't'));
      expect(report.format).toMatchObject({ origin: 'mysql', checksums: 'field', pageSize: 16_384 });
      expect(report.states).toMatchObject({ damaged: 0, wrongNumber: 0, unverified: 0 });
      expect(report.indexes.map(({ records }) => records)).toEqual([ROWS, ROWS]);
      expect(report.indexes.map(({ orderUnknown }) => orderUnknown)).toEqual([null, null]);
      expect(report.indexes.every(({ fill }) => (fill === null) === options.includes('COMPRESSED'))).toBe(
        true,
      );
    });
  });

  it.each([
    ['innodb', 'verified'],
    ['none', 'unverified'],
  ] as const)('is read with checksums of kind %s', async (kind, state) => {
    await withChecksums(connection, kind, async () => {
      await createSubject(connection, 't', { rows: ROWS / 4 });
      await whileExported(connection, 't', async () => {
        const report = await readTablespace(newReader(), fileOf('mysql', SCHEMA, 't'));
        expect(report.states).toMatchObject({ damaged: 0, wrongNumber: 0 });
        expect(report.states[state]).toBeGreaterThan(50);
        expect(report.states.verified === 0).toBe(kind === 'none');
        expect(report.indexes.map(({ records }) => records)).toEqual([ROWS / 4, ROWS / 4]);
      });
    });
  });

  it('is read after an instant ADD COLUMN', async () => {
    await createSubject(connection, 'instant');
    await connection.query('ALTER TABLE instant ADD COLUMN late INT DEFAULT 5, ALGORITHM=INSTANT');
    await whileExported(connection, 'instant', async () => {
      const report = await readTablespace(reader, fileOf('mysql', SCHEMA, 'instant'));
      expect(report.indexes.map(({ records }) => records)).toEqual([ROWS, ROWS]);
    });
  });

  it('reports compressed pages as what they are', async () => {
    await createSubject(connection, 'packed', { options: "COMPRESSION='zlib'" });
    await whileExported(connection, 'packed', async () => {
      const report = await readTablespace(reader, fileOf('mysql', SCHEMA, 'packed'));
      expect(report.compressedPages).toBeGreaterThan(100);
      expect(report.states).toMatchObject({ damaged: 0, wrongNumber: 0 });
      expect(report.indexesUnknown?.key).toBe('pagesCompressed');
    });
  });
});

describe.each(testVendors)('a file of %s on its own', (vendor) => {
  afterAll(() => dropSchemas(vendor, SCHEMA));

  it('gives the figures, the order of a load, and the names that the file says', async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    await createSubject(connection, 'sorted', { shuffled: false });
    const inspection = await whileExported(connection, 'sorted', () =>
      inspectFile(newReader(), fileOf(vendor, SCHEMA, 'sorted')),
    );
    await connection.end();
    const [clustered, secondary] = inspection.indexes;
    const names = vendor === 'mysql' ? ['PRIMARY', 'k_1'] : [undefined, undefined];
    expect(inspection.indexes.map(({ name }) => name)).toEqual(names);
    expect(clustered).toMatchObject({ outOfOrderPct: 0, backwardPct: 0, lsnDisorderPct: 0, records: ROWS });
    expect(clustered?.fillPct).toBeGreaterThan(90);
    expect(secondary?.outOfOrderPct).toBeGreaterThan(50);
    expect(inspection.tables[0]).toMatchObject({
      tier: 'file',
      notes: [
        vendor === 'mysql'
          ? `The file says that it holds ${SCHEMA}.sorted.`
          : expect.stringMatching(/does not say what its indexes are called/),
      ],
    });
  });

  it('finds how many lanes wrote it at once, each in order', async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    await createSubject(connection, 'shared', { rows: 0 });
    const lanes = await Promise.all(Array.from({ length: 4 }, () => connectPlain(vendor)));
    for (const lane of lanes) await lane.query(`USE ${SCHEMA}`);
    await loadOnLanes(lanes, 'shared', 2 * ROWS);
    const inspection = await whileExported(connection, 'shared', () =>
      inspectFile(newReader(), fileOf(vendor, SCHEMA, 'shared')),
    );
    for (const open of [connection, ...lanes]) await open.end();
    const [clustered, secondary] = inspection.indexes;
    expect(clustered?.records).toBe(8 * ROWS);
    expect(clustered?.lanes).toBe(4);
    expect(clustered?.backwardPct).toBeLessThan(3);
    // Keys that are nothing but mixed up are no few lanes.
    expect(secondary?.lanes).not.toBe(4);
    expect(secondary?.backwardPct).toBeGreaterThan(10);
  });

  it('shows the free space in the file, which grows by the pages of a dropped index', async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    await createSubject(connection, 'sorted', { shuffled: false });
    const inspect = () =>
      whileExported(connection, 'sorted', () => inspectFile(newReader(), fileOf(vendor, SCHEMA, 'sorted')));
    const before = await inspect();
    await connection.query('ALTER TABLE sorted DROP KEY k_1');
    const inUse = ({ tables: [table] }: Inspection) =>
      (table?.files[0]?.pages ?? 0) - (table?.files[0]?.freePages ?? 0);
    const left = inUse(before) - (before.indexes[1]?.pages ?? 0);
    // MariaDB frees the pages when it purges, a moment later.
    await expect.poll(async () => inUse(await inspect())).toBeLessThanOrEqual(left);
    await connection.end();
    expect(left).toBeGreaterThan(before.indexes[0]?.pages ?? Infinity);
  });
});

describe('the names in a file of MySQL', () => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectToFresh('mysql', SCHEMA);
  });

  afterAll(async () => {
    await connection.end();
    await dropSchemas('mysql', SCHEMA);
  });

  async function namesOf(table: string, file = table) {
    const { indexes, tables } = await whileExported(connection, table, () =>
      inspectFile(newReader(), fileOf('mysql', SCHEMA, file)),
    );
    return { names: indexes.map(({ name }) => name), notes: tables[0]?.notes };
  }

  it('are those of every index, also after one was dropped', async () => {
    await connection.query(
      'CREATE TABLE many (id INT PRIMARY KEY, a INT, b INT, KEY `k é` (a), UNIQUE u (b))',
    );
    await connection.query('ALTER TABLE many DROP KEY `k é`, ADD KEY later (a, b)');
    expect((await namesOf('many')).names).toEqual(['PRIMARY', 'u', 'later']);
  });

  it('show the hidden index of a table without a key', async () => {
    await connection.query('CREATE TABLE keyless (a INT, KEY k (a))');
    expect((await namesOf('keyless')).names).toEqual(['GEN_CLUST_INDEX', 'k']);
  });

  it('name the partition of a file', async () => {
    await connection.query(
      'CREATE TABLE parted (id INT PRIMARY KEY, a INT, KEY k (a)) PARTITION BY HASH (id) PARTITIONS 2',
    );
    const first = await namesOf('parted', 'parted#p#p0');
    expect(first.names).toEqual(['PRIMARY', 'k']);
    expect(first.notes).toEqual([`The file says that it holds ${SCHEMA}.parted, partition p0.`]);
    // MySQL writes a partitioned table's dictionary into the first of its files alone.
    const second = await namesOf('parted', 'parted#p#p1');
    expect(second.names).toEqual([undefined, undefined]);
    expect(second.notes).toEqual([expect.stringMatching(/does not say/)]);
  });

  it('are read over several pages where the definition is long', async () => {
    const columns = Array.from(
      { length: 900 },
      (_, at) => `column_${at} INT COMMENT '${at} ${Math.sin(at)}'`,
    );
    await connection.query(`CREATE TABLE wide (id INT PRIMARY KEY, ${columns.join(', ')}, KEY k (column_7))`);
    expect((await namesOf('wide')).names).toEqual(['PRIMARY', 'k']);
  });
});
