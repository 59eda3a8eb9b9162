import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Addon } from '../../../app/engine/addon';
import type { EngineScriptItem } from '../../../app/engine/scan/scans';
import { openDump } from '../../../app/format/formats';
import { IDLE_ENGINE } from '../harness/engine';
import { failingWith } from '../harness/failure';

const folder = mkdtempSync(join(tmpdir(), 'sluice-formats-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An engine that finds one table in every script. */
const SCANNING = {
  scanScript: () => {
    const statement = Buffer.from('CREATE TABLE `t` (\n  `id` int\n)');
    const batches: (readonly EngineScriptItem[] | null)[] = [
      [
        { kind: 'statement', text: statement, offset: 0, line: 1 },
        { kind: 'comment', text: Buffer.from('-- Dump completed'), offset: 0, line: 2 },
        { kind: 'end', bytes: 100, lines: 2, cut: null },
      ],
      null,
    ];
    return { next: () => Promise.resolve(batches.shift() ?? null) };
  },
} as unknown as Addon;

describe('openDump', () => {
  it.each([
    ['a script by its name', 'backup.sql', 'CREATE TABLE `t` (id INT);\n'],
    ['a script of mysqldump', 'nightly.1', '-- MySQL dump 10.13  Distrib 8.0.44, for Linux (x86_64)\n'],
    [
      'a script behind the line that turns off commands',
      'nightly.bak',
      '/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19\n',
    ],
    [
      'a script behind a warning of its tool',
      'nightly',
      'mysqldump: [Warning] Using a password on the command line\n-- MySQL dump 10.13\n',
    ],
  ])('opens %s', async (_which, name, head) => {
    const path = join(folder, name);
    writeFileSync(path, head, 'latin1');
    const { schemas, problems, directory } = await openDump(path, SCANNING);
    expect(problems).toEqual([]);
    expect(directory).toBe(folder);
    expect(schemas.map((schema) => [schema.name, schema.tables.map((table) => table.name)])).toEqual([
      [name.replace(/\.sql$/, ''), ['t']],
    ]);
  });

  it.each([
    ['7z', '7z\xbc\xaf\x27\x1c'],
    ['rar', 'Rar!\x1a\x07\x01\x00'],
    ['Z', '\x1f\x9d\x90'],
    ['lzma', '\x5d\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff'],
    ['lz4 -l', '\x02\x21\x4c\x18'],
  ])('names a script that is packed in a way it does not know (%s)', async (suffix, head) => {
    const path = join(folder, `backup.sql.${suffix}`);
    writeFileSync(path, head, 'latin1');
    await expect(openDump(path, IDLE_ENGINE)).rejects.toThrow(
      failingWith('dump-unsupported', { message: saying(`packed as ${suffix}`) }),
    );
  });

  it('knows a copy of standard input by its digest, wherever it lies', async () => {
    const copies = await Promise.all(
      ['first-copy', 'second-copy'].map(async (name) => {
        const path = join(folderOf(name, []), `stdin-${'0a'.repeat(32)}.sql`);
        writeFileSync(path, '-- MySQL dump 10.13\n');
        return await openDump(path, SCANNING);
      }),
    );
    const [one, other] = await Promise.all(copies.map((copy) => copy.identity()));
    expect(one).toBe(other);
    expect(copies[1]?.schemas.map(({ name }) => name)).toEqual(['stdin']);
  });

  it('opens a folder of mydumper', async () => {
    const path = folderOf('mydumper', ['metadata', 'shop-schema-create.sql', 'shop.item-schema.sql']);
    const { schemas, manifest, files } = await openDump(path, SCANNING);
    expect([schemas.map(({ name }) => name), manifest.dumper, files]).toEqual([['shop'], 'mydumper', 3]);
  });

  it('says of any other file that it is no script', async () => {
    const path = join(folder, 'picture.png');
    writeFileSync(path, '\x89PNG\r\n');
    await expect(openDump(path, IDLE_ENGINE)).rejects.toThrow(
      failingWith('not-a-dump', { message: saying(`${path} is a file`) }),
    );
  });

  it('finds no dump in a folder of other files', async () => {
    const path = folderOf('other', ['metadata', 'notes.txt']);
    await expect(openDump(path, IDLE_ENGINE)).rejects.toThrow(
      failingWith('not-a-dump', { message: saying('holds no @.json') }),
    );
  });

  it('says that a path leads nowhere', async () => {
    await expect(openDump(join(folder, 'none'), IDLE_ENGINE)).rejects.toThrow(failingWith('not-a-dump'));
  });
});

function folderOf(name: string, files: readonly string[]): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const file of files) writeFileSync(join(path, file), '');
  return path;
}

function saying(words: string): unknown {
  return expect.stringContaining(words);
}
