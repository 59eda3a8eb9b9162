import { describe, expect, it } from 'vitest';
import type { DumpPlace } from '../../../../app/format/format';
import { delimitedFile } from '../../../../app/format/delimited/names';
import { tableFilesOf } from '../../../../app/format/values/groups';

const FOLDER: DumpPlace = { kind: 'folder', path: '/exports', names: [] };

function filesOf(...names: readonly string[]) {
  return names.flatMap((name) => delimitedFile(name) ?? []);
}

describe('tableFilesOf', () => {
  it('takes each file for a table', () => {
    const groups = tableFilesOf(FOLDER, filesOf('shop.a.csv', 'b.csv'), new Set(['b.sql']), {});
    expect(groups.map(({ files, ...group }) => [files.length, group])).toEqual([
      [1, { schema: 'shop', table: 'a', definition: null, stem: 'shop.a' }],
      [1, { schema: null, table: 'b', definition: 'b.sql', stem: 'b' }],
    ]);
  });

  it('takes each folder for a table, where the place has folders', () => {
    const files = filesOf('shop.a/1.csv', 'b%2Ec/1.csv', 'shop.a/2.csv');
    const groups = tableFilesOf({ ...FOLDER, hasFolders: true }, files, new Set(['shop.a.sql']), {});
    expect(groups.map(({ files: own, ...group }) => [own.map(({ name }) => name), group])).toEqual([
      [
        ['shop.a/1.csv', 'shop.a/2.csv'],
        { schema: 'shop', table: 'a', definition: 'shop.a.sql', stem: 'shop.a' },
      ],
      [['b%2Ec/1.csv'], { schema: null, table: 'b.c', definition: null, stem: 'b%2Ec' }],
    ]);
  });

  it('takes all files for the table that was chosen, unless scripts define several', () => {
    const input = { table: { schema: null, name: 't' } } as never;
    const files = filesOf('a.csv', 'b.csv');
    expect(tableFilesOf(FOLDER, files, new Set(), input)).toMatchObject([{ files, definition: null }]);
    expect(tableFilesOf(FOLDER, filesOf('a.csv'), new Set(['a.sql']), input)).toMatchObject([
      { definition: 'a.sql' },
    ]);
    expect(() => tableFilesOf(FOLDER, files, new Set(['a.sql']), input)).toThrow(/2 files define others/);
  });
});
