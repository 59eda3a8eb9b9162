import { describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { chooseServer, isSameSeries, readServerWish, wishText } from '../../../app/prove/server-choice';
import type { ServerProgram } from '../../../app/sandbox/locate';

const program = (vendor: Vendor, version: string): ServerProgram => ({
  ...{ vendor, version, origin: 'here', command: [version], options: [] },
  systemTables: { kind: 'initialize' },
  clients: { sql: null, dump: null },
});

const MYSQL = ['9.7.4', '5.5.62', '8.0.40'].map((version) => program('mysql', version));
const MARIADB = ['10.11.19-MariaDB', '11.4.2-MariaDB'].map((version) => program('mariadb', version));
const dumped = (serverVersion: string) => ({
  vendor: /mariadb/i.test(serverVersion) ? ('mariadb' as const) : ('mysql' as const),
  serverVersion,
});

describe('readServerWish', () => {
  it.each(['mysql', 'mariadb', 'mysql:9.7', 'mariadb:10.11.19', 'mysql:9'])('reads %s', (text) => {
    const wish = readServerWish(text);
    expect(wish === null ? null : wishText(wish)).toBe(text);
  });

  it.each(['oracle', 'mysql:', 'mysql:new', 'mysql 9.7', '9.7', ''])('refuses “%s”', (text) => {
    expect(readServerWish(text)).toBeNull();
  });
});

describe('chooseServer', () => {
  it.each([
    ['5.5.40', '5.5.62'],
    ['8.0.11', '8.0.40'],
    ['5.7.44', '8.0.40'],
    ['8.4.1', '9.7.4'],
    ['9.9.0', '9.7.4'],
  ])('takes for a dump of MySQL %s the server %s', (version, chosen) => {
    expect(chooseServer(MYSQL, null, dumped(version)).version).toBe(chosen);
  });

  it('takes the version that is asked for', () => {
    const wish = (text: string) => readServerWish(text);
    expect(chooseServer(MYSQL, wish('mysql:8'), dumped('9.7.4')).version).toBe('8.0.40');
    expect(chooseServer(MYSQL, wish('mysql'), dumped('8.0.1')).version).toBe('8.0.40');
    expect(chooseServer(MARIADB, wish('mariadb'), dumped('8.0.1')).version).toBe('10.11.19-MariaDB');
    expect(chooseServer(MARIADB, wish('mariadb:11.4'), dumped('8.0.1')).version).toBe('11.4.2-MariaDB');
  });

  it('says what is installed where that version is not', () => {
    expect(() => chooseServer(MYSQL, readServerWish('mysql:5.7'), dumped('5.7.1'))).toThrow(
      'There is no MySQL 5.7 on this machine; installed: MySQL 9.7.4 (here), MySQL 5.5.62 (here), MySQL 8.0.40 (here).',
    );
    expect(() => chooseServer([], null, dumped('10.5.1-MariaDB'))).toThrow(/there is no MariaDB server/);
  });
});

it('isSameSeries compares vendor, major and minor number', () => {
  expect(isSameSeries('9.7.4', '9.7.0')).toBe(true);
  expect(isSameSeries('9.7.4', '9.6.4')).toBe(false);
  expect(isSameSeries('10.11.2-MariaDB', '5.5.5-10.11.19-MariaDB')).toBe(true);
  expect(isSameSeries('10.11.2', '10.11.2-MariaDB')).toBe(false);
});
