import { promises as fs } from 'fs';
import { basename, dirname, join } from 'path';
import type { Addon, EngineNewFile } from '../engine/addon';
import { writeFiles } from '../engine/disk';
import { messageOf, toFailure } from '../engine/failures';
import { SluiceError } from '../contract/failure';
import { FOLDER_MODE } from '../format/durable';
import { makeFolder } from '../storage/make-folder';
import { convertFailures } from '../text/convert';

/**
 * A file or a folder that appears under its name when it is whole and on the disk. Until then it is written in a folder
 * of its own beside that place.
 */
export class NewOutput {
  readonly #path: string;
  /** Folder to write into, which exists. */
  readonly folder: string;

  private constructor(path: string, folder: string) {
    this.#path = path;
    this.folder = folder;
  }

  /** Fails with `folder-not-empty` where something has the name, and with `folder-not-writable`. */
  static async begin(path: string): Promise<NewOutput> {
    await assertFree(path);
    return new NewOutput(path, await hiddenFolderBeside(path, 'writing'));
  }

  /** The file to write, of an output that is one. */
  get file(): string {
    return join(this.folder, basename(this.#path));
  }

  /** Writes further files of an output that is a folder. */
  async add(files: readonly EngineNewFile[], engine: Addon): Promise<void> {
    if (files.length > 0) await writeFiles(engine, this.folder, files);
  }

  /** Gives the file, or the whole folder, its name. Fails where another one has it by now. */
  async publish(kind: 'file' | 'folder', engine: Addon): Promise<void> {
    const failure = await engine.syncFolder(this.folder);
    if (failure !== null) throw SluiceError.from(toFailure(failure));
    await assertFree(this.#path);
    if (kind === 'folder') await fs.rename(this.folder, this.#path);
    else await this.#publishFile();
    await syncNames(dirname(this.#path));
  }

  /** A link takes no name that is taken, as a rename would; not every file system has links. */
  async #publishFile(): Promise<void> {
    try {
      await fs.link(this.file, this.#path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        throw convertFailures.exists({ path: this.#path });
      await fs.rename(this.file, this.#path);
    }
    await this.discard();
  }

  /** Removes what was written, if it has not got its name. */
  async discard(): Promise<void> {
    await removeFolder(this.folder);
  }
}

/** Removes a flat folder with all its files, if it is there. */
export async function removeFolder(folder: string): Promise<void> {
  const names = await fs.readdir(folder).catch((): string[] => []);
  for (const name of names) await fs.unlink(join(folder, name));
  if (names.length > 0 || (await isThere(folder))) await fs.rmdir(folder);
}

/**
 * Makes a hidden folder beside an output, and the folders above as far as they are not there. Fails with `folder-not-writable`.
 *
 * @param purpose stands in its name
 */
export async function hiddenFolderBeside(path: string, purpose: 'writing' | 'dump'): Promise<string> {
  const parent = dirname(path);
  try {
    await makeFolder(parent, FOLDER_MODE);
    return await fs.mkdtemp(join(parent, `.${basename(path)}.${purpose}-`));
  } catch (error) {
    throw convertFailures.notWritable({ folder: parent, reason: messageOf(error) });
  }
}

/** Fails with `folder-not-empty` where something has the name. */
export async function assertFree(path: string): Promise<void> {
  if (await isThere(path)) throw convertFailures.exists({ path });
}

async function isThere(path: string): Promise<boolean> {
  return await fs.lstat(path).then(
    () => true,
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw convertFailures.notWritable({ folder: dirname(path), reason: messageOf(error) });
    },
  );
}

async function syncNames(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
