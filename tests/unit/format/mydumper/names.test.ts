import { describe, expect, it } from 'vitest';
import { areOfMydumper, countFiles, mydumperFiles } from '../../../../app/format/mydumper/names';

describe('the files of mydumper', () => {
  it('are read in the order in which one needs the other, each with its schema', () => {
    const { files, unknown } = mydumperFiles([
      'metadata',
      'shop-schema-post.sql.gz',
      'shop-schema-routines.sql',
      'shop-schema-events.sql',
      'shop.v-schema-view.sql',
      'shop.a.00001.sql.gz',
      'shop.a.00000.sql.zst',
      'shop.a-schema.sql',
      'shop.v-schema.sql',
      'shop-schema-triggers.sql',
      'shop-schema-create.sql',
      'shop.s-schema-sequence.sql',
    ]);
    expect(files.map(({ name, part, compression, schema }) => [name, part, compression, schema])).toEqual([
      ['shop-schema-create.sql', 'schema', 'none', 'shop'],
      ['shop.s-schema-sequence.sql', 'sequence', 'none', 'shop'],
      ['shop.a-schema.sql', 'table', 'none', 'shop'],
      ['shop.v-schema.sql', 'table', 'none', 'shop'],
      ['shop.a.00000.sql.zst', 'rows', 'zstd', 'shop'],
      ['shop.a.00001.sql.gz', 'rows', 'gzip', 'shop'],
      ['shop.v-schema-view.sql', 'view', 'none', 'shop'],
      ['shop-schema-triggers.sql', 'triggers', 'none', 'shop'],
      ['shop-schema-events.sql', 'programs', 'none', 'shop'],
      ['shop-schema-post.sql.gz', 'programs', 'gzip', 'shop'],
      ['shop-schema-routines.sql', 'programs', 'none', 'shop'],
    ]);
    expect(unknown).toEqual([]);
  });

  it('leave out tablespaces, which are the server’s', () => {
    const { files, unknown, ofServer } = mydumperFiles(['all-schema-create-tablespace.sql.gz', 'x.txt']);
    expect([files, unknown, ofServer]).toEqual([[], ['x.txt'], ['all-schema-create-tablespace.sql.gz']]);
  });

  it('belong to the longest schema that their names begin with', () => {
    const { files } = mydumperFiles([
      'a-schema-create.sql',
      'a.b-schema-create.sql',
      'a.b.c-schema.sql',
      'x.y-schema.sql',
    ]);
    expect(files.map(({ schema }) => schema)).toEqual(['a', 'a.b', 'a.b', 'x']);
  });

  it('are told from those of others by their names', () => {
    expect(areOfMydumper(['a-schema-create.sql', 'notes.sql'])).toBe(true);
    expect(areOfMydumper(['a.b-schema.sql.gz'])).toBe(true);
    expect(areOfMydumper(['metadata', 'a.b.sql', 'a.c.00000.sql', 'a.c.00000.00001.sql.zst'])).toBe(true);
    expect(areOfMydumper(['metadata', 'V1.2__init.sql', 'V2__more.sql'])).toBe(false);
    expect(areOfMydumper(['metadata', 'a.b.00000.dat'])).toBe(false);
  });

  it('may hold it under an earlier name', () => {
    const names = ['shop.t.metadata', 'shop.t-schema.sql', 'metadata'];
    expect(countFiles(names)).toEqual([{ file: 'shop.t.metadata', schema: 'shop', table: 't' }]);
    expect(mydumperFiles(names).unknown).toEqual([]);
  });

  it('may hold the number of a table’s rows alone', () => {
    expect(countFiles(['my.db-schema-create.sql', 'my.db.t-metadata', 'a.b.c-metadata', 'metadata'])).toEqual(
      [
        { file: 'my.db.t-metadata', schema: 'my.db', table: 't' },
        { file: 'a.b.c-metadata', schema: 'a', table: 'b.c' },
      ],
    );
  });

  it('are rows for statements, or unknown', () => {
    const { files, values, unknown } = mydumperFiles([
      'a.b.00000.dat.gz',
      'a.b.00000.sql',
      'metadata',
      'resume',
      'a.b-metadata',
      'notes.txt',
      'notes.sql',
    ]);
    expect(files.map(({ name }) => name)).toEqual(['a.b.00000.sql']);
    expect(values.map(({ name, compression }) => [name, compression])).toEqual([
      ['a.b.00000.dat.gz', 'gzip'],
    ]);
    expect(unknown).toEqual(['notes.txt', 'notes.sql']);
  });
});
