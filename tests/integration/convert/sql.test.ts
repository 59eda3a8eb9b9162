import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gunzipSync } from 'zlib';
import { decompress } from 'zstd-napi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint, type SchemaFingerprint } from '../../fixtures/fingerprint';
import { sakilaStatements } from '../../fixtures/sakila';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { loadByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { convertDump, dumpSchemas } from './harness';

const COPY = 'converted_copy';
const SAKILA = { location: '', textEngine: 'InnoDB' } as const;
const SCHEMAS = ['sakila', TYPE_MATRIX_SCHEMA];

/** A dump of all that the type matrix and sakila hold, as a script of SQL. */
describe.each(testVendors)('a dump of %s as an SQL script', (vendor) => {
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas(vendor, 'sakila');
    await withPlain(vendor, async (connection) => {
      await createTypeMatrix(connection, vendor);
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
    });
  });
  afterAll(() => dropSchemas(vendor, ...SCHEMAS, COPY));

  async function fingerprints(schemas: readonly string[]): Promise<readonly SchemaFingerprint[]> {
    return await withPlain(vendor, async (connection) => {
      const found: SchemaFingerprint[] = [];
      for (const schema of schemas) found.push(await schemaFingerprint(connection, schema));
      return found;
    });
  }

  it('is loaded by the vendor’s own client, and equal in every schema', async () => {
    await withFolder(async (folder) => {
      const [dump, script] = [join(folder, 'dump'), join(folder, 'all.sql')];
      await dumpSchemas(registry, vendor, dump, SCHEMAS, { history: 'carry' });
      const report = await convertDump(dump, script);
      expect(report.rows).toBeGreaterThan(1000);
      expect(readdirSync(folder).sort()).toEqual(['all.sql', 'dump']);
      const before = await fingerprints(SCHEMAS);
      await dropSchemas(vendor, ...SCHEMAS);
      expect(await loadByClient(vendor, script)).toBe('');
      expect(await fingerprints(SCHEMAS)).toEqual(before);
    });
  });

  it('is loaded by Sluice, and equal', async () => {
    await withFolder(async (folder) => {
      const [dump, script] = [join(folder, 'dump'), join(folder, 'sakila.sql')];
      await dumpSchemas(registry, vendor, dump, ['sakila']);
      await convertDump(dump, script);
      await dropSchemas(vendor, COPY);
      const loaded = await loadDump(registry, {
        vendor,
        folder: script,
        threads: 3,
        schemaMap: { sakila: COPY },
      });
      expect(loaded.errors).toEqual([]);
      expect(loaded.ok).toBe(true);
      const [source, copy] = await fingerprints(['sakila', COPY]);
      expect(copy).toEqual(source);
      // Cut between two statements, where nothing else shows it.
      const text = readFileSync(script);
      truncateSync(script, text.indexOf('SET SESSION SQL_NOTES = @OLD'));
      await dropSchemas(vendor, COPY);
      const cut = await loadDump(registry, { vendor, folder: script, schemaMap: { sakila: COPY } });
      expect(cut.errors[0]).toMatchObject({ code: 'dump-incomplete' });
    });
  });

  it('has the same bytes whatever the threads and the chunks, packed or not', async () => {
    await withFolder(async (folder) => {
      const [one, other] = [join(folder, 'one'), join(folder, 'other')];
      await dumpSchemas(registry, vendor, one, SCHEMAS);
      await dumpSchemas(registry, vendor, other, SCHEMAS, {
        bytesPerChunk: 128 << 10,
        compression: { kind: 'none' },
      });
      const script = (name: string) => readFileSync(join(folder, name));
      await convertDump(one, join(folder, '1.sql'), { threads: 1 });
      await convertDump(other, join(folder, '4.sql'), { threads: 4 });
      expect(script('4.sql').equals(script('1.sql'))).toBe(true);
      for (const kind of ['gzip', 'zstd'] as const) {
        const compression = { kind, level: 3 };
        await convertDump(one, join(folder, `1.${kind}`), { threads: 1, compression });
        await convertDump(other, join(folder, `4.${kind}`), { threads: 4, compression });
        expect(script(`4.${kind}`).equals(script(`1.${kind}`))).toBe(true);
        const unpack = kind === 'gzip' ? gunzipSync : decompress;
        expect(Buffer.from(unpack(script(`1.${kind}`))).equals(script('1.sql'))).toBe(true);
      }
    });
  });

  it('is refused where a data file is cut, by its name, and leaves nothing', async () => {
    await withFolder(async (folder) => {
      const dump = join(folder, 'dump');
      await dumpSchemas(registry, vendor, dump, ['sakila'], { compression: { kind: 'none' } });
      const chunk = 'sakila@film@@0.tsv';
      const text = readFileSync(join(dump, chunk));
      // The same length, so that only reading it finds the damage.
      writeFileSync(join(dump, chunk), Buffer.concat([Buffer.from('7'), text.subarray(1)]));
      await expect(convertDump(dump, join(folder, 'out.sql'))).rejects.toMatchObject({
        failure: { code: 'dump-damaged', table: 'sakila.film', chunk },
      });
      truncateSync(join(dump, chunk), text.length - 10);
      await expect(convertDump(dump, join(folder, 'out.sql'))).rejects.toMatchObject({
        failure: { code: 'dump-damaged', chunk },
      });
      expect(readdirSync(folder)).toEqual(['dump']);
    });
  });

  it('replaces nothing', async () => {
    await withFolder(async (folder) => {
      const [dump, script] = [join(folder, 'dump'), join(folder, 'kept.sql')];
      await dumpSchemas(registry, vendor, dump, ['sakila']);
      writeFileSync(script, 'kept');
      await expect(convertDump(dump, script)).rejects.toMatchObject({
        failure: { code: 'folder-not-empty' },
      });
      expect(readFileSync(script, 'utf8')).toBe('kept');
    });
  });
});
