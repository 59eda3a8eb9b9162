import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Addon, EngineScriptItem } from '../../../app/engine/addon';
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
    ['bz2', 'BZh91AY'],
    ['xz', '\xfd7zXZ'],
    ['zip', 'PK\x03\x04'],
  ])('names a script that is compressed (%s)', async (suffix, head) => {
    const path = join(folder, `backup.sql.${suffix}`);
    writeFileSync(path, head, 'latin1');
    await expect(openDump(path, IDLE_ENGINE)).rejects.toThrow(
      failingWith('dump-unsupported', { message: saying(`compressed as ${suffix}`) }),
    );
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
