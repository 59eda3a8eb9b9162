import { unlinkSync } from 'fs';
import { writeFile } from 'fs/promises';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatFact } from '../../../../app/format/facts';
import { readDump, readScript } from '../../../../app/format/read/reader';
import {
  json,
  ORDERS_DOCUMENT,
  ORDERS_FACT,
  SHOP_MANIFEST,
  shopFiles,
  TestFolders,
} from '../../harness/dump-folder';
import { failingWith } from '../../harness/failure';

const folders = new TestFolders();
afterAll(() => {
  folders.clear();
});

/** Reads the shop's dump after its files were changed; null takes a file away. */
async function readWith(changes: Readonly<Record<string, string | null>>) {
  const files = shopFiles();
  for (const [name, text] of Object.entries(changes)) {
    if (text === null) files.delete(name);
    else files.set(name, text);
  }
  return await readDump(folders.make(files));
}

const readOrders = async (changes: Readonly<Record<string, string | null>>) => {
  const { schemas, problems } = await readWith(changes);
  const [table] = schemas[0]?.tables ?? [];
  return { table, files: table?.chunks.map(({ file }) => file), problems };
};

const OUR_DIALECT = { fieldTerminator: '\t', enclosure: '', escape: '\\', lineTerminator: '\n' };

describe('readDump of a whole dump', () => {
  it('finds the tables with their recorded chunks, rows and bytes', async () => {
    const { table, problems } = await readOrders({});
    expect(problems).toEqual([]);
    expect(table).toMatchObject({ schema: 'shop', name: 'orders', rows: 3, bytes: 10 });
    expect(table?.chunks).toEqual([
      {
        file: 'shop@orders@0.tsv',
        compression: 'none',
        partition: null,
        dialect: OUR_DIALECT,
        rows: 2,
        bytes: 6,
        xxh64: '0123456789abcdef',
        storedBytes: 6,
        longestBinary: null,
        first: ['1'],
        part: null,
        delimited: null,
        fields: null,
        json: null,
        xml: null,
        entry: null,
        settings: [],
      },
      {
        file: 'shop@orders@@1.tsv',
        compression: 'none',
        partition: null,
        dialect: OUR_DIALECT,
        rows: 1,
        bytes: 4,
        xxh64: '0123456789abcdef',
        storedBytes: 4,
        longestBinary: null,
        first: ['3'],
        part: null,
        delimited: null,
        fields: null,
        json: null,
        xml: null,
        entry: null,
        settings: [],
      },
    ]);
  });

  it('keeps the recorded order of chunks, which is key order, not that of their numbers', async () => {
    const turned = { ...ORDERS_FACT, chunks: [...ORDERS_FACT.chunks].reverse() };
    const { files } = await readOrders({ '@.sluice.jsonl': formatFact(turned) });
    expect(files).toEqual(['shop@orders@@1.tsv', 'shop@orders@0.tsv']);
  });

  it('is not done while the done marker is not there', async () => {
    expect((await readWith({ '@.done.json': null })).done).toBeNull();
    expect((await readWith({})).done).not.toBeNull();
  });
});

