import { describe, expect, it } from 'vitest';
import type { ScriptContent } from '../../../../app/format/script/content';
import { likelyVersion } from '../../../../app/format/script/likely-version';

function versionOf(isReworded: boolean, ...elements: readonly string[]): string {
  const text = { name: 't', elements, options: ' ENGINE=InnoDB' };
  const table = { text, isReworded, isCreated: true, columns: [], rows: [], triggers: [] };
  const schema = { name: 's', create: null, tables: [table], views: [], programs: [], sequences: [] };
  const content: ScriptContent = {
    ...{ schemas: [schema], statements: [], accounts: [], problems: [], remarks: [] },
  };
  return likelyVersion(content);
}

describe('the version that a dump most likely comes from', () => {
  it.each([
    ['`n` smallint(5) unsigned NOT NULL CHECK (`n` >= 0)'],
    ['`t` longtext DEFAULT NULL'],
    ["`b` blob DEFAULT NULL COMMENT 'x'"],
    ['`d` timestamp NOT NULL DEFAULT current_timestamp()'],
  ])('is one of MariaDB with %s', (element) => {
    expect(versionOf(false, element)).toBe('10.3.0-MariaDB');
  });

  it.each([
    ['`n` int(11) DEFAULT NULL'],
    ["`t` text COMMENT 'a CHECK (b) DEFAULT NULL'"],
    ['`text DEFAULT NULL` int(11) NOT NULL'],
    ['CONSTRAINT `c` CHECK ((`n` > 0))'],
  ])('is none with %s', (element) => {
    expect(versionOf(false, element)).toBe('5.7.0');
  });

  it('is not told by words of whoever has written them by hand', () => {
    expect(versionOf(true, '`t` text DEFAULT NULL', '`n` int CHECK (`n` > 0)')).toBe('5.7.0');
  });
});
