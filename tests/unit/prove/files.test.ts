import { mkdir, mkdtemp, rm, symlink, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cancellation } from '../../../app/engine/cancellation';
import { assertUnchanged, compareFiles, digestFiles, listFiles } from '../../../app/prove/files';

const file = (name: string, digest: string, bytes = 1) => ({ file: name, bytes, sha256: digest });

describe('compareFiles', () => {
  const certified = [file('a', '1'), file('b', '2'), file('c', '3')];

  it('finds no difference between the same files', () => {
    const none = { changed: [], missing: [], added: [] };
    expect(compareFiles(certified, [...certified].reverse(), 'folder')).toEqual(none);
  });

  it('names what is changed, missing and added', () => {
    const found = [file('a', '9'), file('c', '3'), file('d', '4')];
    expect(compareFiles(certified, found, 'folder')).toEqual({
      changed: ['a'],
      missing: ['b'],
      added: ['d'],
    });
  });

  it('takes another size for another content', () => {
    expect(compareFiles([file('a', '1', 1)], [file('a', '1', 2)], 'folder').changed).toEqual(['a']);
  });

  it('knows a dump of one file under another name', () => {
    const none = { changed: [], missing: [], added: [] };
    expect(compareFiles([file('x.sql', '1')], [file('y.sql', '1')], 'file')).toEqual(none);
    expect(compareFiles([file('x.sql', '1')], [file('y.sql', '2')], 'file').changed).toEqual(['y.sql']);
  });
});

describe('the files of a dump', () => {
  let place = '';
  let dump = '';
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-files-'));
    dump = join(place, 'dump');
    await mkdir(join(dump, 'more'), { recursive: true });
    await writeFile(join(dump, 'b'), 'b');
    await writeFile(join(dump, 'more', 'a'), '');
  });
  afterEach(() => rm(place, { recursive: true }));

  it('are listed with those of its folders, each with its digest', async () => {
    const { place: kind, files } = await listFiles(dump);
    expect(kind).toBe('folder');
    const digests = await digestFiles(files, new Cancellation());
    expect(digests).toEqual([
      file('b', '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d'),
      file('more/a', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 0),
    ]);
  });

  it('are refused with a link that leads out of it, and with one that leads nowhere', async () => {
    await writeFile(join(place, 'outside'), '');
    await symlink(join(dump, 'b'), join(dump, 'inside'));
    expect((await listFiles(dump)).files.map((each) => each.file)).toEqual(['b', 'inside', 'more/a']);
    await symlink('../outside', join(dump, 'link'));
    await expect(listFiles(dump)).rejects.toThrow(/link is a link that leads out of the dump/);
    await rm(join(dump, 'link'));
    await symlink('nowhere', join(dump, 'lost'));
    await expect(listFiles(dump)).rejects.toThrow(/lost can’t be read/);
  });

  it('are the same until one is written, added or removed', async () => {
    const before = await listFiles(dump);
    await assertUnchanged(dump, before);
    await writeFile(join(dump, 'b'), 'c');
    await expect(assertUnchanged(dump, before)).rejects.toThrow(/b was changed while the dump was proved/);
    const again = await listFiles(dump);
    await writeFile(join(dump, 'new'), '');
    await expect(assertUnchanged(dump, again)).rejects.toThrow(/new was changed/);
  });
});
