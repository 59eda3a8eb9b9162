import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDump } from '../../../app/format/formats';
import { failingWith } from '../harness/failure';

const folder = mkdtempSync(join(tmpdir(), 'sluice-formats-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('openDump', () => {
  it.each([
    ['a script of mysqldump', 'backup.sql', '-- MySQL dump 10.13  Distrib 8.0.44, for Linux (x86_64)\n'],
    ['a compressed script', 'backup.sql.gz', '\x1f\x8b\x08'],
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
  ])('names %s', async (_which, name, head) => {
    const path = join(folder, name);
    writeFileSync(path, head, 'latin1');
    await expect(openDump(path)).rejects.toThrow(
      failingWith('dump-unsupported', { message: saying(`${path} is an SQL script`) }),
    );
  });

  it('names a folder of mydumper', async () => {
    const path = folderOf('mydumper', [
      'metadata',
      'shop-schema-create.sql',
      'shop.item-schema.sql',
      'shop.item.00000.sql',
    ]);
    await expect(openDump(path)).rejects.toThrow(
      failingWith('dump-unsupported', { message: saying('is a dump of mydumper') }),
    );
  });

  it('says of any other file that a dump is a folder', async () => {
    const path = join(folder, 'picture.png');
    writeFileSync(path, '\x89PNG\r\n');
    await expect(openDump(path)).rejects.toThrow(
      failingWith('not-a-dump', { message: saying(`${path} is a file`) }),
    );
  });

  it('finds no dump in a folder of other files', async () => {
    const path = folderOf('other', ['metadata', 'notes.txt']);
    await expect(openDump(path)).rejects.toThrow(
      failingWith('not-a-dump', { message: saying('holds no @.json') }),
    );
  });

  it('says that a path leads nowhere', async () => {
    await expect(openDump(join(folder, 'none'))).rejects.toThrow(failingWith('not-a-dump'));
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
