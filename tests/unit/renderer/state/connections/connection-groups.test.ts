import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../../app/contract/connections/connection';
import {
  groupConnections,
  matchesConnection,
} from '../../../../../renderer/state/connections/connection-groups';

const profile = (name: string, group?: string): Profile => ({
  id: name,
  name,
  address: { kind: 'tcp', host: 'db.example', port: 3307, ssh: { host: 'bastion' } },
  user: 'anna',
  tls: { mode: 'preferred' },
  environment: 'staging',
  colour: 'teal',
  ...(group !== undefined && { group }),
});

describe('groupConnections', () => {
  it('puts those without a group first, then the groups by name, each in its own order', () => {
    const all = [profile('z', 'Shop'), profile('a'), profile('b', 'Archive'), profile('c', 'Shop')];
    expect(
      groupConnections(all).map(({ name, profiles }) => [name, profiles.map((each) => each.name)]),
    ).toEqual([
      [null, ['a']],
      ['Archive', ['b']],
      ['Shop', ['z', 'c']],
    ]);
    expect(groupConnections([])).toEqual([]);
  });
});

describe('matchesConnection', () => {
  it.each(['', 'orders', 'SHOP 3307', 'bastion', 'anna staging'])('finds it by “%s”', (search) => {
    expect(matchesConnection(profile('Orders', 'Shop'), search)).toBe(true);
  });
  it('wants every word', () => {
    expect(matchesConnection(profile('Orders', 'Shop'), 'orders production')).toBe(false);
  });
});
