import { describe, expect, it } from 'vitest';
import { assertSupported, parseVersion } from '../../../../app/catalog/server/server';
import { failingWith } from '../../harness/failure';

describe('parseVersion', () => {
  it.each([
    ['9.7.4', 'mysql', 90_704],
    ['8.0.36-0ubuntu0.22.04.1', 'mysql', 80_036],
    ['8.4.3-commercial', 'mysql', 80_403],
    ['8.0.35-27', 'mysql', 80_035],
    ['10.11.19-MariaDB-0+deb12u1', 'mariadb', 101_119],
    ['11.8.2-MariaDB-ubu2404-log', 'mariadb', 110_802],
    ['5.5.5-10.6.18-MariaDB', 'mariadb', 100_618],
    ['8.0.mysql_aurora.3.07.1', 'mysql', 80_023],
    ['5.7.mysql_aurora.2.11.1', 'mysql', 50_712],
  ])('reads %s', (version, vendor, versionNumber) => {
    expect(parseVersion(version)).toEqual({ vendor, version, versionNumber });
  });

  it.each(['', 'unknown', '8.0', 'v8.0.36'])('refuses “%s”, which names no version', (version) => {
    expect(() => parseVersion(version)).toThrow(failingWith('unsupported-server'));
  });
});

describe('assertSupported', () => {
  it.each([
    '5.5.9',
    '5.7.44',
    '8.0.0',
    '9.7.4',
    '12.0.0',
    '10.2.11-MariaDB',
    '10.6.0-MariaDB',
    '12.1.1-MariaDB',
  ])('takes %s', (version) => {
    expect(() => {
      assertSupported(parseVersion(version));
    }).not.toThrow();
  });

  it.each(['5.1.73', '5.5.5-10.1.48-MariaDB', '10.0.38-MariaDB'])('refuses %s', (version) => {
    expect(() => {
      assertSupported(parseVersion(version));
    }).toThrow(failingWith('unsupported-server'));
  });
});
