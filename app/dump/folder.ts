import { promises as fs, constants } from 'fs';
import { dirname, join } from 'path';
import type { SluiceError } from '../contract/failure';
import { messageOf } from '../engine/failures';
import { FILE_MODE, FOLDER_MODE, LineFile } from '../format/durable';
import { formatFact, type DumpFact } from '../format/facts';
import { DONE_FILE, FACTS_FILE, stemOfDataFile } from '../format/names';
import { makeFolder } from '../storage/make-folder';
import { dumpFailures } from '../text/dump';
import { occupiedFailure, ownerOf } from './folder-owner';

/** Tries to claim a folder: another run may remove one that was found empty each time it starts and ends. */
const MOST_TRIES = 20;

/** First fact of a dump, with the process that writes it: creating its file claims the folder. */
export type Claim = DumpFact & { readonly writer: NonNullable<DumpFact['writer']> };

/**
 * Claims `path` as the output folder of one dump, creating it where it is missing: the process that creates the facts
 * file owns the folder, and the file's first line names it. Fails with `folder-in-use`, `folder-not-empty` or
 * `folder-not-writable`, and then has changed nothing.
 */
export async function claimOutputFolder(path: string, claim: Claim): Promise<OutputFolder> {
  for (let left = MOST_TRIES; ; left -= 1) {
    const created = await createFolder(path);
    try {
      return await claimFolder(path, created, claim);
    } catch (error) {
      if (created) await removeEmpty(path);
      if (codeOf(error) !== 'ENOENT') throw error;
      if (left === 0) throw unusable(path, error);
    }
  }
}

/**
 * Fails as {@link claimOutputFolder} would now, and changes nothing: a folder that doesn't exist yet must have a parent in
 * which it can be created.
 */
export async function assertFree(path: string): Promise<void> {
  const [found] = await entriesOf(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return [];
  });
  if (found !== undefined) throw await occupiedFailure(path, found);
  await assertWritable(await existingParent(path), path);
}

async function existingParent(path: string): Promise<string> {
  const exists = await fs.stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : await existingParent(dirname(path));
}

async function assertWritable(parent: string, path: string): Promise<void> {
  await fs.access(parent, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw dumpFailures.folderNotMade({ folder: path, reason: messageOf(error) });
  });
}

/** Output folder of one dump, which owns it until it ends. */
export class OutputFolder {
  readonly path: string;
  readonly facts: LineFile;
  readonly #created: boolean;
  readonly #id: string;
  readonly #written = new Set<string>();

  constructor(path: string, created: boolean, facts: LineFile, id: string) {
    this.path = path;
    this.facts = facts;
    this.#created = created;
    this.#id = id;
  }

  /** Records files as the dump's own. */
  recordWritten(names: readonly string[]): void {
    for (const name of names) this.#written.add(name);
  }

  /**
   * Removes the files that the dump wrote, those of the data sets in `stems` included, and the folder itself where the
   * dump created it and nothing else is in it. The facts file goes last: until then nobody else can claim the folder.
   */
  async discard(stems: ReadonlySet<string>): Promise<void> {
    await this.facts.close();
    // The folder may have been removed, and belong to another dump by now.
    if ((await ownerOf(this.path))?.id !== this.#id) return;
    const isOwn = (name: string) => this.#written.has(name) || stems.has(stemOfDataFile(name) ?? '');
    const own = (await entriesOf(this.path)).filter(isOwn);
    for (const name of [...own.filter((name) => name === DONE_FILE), ...own]) {
      await unlinkIfExists(join(this.path, name));
    }
    await unlinkIfExists(join(this.path, FACTS_FILE));
    if (this.#created) await removeEmpty(this.path);
  }
}

async function claimFolder(path: string, created: boolean, claim: Claim): Promise<OutputFolder> {
  await assertEmpty(path, []);
  const facts = await createFacts(path);
  const folder = new OutputFolder(path, created, facts, claim.writer.id);
  try {
    await facts.append(formatFact(claim));
    // Files that appeared between the first check and the claim belong to another process.
    await assertEmpty(path, [FACTS_FILE]);
    return folder;
  } catch (error) {
    await facts.close();
    await unlinkIfExists(join(path, FACTS_FILE));
    throw error;
  }
}

async function createFacts(path: string): Promise<LineFile> {
  const file = join(path, FACTS_FILE);
  try {
    return LineFile.over(file, await fs.open(file, 'ax', FILE_MODE));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw await occupiedFailure(path);
    if (codeOf(error) === 'ENOENT') throw error;
    throw unusable(path, error);
  }
}

async function assertEmpty(path: string, except: readonly string[]): Promise<void> {
  const [first] = (await entriesOf(path)).filter((name) => !except.includes(name));
  if (first !== undefined) throw await occupiedFailure(path, first);
  await fs.access(path, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? error : unusable(path, error);
  });
}

async function createFolder(path: string): Promise<boolean> {
  try {
    return await makeFolder(path, FOLDER_MODE);
  } catch (error) {
    throw dumpFailures.folderNotMade({ folder: path, reason: messageOf(error) });
  }
}

async function entriesOf(path: string): Promise<readonly string[]> {
  return await fs.readdir(path).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? error : unusable(path, error);
  });
}

/** Removes a folder if it is empty; ignores one that isn't, or that is gone. */
async function removeEmpty(path: string): Promise<void> {
  await fs.rmdir(path).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
  });
}

async function unlinkIfExists(file: string): Promise<void> {
  await fs.unlink(file).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

function unusable(path: string, error: unknown): SluiceError {
  return dumpFailures.folderNotUsable({ folder: path, reason: messageOf(error) });
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
