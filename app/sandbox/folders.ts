import { promises as fs } from 'fs';
import { join } from 'path';
import { makeFolder } from '../storage/make-folder';
import { sandboxFailures } from '../text/sandbox';

/** Removes a folder with all that is in it; one that is not there is removed already. */
export async function removeFolder(folder: string): Promise<void> {
  const entries = await readFolder(folder);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeFolder(path);
    else await fs.unlink(path).catch(ignoreMissing);
  }
  await fs.rmdir(folder).catch(ignoreMissing);
}

/** Makes a folder that only this user can enter; fails where it belongs to somebody else. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await makeFolder(folder, 0o700);
  const { uid, mode } = await fs.lstat(folder);
  if (process.getuid !== undefined && uid !== process.getuid()) {
    throw sandboxFailures.otherOwner({ folder });
  }
  if ((mode & 0o077) !== 0) await fs.chmod(folder, 0o700);
}

export function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function readFolder(folder: string) {
  try {
    return await fs.readdir(folder, { withFileTypes: true });
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException);
    return [];
  }
}
