import { statSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../../app/storage/make-folder';
import { TestFolders } from '../harness/dump-folder';

const folders = new TestFolders();
afterAll(() => {
  folders.clear();
});

describe('makeFolder', () => {
  it('makes what is missing, and says whether it made the folder itself', async () => {
    const path = join(folders.free(), 'deep', 'er');
    expect(await makeFolder(path, 0o700)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(await makeFolder(path, 0o700)).toBe(false);
  });

  it('lets one of many that make the same folder have made it', async () => {
    const path = join(folders.free(), 'deep', 'er');
    const made = await Promise.all(Array.from({ length: 20 }, () => makeFolder(path)));
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  it('fails where a file has the folder’s name', async () => {
    const path = join(folders.make(), 'file');
    writeFileSync(path, '');
    await expect(makeFolder(path)).rejects.toThrow(/EEXIST/);
    await expect(makeFolder(join(path, 'deeper'))).rejects.toThrow(/ENOTDIR/);
  });

  it.runIf(process.platform === 'linux')(
    'ends where the file system answers ENOENT for a folder whose parent exists',
    async () => {
      await expect(makeFolder('/proc/x')).rejects.toThrow(/ENOENT/);
      await expect(makeFolder('/proc/x/y/z')).rejects.toThrow(/ENOENT/);
    },
  );
});
