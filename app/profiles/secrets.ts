/**
 * Store of passwords. Asynchronous because a keychain may ask its user first. A secret is never part of a profile, a
 * log or an export; a caller passes it to the connection and keeps nothing.
 */
export interface SecretVault {
  /** Returns null where none is known, or where the known one was given for another access (`accessOf`). */
  get(profileId: string, access: string): Promise<string | null>;
  put(profileId: string, access: string, secret: string): Promise<void>;
  forget(profileId: string): Promise<void>;
}

/** The places where passwords may be kept. */
export interface Vaults {
  /** Keeps them until Sluice ends. */
  readonly memory: SecretVault;
  /** Keeps them permanently, encrypted; refuses where there is no secure keychain. */
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
