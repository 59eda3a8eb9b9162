import { mkdirSync, readdirSync, rmSync } from 'fs';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import type { LoadResult } from '../../../app/contract/runs/result';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { writeMydumperValues, type ValuesForm } from '../../fixtures/mydumper-values';
import { TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { dumpByMydumper } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { copyTables, makeClientSchemas } from '../harness/client-schemas';
import { compareWithDump, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const COPY = 'mydumper_rows_copy';
/** The protocol of text rounds FLOAT, and mydumper leaves out the history of versioned tables; bytes of defaults are lost in UTF-8. */
const LOST = ['key_float', 'floats', 'versioned', 'versioned_period', 'byte_defaults'];
const PLAIN: ValuesForm = {
  ...{ isCsv: false, isHex: false, hasHeader: false, suffix: '' },
  pack: (bytes) => bytes,
};

/** Folders of mydumper that create no table, as --no-schemas makes them. */
describe.each(testVendors)('a folder of mydumper with rows alone, %s', (vendor) => {
  const registry = newRegistry();
  beforeAll(() => makeClientSchemas(vendor));
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(() => dropSchemas(vendor, 'sakila', TYPE_MATRIX_SCHEMA, COPY));

  const makeTables = (folder: string, schema: string) =>
    copyTables(registry, { vendor, folder, schema, copy: COPY });

  async function writeRowFiles(folder: string, tables: readonly string[], form: ValuesForm): Promise<void> {
    mkdirSync(folder);
    await withPlain(vendor, (connection) =>
      writeMydumperValues(connection, folder, TYPE_MATRIX_SCHEMA, tables, form),
    );
    for (const name of readdirSync(folder).filter((file) => /-schema(?:-create)?\.sql$/.test(file)))
      rmSync(join(folder, name));
  }

  /** Loads rows into the tables, and compares them again; returns the tables whose checksums are equal. */
  async function expectEqual(
    dump: string,
    schema: string,
    tables: readonly string[],
  ): Promise<readonly string[]> {
    const wish = { vendor, folder: dump, schemaMap: { [schema]: COPY }, verify: 'checksum' as const };
    const loaded = await loadDump(registry, { ...wish, threads: 3 });
    expect(loaded.errors.map(({ message }) => message)).toEqual([]);
    await withPlain(vendor, async (connection) => {
      const copy = await schemaFingerprint(connection, COPY);
      const source = await schemaFingerprint(connection, schema);
      for (const table of tables) expect([table, copy.tables[table]]).toEqual([table, source.tables[table]]);
    });
    const compared = await compareWithDump(registry, wish);
    expect(compared.errors).toEqual([]);
    expect(summed(compared)).toEqual(summed(loaded));
    return summed(loaded);
  }

  // mydumper 0.10 can't dump MySQL 9.7.
  if (vendor === 'mariadb')
    it('is loaded and compared by checksum, of INSERTs in several files', async () => {
      await withFolder(async (parent) => {
        await makeTables(parent, 'sakila');
        const folder = join(parent, 'dump');
        const words = ['--database=sakila', '--no-schemas', '--rows=1000', '--statement-size=20000'];
        await dumpByMydumper(vendor, folder, words);
        const tables = await tablesIn(vendor, 'sakila');
        expect(await expectEqual(folder, 'sakila', tables)).toHaveLength(tables.length);
      });
    });

  it.each([
    ['--load-data', PLAIN],
    ['--csv --hex-blob', { ...PLAIN, isCsv: true, isHex: true }],
  ])('is loaded and compared, of files of rows of %s, all types', async (_how, form) => {
    await withFolder(async (parent) => {
      await makeTables(parent, TYPE_MATRIX_SCHEMA);
      const folder = join(parent, 'dump');
      const all = await tablesIn(vendor, TYPE_MATRIX_SCHEMA);
      const tables = all.filter((name) => /^\w+$/.test(name) && !LOST.includes(name));
      await writeRowFiles(folder, tables, form);
      expect(await expectEqual(folder, TYPE_MATRIX_SCHEMA, tables)).toContain('integers');
    });
  });

  it('is refused where a table of its rows is not there', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await writeRowFiles(folder, ['integers'], PLAIN);
      await withPlain(vendor, (connection) => connection.query(`CREATE DATABASE ${COPY}`));
      const { errors } = await loadDump(registry, {
        ...{ vendor, folder },
        schemaMap: { [TYPE_MATRIX_SCHEMA]: COPY },
      });
      expect(errors.map(({ message }) => message).join()).toMatch(
        /holds rows of \S+\.integers, which the dump does not create/,
      );
    });
  });
});

/** Tables whose checksums are equal. */
function summed({ verdicts }: Pick<LoadResult, 'verdicts'>): readonly string[] {
  return verdicts
    .filter(({ checks }) => checks.some(({ kind, state }) => kind === 'checksum' && state === 'ok'))
    .map(({ table }) => table);
}

async function tablesIn(vendor: Vendor, schema: string): Promise<readonly string[]> {
  return await withPlain(vendor, async (connection) => {
    const [rows] = await connection.query<RowDataPacket[]>(
      "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE'",
      [schema],
    );
    return rows.map(({ name }) => String(name));
  });
}
