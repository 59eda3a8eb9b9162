import { promises as fs } from 'fs';
import { basename, dirname, join } from 'path';

/** Where nothing can be made beside a file: its folder may not be written to, or the name is as long as one can be. */
const NO_ROOM_BESIDE: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG']);

/**
 * Writes a file under a name that its user chose. It is there whole or not at all: until then a file of that name stays as
 * it was. What a link points to is replaced, not the link. A pipe or a device is written to, and so is a file beside which
 * none can be made.
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
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') await fs.unlink(fresh).catch(() => undefined);
    if (!NO_ROOM_BESIDE.has(code)) throw error;
    await fs.writeFile(target, content, { mode });
  }
}
