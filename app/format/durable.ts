import { createHash } from 'crypto';
import { promises as fs } from 'fs';
import { basename, dirname } from 'path';
import type { SluiceError } from '../contract/failure';
import { folderFailures } from '../text/format/folder';

/** Dumps hold other people's data: folders for the owner only, files likewise. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

/** Writes a whole file so that it either exists with all its bytes, also after a power loss, or not at all. */
export async function writeDurable(path: string, text: string | Uint8Array): Promise<void> {
  const staging = stagingOf(path);
  await guarded(path, async () => {
    const file = await fs.open(staging, 'wx', FILE_MODE);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(staging, path);
    await syncFolder(dirname(path));
  });
}

/** Name of a durable file while it is written. */
export function stagingOf(path: string): string {
  return `${path}.writing`;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * An append-only file of lines, which keep their order and become durable with their folder. Lines that come while
 * others are being written go out together.
 */
export class LineFile {
  readonly #path: string;
  readonly #file: fs.FileHandle;
  #waiting = '';
  #next: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #closed: Promise<void> | null = null;

  private constructor(path: string, file: fs.FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async create(path: string): Promise<LineFile> {
    return await guarded(path, async () => LineFile.over(path, await fs.open(path, 'ax', FILE_MODE)));
  }

  /** Wraps an empty file that is open for appending. */
  static over(path: string, file: fs.FileHandle): LineFile {
    return new LineFile(path, file);
  }

  /** Resolves when the line is in the file. */
  append(line: string): Promise<void> {
    this.#waiting += line;
    if (this.#next !== null) return this.#next;
    const next = this.#last.then(() => this.#writeWaiting());
    this.#next = next;
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Closes the file after the pending lines are written; a second call does nothing. */
  close(): Promise<void> {
    this.#closed ??= this.#last.then(() => this.#file.close());
    return this.#closed;
  }

  /** Size and digest of the whole file; called once, after closing. */
  digest(): { readonly bytes: number; readonly sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  async #writeWaiting(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    this.#next = null;
    const bytes = Buffer.from(text, 'utf8');
    await guarded(this.#path, () => this.#file.appendFile(bytes));
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }
}

async function guarded<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw toFileError(path, error as NodeJS.ErrnoException);
  }
}

function toFileError(path: string, error: NodeJS.ErrnoException): SluiceError {
  const place = { chunk: basename(path) };
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return folderFailures.noSpace({ path }, place);
  }
  if (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'EPERM') {
    return folderFailures.notWritable({ path, reason: error.message }, place);
  }
  return folderFailures.notWritten({ path, reason: error.message }, place);
}
