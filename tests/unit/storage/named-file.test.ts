import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeNamedFile } from '../../../app/storage/named-file';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-test-'))));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a file that its user named', () => {
  it('is never seen in part', async () => {
    const file = join(folder, 'pages.json');
    writeFileSync(file, 'old');
    const content = Buffer.alloc(32 << 20, 'x');
    const sizes = new Set<number>();
    const looks = setInterval(() => sizes.add(statSync(file).size), 0);
    await writeNamedFile(file, content);
    clearInterval(looks);
    sizes.add(statSync(file).size);
    expect([...sizes].sort()).toEqual([3, content.length]);
    expect(readdirSync(folder)).toEqual(['pages.json']);
  });

  it('keeps the mode that it had, and is reached through its link', async () => {
    const file = join(folder, 'pages.json');
    const link = join(folder, 'link.json');
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    symlinkSync(file, link);
    await writeNamedFile(link, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it('has the mode that is asked for where it is new', async () => {
    const file = join(folder, 'connections.json');
    await writeNamedFile(file, '{}', 0o600);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is not made where a folder has its name, and leaves nothing', async () => {
    mkdirSync(join(folder, 'pages.json'));
    await expect(writeNamedFile(join(folder, 'pages.json'), 'new')).rejects.toThrow('EISDIR');
    await expect(writeNamedFile(join(folder, 'none', 'pages.json'), 'new')).rejects.toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual(['pages.json']);
  });

  it('is written in place where no other can be made beside it', async () => {
    const longest = join(folder, 'p'.repeat(255));
    await writeNamedFile(longest, 'new');
    expect(readFileSync(longest, 'utf8')).toBe('new');
    const file = join(folder, 'pages.json');
    writeFileSync(file, 'old');
    chmodSync(folder, 0o555);
    await writeNamedFile(file, 'new');
    chmodSync(folder, 0o755);
    expect(readFileSync(file, 'utf8')).toBe('new');
  });

  it('may be a device', async () => {
    await writeNamedFile('/dev/null', 'new');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});
