import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../../../app/contract/connections/connection';
import {
  changed,
  draftOf,
  newProfileId,
  profileOf,
  serverOf,
  type Draft,
} from '../../../../../../renderer/screens/connections/form/draft';

const profile: Profile = {
  id: 'p1',
  name: 'Orders',
  address: { kind: 'tcp', host: 'db.example', port: 3307 },
  user: 'sluice',
  tls: { mode: 'verify-ca', ca: '/etc/ca.pem' },
  environment: 'production',
  colour: 'red',
};

describe('profileOf', () => {
  it('gives back the profile that a draft was made of', () => {
    expect(profileOf(draftOf(profile), 'p1')).toEqual({ kind: 'valid', profile });
  });

  it('gives back a profile on a socket', () => {
    const onSocket: Profile = { ...profile, address: { kind: 'socket', path: '/run/mysqld.sock' } };
    expect(profileOf(draftOf(onSocket), 'p1')).toEqual({ kind: 'valid', profile: onSocket });
  });

  it('says of each field what is wrong with it', () => {
    const outcome = profileOf({ ...draftOf(null), port: '70000', user: '', name: '  ' }, 'p1');
    expect(outcome.kind === 'invalid' ? Object.keys(outcome.problems).sort() : []).toEqual([
      'name',
      'port',
      'user',
    ]);
  });

  it('gives back a profile behind an SSH host, with what its configuration does not say', () => {
    const ssh = { host: 'bastion', port: 2222, user: 'me', key: '/k', jump: 'hop' };
    const behind: Profile = { ...profile, group: 'Shop', address: { kind: 'tcp', host: 'db', port: 1, ssh } };
    expect(profileOf(draftOf(behind), 'p1')).toEqual({ kind: 'valid', profile: behind });
    const bare = { ...draftOf(behind), sshPort: '', sshUser: '', sshKey: '', sshJump: '' };
    expect(profileOf(bare, 'p1')).toMatchObject({ profile: { address: { ssh: { host: 'bastion' } } } });
  });

  it('refuses SSH hosts that are none, and a check that a tunnel can’t keep', () => {
    const draft = { ...draftOf(profile), throughSsh: true };
    const problems = (part: object) => {
      const outcome = profileOf({ ...draft, ...part }, 'p1');
      return outcome.kind === 'invalid' ? Object.keys(outcome.problems) : [];
    };
    expect(problems({ sshHost: '-oProxyCommand=x', sshJump: 'a b' })).toEqual(['sshHost', 'sshJump']);
    expect(problems({ sshHost: 'bastion', tls: 'verify-identity' })).toEqual(['tls']);
  });

  it('asks for the socket only where it is used', () => {
    const draft = { ...draftOf(profile), reach: 'socket' as const, socket: '', host: '' };
    const outcome = profileOf(draft, 'p1');
    expect(outcome.kind === 'invalid' ? Object.keys(outcome.problems) : []).toEqual(['socket']);
  });
});

describe('newProfileId', () => {
  it('fits the contract and is new each time', () => {
    expect(newProfileId()).toMatch(/^[0-9a-f]{16}$/);
    expect(newProfileId()).not.toBe(newProfileId());
  });
});

describe('the mode of TLS of a new connection', () => {
  const typed = (...parts: readonly Partial<Draft>[]) =>
    parts.reduce<Draft>((draft, part) => changed(draft, part), draftOf(null)).tls;

  it('is required as soon as the server is not this machine', () => {
    expect(typed()).toBe('preferred');
    expect(typed({ host: 'd' }, { host: 'db1' })).toBe('required');
    expect(typed({ host: 'db1' }, { host: 'localhost' })).toBe('preferred');
    expect(typed({ host: 'db1' }, { throughSsh: true })).toBe('preferred');
    expect(typed({ host: 'db1' }, { reach: 'socket' })).toBe('preferred');
  });

  it('stays what somebody chose', () => {
    expect(typed({ tls: 'verify-ca' }, { host: 'db1' })).toBe('verify-ca');
    expect(typed({ host: 'db1' }, { tls: 'disabled' }, { host: 'db2' })).toBe('disabled');
  });
});

describe('serverOf', () => {
  const draft = draftOf(profile);

  it('stays the same while only the account and the look of a connection change', () => {
    const other = { ...draft, name: 'Copy', user: 'root', colour: 'teal', sshHost: 'unused' } as const;
    expect(serverOf(other)).toBe(serverOf(draft));
  });

  it('changes with the way to a server', () => {
    const ways = [
      draft,
      { ...draft, port: '3308' },
      { ...draft, throughSsh: true, sshHost: 'jump' },
      { ...draft, throughSsh: true, sshHost: 'other' },
      { ...draft, reach: 'socket', socket: '/run/mysqld.sock' },
    ] as const;
    expect(new Set(ways.map(serverOf)).size).toBe(ways.length);
  });
});
