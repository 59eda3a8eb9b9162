import { describe, expect, it } from 'vitest';
import {
  CAPABILITIES,
  has,
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
    ['10.8.1-MariaDB', 'explicit_defaults_for_timestamp', false],
    ['10.8.2-MariaDB', 'explicit_defaults_for_timestamp', true],
    ['9.7.4', 'tmp_disk_table_size', false],
  ])('%s: %s %s', (version, name, expected) => {
    expect(hasVariable(on(version), name)).toBe(expected);
  });
});

describe('isOlder', () => {
  it('compares servers of one vendor', () => {
    expect(isOlder(on('8.0.36'), on('9.7.4'))).toBe(true);
    expect(isOlder(on('9.7.4'), on('9.7.4'))).toBe(false);
    expect(isOlder(on('8.0.36'), on('10.11.19-MariaDB'))).toBe(false);
  });
});
