import { readdir, truncate, unlink } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareWithDump, dumpSchema, newRegistry, verifyDump, withFolder } from './harness/runs';
import { connectToFresh, dropSchemas } from './harness/servers';

const SCHEMA = 'damaged';
const ROWS = 3000;

describe('a dump with several damaged files', () => {
  const registry = newRegistry();

  beforeAll(async () => {
    const connection = await connectToFresh('mysql', SCHEMA);
    try {
      const values = Array.from({ length: ROWS }, (_, id) => `(${id}, REPEAT('x', 100))`).join(', ');
      for (const table of ['cut', 'gone', 'whole']) {
        await connection.query(`CREATE TABLE ${table} (id INT PRIMARY KEY, v VARCHAR(100))`);
        await connection.query(`INSERT INTO ${table} VALUES ${values}`);
      }
    } finally {
      await connection.end();
    }
  });

  afterAll(() => dropSchemas('mysql', SCHEMA));

  /** A dump of which two files are damaged, the first and the last of two tables; they are handed to `look`. */
  async function withDamage(
    look: (folder: string, damaged: readonly [cut: string, gone: string]) => Promise<void>,
  ): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const wish = { vendor: 'mysql', schema: SCHEMA, folder, bytesPerChunk: 131_072 } as const;
      expect((await dumpSchema(registry, wish)).errors).toEqual([]);
      const files = (await readdir(folder)).filter((name) => name.endsWith('.tsv.zst')).sort();
      const cut = files.find((name) => name.startsWith(`${SCHEMA}@cut@`)) ?? '';
      const gone = files.filter((name) => name.startsWith(`${SCHEMA}@gone@`)).at(-1) ?? '';
      await truncate(join(folder, cut), 100);
      await unlink(join(folder, gone));
      await look(folder, [cut, gone]);
    });
  }

  it('is verified to its end: each damaged file is named, and what is whole is said to be', async () => {
    await withDamage(async (folder, [cut, gone]) => {
      const { state, errors, verdicts } = await verifyDump(registry, folder);
      expect(state).toBe('failed');
      const named = errors.map(({ code, table, chunk }) => [code, table, chunk]).sort();
      expect(named).toEqual([
        ['dump-damaged', `${SCHEMA}.cut`, cut],
        ['dump-damaged', `${SCHEMA}.gone`, gone],
      ]);
      const states = verdicts.map(
        ({ table, checks }) => [table, checks.map((check) => check.state)] as const,
      );
      expect(Object.fromEntries(states)).toEqual({ cut: ['failed'], gone: ['failed'], whole: ['ok'] });
      expect(verdicts.find(({ table }) => table === 'whole')?.rows).toBe(ROWS);
    });
  });

  it('is no measure for a server: a comparison by sums fails for the damage', async () => {
    await withDamage(async (folder) => {
      const wish = { vendor: 'mysql', folder, verify: 'checksum' } as const;
      const { state, errors } = await compareWithDump(registry, wish);
      expect(state).toBe('failed');
      expect(errors.map(({ code }) => code)).toEqual(['dump-damaged']);
    });
  });
});
