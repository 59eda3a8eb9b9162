import { promises as fs } from 'fs';
import { basename, dirname, join } from 'path';

/**
 * Writes a file under a name that its user chose. It is there whole or not at all: until then a file of that name stays as
 * it was. What a link points to is replaced, not the link; a pipe or a device is written to.
 * @param mode of a new file, before the umask; a file that is there keeps its own
 */
export async function writeNamedFile(path: string, content: string | Buffer, mode = 0o666): Promise<void> {
  const target = await fs.realpath(path).catch(() => path);
  const there = await fs.stat(target).catch(() => null);
  if (there !== null && !there.isFile()) {
    await fs.writeFile(target, content);
    return;
  }
  const fresh = join(dirname(target), `.${basename(target)}.${process.pid}.new`);
  try {
    await fs.writeFile(fresh, content, { mode, flag: 'wx' });
    if (there !== null) await fs.chmod(fresh, there.mode);
    await fs.rename(fresh, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await fs.unlink(fresh).catch(() => undefined);
    throw error;
  }
}
