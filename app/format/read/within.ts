import { promises as fs } from 'fs';
import { dirname, isAbsolute, join, relative, sep } from 'path';
import { scriptFolderFailures } from '../../text/format/script-folder';

/** Fails for a link by which the folder’s maker would choose another file to be read. */
export async function assertWithin(folder: string, path: string): Promise<void> {
  if (dirname(path) === folder && (await fs.lstat(path)).isFile()) return;
  const to = relative(await fs.realpath(folder), await fs.realpath(path));
  if (to === '..' || to.startsWith(`..${sep}`) || isAbsolute(to))
    throw scriptFolderFailures.linkOut({ path });
  if (!(await fs.stat(path)).isFile()) throw scriptFolderFailures.noFile({ path });
}

/** Does as {@link assertWithin} for the links among a folder’s files that lead to a file. */
export async function assertNoLinkOut(folder: string): Promise<void> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const { name } of entries.filter((entry) => entry.isSymbolicLink())) {
    const path = join(folder, name);
    const target = await fs.stat(path).catch(() => null);
    if (target?.isFile() === true) await assertWithin(folder, path);
  }
}
