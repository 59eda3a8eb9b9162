import { promises as fs } from 'fs';
import { dirname } from 'path';
import { z } from 'zod';
import { storageFailures, type StoredContent } from '../text/storage';
import { replaceFile } from './atomic-file';
import { withFileLock } from './file-lock';
import { makeFolder } from './make-folder';

/** The part of a document that is read before its version is known. */
const versionedSchema = z.object({ version: z.number().int() });

export interface DocumentKind<T extends { readonly version: number }> {
  /** Schema of the documents that this version of Sluice reads. */
  readonly schema: z.ZodType<T>;
  readonly version: number;
  /** Value before anything was saved. */
  readonly empty: T;
  readonly content: StoredContent;
}

/**
 * One versioned JSON document, shared by all windows and command lines of a user. Every change reads the document again
 * under a lock, so that no instance overwrites what another one saved.
 *
 * The document before the last change is kept beside it (`.previous`) and is used when the document can't be read; the
 * unreadable one is kept as `.damaged`. A document of a newer Sluice is refused with `file-failed`, never rewritten.
 */
export class VersionedDocument<T extends { readonly version: number }> {
  readonly #file: string;
  readonly #kind: DocumentKind<T>;

  constructor(file: string, kind: DocumentKind<T>) {
    this.#file = file;
    this.#kind = kind;
  }

  async read(): Promise<T> {
    const text = await this.#readText(this.#file);
    if (text === null) return this.#kind.empty;
    const document = this.#parse(text);
    if (document !== null) return document;
    const previous = await this.#readText(`${this.#file}.previous`);
    return (previous === null ? null : this.#parse(previous)) ?? this.#kind.empty;
  }

  async change(change: (before: T) => T): Promise<void> {
    await makeFolder(dirname(this.#file), 0o700);
    await withFileLock(`${this.#file}.lock`, async () => {
      const before = await this.read();
      const after = change(before);
      await this.#keepPrevious();
      await replaceFile(this.#file, `${JSON.stringify(after, null, 2)}\n`);
    });
  }

  async #keepPrevious(): Promise<void> {
    const text = await this.#readText(this.#file);
    if (text === null) return;
    if (this.#parse(text) === null) await replaceFile(`${this.#file}.damaged`, text);
    else await replaceFile(`${this.#file}.previous`, text);
  }

  /** Null where the text is torn or not ours. */
  #parse(text: string): T | null {
    const value = parseJson(text);
    const versioned = versionedSchema.safeParse(value);
    if (versioned.success && versioned.data.version > this.#kind.version) {
      throw storageFailures.newerDocument({ file: this.#file });
    }
    const document = this.#kind.schema.safeParse(value);
    return document.success ? document.data : null;
  }

  async #readText(file: string): Promise<string | null> {
    try {
      return await fs.readFile(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw storageFailures.documentUnreadable({
        content: this.#kind.content,
        reason: (error as Error).message,
      });
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
