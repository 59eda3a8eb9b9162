import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { describe, expect, it } from 'vitest';
import { askDf, availableIn, freeBytesAt } from '../../../app/storage/free-space';

const HEAD = 'Filesystem     1024-blocks      Used Available Capacity Mounted on';

describe('freeBytesAt', () => {
  it('is what df tells, whichever of the two is asked', async () => {
    const { blocks, bsize } = await fs.statfs(tmpdir());
    for (const free of [await freeBytesAt(tmpdir()), await askDf(tmpdir())]) {
      expect(free).toBeGreaterThan(0);
      expect(free).toBeLessThanOrEqual(blocks * bsize);
    }
  });

  it('is unknown where there is nothing', async () => {
    const missing = join(tmpdir(), 'no', 'such', 'folder');
    expect([await freeBytesAt(missing), await askDf(missing)]).toEqual([null, null]);
  });
});

describe('availableIn', () => {
  it('reads the figure before the capacity, also of names with spaces', () => {
    expect(availableIn(`${HEAD}\n/dev/vda  263174212 25000000 70000000      27% /\n`)).toBe(
      70_000_000 * 1024,
    );
    expect(availableIn(`${HEAD}\n//nas/old dumps 1 100 20  3     87% /media/old 5 dumps\n`)).toBe(3 * 1024);
    expect(availableIn(`${HEAD}\nnone 0 0 0 - /proc\n`)).toBe(0);
  });

  it('is unknown where df failed', () => {
    expect(availableIn('')).toBeNull();
    expect(availableIn(`${HEAD}\n`)).toBeNull();
  });
});
