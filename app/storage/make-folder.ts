import { promises as fs } from 'fs';
import { dirname } from 'path';

/**
 * Makes a folder and those above it that are missing, one level at a time: `mkdir` of the runtime with `recursive` never
 * ends where a file system answers ENOENT for a folder whose parent exists (/proc and some network mounts).
 * @returns whether this call made the folder itself
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

/** False where a folder is there already. */
async function makeOne(path: string, mode?: number): Promise<boolean> {
  try {
    await fs.mkdir(path, mode);
    return true;
  } catch (error) {
    if (await isFolder(path)) return false;
    throw error;
  }
}

/** Some file systems answer EROFS or EACCES, not EEXIST, for a folder that is there. */
async function isFolder(path: string): Promise<boolean> {
  return await fs.stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
