import { execFileSync } from 'child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { gzipSync } from 'zlib';
import { compress } from 'zstd-napi';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { opened } from '../harness/opened';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { writeZip } from '../harness/zip';

const COPY = 'bad_copy';

const TABLE = 'CREATE TABLE t (id int PRIMARY KEY, v varchar(9));\n';
const SCRIPT = `-- MySQL dump 10.13  Distrib 8.0.44, for Linux (x86_64)
/*!50503 SET NAMES utf8mb4 */;
${TABLE}INSERT INTO \`t\` VALUES (1,'a;b'),(2,'c\\'d');
/*!50001 CREATE VIEW \`w\` AS select 1 AS \`one\` */;
-- Dump completed on 2026-11-27
`;
const JSONL = '{"id":1,"v":"a;b"}\n{"id":2,"v":"c\\nd"}\n';
const CSV = 'id,v\n1,"a;b"\n2,"c\nd"\n';

describe('a file that is cut anywhere', () => {
  it.each([
    [
      'a script',
      'cut.sql',
      Buffer.from(SCRIPT.trimEnd().slice(0, -16)),
      /^(?:dump-incomplete|dump-unsupported|not-a-dump): ./,
    ],
    ['a packed script', 'cut.sql.gz', gzipSync(SCRIPT), /^(?:dump-incomplete|dump-damaged|not-a-dump): ./],
    [
      'a script packed by zstd',
      'cut.sql.zst',
      compress(Buffer.from(SCRIPT)),
      /^(?:dump-damaged|not-a-dump): ./,
    ],
    ['packed values', 'cut.csv.gz', gzipSync(CSV), /^(?:dump-damaged|not-a-dump): ./],
    // A row that is cut outside of quotes is a row of fewer values, or a shorter value: nobody can know.
    ['values', 'cut.csv', Buffer.from(CSV), /^(?:dump-incomplete|dump-damaged|not-a-dump): .|^1 tables$/],
    // Behind a line nobody can know that another would have come.
    [
      'objects',
      'cut.jsonl',
      Buffer.from(JSONL),
      /^(?:dump-incomplete|dump-damaged|not-a-dump): .|^1 tables$/,
    ],
    ['packed objects', 'cut.jsonl.gz', gzipSync(JSONL), /^(?:dump-damaged|not-a-dump): ./],
  ])('is refused in a sentence: %s', async (_which, name, bytes, answer) => {
    await withFolder(async (folder) => {
      const path = join(folder, name);
      for (let kept = 0; kept < bytes.length; kept += 1) {
        writeFileSync(path, bytes.subarray(0, kept));
        expect(await opened(path), `${kept} bytes`).toMatch(answer);
      }
    });
  });
});

const META =
  '# Started dump at: 2026-11-27 05:00:00\n[`s`.`t`]\nreal_table_name=t\nrows = 2\n\n# Finished dump at: 2026-11-27 05:00:01\n';
/** The time of the end, and all of its ends. */
const ENDED = ': 2026-11-27 05:00:01\n';
const ENDS = Array.from(ENDED, (_, at) => ENDED.slice(at));

describe('a folder of which a file is cut anywhere', () => {
  const refused = /^(?:dump-incomplete|dump-damaged|dump-unsupported|not-a-dump): ./;

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, readonly string[]>>]>([
    [
      'one of mydumper',
      {
        metadata: META,
        's-schema-create.sql': 'CREATE DATABASE `s`;\n',
        's.t-schema.sql': `/*!40101 SET NAMES utf8mb4*/;\n${TABLE}`,
        's.t.00000.sql': "INSERT INTO `t` VALUES(1,'a;b')\n,(2,'c\\'d');\n",
      },
      // Some tools leave the metadata empty.
      {
        metadata: [META, ...ENDS],
        's-schema-create.sql': ['\n', ';\n'],
        's.t-schema.sql': ['\n', ';\n'],
        's.t.00000.sql': ['\n', ';\n'],
      },
    ],
    [
      'one of mysqldump --tab',
      {
        't.sql': `-- MySQL dump 10.13  Distrib 8.0.44, for Linux (x86_64)\n/*!40103 SET TIME_ZONE='+00:00' */;\n${TABLE}-- Dump completed\n`,
        't.txt': '1\ta\\\nb\n2\t\\N\n',
      },
      // The number of rows is not recorded.
      { 't.sql': ['\n'], 't.txt': ['2\t\\N\n', '1\ta\\\nb\n2\t\\N\n'] },
    ],
  ])('is refused in a sentence wherever something is lost: %s', async (_which, files, harmless) => {
    await withFolder(async (folder) => {
      for (const [name, text] of Object.entries(files)) {
        const lost = new Set<string>();
        for (const [other, whole] of Object.entries(files)) writeFileSync(join(folder, other), whole);
        for (let kept = 0; kept < text.length; kept += 1) {
          writeFileSync(join(folder, name), text.slice(0, kept));
          const answer = await opened(folder);
          if (answer === '1 tables') lost.add(text.slice(kept));
          else expect(answer, `${name}: ${kept} characters`).toMatch(refused);
        }
        expect([name, lost]).toEqual([name, new Set(harmless[name])]);
      }
    });
  });
});

