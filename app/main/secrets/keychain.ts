import type { SafeStorage } from 'electron';
import type { KeychainLack } from '../../contract/connections/connection';
import type { Keychain } from '../../profiles/keychain-vault';

/** The part of Electron's safeStorage that a keychain uses. */
export type Storage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>;

export function keychainOf(storage: Storage, platform: NodeJS.Platform): Keychain {
  return {
    lack: () => lackOf(storage, platform),
    encrypt: (text) => storage.encryptStringAsync(text),
    decrypt: async (encrypted) => {
      const { result, shouldReEncrypt } = await storage.decryptStringAsync(encrypted);
      return { text: result, isOutdated: shouldReEncrypt };
    },
  };
}

/**
 * Returns why the keychain can't be used, or null. Where Linux has no service for secrets, Electron encrypts with a key
 * that is written in its source (`basic_text`) and reports encryption as available all the same (Electron's manual,
 * "safeStorage"): that protects from nobody.
 */
async function lackOf(storage: Storage, platform: NodeJS.Platform): Promise<KeychainLack | null> {
  if (!(await storage.isAsyncEncryptionAvailable())) return 'no-keychain';
  if (platform !== 'linux') return null;
  const backend = storage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? 'no-keychain' : null;
}
