import { readdir, readFile, writeFile } from 'fs/promises';
import { join } from 'path';
import { Decompressor } from 'zstd-napi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doneSchema } from '../../../app/format/documents';
import { DONE_FILE } from '../../../app/format/names';
import { dumpSchema, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas } from '../harness/servers';

const SCHEMA = 'damaged_bytes';
/** A damaged size or window of a compressed file must not be believed. */
const MOST_MEMORY_BYTES = 256 * 1024 * 1024;

/** The most memory that this process has had since {@link forgetMemoryPeak} (proc(5)). */
async function memoryPeakBytes(): Promise<number> {
  const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(await readFile('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

const forgetMemoryPeak = () => writeFile('/proc/self/clear_refs', '5');

/** The folder's form is the same for both vendors, so that each is damaged in one way. */
const DAMAGES = [
  { vendor: 'mysql', damage: 'a flipped bit', damaged: flipped },
  { vendor: 'mariadb', damage: 'a cut', damaged: cut },
] as const;

describe.each(DAMAGES)('a small dump of $vendor with $damage at every byte', ({ vendor, damaged }) => {
  const registry = newRegistry();

  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    try {
      await connection.query('CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20), w BLOB)');
      await connection.query("INSERT INTO t VALUES (1, 'one', NULL), (2, 'zwei', x'00ff'), (3, NULL, '')");
      await connection.query('CREATE VIEW v AS SELECT id FROM t');
    } finally {
      await connection.end();
    }
  });

  afterAll(() => dropSchemas(vendor, SCHEMA));

  it('is never whole', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).errors).toEqual([]);
      await forgetMemoryPeak();
      const before = await memoryPeakBytes();
      const files = await readdir(folder);
      expect(files.length).toBeGreaterThan(8);
      for (const name of files) {
        const bytes = await readFile(join(folder, name));
        for (let at = 0; at < bytes.length; at += 1) {
          const changed = damaged(bytes, at);
          if (isHarmless(name, changed, bytes)) continue;
          await writeFile(join(folder, name), changed);
          expect(await codesOf(folder), `${name} at ${at}`).toContain('dump-damaged');
        }
        await writeFile(join(folder, name), bytes);
      }
      expect((await memoryPeakBytes()) - before).toBeLessThan(MOST_MEMORY_BYTES);
      expect(await codesOf(folder)).toEqual([]);
    });
  });

  async function codesOf(folder: string): Promise<readonly string[]> {
    const { state, errors } = await verifyDump(registry, folder);
    expect(state).toBe(errors.length > 0 ? 'failed' : 'done');
    return errors.map(({ code }) => code);
  }
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
  return changed;
}

function cut(bytes: Buffer, at: number): Buffer {
  return bytes.subarray(0, at);
}

function isHarmless(name: string, changed: Buffer, bytes: Buffer): boolean {
  if (name === DONE_FILE) return saysTheSame(changed, bytes);
  return name.endsWith('.zst') && holdsTheSame(changed, bytes);
}

/** A frame's header has a bit that every decoder ignores, and a window that may be larger (RFC 8878, 3.1.1.1). */
function holdsTheSame(changed: Buffer, frame: Buffer): boolean {
  try {
    return decompressed(changed).equals(decompressed(frame));
  } catch {
    return false;
  }
}

/** By a decoder of its own: one that has failed stays unusable. */
const decompressed = (frame: Buffer): Buffer => new Decompressor().decompress(frame);

/** Returns whether the done marker has the same figures: nothing else records when a dump ended, and nobody reads its issues. */
function saysTheSame(one: Buffer, other: Buffer): boolean {
  try {
    return figuresOf(one) === figuresOf(other);
  } catch {
    return false;
  }
}

function figuresOf(marker: Buffer): string {
  const { end, issues, ...figures } = doneSchema.parse(JSON.parse(marker.toString()));
  return JSON.stringify([figures, typeof end, typeof issues]);
}
