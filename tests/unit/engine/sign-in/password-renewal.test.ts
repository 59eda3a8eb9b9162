import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PasswordRenewal } from '../../../../app/engine/sign-in/password-renewal';
import { expiryOf } from '../../../../app/engine/sign-in/token-expiry';

const START = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A token of AWS that begins now and lives so long. */
function token(name: string, seconds: number): string {
  const at = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return `db.example:3306/?Action=connect&DBUser=${name}&X-Amz-Date=${at}&X-Amz-Expires=${seconds}&X-Amz-Signature=00`;
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the end of a token', () => {
  it('is read from AWS’s, from a JSON Web Token, and assumed of Google’s', () => {
    expect(expiryOf(token('a', 900), START)).toBe(START + 900_000);
    const claims = Buffer.from(JSON.stringify({ exp: 1_800_000_000 }))
      .toString('base64')
      .replace(/=+$/, '');
    expect(expiryOf(`e30.${claims}.c2ln`, START)).toBe(1_800_000_000_000);
    expect(expiryOf('ya29.abc', START)).toBe(START + 300_000);
  });

  it('is unknown of a password, also of one that looks like a token', () => {
    for (const password of ['secret', 'a.b.c', '?X-Amz-Date=20260102T030405Z', `e30.${'A'.repeat(8)}.x`])
      expect(expiryOf(password, START)).toBeNull();
  });
});

describe('the password of a command', () => {
  let count = 0;
  const read = vi.fn(() => Promise.resolve(token(`t${(count += 1)}`, 900)));
  beforeEach(() => {
    count = 0;
    read.mockClear();
  });

  it('is replaced for a sign-in when two thirds of its life are over, and not before', async () => {
    const renewal = await PasswordRenewal.begin(read);
    vi.setSystemTime(START + 599_000);
    expect(await renewal.current()).toContain('t1');
    vi.setSystemTime(START + 600_000);
    expect(await renewal.current()).toContain('t2');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is replaced in time while somebody watches, by one command for all', async () => {
    const renewal = await PasswordRenewal.begin(read);
    const heard: string[] = [];
    const stops = [1, 2].map(() => renewal.watch((password) => heard.push(password)));
    await vi.advanceTimersByTimeAsync(1_300_000);
    expect(heard.map((password) => /t\d/.exec(password)?.[0])).toEqual(['t2', 't2', 't3', 't3']);
    for (const stop of stops) stop();
    await vi.advanceTimersByTimeAsync(10_000_000);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('stays while it lives where the command fails, which is run again; then the command’s failure is told', async () => {
    const renewal = await PasswordRenewal.begin(read);
    read.mockRejectedValueOnce(new Error('no network')).mockRejectedValueOnce(new Error('no network'));
    const stop = renewal.watch(() => undefined);
    await vi.advanceTimersByTimeAsync(660_000);
    expect(renewal.latest).toContain('t2');
    stop();
    read.mockRejectedValue(new Error('no network'));
    vi.setSystemTime(START + 10_000_000);
    await expect(renewal.current()).rejects.toThrow('no network');
  });

  it('without an end is read again only after a server has taken it and refuses it now', async () => {
    const plain = vi.fn(() => Promise.resolve(`secret ${(count += 1)}`));
    const renewal = await PasswordRenewal.begin(plain);
    await vi.advanceTimersByTimeAsync(100_000_000);
    expect(await renewal.isReplaced('secret 1')).toBe(false);
    renewal.worked();
    expect(await renewal.isReplaced('secret 1')).toBe(true);
    expect(renewal.latest).toBe('secret 2');
    expect(plain).toHaveBeenCalledTimes(2);
  });
});
