import { mkdirSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { gzipSync } from 'zlib';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../app/contract/failure';
import { openEngine } from '../../../app/engine/open';
import { openDump } from '../../../app/format/formats';
import { ENGINE_FILE, withFolder } from '../harness/runs';
import { writeZip } from '../harness/zip';

const CSV = 'id,v\n1,a\n';
const LINES = '{"id":1}\n';
const XML =
  '<?xml version="1.0"?>\n<resultset statement="SELECT 1 AS id" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n  <row>\n\t<field name="id">1</field>\n  </row>\n</resultset>\n';
const DEFINITION = 'CREATE TABLE t (id INT PRIMARY KEY, v CHAR(9));\n';
const CONTENTS: Readonly<Record<string, string | Buffer>> = {
  ...{ csv: CSV, tsv: CSV, jsonl: LINES, ndjson: LINES, xml: XML },
  ...{ sql: DEFINITION, gz: gzipSync(CSV) },
};

function contentOf(name: string): string | Buffer {
  return CONTENTS[name.replace(/^.*\./, '')] ?? 'x';
}

describe('a folder with tables in several formats', () => {
  const engine = openEngine(ENGINE_FILE);

  async function problemsOf(names: readonly string[]): Promise<readonly Failure[]> {
    let problems: readonly Failure[] = [];
    await withFolder(async (folder) => {
      for (const name of names) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), contentOf(name));
      }
      ({ problems } = await openDump(folder, engine));
    });
    return problems;
  }

  it.each<readonly [string, readonly string[], string]>([
    [
      'folders of CSV and of JSON Lines',
      ['orders/1.csv', 'items/1.jsonl', 'items/2.jsonl'],
      'two formats: orders/1.csv is CSV and items/1.jsonl is JSON Lines.',
    ],
    [
      'folders of CSV and of XML',
      ['orders/1.csv', 'items/1.xml'],
      'two formats: orders/1.csv is CSV and items/1.xml is XML.',
    ],
    ['one file of each', ['a.csv', 'b.jsonl'], 'two formats: a.csv is CSV and b.jsonl is JSON Lines.'],
    [
      'definitions beside files',
      ['a.csv', 'a.sql', 'b.jsonl', 'b.sql'],
      'two formats: a.csv is CSV and b.jsonl is JSON Lines.',
    ],
    [
      'more TSV than JSON Lines',
      ['a.tsv', 'b.tsv', 'c.ndjson'],
      'two formats: a.tsv is TSV and c.ndjson is JSON Lines.',
    ],
    [
      'more JSON Lines than CSV',
      ['a.csv', 'b.jsonl', 'c.jsonl'],
      'two formats: b.jsonl is JSON Lines and a.csv is CSV.',
    ],
    ['more XML than CSV', ['a.xml', 'b.xml', 'c.csv'], 'two formats: a.xml is XML and c.csv is CSV.'],
    [
      'three formats',
      ['a.csv', 'b.csv', 'c.jsonl', 'd.jsonl', 'e.xml'],
      'three formats: a.csv is CSV, c.jsonl is JSON Lines and e.xml is XML.',
    ],
  ])('is refused by a file of each: %s', async (_what, names, said) => {
    expect(await problemsOf(names)).toMatchObject([
      {
        code: 'dump-unsupported',
        message: `The folder holds tables in ${said}`,
        hint: 'Put the files of each format into a folder of its own, and load one folder after the other.',
      },
    ]);
  });

  it.each<readonly [string, readonly string[], string]>([
    [
      'CSV',
      ['a.csv.gz', 'b.csv.gz', 'notes.docx'],
      "Take it out of the folder, or choose the files by a pattern: --dump 'exports/*.csv.gz'.",
    ],
    [
      'JSON Lines',
      ['a.jsonl', 'b.jsonl', 'notes.docx'],
      "Take it out of the folder, or choose the files by a pattern: --dump 'exports/*.jsonl'.",
    ],
    ['folders', ['t/1.csv', 't/2.csv', 't/notes.docx'], 'Take it out of the folder.'],
  ])(
    'that also holds another file is refused by its name, with a remedy that helps: %s',
    async (_what, names, hint) => {
      expect(await problemsOf(names)).toMatchObject([{ hint }]);
    },
  );

  it('is refused in a zip too, where no format has more files than another', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'exports.zip');
      writeZip(
        path,
        ['a.csv', 'b.jsonl'].map((name) => ({ name, bytes: Buffer.from(contentOf(name)) })),
      );
      expect((await openDump(path, engine)).problems).toMatchObject([
        { message: `${path} holds b.jsonl beside files of rows in another form: it would be left out.` },
      ]);
    });
  });
});
