import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { takeOutputFolder } from '../../../app/dump/folder';
import { TestFolders } from '../harness/dump-folder';
import { failingWith } from '../harness/failure';

const folders = new TestFolders();
afterAll(() => {
  folders.clear();
});

describe('takeOutputFolder', () => {
  it('makes a folder that is not there yet, for its owner only', async () => {
    const path = join(folders.free(), 'deep', 'er');
    await takeOutputFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('takes an empty folder as it is', async () => {
    const path = folders.make();
    expect((await takeOutputFolder(path)).path).toBe(path);
  });

  it('refuses a folder that holds anything and leaves it alone', async () => {
    const path = folders.make([['.hidden', 'mine']]);
    await expect(takeOutputFolder(path)).rejects.toThrow(failingWith('folder-not-empty'));
    expect(readdirSync(path)).toEqual(['.hidden']);
  });

  it('refuses a path that is a file, or goes through one', async () => {
    const file = join(folders.make([['file', '']]), 'file');
    await expect(takeOutputFolder(file)).rejects.toThrow(failingWith('folder-not-writable'));
    await expect(takeOutputFolder(join(file, 'deeper'))).rejects.toThrow(failingWith('folder-not-writable'));
  });
});

describe('discarding an output folder', () => {
  it('removes the files and the folder that the dump made', async () => {
    const folder = await takeOutputFolder(folders.free());
    writeFileSync(join(folder.path, '@.json'), '{}');
    await folder.discard();
    expect(existsSync(folder.path)).toBe(false);
  });

  it('empties a folder that was there before and leaves it', async () => {
    const folder = await takeOutputFolder(folders.make());
    writeFileSync(join(folder.path, '@.json'), '{}');
    await folder.discard();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('leaves folders that somebody put into it', async () => {
    const folder = await takeOutputFolder(folders.free());
    mkdirSync(join(folder.path, 'mine'));
    writeFileSync(join(folder.path, '@.json'), '{}');
    await folder.discard();
    expect(readdirSync(folder.path)).toEqual(['mine']);
  });

  it('does not mind that somebody removed the folder', async () => {
    const folder = await takeOutputFolder(folders.free());
    rmdirSync(folder.path);
    await expect(folder.discard()).resolves.toBeUndefined();
  });
});
