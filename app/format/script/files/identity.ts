import { createHash } from 'crypto';
import { promises as fs } from 'fs';
import { join } from 'path';

/** The names, sizes and times of change of files: as long as they are the same, so are their bytes. */
export async function filesIdentity(folder: string, names: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  for (const name of [...names].sort()) {
    const { size, mtimeMs } = await fs.stat(join(folder, name));
    digest.update(`${name}\n${size} ${mtimeMs}\n`);
  }
  return digest.digest('hex');
}
