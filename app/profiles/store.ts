import { promises as fs } from 'fs';
import { dirname } from 'path';
import { z } from 'zod';
import { profileSchema, type Profile } from '../contract/connection';
import { SluiceError } from '../contract/failure';
import { replaceFile } from './atomic-file';
import { withFileLock } from './file-lock';

const VERSION = 1;

const documentSchema = z.object({ version: z.literal(VERSION), profiles: z.array(profileSchema) });
/** All that is asked of a document before its version is known. */
const versionedSchema = z.object({ version: z.number().int() });

/**
 * The saved connections: one versioned JSON document without any secret, shared by all windows and command lines of a
 * user. Every change reads the document afresh under a lock, so that no instance overwrites what another one saved.
 *
 * The document before the last change stays beside it (`.previous`) and stands in when the document can't be read; the
 * unreadable one is kept as `.damaged`. A document of a newer Sluice is refused with `file-failed`, never rewritten.
 */
export class ProfileStore {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async list(): Promise<readonly Profile[]> {
    return await this.#read();
  }

  /** Adds the profile, or replaces the one with its id. */
  async save(profile: Profile): Promise<void> {
    await this.#change((profiles) => {
      const at = profiles.findIndex(({ id }) => id === profile.id);
      return at < 0
        ? [...profiles, profile]
        : profiles.map((other, index) => (index === at ? profile : other));
    });
  }

  /** Removing what is not there is no error: another instance may have been faster. */
  async remove(profileId: string): Promise<void> {
    await this.#change((profiles) => profiles.filter(({ id }) => id !== profileId));
  }

  async #change(change: (profiles: readonly Profile[]) => readonly Profile[]): Promise<void> {
    await fs.mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    await withFileLock(`${this.#file}.lock`, async () => {
      const before = await this.#read();
      await this.#keepPrevious();
      const document = { version: VERSION, profiles: change(before) };
      await replaceFile(this.#file, `${JSON.stringify(document, null, 2)}\n`);
    });
  }

  async #keepPrevious(): Promise<void> {
    const text = await readText(this.#file);
    if (text === null) return;
    if (parse(this.#file, text) === null) await replaceFile(`${this.#file}.damaged`, text);
    else await replaceFile(`${this.#file}.previous`, text);
  }

  async #read(): Promise<readonly Profile[]> {
    const text = await readText(this.#file);
    if (text === null) return [];
    const profiles = parse(this.#file, text);
    if (profiles !== null) return profiles;
    const previous = await readText(`${this.#file}.previous`);
    return (previous === null ? null : parse(this.#file, previous)) ?? [];
  }
}

/** Null where the text is torn or not ours. */
function parse(file: string, text: string): readonly Profile[] | null {
  const value = parseJson(text);
  const versioned = versionedSchema.safeParse(value);
  if (versioned.success && versioned.data.version > VERSION) {
    throw new SluiceError('file-failed', `${file} was written by a newer Sluice.`, {
      hint: 'Use the newer Sluice, or move the file away.',
    });
  }
  const document = documentSchema.safeParse(value);
  return document.success ? document.data.profiles : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

async function readText(file: string): Promise<string | null> {
  try {
    return await fs.readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new SluiceError('file-failed', `The saved connections can't be read: ${(error as Error).message}`);
  }
}
