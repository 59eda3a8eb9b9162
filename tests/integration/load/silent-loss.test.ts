import { promises as fs } from 'fs';
import { dirname, join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoadOptions } from '../../../app/contract/runs/options';
import type { RunResult } from '../../../app/contract/runs/result';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { unseal } from '../harness/unseal';

const SCHEMA = 'loss';
const COPY = 'loss_copy';
const TABLE = `${COPY}.words`;
const ROWS = 5000;
/** The row at which the target differs: in the last of its table's chunks. */
const ODD_ROW = 4900;
const registry = newRegistry();

/**
 * The ways in which other tools lose rows or values and say "done". Each is laid for a dump that is whole and a target
 * that takes it, but for one thing; the load must fail and name the table and the chunk.
 */
describe.each(testVendors)('a load that would lose something, %s', (vendor) => {
  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY);
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${SCHEMA} CHARACTER SET utf8mb4`);
      await connection.query(
        `CREATE TABLE ${SCHEMA}.words (id INT PRIMARY KEY, word VARCHAR(40), n INT, pad VARCHAR(80) DEFAULT '${'x'.repeat(80)}')`,
      );
      const row = (n: number) => (n === ODD_ROW ? `(${n}, '鷹 🦅 eagle', 0)` : `(${n}, 'w${n}', ${n})`);
      const values = Array.from({ length: ROWS }, (_, n) => row(n));
      await connection.query(`INSERT INTO ${SCHEMA}.words (id, word, n) VALUES ${values.join(', ')}`);
    });
  });
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  async function withDump(work: (folder: string, chunks: readonly string[]) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const compression = { kind: 'none' } as const;
      const dumped = await dumpSchema(registry, {
        vendor,
        schema: SCHEMA,
        folder,
        bytesPerChunk: 131_072,
        compression,
      });
      expect(dumped.errors).toEqual([]);
      const chunks = (await fs.readdir(folder)).filter((name) => name.endsWith('.tsv')).sort();
      expect(chunks.length).toBeGreaterThan(2);
      await work(folder, chunks);
    });
  }

  const load = (folder: string, content: LoadOptions['selection']['content']): Promise<RunResult> =>
    loadDump(registry, {
      vendor,
      folder,
      schemaMap: { [SCHEMA]: COPY },
      selection: { include: [{ kind: 'schema', schema: '%' }], exclude: [], content },
    });

  async function replaceIn(file: string, from: string | RegExp, to: string): Promise<void> {
    const text = await fs.readFile(file, 'utf8');
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    await fs.writeFile(file, changed);
    await unseal(dirname(file));
  }

  // The definitions go in first, the table is changed, and the rows come after it: as a user may do on purpose.
  it.each([
    ['a row whose key is taken', `ALTER TABLE ${TABLE} ADD UNIQUE KEY (n)`, /Duplicate entry/],
    ['a value that is too long', `ALTER TABLE ${TABLE} MODIFY word VARCHAR(5)`, /too long|truncated/i],
    [
      'a character that the target can’t hold',
      `ALTER TABLE ${TABLE} MODIFY word VARCHAR(40) CHARACTER SET latin1`,
      /Incorrect string value/,
    ],
    [
      'a number that is too large',
      `ALTER TABLE ${TABLE} MODIFY n SMALLINT CHECK (n < ${ODD_ROW})`,
      /constraint/i,
    ],
  ])('fails for %s', async (_, change, words) => {
    await withDump(async (folder, chunks) => {
      expect((await load(folder, 'structure')).errors).toEqual([]);
      await withPlain(vendor, (connection) => connection.query(change));
      const { ok, errors } = await load(folder, 'data');
      expect(ok).toBe(false);
      expect(errors[0]).toMatchObject({ table: TABLE, chunk: expect.any(String) as string });
      expect(chunks).toContain(errors[0]?.chunk);
      expect(errors[0]?.message).toMatch(words);
    });
  });

  it('fails for a row without the parent that its foreign key names', async () => {
    await withDump(async (folder) => {
      expect((await load(folder, 'structure')).errors).toEqual([]);
      await withPlain(vendor, async (connection) => {
        await connection.query(`CREATE TABLE ${COPY}.numbers (n INT PRIMARY KEY)`);
        await connection.query(
          `ALTER TABLE ${TABLE} ADD CONSTRAINT counted FOREIGN KEY (n) REFERENCES ${COPY}.numbers (n)`,
        );
      });
      const { ok, state, errors } = await load(folder, 'data');
      expect({ ok, state }).toEqual({ ok: false, state: 'failed' });
      expect(errors[0]).toMatchObject({ code: 'rows-differ', table: TABLE });
      expect(errors[0]?.message).toContain('counted');
    });
  });

  it('fails for a chunk that is missing', async () => {
    await withDump(async (folder, chunks) => {
      const chunk = chunks[1] ?? '';
      await fs.unlink(join(folder, chunk));
      const { ok, errors } = await load(folder, 'everything');
      expect(ok).toBe(false);
      expect(errors[0]).toMatchObject({ code: 'dump-damaged', table: `${SCHEMA}.words`, chunk });
    });
  });

  it('fails for a byte that changed within a chunk', async () => {
    await withDump(async (folder, chunks) => {
      const chunk = chunks[1] ?? '';
      await replaceIn(join(folder, chunk), /\tw(\d+)\t/, '\tv$1\t');
      const { ok, errors } = await load(folder, 'everything');
      expect(ok).toBe(false);
      expect(errors[0]).toMatchObject({ table: TABLE, chunk });
    });
  });

  it('fails for a digest that changed', async () => {
    await withDump(async (folder, chunks) => {
      const chunk = chunks[1] ?? '';
      const line = new RegExp(
        `^(.*"${chunk.replace(/[.$*+?^()[\]{}|\\]/g, '\\$&')}".*"xxh64":")[0-9a-f]{16}`,
        'm',
      );
      await replaceIn(join(folder, '@.sluice.jsonl'), line, '$10123456789abcdef');
      const { ok, errors } = await load(folder, 'everything');
      expect(ok).toBe(false);
      expect(errors[0]).toMatchObject({ chunk: expect.any(String) as string });
    });
  });

  it('fails for a chunk too many', async () => {
    await withDump(async (folder, chunks) => {
      const extra = (chunks[0] ?? '').replace(/@@?\d+\.tsv$/, '@77.tsv');
      await fs.copyFile(join(folder, chunks[0] ?? ''), join(folder, extra));
      const { ok, errors } = await load(folder, 'everything');
      expect(ok).toBe(false);
      expect(errors[0]).toMatchObject({ chunk: extra });
    });
  });

  it.each([
    ['fewer rows', '"words": 5000', '"words": 4900'],
    ['other bytes of a table', /("tableDataBytes": \{\s+"loss": \{\s+"words": )\d+/, '$14'],
    ['other bytes of a chunk', /("loss@words@1\.tsv": )\d+/, '$14'],
    ['other bytes in all', /("dataBytes": )\d+/, '$14'],
    ['a chunk less', /"loss@words@1\.tsv": \d+,/, ''],
    ['a chunk more', '"chunkFileBytes": {', '"chunkFileBytes": { "loss@words@9.tsv": 4,'],
  ])('fails for a done marker that tells of %s', async (_, from, to) => {
    await withDump(async (folder) => {
      await replaceIn(join(folder, '@.done.json'), from, to);
      const { ok, errors } = await load(folder, 'everything');
      expect(ok).toBe(false);
      expect(errors[0]?.code).toBe('dump-damaged');
    });
  });
});
