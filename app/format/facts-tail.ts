import type { promises as fs } from 'fs';
import { join } from 'path';
import type { SluiceError } from '../contract/failure';
import { folderFailures } from '../text/format/folder';
import { parseFacts, type Fact } from './facts';
import { FACTS_FILE } from './names';
import { openRegularFile } from './read/regular-file';

const NEWLINE = 0x0a;

/** Reads the recorded facts of a dump while its writer appends to them. */
export class FactsTail {
  readonly #folder: string;
  /** Bytes that were returned so far. */
  #offset = 0;
  #inode: number | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns the facts whose lines were completed since the last call; none where the file does not exist yet. Fails
   * with `dump-incomplete` where the file has been removed or replaced.
   */
  async next(): Promise<readonly Fact[]> {
    const file = await this.#open();
    if (file === null) return [];
    try {
      const { ino, size } = await file.stat();
      if (this.#inode !== null && (ino !== this.#inode || size < this.#offset)) throw lostDump(this.#folder);
      this.#inode = ino;
      return size === this.#offset ? [] : await this.#read(file, size - this.#offset);
    } finally {
      await file.close();
    }
  }

  async #open(): Promise<fs.FileHandle | null> {
    try {
      return await openRegularFile(join(this.#folder, FACTS_FILE));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      if (this.#inode !== null) throw lostDump(this.#folder);
      return null;
    }
  }

  async #read(file: fs.FileHandle, length: number): Promise<readonly Fact[]> {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, this.#offset);
    const read = buffer.subarray(0, bytesRead);
    const lines = read.subarray(0, read.lastIndexOf(NEWLINE) + 1);
    this.#offset += lines.length;
    return parseFacts(lines.toString('utf8'));
  }
}

/** The failure of following a dump that its writer has removed. */
export function lostDump(folder: string): SluiceError {
  return folderFailures.dumpRemoved({ path: folder });
}
