import { promises as fs } from 'fs';
import { join } from 'path';
import { z } from 'zod';
import type { KeychainLack } from '../contract/connections/connection';
import { messageOf } from '../engine/failures';
import { replaceFile } from '../storage/atomic-file';
import { withFileLock } from '../storage/file-lock';
import type { SecretVault } from './secrets';
import { makeFolder } from '../storage/make-folder';
import { profileFailures } from '../text/profiles';

/** Encryption by a key that only the keychain of the user's desktop holds. */
export interface Keychain {
  /** Returns null where it can be used. Only called when needed: it may have to ask the user. */
  lack(): Promise<KeychainLack | null>;
  encrypt(text: string): Promise<Buffer>;
  decrypt(encrypted: Buffer): Promise<Decrypted>;
}

export interface Decrypted {
  readonly text: string;
  /** The keychain has another key by now: what was encrypted with the old one has to be encrypted again. */
  readonly isOutdated: boolean;
}

/** The keychain of a process that can have none, such as the command line. */
export const NO_KEYCHAIN: Keychain = {
  lack: () => Promise.resolve('old-runtime'),
  encrypt: () => Promise.reject(profileFailures.noKeychain({ lack: 'old-runtime' })),
  decrypt: () => Promise.reject(profileFailures.noKeychain({ lack: 'old-runtime' })),
};

const VERSION = 2;

/** Version of the first files, which encrypted the password alone; it is tied to an access as soon as it is read. */
const UNTIED = 1;

const fileSchema = z.object({
  version: z.union([z.literal(UNTIED), z.literal(VERSION)]),
  encrypted: z.string(),
});
const secretSchema = z.object({ access: z.string(), secret: z.string() });
type Secret = z.infer<typeof secretSchema>;

/**
 * Keeps passwords encrypted, each in a file of its own (0600) so that one that is forgotten leaves nothing behind. The
 * key is the keychain's: nothing is ever written where there is no real one. Fails with `password-unavailable`.
 */
export class KeychainVault implements SecretVault {
  readonly #folder: string;
  readonly #keychain: Keychain;

  constructor(folder: string, keychain: Keychain) {
    this.#folder = folder;
    this.#keychain = keychain;
  }

  async get(profileId: string, access: string): Promise<string | null> {
    const kept = await this.#read(profileId);
    if (kept === null) return null;
    const { text, isOutdated } = await this.#withKeychain((keychain) => keychain.decrypt(kept.encrypted));
    const known = kept.version === UNTIED ? { access, secret: text } : parseSecret(text);
    if (known === null) return null;
    if (isOutdated || kept.version === UNTIED) await this.put(profileId, known.access, known.secret);
    return known.access === access ? known.secret : null;
  }

  async put(profileId: string, access: string, secret: string): Promise<void> {
    const content: Secret = { access, secret };
    const encrypted = await this.#withKeychain((keychain) => keychain.encrypt(JSON.stringify(content)));
    await makeFolder(this.#folder, 0o700);
    await withFileLock(join(this.#folder, 'lock'), () =>
      replaceFile(
        this.#fileOf(profileId),
        `${JSON.stringify({ version: VERSION, encrypted: encrypted.toString('base64') })}\n`,
      ),
    );
  }

  async forget(profileId: string): Promise<void> {
    try {
      await fs.unlink(this.#fileOf(profileId));
    } catch (error) {
      if (!isMissing(error)) throw profileFailures.passwordNotRemoved({ reason: messageOf(error) });
    }
  }

  async #withKeychain<T>(work: (keychain: Keychain) => Promise<T>): Promise<T> {
    const lack = await this.#keychain.lack();
    if (lack !== null) throw profileFailures.noKeychain({ lack });
    try {
      return await work(this.#keychain);
    } catch (error) {
      throw profileFailures.keychainRefused({ reason: messageOf(error) });
    }
  }

  /** Returns null where no file exists, or where it is torn: then the password is asked for and written again. */
  async #read(profileId: string): Promise<{ readonly version: number; readonly encrypted: Buffer } | null> {
    try {
      const kept = fileSchema.safeParse(JSON.parse(await fs.readFile(this.#fileOf(profileId), 'utf8')));
      if (!kept.success) return null;
      return { version: kept.data.version, encrypted: Buffer.from(kept.data.encrypted, 'base64') };
    } catch (error) {
      if (isMissing(error) || error instanceof SyntaxError) return null;
      throw profileFailures.passwordUnreadable({ reason: messageOf(error) });
    }
  }

  /** Path of an id's file. An id comes from the window: whatever it contains, the file lies in the folder. */
  #fileOf(profileId: string): string {
    return join(this.#folder, `${encodeURIComponent(profileId)}.json`);
  }
}

function parseSecret(text: string): Secret | null {
  try {
    const parsed = secretSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
