import { promises as fs } from 'fs';

/** Returns whether there is a file or a folder at a path, as far as this account can see. */
export async function exists(path: string): Promise<boolean> {
  return await fs.access(path).then(
    () => true,
    () => false,
  );
}
