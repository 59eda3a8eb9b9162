/**
 * Where passwords are. Asynchronous because a keychain may ask its user first. A secret is never part of a profile,
 * a log or an export; whoever takes one out hands it on to the connection and keeps nothing.
 */
export interface SecretVault {
  /** Null where none is known, or where the one that is known was given for another access (`accessOf`). */
  get(profileId: string, access: string): Promise<string | null>;
  put(profileId: string, access: string, secret: string): Promise<void>;
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
  readonly #secrets = new Map<string, { readonly access: string; readonly secret: string }>();

  get(profileId: string, access: string): Promise<string | null> {
    const known = this.#secrets.get(profileId);
    return Promise.resolve(known?.access === access ? known.secret : null);
  }

  put(profileId: string, access: string, secret: string): Promise<void> {
    this.#secrets.set(profileId, { access, secret });
    return Promise.resolve();
  }

  forget(profileId: string): Promise<void> {
    this.#secrets.delete(profileId);
    return Promise.resolve();
  }
}
