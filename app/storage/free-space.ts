import { execFile } from 'child_process';
import { promises as fs } from 'fs';

/** An unreachable network mount answers neither way. */
const PATIENCE_MS = 5000;
const KIB = 1024;

/** Free bytes for this user on the file system of an existing path; null where the system does not tell. */
export async function freeBytesAt(path: string): Promise<number | null> {
  if (typeof fs.statfs !== 'function') return await askDf(path);
  try {
    const { bavail, bsize } = await fs.statfs(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Asks `df` (POSIX) instead: Node has `statfs` from version 18 on, and the old runtime is older. */
export async function askDf(path: string): Promise<number | null> {
  const output = await new Promise<string>((resolve) => {
    // Passwords in this process's environment are none of its business.
    const env = { PATH: process.env.PATH, LC_ALL: 'C' };
    execFile('df', ['-P', '-k', '--', path], { timeout: PATIENCE_MS, env }, (error, text) => {
      resolve(error === null ? text : '');
    });
  });
  return availableIn(output);
}

/** Reads the available bytes from the last line: file system, blocks, used, available, capacity, mount point. */
export function availableIn(output: string): number | null {
  const [line = ''] = output.trimEnd().split('\n').slice(-1);
  const kibibytes = /\s\d+\s+-?\d+\s+(\d+)\s+(?:\d+%|-)\s/.exec(line)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * KIB;
}
