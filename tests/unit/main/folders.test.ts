import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { homedir, tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pathHandleSchema } from '../../../app/contract/runs/options';
import { FolderHandles, openDropped } from '../../../app/main/folders';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sluice-folders-'));
});
afterEach(() => rmSync(place, { recursive: true }));

describe('FolderHandles', () => {
  it('gives a path one handle that does not reveal it', () => {
    const folders = new FolderHandles();
    const handle = folders.handleOf('/backups/shop');
    expect(pathHandleSchema.safeParse(handle).success).toBe(true);
    expect(folders.handleOf('/backups/shop')).toBe(handle);
    expect(folders.handleOf('/backups/shop2')).not.toBe(handle);
    expect(folders.pathOf(handle)).toBe('/backups/shop');
  });

  it('refuses a handle that it did not give out', () => {
    const other = new FolderHandles().handleOf('/backups/shop');
    expect(() => new FolderHandles().pathOf(other)).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ code: 'channel-refused' }) as unknown }),
    );
  });

  it('says whether a folder can be written to or created', async () => {
    const folders = new FolderHandles();
    expect(await folders.choiceOf(place)).toMatchObject({ writable: true });
    expect(await folders.choiceOf(join(place, 'new', 'deeper'))).toMatchObject({ writable: true });
    writeFileSync(join(place, 'file'), '');
    expect(await folders.choiceOf(join(place, 'file', 'below'))).toMatchObject({ writable: false });
  });

  it('says whether a folder is empty, and that one that is not there yet is', async () => {
    const folders = new FolderHandles();
    expect(await folders.choiceOf(place)).toMatchObject({ empty: true, display: place });
    writeFileSync(join(place, 'x'), '');
    expect(await folders.choiceOf(place)).toMatchObject({ empty: false });
    expect(await folders.choiceOf(join(place, 'new', 'deeper'))).toMatchObject({ empty: true });
  });

  it('reads the free space also for a folder that does not exist yet', async () => {
    const { freeBytes } = await new FolderHandles().choiceOf(join(place, 'new', 'deeper'));
    expect(freeBytes).toBeGreaterThan(0);
  });

  it('shortens the home folder for display', async () => {
    const { display } = await new FolderHandles().choiceOf(join(homedir(), 'dumps', 'a'));
    expect(display).toBe('~/dumps/a');
  });
});

describe('openDropped', () => {
  it('takes a folder or a file that is there', async () => {
    const folders = new FolderHandles();
    writeFileSync(join(place, 'file'), '');
    expect(await openDropped(folders, place)).toMatchObject({ display: place });
    expect(await openDropped(folders, join(place, 'file'))).toMatchObject({ display: join(place, 'file') });
    expect(await openDropped(folders, join(place, 'missing'))).toBeNull();
  });
});
