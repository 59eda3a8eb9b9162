import { promises as fs, constants } from 'fs';
import { join } from 'path';
import { SluiceError } from '../contract/failure';
import { messageOf } from '../engine/failures';
import { FOLDER_MODE } from '../format/durable';

/** A dump's output folder: empty when it was taken, and the dump's alone from then on. */
export interface OutputFolder {
  readonly path: string;
  /** Removes what the dump wrote, and the folder itself where the dump made it: a dump that failed is no dump. */
  discard(): Promise<void>;
}

/**
 * Takes `path` as output folder, making it where it is not there yet. Fails with `folder-not-empty` or
 * `folder-not-writable`, and then has changed nothing.
 */
export async function takeOutputFolder(path: string): Promise<OutputFolder> {
  const existing = await entriesOf(path);
  if (existing === null) {
    await makeFolder(path);
    return { path, discard: () => removeFolder(path) };
  }
  if (existing.length > 0) {
    throw new SluiceError('folder-not-empty', `${path} is not empty (it holds ${existing[0] ?? ''}).`);
  }
  await fs.access(path, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new SluiceError('folder-not-writable', `${path} can’t be written to: ${messageOf(error)}.`);
  });
  return { path, discard: () => emptyFolder(path) };
}

async function entriesOf(path: string): Promise<readonly string[] | null> {
  try {
    return await fs.readdir(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new SluiceError('folder-not-writable', `${path} can’t be used: ${message}.`);
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await fs.mkdir(path, { recursive: true, mode: FOLDER_MODE });
  } catch (error) {
    throw new SluiceError('folder-not-writable', `${path} can’t be made: ${messageOf(error)}.`);
  }
}

/** A dump's folder is flat; anything else in it is not the dump's and stays. */
async function emptyFolder(path: string): Promise<void> {
  const entries = await fs.readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  });
  for (const entry of entries) {
    if (entry.isFile()) await fs.unlink(join(path, entry.name));
  }
}

async function removeFolder(path: string): Promise<void> {
  await emptyFolder(path);
  await fs.rmdir(path).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'ENOENT') throw error;
  });
}
