import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import type { RowDataPacket } from 'mysql2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SluiceError } from '../../../app/contract/failure';
import { openEngine } from '../../../app/engine/open';
import { glimpseDump, openDump } from '../../../app/format/formats';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { dumpByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { ENGINE_FILE } from '../harness/runs';
import { startAt, targetWords } from '../harness/server-command';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';
import { writeZip, type ZipWish } from '../harness/zip';

const SOURCE = 'zipped_rows';
const COPY = 'zipped_rows_copy';
const ROWS = 3000;
const CSV = `id,v\n${Array.from({ length: ROWS }, (_, at) => `${at + 1},"row, ${at}"\n`).join('')}`;
const JSON_LINES = Array.from({ length: ROWS }, (_, at) => `{"id":${at + 1},"v":"row, ${at}"}\n`).join('');
const METHODS: readonly ZipWish[] = [
  { method: 'ZIP_DEFLATED' },
  { method: 'ZIP_STORED' },
  { method: 'ZIP_DEFLATED', isLarge: true },
];

describe.each(testVendors)('rows in a zip, %s', (vendor) => {
  const engine = openEngine(ENGINE_FILE);
  const home = mkdtempSync(join(tmpdir(), 'sluice-zipped-'));
  const zip = join(home, 'shop.zip');
  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SOURCE);
    for (const statement of [
      'CREATE TABLE orders (id INT PRIMARY KEY, note VARCHAR(40), KEY note (note))',
      "INSERT INTO orders VALUES (1, 'one'), (2, NULL), (3, '<three>')",
      'CREATE TABLE items (item INT PRIMARY KEY, bytes VARBINARY(9))',
      "INSERT INTO items VALUES (1, x'00ff'), (2, NULL), (3, '')",
    ])
      await connection.query(statement);
    await connection.end();
  });
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(async () => {
    await dropSchemas(vendor, SOURCE, COPY);
    rmSync(home, { recursive: true, force: true });
  });

  function pack(files: Readonly<Record<string, string | Buffer>>, wish?: ZipWish, path = zip): void {
    const named = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
    writeZip(path, named, wish);
  }

  async function load(words: readonly string[], schema = 'shop') {
    const target = [...targetWords(vendor), '--schema-map', `${schema}=${COPY}`, '--threads', '2'];
    return await startAt({ vendor, home }, ['load', ...target, ...words]).ended;
  }

  async function loaded(words: readonly string[] = [], schema?: string): Promise<void> {
    const { exitCode, output } = await load(['--dump', zip, ...words], schema);
    expect(exitCode, output).toBe(0);
  }

  const found = async (question: string) =>
    await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>(question.replaceAll('COPY', COPY));
      return rows;
    });

  async function refusal(files: Readonly<Record<string, string | Buffer>>, wish?: ZipWish): Promise<string> {
    pack(files, wish);
    try {
      const { problems } = await openDump(zip, engine);
      return `${problems[0]?.code ?? 'none'}: ${problems[0]?.message ?? ''}`;
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      return `${error.failure.code}: ${error.failure.message}`;
    }
  }

  const SUMS = 'SELECT COUNT(*) AS n, SUM(id) AS ids, MIN(v) AS v FROM COPY.orders';
  const WHOLE = [{ n: ROWS, ids: String((ROWS * (ROWS + 1)) / 2), v: 'row, 0' }];

  it.each(METHODS)('are those of CSV, in ranges, $method', async (wish) => {
    pack(
      {
        ...{ './exports/orders.csv': CSV, 'exports/items.tsv': 'id\tv\n4\tw\n' },
        ...{
          'README.md': 'of ours',
          LICENSE: 'free',
          'readme.txt': 'of ours',
          'exports/._orders.csv': 'of macOS',
        },
      },
      wish,
    );
    const { form, compressions } = (await glimpseDump(zip, engine)) ?? {};
    expect({ form, compressions }).toEqual({
      form: 'values',
      compressions: [wish.method === 'ZIP_STORED' ? 'none' : 'deflate'],
    });
    const { remarks, schemas } = await openDump(zip, engine);
    expect(remarks[0]).toBe(
      'The zip also holds 3 files that are none of rows by their names, such as README.md, which are left out.',
    );
    expect(schemas.map(({ name }) => name)).toEqual(['shop']);
    await loaded();
    expect(await found(SUMS)).toEqual(WHOLE);
    expect(await found('SELECT * FROM COPY.items')).toEqual([{ id: 4, v: 'w' }]);
  });

  it('are those of JSON Lines, with the definition beside them', async () => {
    const definition = 'CREATE TABLE orders (id BIGINT PRIMARY KEY, v VARCHAR(99), KEY v (v));\n';
    pack({ 'orders.jsonl': JSON_LINES, 'orders.sql': definition });
    await loaded();
    expect(await found(SUMS)).toEqual(WHOLE);
    const keys = await found('SHOW INDEX FROM COPY.orders');
    expect(keys.map((key) => String(key.Key_name))).toEqual(['PRIMARY', 'v']);
  });

  it('are those of XML dumps, one or many', async () => {
    const texts: Record<string, Buffer> = {};
    for (const table of ['orders', 'items']) {
      const path = join(home, `${table}.xml`);
      await dumpByClient(vendor, path, ['--xml', '--hex-blob', SOURCE, table]);
      texts[`${table}.xml`] = readFileSync(path);
    }
    const copy = () => withPlain(vendor, (connection) => schemaFingerprint(connection, COPY));
    const source = await withPlain(vendor, (connection) => schemaFingerprint(connection, SOURCE));
    pack(texts);
    await loaded([], SOURCE);
    expect(await copy()).toEqual(source);
    await dropSchemas(vendor, COPY);
    // A file that is alone tells its form by its content.
    pack({ dump: texts['orders.xml'] ?? '' });
    await loaded([], SOURCE);
    expect((await copy()).tables.orders).toEqual(source.tables.orders);
  });

  it('are one table’s where the file is alone, also by standard input and under another name', async () => {
    pack({ 'data.txt': 'id;v\n1;x\n2;y\n' });
    await loaded();
    expect(await found('SELECT * FROM COPY.data')).toEqual([
      { id: 1, v: 'x' },
      { id: 2, v: 'y' },
    ]);
    await dropSchemas(vendor, COPY);
    await loaded(['--input-table', 'orders']);
    expect(await found('SELECT COUNT(*) AS n FROM COPY.orders')).toEqual([{ n: 2 }]);
    await dropSchemas(vendor, COPY);
    const words = [...targetWords(vendor), '--schema-map', `stdin=${COPY}`, '--dump', '-'];
    const piped = startAt({ vendor, home, through: ['sh', '-c', `cat ${zip} | "$@"`, 'sh'] }, [
      ...['load', ...words, '--input-table', 'orders'],
    ]);
    const { exitCode, output } = await piped.ended;
    expect(exitCode, output).toBe(0);
    expect(await found('SELECT COUNT(*) AS n FROM COPY.orders')).toEqual([{ n: 2 }]);
  });

  it('are looked at, and converted', async () => {
    pack({ 'orders.csv': CSV });
    const out = join(home, 'out');
    const { exitCode, output } = await startAt({ vendor, home }, [
      ...['convert', zip, out, '--format', 'jsonl'],
    ]).ended;
    expect(exitCode, output).toBe(0);
    expect(readFileSync(join(out, 'shop.orders.jsonl'), 'utf8')).toBe(JSON_LINES);
    rmSync(out, { recursive: true });
  });

  it('go into a schema that is called as the zip, and a table as the file alone', async () => {
    pack(
      { 'exports/data.txt': 'id;v\n1;x\n2;y\n', 'exports/.DS_Store': 'of macOS' },
      {},
      join(home, 'a.csv.zip'),
    );
    const { schemas } = await openDump(join(home, 'a.csv.zip'), engine);
    expect(schemas.map(({ name, tables }) => [name, tables.map((table) => table.name)])).toEqual([
      ['a', ['data']],
    ]);
  });

  it('are refused by the names that are mixed, packed twice, cut or of something else', async () => {
    expect(await refusal({ 'a.csv': 'id\n1\n', 'b.csv': 'id\n1\n', 'c.jsonl': '{"id":1}\n' })).toMatch(
      /^dump-unsupported: .*shop\.zip holds c\.jsonl beside files of rows in another form/,
    );
    expect(await refusal({ 'a.csv': 'id\n1\n', 'b.csv': 'id\n1\n', 'schema.sql': 'SELECT 1;\n' })).toMatch(
      /^dump-unsupported: .*shop\.zip holds schema\.sql beside/,
    );
    expect(await refusal({ 'a.csv': 'id\n1\n', 'b.csv': 'id\n1\n', 'c.txt': 'id\n1\n' })).toMatch(
      /holds c\.txt beside files of rows/,
    );
    expect(await refusal({ 'a.json': '[{"id":1}]' })).toMatch(/shop\.zip/);
    expect(await refusal({ 'a.csv.gz': gzipSync('id\n1\n') })).toMatch(/is packed as zip, and .* as gz\./);
    expect(await refusal({ 'a.csv': 'id\n1\n' }, { method: 'ZIP_BZIP2' })).toMatch(
      /^dump-unsupported: a\.csv in .*shop\.zip is packed by the method 12/,
    );
    expect(await refusal({ '[Content_Types].xml': '<?xml?>', 'xl/workbook.xml': '<?xml?>' })).toMatch(
      /^dump-unsupported: .*shop\.zip is a document of an office program/,
    );
    expect(await refusal({ 'a.pdf': '%PDF', 'b.pdf': '%PDF' })).toMatch(/^not-a-dump: .*holds no dump/);
    expect(await refusal({ 'a.csv': 'id,v\n1,x\n', 'b/a.csv': 'id,v\n2,y\n' })).toMatch(
      /^dump-unsupported: shop\.zip\/b\/a\.csv and shop\.zip\/a\.csv hold/,
    );
  });

  it('are refused where they are not what the zip’s list says, before a table is made', async () => {
    pack({ 'orders.csv': CSV }, { method: 'ZIP_STORED' });
    const bytes = readFileSync(zip);
    bytes[bytes.indexOf('row, 2000')] = 0x52;
    writeFileSync(zip, bytes);
    const { exitCode, output } = await load(['--dump', zip]);
    expect(exitCode, output).toBe(5);
    expect(output).toMatch(/shop\.zip/);
    expect(await found(`SHOW DATABASES LIKE 'COPY'`)).toEqual([]);
  });

  it('lie beside each other in a folder as files of their own alone', async () => {
    const folder = join(home, 'zips');
    mkdirSync(folder);
    pack({ 'a.csv': 'id\n1\n' }, {}, join(folder, 'a.csv'));
    await expect(openDump(folder, engine)).rejects.toThrow(/a\.csv.*zip/);
    rmSync(folder, { recursive: true });
  });
});