describe.each(testVendors)('a file that is not what it should be, on %s', (vendor) => {
  const registry = newRegistry();
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(() => dropSchemas(vendor, COPY));

  async function load(path: string, schema: string) {
    return await loadDump(registry, { vendor, folder: path, threads: 2, schemaMap: { [schema]: COPY } });
  }

  async function expectNothing(): Promise<void> {
    await withPlain(vendor, async (connection) => {
      expect((await connection.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
    });
  }

  it.each([
    ['a script packed by gzip and called zst', 't.sql.zst', 't', gzipSync(SCRIPT)],
    ['a script packed by zstd without an ending that says so', 't.sql', 't', compress(Buffer.from(SCRIPT))],
    ['a script that is called packed', 't.sql.gz', 't', Buffer.from(SCRIPT)],
    ['a script that is called CSV', 't.csv', 't', Buffer.from(SCRIPT)],
    ['a packed script that is called CSV', 't.csv', 't', gzipSync(SCRIPT)],
    ['packed values that are called CSV', 't.csv', 't', gzipSync(CSV)],
    ['values packed by zstd and called gz', 't.csv.gz', 't', compress(Buffer.from(CSV))],
    ['values that are called packed', 't.csv.gz', 't', Buffer.from(CSV)],
    ['values that are called a script', 't.sql', 't', Buffer.from(CSV)],
    ['packed values that are called a script', 't.sql', 't', gzipSync(CSV.replace(/,/g, ';'))],
    ['values with tabs, called a script', 't.sql', 't', Buffer.from(CSV.replace(/,/g, '\t'))],
  ])('is known by its content: %s', async (_which, name, schema, bytes) => {
    await withFolder(async (folder) => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      const { errors, rows } = await load(path, schema);
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect(rows).toBe(2);
      await withPlain(vendor, async (connection) => {
        expect((await connection.query(`SELECT id FROM ${COPY}.t ORDER BY id`))[0]).toEqual([
          { id: 1 },
          { id: 2 },
        ]);
      });
    });
  });

  it.each<[string, string, (path: string) => void, RegExp]>([
    [
      'two scripts of one table, joined',
      't.sql',
      (path) => writeFileSync(path, SCRIPT + SCRIPT),
      /creates the table t\.t twice: on line 3 and on line \d+/,
    ],
    [
      'a name that is no text of the script’s character set',
      't.sql',
      (path) => writeFileSync(path, Buffer.from('CREATE TABLE `t\xfc` (id INT);\n', 'latin1')),
      /line 1 is not in the character set that the script names \(utf8mb4\)/,
    ],
    [
      'a file on a drive of Windows',
      't.sql',
      (path) => writeFileSync(path, `${SCRIPT}source C:\\dumps\\more.sql\n`),
      /on line 7.*: C:\\dumps\\more\.sql/,
    ],
    [
      'a place of Windows outside of the folder',
      't.sql',
      (path) => writeFileSync(path, `${SCRIPT}\\. ..\\more.sql\n`),
      /on line 7.*: \.\.\\more\.sql/,
    ],
    [
      'values packed in a zip',
      't.csv',
      (path) => writeZip(path, [{ name: 'a.csv.gz', bytes: gzipSync(CSV) }]),
      /t\.csv is packed as zip, and .* as gz/,
    ],
    [
      'values packed twice',
      't.csv.gz',
      (path) => writeFileSync(path, gzipSync(gzipSync(CSV))),
      /once more, as gz/,
    ],
    [
      'bytes that are called packed values',
      't.csv.gz',
      (path) => writeFileSync(path, Buffer.from([9, 1, 0, 0, 7, 200])),
      /t\.csv\.gz does not begin as a file of gz does/,
    ],
    [
      'bytes that are no text',
      't.sql',
      (path) => writeFileSync(path, Buffer.from([0, 1, 2, 3])),
      /no SQL text/,
    ],
    [
      'JSON that is called a script',
      't.sql',
      (path) => writeFileSync(path, '{"a":1,"b":2}\n{"a":3,"b":4}\n'),
      /./,
    ],
    [
      'a pipe that nobody writes into',
      't.sql',
      (path) => void execFileSync('mkfifo', [path]),
      /^\S*t\.sql is no file and no folder/,
    ],
    [
      'a folder of values with a link out of it',
      'in/t.csv',
      (path) => {
        writeFileSync(path, CSV);
        symlinkSync('/etc/passwd', join(dirname(path), 'u.csv'));
      },
      /u\.csv is a link to a file outside/,
    ],
    [
      'a folder of values with a folder among them',
      'in/t.csv',
      (path) => {
        writeFileSync(path, CSV);
        mkdirSync(join(dirname(path), 'u.csv'));
      },
      /u\.csv is/,
    ],
  ])('is refused, and nothing is made: %s', async (_which, name, write, message) => {
    await withFolder(async (folder) => {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      write(path);
      const { errors } = await load(name.includes('/') ? dirname(path) : path, 't');
      expect(errors[0]?.message).toMatch(message);
      await expectNothing();
    });
  });

  it('stops where a value is no text of its character set, and is loaded once that is mended', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 't.sql');
      const text = `SET NAMES utf8mb4;\n${TABLE}INSERT INTO t VALUES (1,'a'),(2,'\xfc');\n`;
      writeFileSync(path, Buffer.from(text, 'latin1'));
      const { errors, state } = await load(path, 't');
      expect(state).not.toMatch(/^done/);
      expect(errors[0]?.message).toMatch(/./);
      expect(errors[0]?.message).not.toMatch(/undefined|Error:/);
      await dropSchemas(vendor, COPY);
      writeFileSync(path, Buffer.from(text.replace('utf8mb4', 'latin1'), 'latin1'));
      expect((await load(path, 't')).errors).toEqual([]);
    });
  });
});
