/**
 * Where passwords are. Asynchronous because a keychain may ask its user first. A secret is never part of a profile,
 * a log or an export; whoever takes one out hands it on to the connection and keeps nothing.
 */
export interface SecretVault {
  /** Null where none is known. */
  get(profileId: string): Promise<string | null>;
  put(profileId: string, secret: string): Promise<void>;
  forget(profileId: string): Promise<void>;
}

/** Where passwords may be kept. */
export interface Vaults {
  /** Until Sluice ends. */
  readonly memory: SecretVault;
  /** For good, encrypted; it refuses where there is no keychain that is one. */
  readonly keychain: SecretVault;
}

/** Keeps passwords until the process ends. */
export class MemoryVault implements SecretVault {
  readonly #secrets = new Map<string, string>();

  get(profileId: string): Promise<string | null> {
    return Promise.resolve(this.#secrets.get(profileId) ?? null);
  }

  put(profileId: string, secret: string): Promise<void> {
    this.#secrets.set(profileId, secret);
    return Promise.resolve();
  }

  forget(profileId: string): Promise<void> {
    this.#secrets.delete(profileId);
    return Promise.resolve();
  }
}
