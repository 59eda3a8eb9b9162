import { safeStorage, type SafeStorage } from 'electron';
import { NO_KEYCHAIN, type Keychain } from '../../profiles/keychain-vault';
import { keychainOf } from './keychain';

/** The keychain of this desktop. Electron has safeStorage since 15, without calls that hold everything up since 45. */
export function openKeychain(): Keychain {
  const storage = safeStorage as SafeStorage | undefined;
  if (storage === undefined || !('encryptStringAsync' in storage)) return NO_KEYCHAIN;
  return keychainOf(storage, process.platform);
}
