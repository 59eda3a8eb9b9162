import { createHash } from 'crypto';
import { closeSync, existsSync, openSync, readFileSync } from 'fs';
import { appendFile, writeFile } from 'fs/promises';
import { join } from 'path';
import { gunzipSync, gzipSync } from 'zlib';
import { describe, expect, it } from 'vitest';
import type { EngineCopiedInput, EngineInput, EngineInputSpec } from '../../../app/engine/scan/inputs';
import type { EngineScriptItem } from '../../../app/engine/scan/scans';
import { openEngine } from '../../../app/engine/open';
import { factsOf, forgetInput, inputIdentity, keepInput } from '../../../app/format/script/files/inputs';
import { OUR_DIALECT } from '../../../app/format/tsv-dialect';
import { ENGINE_FILE, withFolder } from '../harness/runs';

const engine = openEngine(ENGINE_FILE);
const MIB = 1 << 20;

/** All batches of a scan, from the first to the null behind the last. */
async function batchesOf(
  first: ReturnType<EngineInput['next']>,
  next: () => ReturnType<EngineInput['next']>,
): Promise<readonly (readonly EngineScriptItem[])[]> {
  const batches: (readonly EngineScriptItem[])[] = [];
  for (let batch = await first; batch !== null; batch = await next()) {
    if ('code' in batch) throw new Error(JSON.stringify(batch));
    batches.push(batch);
  }
  return batches;
}

/** A script of several frames of a copy, whose rows are hard to pack. */
function longScript(): string {
  const statements = Array.from({ length: 400 }, (_, at) => {
    const values = Array.from({ length: 200 }, (_unused, row) => {
      const text = createHash('sha256').update(`${at} ${row}`).digest('base64');
      return `(${at * 200 + row},'${text}${'x'.repeat(100)}')`;
    });
    return `INSERT INTO t VALUES ${values.join(',')};\n`;
  });
  return `CREATE TABLE t (id INT, v TEXT);\n${statements.join('')}-- Dump completed\n`;
}

interface Copied extends EngineCopiedInput {
  readonly items: readonly EngineScriptItem[];
  /** Path of the copy. */
  readonly path: string;
}

/** Has an input copied, and works with the copy as long as it is there. */
async function copied<T>(
  text: string | Buffer,
  more: Partial<EngineInputSpec>,
  work: (copy: Copied, folder: string) => Promise<T>,
): Promise<T> {
  return await withFolder(async (folder) => {
    await writeFile(join(folder, 'input'), text);
    const descriptor = openSync(join(folder, 'input'), 'r');
    const input = engine.openInput({ descriptor });
    try {
      const head = await input.head(10);
      expect(head).toEqual(Buffer.from(text).subarray(0, 10));
      const path = join(folder, 'copy');
      const first = input.copy({
        ...{ path, compression: 'zstd', mostMemoryBytes: 0, bytesPerRun: MIB },
        ...more,
      });
      const items = (await batchesOf(first, () => input.next())).flat();
      const copy = await input.finish();
      if ('code' in copy) throw new Error(JSON.stringify(copy));
      expect(existsSync(path)).toBe(copy.memory === null);
      const readable = copy.memory === null ? path : `/proc/self/fd/${copy.memory}`;
      return await work({ ...copy, items, path: readable }, folder);
    } finally {
      input.close();
      closeSync(descriptor);
    }
  });
}

async function scanned(path: string, compression: 'none' | 'zstd'): Promise<readonly EngineScriptItem[]> {
  const scan = engine.scanScript({
    path,
    compression,
    entry: null,
    ends: 'client',
    bytesPerRun: MIB,
  });
  return (await batchesOf(scan.next(), () => scan.next())).flat();
}

describe('openInput', () => {
  it.each([
    ['a file', 0],
    ['a file that was too large for memory', MIB],
    ['memory', 64 * MIB],
  ])('copies a script into %s, and finds what a scan of it finds', async (_where, mostMemoryBytes) => {
    const text = longScript();
    await copied(text, { mostMemoryBytes }, async (copy, folder) => {
      expect(copy.bytes).toBe(text.length);
      expect(copy.sha256).toBe(createHash('sha256').update(text).digest('hex'));
      expect(copy.storedBytes).toBe(readFileSync(copy.path).length);
      expect(copy.storedBytes).toBeLessThan(text.length / 2);
      expect(copy.memory !== null).toBe(mostMemoryBytes > copy.storedBytes);
      expect(copy.items).toEqual(await scanned(join(folder, 'input'), 'none'));
      expect(copy.items).toEqual(await scanned(copy.path, 'zstd'));
      expect(copy.items.filter(({ kind }) => kind === 'rows').length).toBeGreaterThan(10);
    });
  });

  it('reads without a copy where none is needed', async () => {
    const text = longScript();
    await withFolder(async (folder) => {
      const path = join(folder, `stdin-${'0'.repeat(64)}.sql`);
      await writeFile(path, text);
      const input = engine.openInput({ descriptor: openSync(path, 'r') });
      const spec = { path: null, compression: 'none', mostMemoryBytes: MIB, bytesPerRun: MIB } as const;
      const scan = await batchesOf(input.copy(spec), () => input.next());
      expect(await input.finish()).toMatchObject({ bytes: text.length, memory: null });
      expect(scan.flat()).toEqual(await scanned(path, 'none'));
      keepInput(path, { scan, facts: await factsOf(path), bytes: 0 });
      expect(await inputIdentity(path)).toBe('0'.repeat(64));
      await appendFile(path, '\n');
      expect(await inputIdentity(path)).toBe(`${'0'.repeat(64)} changed`);
      forgetInput(path);
    });
  });

  it('copies what is packed as it is', async () => {
    const packed = gzipSync('CREATE TABLE t (id INT);\n');
    await copied(packed, { compression: 'none', bytesPerRun: null }, async (copy) => {
      expect(copy.items).toEqual([]);
      expect(gunzipSync(readFileSync(copy.path)).toString()).toBe('CREATE TABLE t (id INT);\n');
      const head = await engine.firstText(
        join(copy.path, '..'),
        {
          ...{
            file: 'copy',
            compression: 'gzip',
            dialect: OUR_DIALECT,
            rows: null,
            bytes: null,
            xxh64: null,
          },
          ...{ part: null, delimited: null, fields: null, json: null, xml: null, entry: null, settings: [] },
        },
        6,
      );
      expect(head).toEqual(Buffer.from('CREATE'));
    });
  });

  it('fails where the copy can’t be made, and after a cancel', async () => {
    await expect(copied('SELECT 1;\n', { path: '/nowhere/copy' }, () => Promise.resolve())).rejects.toThrow(
      /file-failed.*nowhere/,
    );
    const input = engine.openInput({ descriptor: openSync('/dev/zero', 'r') });
    input.cancel();
    expect(await input.head(10)).toMatchObject({ code: 'cancelled' });
  });
});
