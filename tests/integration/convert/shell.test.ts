import { readdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { sakilaStatements } from '../../fixtures/sakila';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { dumpByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import type { Vendor } from '../../../app/contract/connections/connection';
import { openEngine } from '../../../app/engine/open';
import { NO_TABLES } from '../../../app/format/format';
import { openDump } from '../../../app/format/formats';
import { tablesOf } from '../../../app/format/read/dump';
import { compareWithDump, ENGINE_FILE, loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { convertDump, dumpSchemas } from './harness';

const SAKILA = { location: '', textEngine: 'InnoDB' } as const;
const COPIES = { sakila: 'shell_sakila', [TYPE_MATRIX_SCHEMA]: 'shell_types' };
const SCHEMAS = Object.keys(COPIES);
const SMALL_CHUNKS = 128 << 10;

describe.each(testVendors)('a dump as a dump folder, %s', (vendor) => {
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas(vendor, 'sakila');
    await withPlain(vendor, async (connection) => {
      await createTypeMatrix(connection, vendor);
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
      await connection.query(
        `CREATE TABLE sakila.parted (id INT PRIMARY KEY, v VARCHAR(200) NOT NULL)
          PARTITION BY RANGE (id) (PARTITION low VALUES LESS THAN (3000), PARTITION high VALUES LESS THAN MAXVALUE)`,
      );
      await connection.query(
        `INSERT INTO sakila.parted WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 999)
          SELECT a.id + 1000 * b.id, REPEAT('p', 150) FROM n a, n b WHERE b.id < 6`,
      );
    });
  });
  afterAll(() => dropSchemas(vendor, ...SCHEMAS, ...Object.values(COPIES)));

  /** Without the spaces that semicolons at line ends get in folders of mydumper. */
  async function fingerprint(schema: string) {
    const { tables, objects } = await withPlain(vendor, (connection) =>
      schemaFingerprint(connection, schema),
    );
    const plain = Object.entries(objects).map(([name, text]) => [name, text.replace(/; +\n/g, ';\n')]);
    return { tables, objects: Object.fromEntries(plain) as Readonly<Record<string, string>> };
  }

  async function expectLoaded(folder: string, schemas: readonly string[] = SCHEMAS): Promise<void> {
    await dropSchemas(vendor, ...Object.values(COPIES));
    const schemaMap = Object.fromEntries(Object.entries(COPIES).filter(([name]) => schemas.includes(name)));
    const { errors, state } = await loadDump(registry, { vendor, folder, schemaMap, verify: 'checksum' });
    expect({ errors, state }).toMatchObject({ errors: [] });
    for (const schema of schemas) {
      const copy = COPIES[schema as keyof typeof COPIES];
      expect(await fingerprint(copy)).toEqual(await fingerprint(schema));
    }
  }

  async function openedAt(folder: string) {
    return await openDump(folder, openEngine(ENGINE_FILE), undefined, NO_TABLES);
  }

  it('holds the same in other chunks, partition by partition', async () => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, 'out')];
      await dumpSchemas(registry, vendor, dump, SCHEMAS);
      const report = await convertDump(dump, out, {
        format: 'shell',
        bytesPerChunk: SMALL_CHUNKS,
        compression: { kind: 'none' },
      });
      expect(report.notices).toEqual([
        expect.stringMatching(/^The first and last keys of data files are not/),
      ]);
      expect((await verifyDump(registry, out)).errors).toEqual([]);
      const [before, after] = [await openedAt(dump), await openedAt(out)];
      expect(after.manifest.dumper).toBe(before.manifest.dumper);
      expect(after.manifest.binlogFile).toBe(before.manifest.binlogFile);
      expect(tablesOf(after).map(({ name, rows, definition }) => [name, rows, definition])).toEqual(
        tablesOf(before).map(({ name, rows, definition }) => [name, rows, definition]),
      );
      const parted = tablesOf(after).find(({ name }) => name === 'parted');
      expect(new Set(parted?.chunks.map(({ partition }) => partition))).toEqual(new Set(['low', 'high']));
      expect(parted?.chunks.length).toBeGreaterThan(4);
      await expectLoaded(out);
    });
  });

  it('is the same whatever the threads', async () => {
    await withFolder(async (folder) => {
      const dump = join(folder, 'dump');
      await dumpSchemas(registry, vendor, dump, ['sakila']);
      const filesOf = async (threads: number) => {
        const out = join(folder, `out${threads}`);
        await convertDump(dump, out, {
          ...{ format: 'shell', threads, bytesPerChunk: SMALL_CHUNKS },
          compression: { kind: 'zstd', level: 1 },
        });
        const names = readdirSync(out).filter((name) => !/^@\.(?:done\.json|sluice\.jsonl)$/.test(name));
        return names.map((name) => [name, readFileSync(join(out, name)).toString('base64')]);
      };
      expect(await filesOf(1)).toEqual(await filesOf(4));
    });
  });

  it.each(['sql', 'mydumper', 'jsonl', 'csv'] as const)('is made of %s', async (format) => {
    await withFolder(async (folder) => {
      const [dump, other, out] = [
        join(folder, 'dump'),
        join(folder, format === 'sql' ? 'x.sql' : 'x'),
        join(folder, 'out'),
      ];
      await dumpSchemas(registry, vendor, dump, SCHEMAS);
      await convertDump(dump, other, { format });
      await convertDump(other, out, { format: 'shell', compression: { kind: 'zstd', level: 1 } });
      const [read, written] = [await openedAt(other), await openedAt(out)];
      expect(written.manifest.dumper).toMatch(/^Sluice |, converted by Sluice 0\.0\.0-test$/);
      expect([written.isLikelySource, written.isOfUnknownServer]).toEqual([
        read.isLikelySource,
        read.isOfUnknownServer,
      ]);
      expect(tablesOf(written).map(({ name, rows, isReworded }) => [name, rows, isReworded])).toEqual(
        tablesOf(read).map(({ name, rows, isReworded }) => [name, rows, isReworded]),
      );
      if (format === 'sql' || format === 'mydumper') await expectLoaded(out);
      else await expectRowsOf(out);
    });
  });

  /** Formats of rows leave out views and programs. */
  async function expectRowsOf(folder: string): Promise<void> {
    await dropSchemas(vendor, ...Object.values(COPIES));
    const { errors } = await loadDump(registry, { vendor, folder, schemaMap: COPIES });
    expect(errors).toEqual([]);
    for (const [schema, copy] of Object.entries(COPIES)) {
      const [found, wanted] = [await fingerprint(copy), await fingerprint(schema)];
      expect(rowsIn(found)).toEqual(rowsIn(wanted));
    }
  }

  it('holds what is selected, and nothing else', async () => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, 'out')];
      await dumpSchemas(registry, vendor, dump, ['sakila']);
      await convertDump(dump, out, {
        format: 'shell',
        selection: {
          include: [{ kind: 'table', schema: 'sakila', name: 'actor%' }],
          exclude: [{ kind: 'table', schema: 'sakila', name: 'actor_info' }],
          content: 'everything',
        },
      });
      const written = await openedAt(out);
      expect(tablesOf(written).map(({ name }) => name)).toEqual(['actor']);
      expect(written.schemas.flatMap(({ views }) => views)).toEqual([]);
      await dropSchemas(vendor, COPIES.sakila);
      const { errors } = await loadDump(registry, {
        vendor,
        folder: out,
        schemaMap: { sakila: COPIES.sakila },
      });
      expect(errors).toEqual([]);
      const { tables, objects } = await fingerprint(COPIES.sakila);
      expect(tables).toEqual({ actor: (await fingerprint('sakila')).tables.actor });
      expect(Object.keys(objects)).toEqual([]);
    });
  });

  it('holds rows alone, of tables with triggers, for tables that are there', async () => {
    await withFolder(async (folder) => {
      const [dump, out, ddl] = [join(folder, 'dump'), join(folder, 'out'), join(folder, 'ddl')];
      await dumpSchemas(registry, vendor, dump, ['sakila']);
      const all = { include: [{ kind: 'schema', schema: '%' } as const], exclude: [] };
      await convertDump(dump, out, { format: 'shell', selection: { ...all, content: 'data' } });
      // They would fire for the rows.
      const exclude = [{ kind: 'trigger', schema: '%', name: '%' } as const];
      await convertDump(dump, ddl, { format: 'shell', selection: { ...all, exclude, content: 'structure' } });
      expect((await openedAt(ddl)).schemas.map(({ document }) => document.includesData)).toEqual([false]);
      await dropSchemas(vendor, COPIES.sakila);
      const schemaMap = { sakila: COPIES.sakila };
      expect((await loadDump(registry, { vendor, folder: ddl, schemaMap })).errors).toEqual([]);
      const selection = { ...all, content: 'data' } as const;
      const loaded = await loadDump(registry, {
        ...{ vendor, folder: out, schemaMap, selection, onExisting: 'append' },
      });
      expect(loaded.errors).toEqual([]);
      expect(rowsIn(await fingerprint(COPIES.sakila))).toEqual(rowsIn(await fingerprint('sakila')));
    });
  });

  it('leaves nothing where a data file is damaged', async () => {
    await withFolder(async (folder) => {
      const [dump, out] = [join(folder, 'dump'), join(folder, 'out')];
      await dumpSchemas(registry, vendor, dump, ['sakila']);
      const file = readdirSync(dump).find((name) => /^sakila@rental@@?0\.tsv\.zst$/.test(name)) ?? '';
      const bytes = readFileSync(join(dump, file));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(join(dump, file), bytes);
      await expect(convertDump(dump, out, { format: 'shell' })).rejects.toMatchObject({
        failure: { code: 'dump-damaged', table: 'sakila.rental', chunk: file },
      });
      expect(readdirSync(folder)).toEqual(['dump']);
    });
  });
});

function rowsIn({ tables }: Awaited<ReturnType<typeof schemaFingerprint>>) {
  return Object.fromEntries(Object.entries(tables).map(([name, { rows, digest }]) => [name, [rows, digest]]));
}

describe('a script of another tool as a dump folder', () => {
  const vendor: Vendor = 'mariadb';
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas(vendor, 'sakila');
    await withPlain(vendor, async (connection) => {
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
    });
  });
  afterAll(() => dropSchemas(vendor, 'sakila', COPIES.sakila));

  it('is verified against the server that it came from, rows and definitions', async () => {
    await withFolder(async (folder) => {
      const [script, out] = [join(folder, 'all.sql'), join(folder, 'out')];
      await dumpByClient(vendor, script, ['--routines', '--events', '--databases', 'sakila']);
      await convertDump(script, out, { format: 'shell', compression: { kind: 'zstd', level: 3 } });
      const [asScript, asFolder] = [
        await compareWithDump(registry, { vendor, folder: script, verify: 'checksum' }),
        await compareWithDump(registry, { vendor, folder: out, verify: 'checksum' }),
      ];
      expect(asFolder.errors).toEqual([]);
      expect(asFolder.state).toBe(asScript.state);
    });
  });
});
