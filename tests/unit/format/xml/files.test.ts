import { describe, expect, it } from 'vitest';
import { xmlFiles } from '../../../../app/format/xml/files';

describe('xmlFiles', () => {
  it('takes those of a folder by their names, and in the order of these', () => {
    const names = ['b.xml', 'notes.txt', '.hidden.xml', 'a.XML.gz'];
    expect(xmlFiles({ kind: 'folder', path: '/d', names })).toEqual({
      directory: '/d',
      names: ['a.XML.gz', 'b.xml'],
      others: ['notes.txt'],
    });
  });

  it('takes those that were chosen as they are listed', () => {
    const place = { kind: 'folder', path: '/d', names: ['b.xml', 'in/a.xml'], pattern: '/d/x' } as const;
    expect(xmlFiles(place).names).toEqual(['b.xml', 'in/a.xml']);
  });

  it('takes a file that is named alone whatever its name', () => {
    const place = { kind: 'file', path: '/d/backup.sql', head: Buffer.alloc(0) } as const;
    expect(xmlFiles(place)).toEqual({ directory: '/d', names: ['backup.sql'], others: [] });
  });
});