describe('readDump of a dump without our facts', () => {
  const NO_FACTS = { '@.sluice.jsonl': null };

  it('takes the chunks by their numbers and the rows from the done marker', async () => {
    const { table, files, problems } = await readOrders(NO_FACTS);
    expect(files).toEqual(['shop@orders@0.tsv', 'shop@orders@@1.tsv']);
    expect(table).toMatchObject({ rows: 3, bytes: 10, definition: null });
    expect(table?.chunks[0]).toMatchObject({ rows: null, xxh64: null, storedBytes: 6 });
    expect(problems).toEqual([]);
  });

  it('takes more than ten chunks in the order of their numbers', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 11 }, (_, number) => [`shop@orders@${number}.tsv`, 'x']),
    );
    const { files } = await readOrders({
      ...NO_FACTS,
      ...many,
      'shop@orders@@1.tsv': null,
      'shop@orders@@11.tsv': 'x',
    });
    expect(files).toHaveLength(12);
    expect(files?.slice(-3)).toEqual(['shop@orders@9.tsv', 'shop@orders@10.tsv', 'shop@orders@@11.tsv']);
  });

  it('takes the one file of a table that was not cut into chunks', async () => {
    const document = json({
      ...ORDERS_DOCUMENT,
      chunking: false,
      extension: 'tsv.zst',
      compression: 'zstd',
    });
    const { table, problems } = await readOrders({
      ...NO_FACTS,
      'shop@orders.json': document,
      'shop@orders.tsv.zst': 'xyz',
      'shop@orders@0.tsv': null,
      'shop@orders@@1.tsv': null,
    });
    expect(table?.chunks).toMatchObject([
      { file: 'shop@orders.tsv.zst', compression: 'zstd', storedBytes: 3 },
    ]);
    expect(problems).toEqual([]);
  });

  it('knows no rows of an uncounted table, whatever its name', async () => {
    const { table } = await readOrders({
      ...NO_FACTS,
      '@.done.json': json({ end: '' }),
      'shop.json': json({
        schema: 'shop',
        tables: ['constructor'],
        basenames: { constructor: 'shop@orders' },
      }),
    });
    expect(table).toMatchObject({ name: 'constructor', rows: null, bytes: null });
  });

  it('names the file that should close a table', async () => {
    const { problems } = await readOrders({ ...NO_FACTS, 'shop@orders@@1.tsv': null });
    expect(problems).toMatchObject([
      { code: 'dump-damaged', chunk: 'shop@orders@@1.tsv', table: 'shop.orders' },
    ]);
  });

  it('finds a gap in the middle of the numbers', async () => {
    const { problems } = await readOrders({
      ...NO_FACTS,
      'shop@orders@@1.tsv': null,
      'shop@orders@2.tsv': 'x',
      'shop@orders@@3.tsv': 'x',
    });
    expect(problems.map(({ chunk }) => chunk)).toEqual([
      'shop@orders@@1.tsv',
      'shop@orders@2.tsv',
      'shop@orders@@3.tsv',
    ]);
  });
});

describe('readDump of a partitioned table', () => {
  const partitioned = {
    'shop@orders.json': json({
      ...ORDERS_DOCUMENT,
      basenames: { p0: 'shop@orders@p0', p1: 'shop@orders@p1' },
    }),
    'shop@orders@p0@@0.tsv': 'a',
    'shop@orders@p1@@0.tsv': 'b',
  };

  it('takes partition after partition', async () => {
    const { files } = await readOrders({ ...partitioned, '@.sluice.jsonl': null });
    expect(files).toEqual(['shop@orders@p0@@0.tsv', 'shop@orders@p1@@0.tsv']);
  });

  it('adds up the rows of all partitions, and trusts them only when all are recorded', async () => {
    const fact = (partition: string, rows: number) =>
      formatFact({ ...ORDERS_FACT, partition, rows, chunks: [] });
    const both = await readOrders({ ...partitioned, '@.sluice.jsonl': fact('p0', 5) + fact('p1', 7) });
    expect(both.table?.rows).toBe(12);
    const one = await readOrders({ ...partitioned, '@.sluice.jsonl': fact('p0', 5), '@.done.json': null });
    expect(one.table?.rows).toBeNull();
  });
});

describe('readDump of a damaged dump', () => {
  it('names the chunk that is missing', async () => {
    const { problems } = await readOrders({ 'shop@orders@0.tsv': null });
    expect(problems).toMatchObject([
      { code: 'dump-damaged', chunk: 'shop@orders@0.tsv', table: 'shop.orders' },
    ]);
  });

  it('names the chunk that has another size than was written', async () => {
    const { problems } = await readOrders({ 'shop@orders@@1.tsv': '3\tb' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ chunk: 'shop@orders@@1.tsv' });
    expect(problems[0]?.message).toContain('3 bytes; 4 were written');
  });

  it('names every script that is missing', async () => {
    const schema = { schema: 'shop', tables: ['orders'], views: ['v'], basenames: { v: 'shop@v' } };
    const { problems } = await readWith({
      'shop.json': json(schema),
      'shop.sql': null,
      'shop@orders.sql': null,
    });
    expect(problems.map(({ chunk }) => chunk)).toEqual([
      'shop.sql',
      'shop@orders.sql',
      'shop@v.pre.sql',
      'shop@v.sql',
    ]);
  });

  it.each(['shop.json', 'shop@orders.json'])('stops at %s where it is missing or torn', async (name) => {
    await expect(readWith({ [name]: null })).rejects.toThrow(failingWith('dump-damaged', { chunk: name }));
    await expect(readWith({ [name]: '{"schema":' })).rejects.toThrow(
      failingWith('dump-damaged', { chunk: name }),
    );
  });

  it.each(['@.json', '@.done.json'])('stops at a torn %s', async (name) => {
    await expect(readWith({ [name]: '{"end' })).rejects.toThrow(failingWith('dump-damaged', { chunk: name }));
  });
});

