import { writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { describe, expect, it } from 'vitest';
import { opened } from '../harness/opened';
import { withFolder } from '../harness/runs';
import { writeZip } from '../harness/zip';

const HEAD =
  '<?xml version="1.0"?>\n<mysqldump xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n<database name="shop">\n';
const STRUCTURE =
  '<table_structure name="t"><field Field="id" Type="int" Null="NO" Key="PRI" Extra="" Comment="" />' +
  '<options Name="t" Engine="InnoDB" Collation="utf8mb4_bin" Create_options="" Comment="" /></table_structure>\n';
const END = '</database>\n</mysqldump>\n';
const rows = (values: string) =>
  `<table_data name="t">\n<row><field name="id">${values}</field></row>\n</table_data>\n`;
const DUMP = `${HEAD}${STRUCTURE}${rows('1')}${END}`;
const BILLION = `<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>\n<mysqldump>&b;</mysqldump>\n`;
const EXTERNAL =
  '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>\n<mysqldump><database name="&xxe;"/></mysqldump>\n';

describe('XML that is no dump', () => {
  it.each<[string, string, string | Buffer, RegExp]>([
    ['a dump, which is one', 'a.xml', DUMP, /^1 tables$/],
    ['nothing', 'a.xml', '', /^not-a-dump: .*holds no bytes|^not-a-dump: .*empty/],
    ['blanks', 'a.xml', ' \n', /^dump-incomplete: a\.xml is cut/],
    ['a page', 'a.xml', '<html><body>502</body></html>', /^dump-damaged: .*line 1, byte 1 stands an element/],
    ['no markup', 'a.xml', 'id,v\n1,2\n', /^dump-damaged: .* text where dumps have none/],
    ['entities within entities', 'a.xml', BILLION, /^dump-unsupported: .*never expands/],
    ['an entity that names a file', 'a.xml', EXTERNAL, /^dump-unsupported: .*never expands/],
    ['an entity that nothing defines', 'a.xml', `${HEAD}${rows('&xxe;')}${END}`, /^dump-damaged: .*\(xxe\)/],
    [
      'another encoding',
      'a.xml',
      DUMP.replace('"1.0"', '"1.0" encoding="ISO-8859-1"'),
      /^dump-unsupported: .*encoding ISO-8859-1/,
    ],
    ['UTF-16', 'a.xml', Buffer.from(`\ufeff${DUMP}`, 'utf16le'), /^dump-unsupported: .*UTF-16/],
    [
      'Latin-1 that says nothing',
      'a.xml',
      Buffer.from(`${HEAD}${rows('Zo\u00eb')}${END}`, 'latin1'),
      /^dump-unsupported: a\.xml holds bytes that are no UTF-8 on line 5, byte \d+, in the column id of t/,
    ],
    [
      'a zero byte',
      'a.xml',
      `${HEAD}${rows('a\0b')}${END}`,
      /^dump-unsupported: .*control character on line 5/,
    ],
    ['elements in one another', 'a.xml', '<a>'.repeat(100_000), /^dump-damaged: /],
    [
      'an element within a value',
      'a.xml',
      `${HEAD}${rows('<b>1</b>')}${END}`,
      /^dump-damaged: .*an element that dumps do not have there \(b\)/,
    ],
    ['two documents', 'a.xml', `${DUMP}${DUMP}`, /^dump-unsupported: .*a second document, .* line 10/],
    ['text behind it', 'a.xml', `${DUMP}more`, /^dump-damaged: .*text behind the end/],
    [
      'a message of the client',
      'a.xml',
      DUMP.replace('<database', 'mysqldump: Error: Access denied\n<database'),
      /^dump-unsupported: .*no statement about replication: mysqldump: Error: Access denied/,
    ],
    [
      'rows of other columns than the definition',
      'a.xml',
      `${HEAD}${STRUCTURE}${rows('1').replace('"id"', '"other"')}${END}`,
      /^dump-damaged: .*shop\.t do not have the same columns: other/,
    ],
    [
      'a table twice',
      'a.xml',
      `${HEAD}${STRUCTURE}${STRUCTURE}${END}`,
      /^dump-unsupported: .*shop\.t twice, on lines 4 and 5/,
    ],
    [
      'a table that the server could not read',
      'a.xml',
      `${HEAD}<table_structure name="t"><options Name="t" Comment="Table is crashed" /></table_structure>${END}`,
      /^dump-incomplete: .*shop\.t: .*\(Table is crashed\)/,
    ],
    [
      'no schema',
      'a.xml',
      '<?xml version="1.0"?>\n<mysqldump></mysqldump>\n',
      /^not-a-dump: a\.xml holds no row/,
    ],
    [
      'a result without rows',
      'a.xml',
      '<resultset statement="x"></resultset>',
      /^not-a-dump: .*without a row/,
    ],
    [
      'results of several statements',
      'a.xml',
      '<?xml version="1.0"?>\n<resultset><row><field name="a">1</field></row></resultset>\n'.repeat(2),
      /^dump-unsupported: .*results of several statements: .*line 3/,
    ],
    ['a wrong packing', 'a.xml.gz', DUMP, /^1 tables$/],
    ['a packing that is cut', 'a.xml.gz', gzipSync(DUMP).subarray(0, 60), /^dump-damaged: ./],
  ])('is refused in a sentence: %s', async (_which, name, bytes, answer) => {
    await withFolder(async (folder) => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      expect(await opened(path)).toMatch(answer);
    });
  });

  it('is refused wherever it is cut', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'cut.xml');
      for (let kept = 0; kept < DUMP.length - 1; kept += 1) {
        writeFileSync(path, DUMP.slice(0, kept));
        expect(await opened(path), `${kept} bytes`).toMatch(/^(?:dump-incomplete|not-a-dump): ./);
      }
    });
  });

  it('is refused among scripts, also in an archive', async () => {
    await withFolder(async (folder) => {
      writeFileSync(join(folder, 'a.sql'), 'CREATE TABLE t (id INT);\n');
      writeFileSync(join(folder, 'b.sql'), DUMP);
      expect(await opened(folder)).toMatch(
        /^dump-unsupported: .*b\.sql is an XML document of mysqldump --xml/,
      );
      writeZip(join(folder, 'c.zip'), [
        { name: 'c.sql', bytes: Buffer.from(DUMP) },
        { name: 'd.sql', bytes: Buffer.from('SELECT 1;\n') },
      ]);
      expect(await opened(join(folder, 'c.zip'))).toMatch(
        /^dump-unsupported: .*is an XML document of mysqldump/,
      );
    });
  });
});
