import { exists } from '../storage/exists';
import { randomBytes } from 'crypto';
import { constants, promises as fs } from 'fs';
import { homedir } from 'os';
import { basename, dirname, join, sep } from 'path';
import type { ReadingChoices } from '../contract/commands/input';
import type { FolderChoice } from '../contract/runs/folder-choice';
import { freeBytesAt } from '../storage/free-space';
import { mainFailures } from '../text/main';

/**
 * The folders that entered through a dialog, a command line or a drop, each behind a handle that can't be guessed: a
 * window names a folder by its handle and never by a path that it could change. Handles live as long as the app.
 */
export class FolderHandles {
  readonly #paths = new Map<string, string>();

  /** The handle of an absolute path: the same one each time. */
  handleOf(path: string): string {
    for (const [handle, known] of this.#paths) if (known === path) return handle;
    const handle = `path-${randomBytes(8).toString('hex')}`;
    this.#paths.set(handle, path);
    return handle;
  }

  /** Fails with `channel-refused` for a handle that was never given out. */
  pathOf(handle: string): string {
    const path = this.#paths.get(handle);
    if (path === undefined) throw mainFailures.folderNotChosen();
    return path;
  }

  /**
   * The facts about a folder that the window may know; the folder need not exist yet.
   *
   * @param input by which a run has read its files
   */
  async choiceOf(path: string, input?: ReadingChoices): Promise<FolderChoice> {
    return {
      handle: this.handleOf(path),
      display: displayOf(path),
      empty: await isEmpty(path),
      freeBytes: await freeBytesAt(await existingPart(path)),
      writable: await isWritable(path),
      ...(input !== undefined && { input }),
    };
  }
}

/** The folder or file of a drop or a command line; null where nothing is there. */
export async function openDropped(folders: FolderHandles, path: string): Promise<FolderChoice | null> {
  return (await exists(path)) ? await folders.choiceOf(path) : null;
}

/** Default folder for dumps. `documents` is the user's own folder for documents, or home. */
export function dumpsFolderIn(documents: string): string {
  // oxlint-disable-next-line sluice/sentences -- The folder keeps its name in every language.
  return join(documents, 'Sluice dumps');
}

/** A path as a person knows it, for display only. */
export function displayOf(path: string): string {
  const home = homedir();
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** Returns whether nothing is at a path, or an empty folder; one that can't be read counts as empty. */
async function isEmpty(path: string): Promise<boolean> {
  try {
    return (await fs.readdir(path)).length === 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
  }
}

async function isWritable(path: string): Promise<boolean> {
  const place = await existingPart(path);
  try {
    await fs.access(place, constants.W_OK | constants.X_OK);
    return (await fs.stat(place)).isDirectory();
  } catch {
    return false;
  }
}

/** The path itself, or the closest folder above it that exists. */
async function existingPart(path: string): Promise<string> {
  let place = path;
  while (!(await exists(place)) && basename(place) !== '') place = dirname(place);
  return place;
}
