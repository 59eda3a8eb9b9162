import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { compress } from 'zstd-napi';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { writeMydumperValues, type ValuesForm } from '../../fixtures/mydumper-values';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { testVendors } from '../../servers/test-server';
import { compareWithDump, loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const COPY = 'mydumper_values';
/** The protocol of text rounds FLOAT, and mydumper leaves out the history of versioned tables; bytes of defaults are lost in UTF-8. */
const LOST = ['key_float', 'floats', 'versioned', 'versioned_period', 'byte_defaults'];
const PLAIN: ValuesForm = {
  isCsv: false,
  isHex: false,
  hasHeader: false,
  suffix: '',
  pack: (bytes) => bytes,
};

/** Folders with rows of --load-data and --csv, written from the format's description. */
describe.each(testVendors)('a folder of mydumper with files of rows, %s', (vendor) => {
  const registry = newRegistry();
  beforeAll(() => withPlain(vendor, (connection) => createTypeMatrix(connection, vendor)));
  afterAll(() => dropSchemas(vendor, TYPE_MATRIX_SCHEMA, COPY));

  async function plainTables(): Promise<readonly string[]> {
    return await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE'",
        [TYPE_MATRIX_SCHEMA],
      );
      const names = rows.map(({ name }) => String(name));
      return names.filter((name) => /^\w+$/.test(name) && !LOST.includes(name));
    });
  }

  async function withDump(
    form: Partial<ValuesForm>,
    tables: readonly string[],
    work: (folder: string) => Promise<void>,
  ): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      mkdirSync(folder);
      await withPlain(vendor, (connection) =>
        writeMydumperValues(connection, folder, TYPE_MATRIX_SCHEMA, tables, { ...PLAIN, ...form }),
      );
      await dropSchemas(vendor, COPY);
      await work(folder);
    });
  }

  const load = (folder: string) =>
    loadDump(registry, { vendor, folder, threads: 3, schemaMap: { [TYPE_MATRIX_SCHEMA]: COPY } });

  it('is loaded where a file says 0 rows of each table, as 0.12 writes it of these', async () => {
    await withDump({}, ['integers'], async (folder) => {
      writeFileSync(
        join(folder, 'metadata'),
        'Started dump at: 2026-11-30 10:00:00\nFinished dump at: 2026-11-30 10:00:01\n',
      );
      writeFileSync(join(folder, `${TYPE_MATRIX_SCHEMA}.integers-metadata`), '0');
      const loaded = await load(folder);
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      expect(loaded.verdicts[0]?.rows).toBeGreaterThan(0);
    });
  });

  it.each<[string, Partial<ValuesForm>]>([
    ['with --load-data', {}],
    [
      'with --load-data --hex-blob, packed as gzip',
      { isHex: true, suffix: '.gz', pack: (bytes) => gzipSync(bytes) },
    ],
    ['with --csv, packed as zstd', { isCsv: true, suffix: '.zst', pack: (bytes) => compress(bytes) }],
    ['with --csv --include-header --hex-blob', { isCsv: true, hasHeader: true, isHex: true }],
  ])('is loaded %s, with all types', async (_how, form) => {
    const tables = await plainTables();
    await withDump(form, tables, async (folder) => {
      const loaded = await load(folder);
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      await withPlain(vendor, async (connection) => {
        const copy = await schemaFingerprint(connection, COPY);
        const source = await schemaFingerprint(connection, TYPE_MATRIX_SCHEMA);
        for (const table of tables)
          expect([table, copy.tables[table]]).toEqual([table, source.tables[table]]);
      });
      const compared = await compareWithDump(registry, {
        vendor,
        folder,
        schemaMap: { [TYPE_MATRIX_SCHEMA]: COPY },
        verify: 'checksum',
      });
      expect(compared.errors).toEqual([]);
      expect((await verifyDump(registry, folder)).errors).toEqual([]);
    });
  });

  it.each<[string, (rows: string, script: string) => void, string, RegExp]>([
    [
      'rows that are cut',
      (rows) => truncateSync(rows, statSync(rows).size - 2),
      'dump-incomplete',
      /ends within/,
    ],
    ['rows that are missing', (rows) => rmSync(rows), 'dump-incomplete', /is not in the folder/],
    [
      'a statement that is missing',
      (_, script) => rmSync(script),
      'dump-damaged',
      /none of its LOAD DATA statements/,
    ],
    [
      'another statement',
      (_, script) =>
        writeFileSync(script, "LOAD DATA LOCAL INFILE 'x' INTO TABLE `t` (@a) SET a = SLEEP(9);"),
      'dump-unsupported',
      /does not hold one LOAD DATA statement/,
    ],
    ['fewer rows than recorded', (rows) => writeFileSync(rows, ''), 'dump-damaged', /hold \d+ rows/],
  ])('is refused with %s, and nothing is made', async (_what, damage, code, message) => {
    await withDump({}, ['texts'], async (folder) => {
      const rows = readdirSync(folder).find((name) => name.endsWith('.dat')) ?? '';
      damage(join(folder, rows), join(folder, rows.replace(/dat$/, 'sql')));
      const { errors } = await load(folder);
      expect(errors.map((error) => error.code)).toContain(code);
      expect(errors.map((error) => error.message).join(' ')).toMatch(message);
      await withPlain(vendor, async (connection) => {
        expect((await connection.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
      });
    });
  });
});
