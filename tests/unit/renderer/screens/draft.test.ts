import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../app/contract/connection';
import { draftOf, newProfileId, profileOf } from '../../../../renderer/screens/connections/draft';

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
