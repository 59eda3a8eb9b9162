import { describe, expect, it } from 'vitest';
import {
  guardOf,
  guardOfProfile,
  guardOfServer,
  type Guard,
} from '../../../../app/contract/connections/guard';
import type { Address, Environment, Profile } from '../../../../app/contract/connections/connection';

function saved(name: string, environment: Environment, address: Address, user = 'anna'): Profile {
  return { id: name, name, environment, address, user, tls: { mode: 'preferred' }, colour: 'red' };
}
const tcp = (host: string, ssh?: string): Address => ({
  ...{ kind: 'tcp', host, port: 3306 },
  ...(ssh !== undefined && { ssh: { host: ssh } }),
});
const guardOfDsn = (address: Address, ...profiles: readonly Profile[]) =>
  guardOf({ address, saved: null }, profiles)?.name ?? null;

describe('guard of a server that a DSN names', () => {
  const live = saved('live', 'production', tcp('db1.example'));

  it('is the production connection that leads there, whichever account it is for', () => {
    expect(guardOfDsn(tcp('db1.example'), live)).toBe('live');
    expect(guardOfDsn(tcp('DB1.example.'), live)).toBe('live');
    expect(guardOfDsn(tcp('db1.example', 'bastion'), live)).toBe('live');
    expect(guardOfDsn({ kind: 'tcp', host: 'db1.example', port: 3307 }, live)).toBeNull();
    expect(guardOfDsn(tcp('db2.example'), live)).toBeNull();
  });

  it('takes all names of this machine for one, and another machine’s behind SSH for another', () => {
    const here = saved('here', 'production', tcp('127.0.0.1'));
    const there = saved('there', 'production', tcp('localhost', 'me@bastion'));
    expect(guardOfDsn(tcp('localhost'), here, there)).toBe('here');
    expect(guardOfDsn(tcp('::1', 'Bastion'), here, there)).toBe('there');
    expect(guardOfDsn(tcp('127.0.0.1', 'other'), here, there)).toBeNull();
  });

  it('is a socket file’s connection', () => {
    const socket = saved('socket', 'production', { kind: 'socket', path: '/run/mysqld.sock' });
    expect(guardOfDsn({ kind: 'socket', path: '/run/mysqld.sock' }, socket)).toBe('socket');
    expect(guardOfDsn({ kind: 'socket', path: '/run/other.sock' }, socket)).toBeNull();
  });

  it('is of unknown environment only where none is set', () => {
    const unknown = saved('found', 'unknown', tcp('db1.example'));
    const known = saved('mine', 'development', tcp('db1.example'));
    expect(guardOfDsn(tcp('db1.example'), unknown)).toBe('found');
    expect(guardOfDsn(tcp('db1.example'), unknown, known)).toBeNull();
    expect(guardOfDsn(tcp('db1.example'), unknown, known, live)).toBe('live');
  });
});

describe('guard of a saved connection’s server', () => {
  const address = tcp('db1.example');
  const live = saved('live', 'production', address);
  const also = saved('also', 'development', address, 'ben');
  const found = saved('found', 'unknown', address);

  it.each([
    ['itself, where it is a production one', live, [live, also], 'live'],
    ['itself, where nobody says what it is', found, [found, also], 'found'],
    ['another one, which says that it is production', also, [also, live], 'live'],
    ['none, where it says that it is for development', also, [also, found], null],
  ] as const)('is %s', (_what, target, profiles, name) => {
    expect(guardOfProfile(target, profiles)?.name ?? null).toBe(name);
  });
});

describe('guard of a server that is recognised', () => {
  const known = (name: string, environment: Environment, server: string | null) => ({
    ...{ name, environment, server },
  });
  const saved = [
    known('live', 'production', 'a'),
    known('found', 'unknown', 'b'),
    known('new', 'production', null),
  ];
  const at = (server: string, own: Guard | null = null, byAddress: Guard | null = null) =>
    guardOfServer(server, { byAddress, saved }, own)?.name ?? null;

  it('is a production connection that has led there', () => {
    expect(at('a')).toBe('live');
    expect(at('a', { name: 'mine', environment: 'development' })).toBe('live');
    expect(at('c')).toBeNull();
  });

  it('is one of unknown kind unless somebody says what the server is', () => {
    expect(at('b')).toBe('found');
    expect(at('b', { name: 'mine', environment: 'development' })).toBeNull();
  });

  it('is what its address says already', () => {
    expect(at('c', null, { name: 'other', environment: 'production' })).toBe('other');
  });
});
