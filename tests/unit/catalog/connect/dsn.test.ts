import { describe, expect, it } from 'vitest';
import { dsn, isSameServer } from '../../../../app/catalog/connect/dsn';
import type { Endpoint } from '../../../../app/catalog/connect/endpoint';
import { parseDsn } from '../../../../app/cli/options/dsn';

type Place = Pick<Endpoint, 'address' | 'user' | 'tls' | 'compression'>;

const TCP: Place = {
  address: { kind: 'tcp', host: 'db', port: 3307 },
  user: 'root',
  tls: { mode: 'required' },
};
/** A place that requires no TLS unless somebody says so. */
const HERE: Place = { ...TCP, tls: { mode: 'preferred' } };

describe('a server in a command', () => {
  it.each<readonly [string, Place]>([
    ['mysql://root@db:3307', TCP],
    ['mysql://a%40b@db:3307', { ...TCP, user: 'a@b' }],
    ['mysql://root@db:3307/?tls=preferred', HERE],
    ['mysql://root@[::1]:3306', { ...HERE, address: { kind: 'tcp', host: '::1', port: 3306 } }],
    [
      'mysql://root@/?socket=/run/a%20%26%2Bb.sock',
      { ...HERE, address: { kind: 'socket', path: '/run/a &+b.sock' } },
    ],
    ['mysql://root@db:3307/?compression=zlib', { ...TCP, compression: 'zlib' }],
    ['mysql://root@db:3307/?tls=disabled', { ...TCP, tls: { mode: 'disabled' } }],
    [
      'mysql://root@db:3307/?tls=verify-ca&ca=/etc/ca.pem&cert=/c.pem&key=/k.pem',
      { ...TCP, tls: { mode: 'verify-ca', ca: '/etc/ca.pem', cert: '/c.pem', key: '/k.pem' } },
    ],
    [
      'mysql://root@db:3307/?ssh=me%40%5Bfe80%3A%3A1%5D%3A2222&ssh-key=/id&ssh-jump=one%2Ctwo&tls=required',
      {
        ...TCP,
        address: {
          ...{ kind: 'tcp', host: 'db', port: 3307 },
          ssh: { user: 'me', host: 'fe80::1', port: 2222, key: '/id', jump: 'one,two' },
        },
        tls: { mode: 'required' },
      },
    ],
  ])('is %s, which is read as the same', (text, place) => {
    expect(dsn(place)).toBe(text);
    expect(parseDsn(text)).toEqual(place);
  });
});

describe('two servers in commands', () => {
  const SSH = { ...TCP, address: { kind: 'tcp', host: 'db', port: 3307, ssh: { host: 'bastion' } } } as const;

  it('are one where only encryption and compression differ', () => {
    const other = dsn({ ...TCP, tls: { mode: 'verify-ca', ca: '/ca.pem' }, compression: 'zlib' });
    expect(isSameServer(dsn(TCP), other)).toBe(true);
  });

  it.each<readonly [string, Place]>([
    ['port', { ...TCP, address: { kind: 'tcp', host: 'db', port: 3308 } }],
    ['account', { ...TCP, user: 'app' }],
    ['way', SSH],
    ['socket', { ...TCP, address: { kind: 'socket', path: '/run/a.sock' } }],
  ])('are two where the %s is another', (_what, place) => {
    expect(isSameServer(dsn(TCP), dsn(place))).toBe(false);
  });

  it('are two behind two SSH hosts', () => {
    const elsewhere = { ...SSH, address: { ...SSH.address, ssh: { host: 'other' } } };
    expect(isSameServer(dsn(SSH), dsn(elsewhere))).toBe(false);
  });
});
