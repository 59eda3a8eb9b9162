import { describe, expect, it } from 'vitest';
import {
  CAPABILITIES,
  has,
  hasMode,
  hasVariable,
  isNewerThanKnown,
  isOlder,
  isSupported,
} from '../../../../app/catalog/server/dialect';
import { parseVersion } from '../../../../app/catalog/server/server';

const on = (version: string) => parseVersion(version);

describe('has', () => {
  it('begins with the first version that has the capability', () => {
    expect(has(on('8.0.19'), 'showRoutine')).toBe(false);
    expect(has(on('8.0.20'), 'showRoutine')).toBe(true);
    expect(has(on('11.3.0-MariaDB'), 'showRoutine')).toBe(false);
    expect(has(on('11.3.0-MariaDB'), 'showCreateRoutine')).toBe(true);
  });

  it('ends with the version that removed the capability', () => {
    expect(has(on('7.9.9'), 'setUserId')).toBe(false);
    expect(has(on('8.3.0'), 'setUserId')).toBe(true);
    expect(has(on('8.4.0'), 'setUserId')).toBe(false);
  });

  it('takes a server newer than all known ones for the newest of its vendor', () => {
    const future = on('12.1.0');
    expect(isNewerThanKnown(future)).toBe(true);
    expect(isSupported(future)).toBe(true);
    expect(has(future, 'libraries')).toBe(true);
    expect(isNewerThanKnown(on('9.7.4'))).toBe(false);
    expect(isNewerThanKnown(on('11.8.9-MariaDB'))).toBe(false);
  });

  it('has a source for each fact', () => {
    for (const [name, { source }] of Object.entries(CAPABILITIES))
      expect(source, name).toMatch(/MySQL|MariaDB|manuals/);
  });
});

describe('hasVariable', () => {
  it('takes a variable that is not listed for one of every server', () => {
    expect(hasVariable(on('5.5.9'), 'sql_mode')).toBe(true);
  });

  it.each([
    ['8.0.29', 'sql_generate_invisible_primary_key', false],
    ['8.0.30', 'sql_generate_invisible_primary_key', true],
    ['5.7.19', 'transaction_isolation', false],
    ['5.7.19', 'tx_isolation', true],
    ['8.0.3', 'tx_isolation', false],
    ['8.0.3', 'transaction_isolation', true],
    // It came into several series at once.
    ['10.4.34-MariaDB', 'explicit_defaults_for_timestamp', false],
    ['10.5.16-MariaDB', 'explicit_defaults_for_timestamp', false],
    ['10.5.17-MariaDB', 'explicit_defaults_for_timestamp', true],
    ['10.6.8-MariaDB', 'explicit_defaults_for_timestamp', false],
    ['10.6.9-MariaDB', 'explicit_defaults_for_timestamp', true],
    ['10.9.1-MariaDB', 'explicit_defaults_for_timestamp', false],
    ['10.10.1-MariaDB', 'explicit_defaults_for_timestamp', true],
    ['9.7.4', 'tmp_disk_table_size', false],
  ])('%s: %s %s', (version, name, expected) => {
    expect(hasVariable(on(version), name)).toBe(expected);
  });
});

describe('hasMode', () => {
  it.each([
    ['5.5.9', 'NO_AUTO_CREATE_USER', true],
    ['8.0.10', 'NO_AUTO_CREATE_USER', true],
    ['8.0.11', 'NO_AUTO_CREATE_USER', false],
    ['11.8.9-MariaDB', 'NO_AUTO_CREATE_USER', true],
    ['10.2.11-MariaDB', 'EMPTY_STRING_IS_NULL', false],
    ['10.5.23-MariaDB', 'EMPTY_STRING_IS_NULL', true],
    ['9.7.4', 'EMPTY_STRING_IS_NULL', false],
    ['9.7.4', 'TIME_TRUNCATE_FRACTIONAL', true],
    ['5.5.9', 'TIME_TRUNCATE_FRACTIONAL', false],
    ['5.5.9', 'ANSI_QUOTES', true],
  ])('%s: %s %s', (version, mode, expected) => {
    expect(hasMode(on(version), mode)).toBe(expected);
  });
});

describe('isOlder', () => {
  it('compares servers of one vendor', () => {
    expect(isOlder(on('8.0.36'), on('9.7.4'))).toBe(true);
    expect(isOlder(on('9.7.4'), on('9.7.4'))).toBe(false);
    expect(isOlder(on('8.0.36'), on('10.11.19-MariaDB'))).toBe(false);
  });
});
