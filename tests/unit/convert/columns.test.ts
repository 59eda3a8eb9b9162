import { describe, expect, it } from 'vitest';
import { columnTypes, exportColumns } from '../../../app/convert/columns';
import { tableDocumentSchema } from '../../../app/format/documents';
import type { DumpChunk, DumpTable } from '../../../app/format/read/dump';

const CREATE = `CREATE TABLE \`t\` (
  \`id\` int unsigned NOT NULL,
  \`price\` decimal(10,2),
  \`share\` double,
  \`name\` varchar(20),
  \`photo\` blob,
  \`old\` varchar(20) CHARACTER SET gbk,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB`;
const WORDS = { key: () => '', introducer: (charset: string) => `_${charset} ` };

function table(options: object): DumpTable {
  return {
    schema: 'shop',
    name: 't',
    dumpedName: 't',
    stem: 'shop@t',
    document: tableDocumentSchema.parse({ options: { schema: 'shop', table: 't', columns: [], ...options } }),
    definition: null,
    chunks: [{} as DumpChunk],
    rows: null,
    bytes: null,
  };
}

describe('exportColumns', () => {
  it('follows the types of the definition and the decoders of the document', () => {
    const columns = exportColumns(
      table({
        columns: ['id', 'price', 'share', 'name', 'photo', 'old'],
        decodeColumns: { photo: 'FROM_BASE64', old: 'CONVERT(FROM_BASE64(@`old`) USING gbk)' },
      }),
      columnTypes(CREATE),
      WORDS,
    );
    expect(columns.map(({ field, value, introducer }) => [field, value, introducer])).toEqual([
      ['text', 'number', ''],
      ['text', 'number', ''],
      ['text', 'float', ''],
      ['text', 'text', ''],
      ['base64', 'bytes', ''],
      ['base64', 'bytes', '_gbk '],
    ]);
  });

  it('takes values for texts where no definition is known', () => {
    const [column] = exportColumns(table({ columns: ['id'] }), columnTypes(null), WORDS);
    expect(column?.value).toBe('text');
  });

  it('refuses a decoder that only a server can compute', () => {
    const odd = table({ columns: ['v'], decodeColumns: { v: 'STRING_TO_VECTOR' } });
    expect(() => exportColumns(odd, columnTypes(null), WORDS)).toThrow(/v in shop\.t/);
  });

  it('refuses rows that are not UTF-8', () => {
    const old = table({ columns: ['v'], defaultCharacterSet: 'latin1' });
    expect(() => exportColumns(old, columnTypes(null), WORDS)).toThrow(/latin1/);
  });
});
