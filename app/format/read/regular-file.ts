import { promises as fs, readFileSync, statSync, type Stats } from 'fs';
import { join } from 'path';
import { damageText } from '../../text/format/damage';

/**
 * Opens a file of a dump to read it. Fails where a folder, a pipe or a device is in its place: to open a pipe waits for whoever
 * writes into it, and a device may never end.
 */
export async function openRegularFile(path: string): Promise<fs.FileHandle> {
  assertFile(await fs.stat(path));
  return await fs.open(path, 'r');
}

/** Reads a file of a dump whole; fails as {@link openRegularFile} does. */
export async function readRegularFile(path: string): Promise<Buffer> {
  assertFile(await fs.stat(path));
  return await fs.readFile(path);
}

/** Does as {@link readRegularFile}, while nobody else has a turn. */
export function readRegularFileSync(path: string): Buffer {
  assertFile(statSync(path));
  return readFileSync(path);
}

/** Files of a dump, by name. Reading fails as a file system does. */
export interface ReadableFiles {
  names(): Promise<readonly string[]>;
  read(name: string): Promise<Buffer>;
  /** Does as `read`, while nobody else has a turn. */
  readNow(name: string): Buffer;
  /** In bytes. */
  size(name: string): Promise<number>;
}

export function filesIn(folder: string): ReadableFiles {
  return {
    names: () => fs.readdir(folder),
    read: (name) => readRegularFile(join(folder, name)),
    readNow: (name) => readRegularFileSync(join(folder, name)),
    size: async (name) => (await fs.stat(join(folder, name))).size,
  };
}

function assertFile(stats: Stats): void {
  if (!stats.isFile()) throw new Error(damageText.notAFile);
}
