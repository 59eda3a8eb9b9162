import { describe, expect, it } from 'vitest';
import { keychainOf, type Storage } from '../../../../app/main/secrets/keychain';

type Backend = ReturnType<Storage['getSelectedStorageBackend']>;

/** As Electron's manual describes safeStorage: on Linux it says that encryption is available with `basic_text` too. */
function storage(backend: Backend, isAvailable = true): Storage {
  return {
    isAsyncEncryptionAvailable: () => Promise.resolve(isAvailable),
    getSelectedStorageBackend: () => backend,
    encryptStringAsync: (text) => Promise.resolve(Buffer.from(`<${text}>`)),
    decryptStringAsync: (encrypted) =>
      Promise.resolve({ result: encrypted.toString().slice(1, -1), shouldReEncrypt: true }),
  };
}

describe('the desktop’s keychain', () => {
  it.each<Backend>(['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'])('is one: %s', async (backend) => {
    expect(await keychainOf(storage(backend), 'linux').lack()).toBeNull();
  });

  it.each<Backend>(['basic_text', 'unknown'])(
    'is none, whatever Electron says of it: %s',
    async (backend) => {
      expect(await keychainOf(storage(backend), 'linux').lack()).toBe('no-keychain');
    },
  );

  it('may be refused by the system', async () => {
    expect(await keychainOf(storage('gnome_libsecret', false), 'linux').lack()).toBe('no-keychain');
    expect(await keychainOf(storage('unknown', false), 'darwin').lack()).toBe('no-keychain');
  });

  it('is the system’s own elsewhere, where Electron names no backend', async () => {
    const named = () => {
      throw new Error('only Linux has backends');
    };
    const keychain = keychainOf({ ...storage('unknown'), getSelectedStorageBackend: named }, 'darwin');
    expect(await keychain.lack()).toBeNull();
  });

  it('encrypts and decrypts, and hands on that a key is outdated', async () => {
    const keychain = keychainOf(storage('kwallet6'), 'linux');
    expect(await keychain.decrypt(await keychain.encrypt('x'))).toEqual({ text: 'x', isOutdated: true });
  });
});
