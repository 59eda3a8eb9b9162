import { userInfo } from 'os';
import { describe, expect, it } from 'vitest';
import { readOptionGroups } from '../../../../app/profiles/import/option-groups';

const read = (text: string) => readOptionGroups(text, '.my.cnf').found;

describe('an option file', () => {
  it('is one connection by its [client] group', () => {
    expect(read('[client]\nhost=db1\nport=3307\nuser=anna\npassword="s#cret"\n')).toMatchObject([
      {
        profile: { name: '.my.cnf', user: 'anna', address: { kind: 'tcp', host: 'db1', port: 3307 } },
        password: 's#cret',
      },
    ]);
  });

  it('has one more for each suffix, which inherits from it', () => {
    const found = read(
      '[client]\nuser=anna\npassword=x\n[client_eu]\nhost=eu1\n[client-us]\nhost=us1\nuser=ben\n',
    );
    expect(found.map(({ profile }) => [profile.name, profile.user])).toEqual([
      ['.my.cnf', 'anna'],
      ['eu', 'anna'],
      ['us', 'ben'],
    ]);
    expect(found.map(({ password }) => password)).toEqual(['x', 'x', 'x']);
  });

  it('takes localhost with a socket for the socket, unless it asks for TCP', () => {
    const socket = '[client]\nsocket=/run/mysqld.sock\n';
    expect(read(socket)[0]?.profile.address).toEqual({ kind: 'socket', path: '/run/mysqld.sock' });
    expect(read(`${socket}host=db1\n`)[0]?.profile.address).toMatchObject({ kind: 'tcp', host: 'db1' });
    expect(read(`${socket}protocol=TCP\n`)[0]?.profile.address).toMatchObject({
      kind: 'tcp',
      host: 'localhost',
    });
  });

  it('signs the operating system’s user in where it names none', () => {
    expect(read('[client]\nhost=db1\n')[0]?.profile.user).toBe(userInfo().username);
  });

  it.each([
    ['ssl-mode=VERIFY_CA\nssl-ca=/ca.pem', { mode: 'verify-ca', ca: '/ca.pem' }],
    ['ssl_mode=disabled', { mode: 'disabled' }],
    ['ssl-verify-server-cert', { mode: 'verify-identity' }],
    ['ssl-verify-server-cert=off\nssl', { mode: 'required' }],
    ['ssl=0', { mode: 'disabled' }],
    ['ssl-cert=/c.pem\nssl-key=/k.pem', { mode: 'required', cert: '/c.pem', key: '/k.pem' }],
    ['ssl-mode=PREFERRED', { mode: 'preferred' }],
    ['host=localhost', { mode: 'preferred' }],
    ['', { mode: 'required' }],
  ])('reads %s', (lines, tls) => {
    expect(read(`[client]\nhost=db1\n${lines}\n`)[0]?.profile.tls).toEqual(tls);
  });

  it('says that a group can’t be a connection', () => {
    const { found, left } = readOptionGroups('[client]\nhost=db1\nport=99999\n', 'x');
    expect(found).toEqual([]);
    expect(left).toHaveLength(1);
  });

  it('holds no connection where only a server is set up', () => {
    expect(read('[mysqld]\nport=3306\nuser=mysql\n')).toEqual([]);
  });
});

it('names the lines that are no option, without what may be a password', () => {
  const { left } = readOptionGroups(
    '# mine\n[client]\nhost=db1\nuser root\n=pass word=secret\n!include x\n',
    'x',
  );
  expect(left).toEqual(['Not an option, line 4: “user root”', 'Not an option, line 5: “=…”']);
});
