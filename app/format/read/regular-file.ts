import { promises as fs } from 'fs';
import { damageText } from '../../text/format/damage';

/**
 * Opens a file of a dump to read it. Fails where a folder, a pipe or a device is in its place: to open a pipe waits for whoever
 * writes into it, and a device may never end.
 */
export async function openRegularFile(path: string): Promise<fs.FileHandle> {
  if (!(await fs.stat(path)).isFile()) throw new Error(damageText.notAFile);
  return await fs.open(path, 'r');
}

/** Reads a file of a dump whole; fails as {@link openRegularFile} does. */
export async function readRegularFile(path: string): Promise<Buffer> {
  if (!(await fs.stat(path)).isFile()) throw new Error(damageText.notAFile);
  return await fs.readFile(path);
}
