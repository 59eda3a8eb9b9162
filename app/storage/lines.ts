import { promises as fs } from 'fs';
import { dirname } from 'path';
import { makeFolder } from './make-folder';

const NEWLINE = 0x0a;

/**
 * Appends one JSON value as a line of its own and waits until it is on the disk. A last line that a crash tore is
 * closed first, so that only that line is lost. Hold the file's lock.
 * @returns the size of the file afterwards, in bytes
 */
export async function appendLine(file: string, value: object): Promise<number> {
  await makeFolder(dirname(file), 0o700);
  const handle = await fs.open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const line = Buffer.from(`${(await isTorn(handle, size)) ? '\n' : ''}${JSON.stringify(value)}\n`);
    await handle.write(line, 0, line.length, null);
    await handle.sync();
    return size + line.length;
  } finally {
    await handle.close();
  }
}

/** The values of all whole lines, in their order; none where there is no file. What can't be read is left out. */
export async function readLines(file: string): Promise<readonly unknown[]> {
  let text: string;
  try {
    text = await fs.readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });
}

export function toLines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

async function isTorn(handle: fs.FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] !== NEWLINE;
}
