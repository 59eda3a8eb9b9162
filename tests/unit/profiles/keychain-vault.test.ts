import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeychainLack } from '../../../app/contract/connections/connection';
import { KeychainVault, NO_KEYCHAIN, type Keychain } from '../../../app/profiles/keychain-vault';

const SECRET = 'distinctive';
/** Names the access that it is for. */
const HERE = '["tcp","db1"]';

/** A keychain whose key can be changed; its cipher is one that a test can read. */
class TurningKeychain implements Keychain {
  key = 1;
  why: KeychainLack | null = null;

  lack(): Promise<KeychainLack | null> {
    return Promise.resolve(this.why);
  }

  encrypt(text: string): Promise<Buffer> {
    return Promise.resolve(
      Buffer.from(Array.from(Buffer.from(`${this.key}${text}`)).map((byte) => byte ^ 0xff)),
    );
  }

  decrypt(encrypted: Buffer): Promise<{ readonly text: string; readonly isOutdated: boolean }> {
    const plain = Buffer.from(Array.from(encrypted).map((byte) => byte ^ 0xff)).toString();
    if (!/^\d/.test(plain)) return Promise.reject(new Error('not encrypted by this keychain'));
    return Promise.resolve({
      text: plain.slice(1),
      isOutdated: !plain.startsWith(String(this.key)),
    });
  }
}

let parent: string;
let folder: string;
let keychain: TurningKeychain;
let vault: KeychainVault;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'sluice-keychain-'));
  folder = join(parent, 'secrets');
  keychain = new TurningKeychain();
  vault = new KeychainVault(folder, keychain);
});
afterEach(() => rmSync(parent, { recursive: true }));

const unavailable: unknown = expect.objectContaining({
  failure: expect.objectContaining({ code: 'password-unavailable' }) as unknown,
});
const kept = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

describe('passwords in the keychain', () => {
  it('are there again for the next start, encrypted, for their owner’s eyes only', async () => {
    await vault.put('p1', HERE, SECRET);
    expect(await new KeychainVault(folder, keychain).get('p1', HERE)).toBe(SECRET);
    expect(kept().join()).not.toContain(SECRET);
    expect(kept().join()).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, 10));
    expect(statSync(join(folder, 'p1.json')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('are null where none is kept, without asking the keychain', async () => {
    keychain.why = 'no-keychain';
    expect(await vault.get('p1', HERE)).toBeNull();
  });

  it('that are forgotten leave nothing behind', async () => {
    await vault.put('p1', HERE, SECRET);
    await vault.forget('p1');
    await vault.forget('p1');
    expect(readdirSync(folder)).toEqual([]);
    expect(await vault.get('p1', HERE)).toBeNull();
  });

  it.each<KeychainLack>(['no-keychain', 'old-runtime'])(
    'are never written where there is none: %s',
    async (why) => {
      keychain.why = why;
      await expect(vault.put('p1', HERE, SECRET)).rejects.toThrow(unavailable);
      expect(readdirSync(parent)).toEqual([]);
    },
  );

  it('are not had of a keychain that is gone, and stay for when it is back', async () => {
    await vault.put('p1', HERE, SECRET);
    await expect(new KeychainVault(folder, NO_KEYCHAIN).get('p1', HERE)).rejects.toThrow(unavailable);
    expect(await vault.get('p1', HERE)).toBe(SECRET);
  });

  it('of another keychain are refused and not guessed', async () => {
    await vault.put('p1', HERE, SECRET);
    writeFileSync(join(folder, 'p1.json'), JSON.stringify({ version: 1, encrypted: 'QUJD' }));
    await expect(vault.get('p1', HERE)).rejects.toThrow(unavailable);
  });

  it('are encrypted again when the keychain has a new key', async () => {
    await vault.put('p1', HERE, SECRET);
    const [before] = kept();
    keychain.key = 2;
    expect(await vault.get('p1', HERE)).toBe(SECRET);
    expect(kept()).not.toEqual([before]);
    const { encrypted } = JSON.parse(kept()[0] ?? '') as { readonly encrypted: string };
    expect(await keychain.decrypt(Buffer.from(encrypted, 'base64'))).toEqual({
      text: JSON.stringify({ access: HERE, secret: SECRET }),
      isOutdated: false,
    });
  });

  it('are asked for anew where the file is torn', async () => {
    await vault.put('p1', HERE, SECRET);
    writeFileSync(join(folder, 'p1.json'), '{"version": 1, "encr');
    expect(await vault.get('p1', HERE)).toBeNull();
  });

  it('are for the access that they were given for, and no other', async () => {
    await vault.put('p1', HERE, SECRET);
    expect(await vault.get('p1', '["tcp","evil"]')).toBeNull();
    expect(await vault.get('p1', HERE)).toBe(SECRET);
  });

  it('of the first version are tied to the access that they are first used for', async () => {
    await vault.put('p1', HERE, SECRET);
    const encrypted = (await keychain.encrypt(SECRET)).toString('base64');
    writeFileSync(join(folder, 'p1.json'), JSON.stringify({ version: 1, encrypted }));
    expect(await vault.get('p1', HERE)).toBe(SECRET);
    expect(await vault.get('p1', '["tcp","evil"]')).toBeNull();
    expect(await vault.get('p1', HERE)).toBe(SECRET);
  });

  it('lie in their folder whatever the id is', async () => {
    await vault.put('../../outside', HERE, SECRET);
    await vault.put('..', HERE, SECRET);
    expect(readdirSync(parent)).toEqual(['secrets']);
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await vault.get('../../outside', HERE)).toBe(SECRET);
  });
});