describe('readDump of what it can’t read', () => {
  const manifest = (more: object) => ({ '@.json': json({ ...SHOP_MANIFEST, ...more }) });

  it('says that a folder without a manifest is no dump, nor one that is not there', async () => {
    await expect(readWith({ '@.json': null })).rejects.toThrow(failingWith('not-a-dump'));
    await expect(readDump(folders.free())).rejects.toThrow(failingWith('not-a-dump'));
  });

  it.each(['2.1.0', '3.0.0', '10.0.0'])('refuses the newer format %s', async (version) => {
    await expect(readWith(manifest({ version }))).rejects.toThrow(failingWith('dump-unsupported'));
  });

  it.each(['1.0.0', '1.0.2', '2.0.1', '2.0.9'])('reads the format %s', async (version) => {
    expect((await readWith(manifest({ version }))).manifest.version).toBe(version);
  });

  it('refuses a capability that it does not know, and says what it is', async () => {
    const known = { id: 'partition_awareness', description: 'x', versionRequired: '8.0.27' };
    const unknown = { id: 'teleport', description: 'Rows teleport.', versionRequired: '99.0.0' };
    await expect(readWith(manifest({ capabilities: [known] }))).resolves.toBeDefined();
    await expect(readWith(manifest({ capabilities: [known, unknown] }))).rejects.toThrow(/Rows teleport/);
  });

  it('refuses TIMESTAMP values that are not in UTC instead of shifting them', async () => {
    await expect(readWith(manifest({ tzUtc: false }))).rejects.toThrow(failingWith('dump-unsupported'));
  });
});

describe('readDump of a dump of another version or tool', () => {
  const NO_FACTS = { '@.sluice.jsonl': null };

  it('reads a manifest that says no version, and lets its source win over the flat keys', async () => {
    const { manifest } = await readWith({
      '@.json': json({
        schemas: ['shop'],
        basenames: {},
        serverVersion: '8.0.1',
        binlogFile: 'flat',
        source: {
          sysvars: { version: '9.2.0', port: '3306' },
          binlog: { file: 'b.7', position: 4, gtidExecuted: 'u:1' },
        },
      }),
    });
    expect(manifest).toMatchObject({
      version: '0.0.0',
      serverVersion: '9.2.0',
      binlogFile: 'b.7',
      gtidExecuted: 'u:1',
    });
  });

  it('reads the source of MySQL Shell 9.1, which names no GTIDs where they are off', async () => {
    const source = { hostname: 'h', binlog: { file: 'b.4', position: 157 }, sysvars: { version: '8.0.40' } };
    const { manifest } = await readWith({
      '@.json': json({ schemas: ['shop'], basenames: {}, serverVersion: '8.0.40', gtidExecuted: '', source }),
    });
    expect(manifest).toMatchObject({
      serverVersion: '8.0.40',
      binlogFile: 'b.4',
      binlogPosition: 157,
      gtidExecuted: '',
    });
  });

  it('refuses a script in another character set than UTF-8, with the line', async () => {
    const folder = folders.make(new Map([...shopFiles()].filter(([name]) => name !== '@.sluice.jsonl')));
    const file = join(folder, 'shop.sql');
    await writeFile(file, Buffer.from("-- a\nCREATE TABLE t (a CHAR(9) DEFAULT 'caf\u00e9');\n", 'latin1'));
    const dump = await readDump(folder);
    await expect(dump.script('shop.sql')).rejects.toMatchObject({
      failure: { code: 'dump-unsupported', message: expect.stringContaining('line 2') as string },
    });
    await writeFile(file, "SELECT '\u{fffd}';");
    expect(await dump.script('shop.sql')).toBe("SELECT '\u{fffd}';");
  });

  it('takes the one file of a table whose document does not speak of chunks', async () => {
    const { files, problems } = await readOrders({
      ...NO_FACTS,
      'shop@orders@0.tsv': null,
      'shop@orders@@1.tsv': null,
      'shop@orders.tsv': 'x\n',
    });
    expect(files).toEqual(['shop@orders.tsv']);
    expect(problems).toEqual([]);
  });

  it('takes the size of a chunk from the done marker where no fact says it', async () => {
    const { table } = await readOrders({
      ...NO_FACTS,
      '@.done.json': json({ end: '', chunkFileBytes: { 'shop@orders@0.tsv': 6 } }),
    });
    expect(table?.chunks.map(({ bytes }) => bytes)).toEqual([6, null]);
  });

  it('runs the scripts of libraries, routines and events, and misses each that is not there', async () => {
    const schema = {
      schema: 'shop',
      tables: [],
      multifileDdl: true,
      events: ['e'],
      procedures: ['p'],
      libraries: ['l'],
      basenames: {},
    };
    const { schemas, problems } = await readWith({
      '@.json': json({
        ...SHOP_MANIFEST,
        capabilities: [{ id: 'multifile_schema_ddl', description: 'x', versionRequired: '9.3.0' }],
      }),
      ...NO_FACTS,
      'shop@orders@0.tsv': null,
      'shop@orders@@1.tsv': null,
      'shop.json': json(schema),
      'shop.events.sql': '',
    });
    expect(schemas[0]?.scripts).toEqual([
      'shop.sql',
      'shop.libraries.sql',
      'shop.routines.sql',
      'shop.events.sql',
    ]);
    expect(problems.map(({ chunk }) => chunk)).toEqual(['shop.libraries.sql', 'shop.routines.sql']);
  });
});

