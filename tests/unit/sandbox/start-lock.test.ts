import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withStartLock } from '../../../app/sandbox/start-lock';

let folder = '';
beforeEach(async () => (folder = await fs.mkdtemp(join(tmpdir(), 'sluice-lock-'))));
afterEach(() => fs.rm(folder, { recursive: true }));

describe('withStartLock', () => {
  it('lets one in at a time', async () => {
    const file = join(folder, 'lock');
    let inside = 0;
    let most = 0;
    const visit = () =>
      withStartLock(file, async () => {
        most = Math.max(most, (inside += 1));
        await new Promise((resolve) => setTimeout(resolve, 30));
        inside -= 1;
      });
    await Promise.all([visit(), visit(), visit()]);
    expect(most).toBe(1);
    expect(await fs.readdir(folder)).toEqual([]);
  });

  it('takes over the lock of a process that has died, also where its number lives on', async () => {
    const file = join(folder, 'lock');
    await fs.writeFile(file, JSON.stringify({ pid: process.pid, began: 'another time' }));
    expect(await withStartLock(file, () => Promise.resolve('in'))).toBe('in');
  });

  it('lets go after a failure', async () => {
    const file = join(folder, 'lock');
    await expect(withStartLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withStartLock(file, () => Promise.resolve('in'))).toBe('in');
  });
});
