import { createHash } from 'crypto';
import { promises as fs } from 'fs';
import { join } from 'path';
import { replaceFile } from './atomic-file';
import { withFileLock } from './file-lock';
import { makeFolder } from './make-folder';

const MIB = 1 << 20;

export interface CacheLimits {
  readonly files: number;
  /** Sum of all files. */
  readonly bytes: number;
}

const USUAL_LIMITS: CacheLimits = { files: 32, bytes: 32 * MIB };

/**
 * Values that save work and may be lost at any time, by keys of any length, shared by all windows and command lines of a
 * user. The ones that were asked for last are kept. No call rejects: where a file can't be read or written, or is not as it
 * was written, there is no value.
 */
export class ValueCache {
  readonly #folder: string;
  readonly #limits: CacheLimits;

  constructor(folder: string, limits: CacheLimits = USUAL_LIMITS) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Null where there is none. */
  async get(key: string): Promise<unknown> {
    const file = this.#fileOf(key);
    try {
      const value = contentOf(key, await fs.readFile(file, 'utf8'));
      const now = new Date();
      if (value !== null) await fs.utimes(file, now, now);
      return value;
    } catch {
      return null;
    }
  }

  /** Keeps a value of JSON, unless it alone is larger than all may be. */
  async put(key: string, value: unknown): Promise<void> {
    const body = JSON.stringify({ key, value });
    const text = `${digestOf(body)}\n${body}\n`;
    if (Buffer.byteLength(text) > this.#limits.bytes) return;
    try {
      await makeFolder(this.#folder, 0o700);
      await withFileLock(join(this.#folder, 'lock'), async () => {
        await replaceFile(this.#fileOf(key), text);
        await this.#removeOldest();
      });
    } catch {
      // A full or read-only disk: the work is done again.
    }
  }

  async drop(key: string): Promise<void> {
    await fs.unlink(this.#fileOf(key)).catch(() => undefined);
  }

  #fileOf(key: string): string {
    return join(this.#folder, `${digestOf(key)}.json`);
  }

  async #removeOldest(): Promise<void> {
    const names = (await fs.readdir(this.#folder)).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
    const files = await Promise.all(
      names.map(async (name) => ({ name, ...sizeAndAge(await fs.stat(join(this.#folder, name))) })),
    );
    let bytes = 0;
    for (const [at, { name, size }] of files.sort((one, other) => other.time - one.time).entries()) {
      bytes += size;
      if (at >= this.#limits.files || bytes > this.#limits.bytes) await fs.unlink(join(this.#folder, name));
    }
  }
}

function sizeAndAge({ size, mtimeMs }: { readonly size: number; readonly mtimeMs: number }) {
  return { size, time: mtimeMs };
}

/** The value of a file that holds one of this key; null for any other. */
function contentOf(key: string, text: string): unknown {
  const [digest = '', body = ''] = text.split('\n');
  if (digestOf(body) !== digest) return null;
  const content = JSON.parse(body) as { readonly key?: unknown; readonly value?: unknown };
  return content.key === key ? (content.value ?? null) : null;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
