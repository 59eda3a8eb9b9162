import { describe, expect, it } from 'vitest';
import { dataFormatOf } from '../../../app/format/tsv-dialect';
import { tableDocumentSchema } from '../../../app/format/documents';
import { ORDERS_DOCUMENT } from '../harness/dump-folder';
import { failingWith } from '../harness/failure';

const formatOf = (options: object, more: object = {}) =>
  dataFormatOf(
    tableDocumentSchema.parse({
      options: { ...ORDERS_DOCUMENT.options, ...options },
      extension: 'tsv.zst',
      ...more,
    }),
  );

describe('dataFormatOf', () => {
  it('is our own dialect where a document says nothing', () => {
    expect(formatOf({})).toEqual({
      compression: 'zstd',
      dialect: { fieldTerminator: '\t', enclosure: '', escape: '\\', lineTerminator: '\n' },
    });
  });

  it.each([
    [{}, { extension: 'csv' }, 'none'],
    [{}, { extension: 'tsv.gz' }, 'gzip'],
    [{}, { extension: 'tsv', compression: 'zstd' }, 'zstd'],
    [{ compression: 'none' }, { extension: 'tsv.zst' }, 'none'],
    [{ compression: 'zstd', primaryIndex: 'id' }, { compression: 'gzip' }, 'gzip'],
  ])('options %o and keys %o mean %s', (options, more, compression) => {
    expect(formatOf(options, more).compression).toBe(compression);
  });

  it('takes the dialects of MySQL Shell', () => {
    const csv = { fieldsTerminatedBy: ',', fieldsEnclosedBy: '"', linesTerminatedBy: '\r\n' };
    expect(formatOf(csv).dialect).toEqual({
      fieldTerminator: ',',
      enclosure: '"',
      escape: '\\',
      lineTerminator: '\r\n',
    });
    expect(formatOf({ ...csv, fieldsEscapedBy: '' }).dialect.escape).toBe('');
  });

  it.each([
    ['a compression that it does not know', {}, { compression: 'brotli' }],
    ['fields of fixed width', { fieldsTerminatedBy: '' }, {}],
    ['lines without an end', { linesTerminatedBy: '' }, {}],
    ['a terminator that begins again within itself', { linesTerminatedBy: '\n\n' }, {}],
    ['fields and lines that end alike', { fieldsTerminatedBy: '\n' }, {}],
    ['a quote of two characters', { fieldsEnclosedBy: '""' }, {}],
    ['an escape that is no ASCII character', { fieldsEscapedBy: '§' }, {}],
    ['a character set whose letters hold quotes', { defaultCharacterSet: 'gbk' }, {}],
    ['a character set of wide characters', { defaultCharacterSet: 'utf16' }, {}],
  ])('refuses %s', (_, options, more) => {
    expect(() => formatOf(options, more)).toThrow(failingWith('dump-unsupported', { table: 'shop.orders' }));
  });
});
