import { promises as fs } from 'fs';
import { dirname } from 'path';

/**
 * Creates a folder and its missing parents, one level at a time: `mkdir` of the runtime with `recursive` never ends
 * where a file system answers ENOENT for a folder whose parent exists (/proc and some network mounts).
 * @returns whether this call created the folder itself
 */
export async function makeFolder(path: string, mode?: number): Promise<boolean> {
  try {
    return await makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent, mode);
    return await makeOne(path, mode);
  }
}

/** Returns false where the folder exists already. */
async function makeOne(path: string, mode?: number): Promise<boolean> {
  try {
    await fs.mkdir(path, mode);
    return true;
  } catch (error) {
    if (await isFolder(path)) return false;
    throw error;
  }
}

/** Returns whether a folder exists. Some file systems answer EROFS or EACCES, not EEXIST, for one that does. */
async function isFolder(path: string): Promise<boolean> {
  return await fs.stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
