import { describe, expect, it } from 'vitest';
import { isDsn, meantDsn, parseDsn } from '../../../../app/cli/options/dsn';
import { failingWith } from '../../harness/failure';

const tcp = (host: string, port: number) => ({ kind: 'tcp', host, port });

describe('parseDsn', () => {
  it.each([
    ['mysql://root@db1:3307', 'root', tcp('db1', 3307)],
    ['mysql://root@db1', 'root', tcp('db1', 3306)],
    ['mysql://root@db1:3307/', 'root', tcp('db1', 3307)],
    ['mariadb://root@127.0.0.1:3306', 'root', tcp('127.0.0.1', 3306)],
    ['mysql://root@[::1]:3306', 'root', tcp('::1', 3306)],
    ['mysql://a%40b%3Ac@db1', 'a@b:c', tcp('db1', 3306)],
    [
      'mysql://root@/?socket=/run/mysqld/mysqld.sock',
      'root',
      { kind: 'socket', path: '/run/mysqld/mysqld.sock' },
    ],
    ['mysql://root@?socket=%2Ftmp%2Fa%20b.sock', 'root', { kind: 'socket', path: '/tmp/a b.sock' }],
  ])('reads %s', (dsn, user, address) => {
    expect(parseDsn(dsn)).toMatchObject({ user, address });
  });

  it.each([
    ['mysql://root@db1', 'required'],
    ['mysql://root@db1/?tls=preferred', 'preferred'],
    ['mysql://root@127.evil.example', 'required'],
    ['mysql://root@localhost', 'preferred'],
    ['mysql://root@127.0.0.1:3306', 'preferred'],
    ['mysql://root@[::1]:3306', 'preferred'],
    ['mysql://root@db1/?ssh=bastion', 'preferred'],
    ['mysql://root@/?socket=/run/mysqld/mysqld.sock', 'preferred'],
  ])('requires TLS of a server in the network: %s', (dsn, mode) => {
    expect(parseDsn(dsn).tls).toEqual({ mode });
  });

  it('reads how to use TLS', () => {
    expect(parseDsn('mysql://root@db1?tls=verify-ca&ca=/etc/ca.pem&cert=c.pem&key=k.pem').tls).toEqual({
      mode: 'verify-ca',
      ca: '/etc/ca.pem',
      cert: 'c.pem',
      key: 'k.pem',
    });
  });

  it.each([
    ['mysql://root@db1/?socket=/x', /two ways to the server: db1 and/],
    ['mysql://root@localhost:3307/?socket=/x', /localhost:3307 and a socket/],
    ['mysql://root@/?socket=/x&ssh=bastion', /“ssh”/],
    ['mysql://root@/?socket=/x&ssh-jump=bastion', /“ssh-jump”/],
    ['mysql://root@db1/?ssh-key=/k', /“ssh-key”, but no SSH host/],
    ['mysql://root@db1/?tls=required&tls=disabled', /“tls” twice/],
  ])('refuses %s, of which a part would be passed over', (text, said) => {
    expect(() => parseDsn(text)).toThrow(failingWith('bad-dsn'));
    expect(() => parseDsn(text)).toThrow(said);
  });

  it('takes localhost with a socket, as mysql does', () => {
    expect(parseDsn('mysql://root@localhost/?socket=/x').address).toEqual({ kind: 'socket', path: '/x' });
  });

  it.each(['mysql://root:secret@db1', 'mysql://root:@db1', 'mysql://root:secret@/?socket=/x'])(
    'refuses the password in %s and does not repeat it',
    (dsn) => {
      expect(() => parseDsn(dsn)).toThrow(
        failingWith('bad-dsn', { message: expect.not.stringContaining('secret') as unknown }),
      );
      expect(() => parseDsn(dsn)).toThrow(/password/);
    },
  );

  it.each([
    ['another kind of server', 'postgres://root@db1'],
    ['no user', 'mysql://@db1'],
    ['no user at all', 'mysql://db1:3306'],
    ['no host', 'mysql://root@'],
    ['a port that can’t be', 'mysql://root@db1:0'],
    ['a port beyond the last', 'mysql://root@db1:65536'],
    ['a port that is no number', 'mysql://root@db1:http'],
    ['a schema', 'mysql://root@db1/shop'],
    ['an unknown TLS mode', 'mysql://root@db1?tls=maybe'],
    ['a compression that the client library has not', 'mysql://root@db1?compression=zstd'],
    ['a parameter that does not exist', 'mysql://root@db1?tsl=verify-ca'],
    ['a bad escape', 'mysql://ro%ot@db1'],
    ['an empty socket', 'mysql://root@/?socket='],
    ['a socket longer than the system takes', `mysql://root@/?socket=/${'x'.repeat(107)}`],
  ])('refuses %s', (_, dsn) => {
    expect(() => parseDsn(dsn)).toThrow(failingWith('bad-dsn'));
  });
});

describe('isDsn', () => {
  it('distinguishes a DSN from the name of a saved connection', () => {
    expect(isDsn('mysql://root@db1')).toBe(true);
    expect(isDsn('Practice server')).toBe(false);
  });

  it('goes through an SSH host', () => {
    expect(parseDsn('mysql://anna@db:3306/?ssh=me@bastion:2222&ssh-key=/k&ssh-jump=hop').address).toEqual({
      kind: 'tcp',
      host: 'db',
      port: 3306,
      ssh: { host: 'bastion', port: 2222, user: 'me', key: '/k', jump: 'hop' },
    });
    expect(parseDsn('mysql://anna@db/?ssh=bastion').address).toMatchObject({ ssh: { host: 'bastion' } });
    expect(() => parseDsn('mysql://anna@db/?ssh=-oProxyCommand=x')).toThrow(failingWith('bad-dsn'));
  });
});

describe('meantDsn', () => {
  it.each([
    ['root@db1', 'mysql://root@db1'],
    ['root@127.0.0.1:3307', 'mysql://root@127.0.0.1:3307'],
    ['root@[::1]:3307', 'mysql://root@[::1]:3307'],
  ])('takes %s for an account at a host', (word, dsn) => {
    expect(meantDsn(word)).toBe(dsn);
  });

  it.each(['shop', 'my shop@home', 'a@b@c', 'mysql://root@db1', 'root@db1/shop'])(
    'takes %s for a name',
    (word) => {
      expect(meantDsn(word)).toBeNull();
    },
  );
});
