import { mkdtemp, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInspection, saveInspection } from '../../../../app/inspect/file/saved';
import { index, inspection } from '../fixtures';

describe('a kept inspection', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is read as it was kept, also over an older one', async () => {
    const path = join(folder, 'a.json');
    const kept = inspection([index({ table: 's.t', name: 'PRIMARY', fillPct: 92.9, fillHistogram: [1, 2] })]);
    await saveInspection(path, inspection([]));
    await saveInspection(path, kept);
    expect(await readInspection(path)).toEqual(kept);
  });

  it.each(['', '{', '[]', '{"type":"result"}'])('is refused where the file holds %j', async (text) => {
    const path = join(folder, 'b.json');
    await writeFile(path, text);
    await expect(readInspection(path)).rejects.toMatchObject({ failure: { code: 'usage' } });
  });

  it('says which file can’t be read or written', async () => {
    const missing = join(folder, 'missing', 'c.json');
    await expect(readInspection(missing)).rejects.toMatchObject({ failure: { code: 'file-failed' } });
    await expect(saveInspection(missing, inspection([]))).rejects.toMatchObject({
      failure: { code: 'file-failed' },
    });
  });
});