describe('readDump of a dump whose parts contradict each other', () => {
  it('names a data file that belongs to no table', async () => {
    const { problems } = await readOrders({ 'shop@orders@@7.tsv': '9\tz\n' });
    expect(problems).toMatchObject([{ code: 'dump-damaged', chunk: 'shop@orders@@7.tsv' }]);
  });

  it('names a data file of the done marker that is gone with its table', async () => {
    const { problems } = await readOrders({
      '@.done.json': json({ end: '', chunkFileBytes: { 'shop@lost@@0.tsv': 6 } }),
    });
    expect(problems.map(({ chunk }) => chunk)).toContain('shop@lost@@0.tsv');
  });

  it.each([
    ['other rows', { tableRows: { shop: { orders: 4 } } }],
    ['other bytes of the table', { tableDataBytes: { shop: { orders: 4 } } }],
  ])('names a done marker that counts %s than were recorded', async (_, figures) => {
    const { problems } = await readOrders({ '@.done.json': json({ end: '', ...figures }) });
    expect(problems).toMatchObject([{ code: 'dump-damaged', chunk: '@.done.json', table: 'shop.orders' }]);
  });

  it('names a done marker that counts other bytes in all, or misses chunks that were recorded', async () => {
    const total = await readOrders({ '@.done.json': json({ end: '', dataBytes: 4 }) });
    expect(total.problems).toMatchObject([{ code: 'dump-damaged', chunk: '@.done.json' }]);
    const chunks = await readOrders({ '@.done.json': json({ end: '', chunkFileBytes: { other: 1 } }) });
    expect(chunks.problems).toContainEqual(
      expect.objectContaining({ chunk: '@.done.json', table: 'shop.orders' }),
    );
  });

  it('says nothing of either while the dump is still being written', async () => {
    const { problems } = await readOrders({ '@.done.json': null, 'shop@other@0.tsv': 'x' });
    expect(problems).toEqual([]);
  });
});

describe('readScript', () => {
  it('reads a script of the dump, and says which one is gone', async () => {
    const dump = await readWith({});
    expect(await readScript(dump, 'shop.sql')).toBe('CREATE DATABASE `shop`;');
    unlinkSync(join(dump.path, 'shop.sql'));
    await expect(readScript(dump, 'shop.sql')).rejects.toThrow(
      failingWith('dump-damaged', { chunk: 'shop.sql' }),
    );
  });
});
