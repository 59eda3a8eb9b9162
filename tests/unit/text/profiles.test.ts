import { describe, expect, it } from 'vitest';
import { profileFailures, profileText } from '../../../app/text/profiles';

describe('the sentences of connections', () => {
  it('say the kind of work that an account may do, or lacks privileges for', () => {
    expect(profileText.test.mayDo('load')).toBe('The account may load into any schema.');
    expect(
      profileText.test.lacks('inspect', [
        { privileges: ['PROCESS'], on: { kind: 'server' }, grantable: false, purpose: 'table-pages' },
      ]),
    ).toBe('To inspect the pages of any table, the account lacks PROCESS (for pages of tables).');
  });

  it('give a connection without a name its number', () => {
    expect(profileText.import.unreadable(null, 3)).toBe('Connection 3: it can’t be read as one.');
    expect(profileText.import.unreadable('Shop', 3)).toBe('Shop: it can’t be read as one.');
  });

  it('say why there is no keychain, and what else keeps a password', () => {
    const { message, hint } = profileFailures.noKeychain({ lack: 'no-keychain' }).failure;
    expect(message).toBe('This desktop has no keychain.');
    expect(hint).toContain('take it from a program');
  });
});
