import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ValueCache } from '../../../app/storage/value-cache';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'sluice-cache-'));
  folder = join(parent, 'scans');
});
afterEach(() => {
  chmodSync(parent, 0o700);
  rmSync(parent, { recursive: true });
});

const files = () => readdirSync(folder).map((name) => join(folder, name));
const onlyFile = () => files()[0] ?? '';

describe('ValueCache', () => {
  it('gives every instance what one has kept, by its key', async () => {
    const [one, other] = [new ValueCache(folder), new ValueCache(folder)];
    expect(await one.get('a')).toBeNull();
    await one.put('a', [{ rows: 1 }]);
    expect(await other.get('a')).toEqual([{ rows: 1 }]);
    expect(await other.get('b')).toBeNull();
    await one.put('a', [2]);
    expect(await other.get('a')).toEqual([2]);
    await other.drop('a');
    await other.drop('b');
    expect(await one.get('a')).toBeNull();
  });

  it('is for its owner alone', async () => {
    await new ValueCache(folder).put('a', 1);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(onlyFile()).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['cut', (text: string) => text.slice(0, -4)],
    ['empty', () => ''],
    ['changed in one place', (text: string) => text.replace('123', '124')],
    ['foreign', () => '{"rows":1}\n'],
  ])('has nothing where a file is %s', async (_how, changed) => {
    const cache = new ValueCache(folder);
    await cache.put('a', [123]);
    writeFileSync(onlyFile(), changed(readFileSync(onlyFile(), 'utf8')));
    expect(await cache.get('a')).toBeNull();
    await cache.put('a', [1]);
    expect(await cache.get('a')).toEqual([1]);
  });

  it('has nothing of a file that was kept under another key', async () => {
    const cache = new ValueCache(folder);
    await cache.put('a', 1);
    const [kept, text] = [onlyFile(), readFileSync(onlyFile())];
    await cache.put('b', 2);
    const other = files().find((file) => file !== kept) ?? '';
    writeFileSync(other, text);
    expect(await cache.get('b')).toBeNull();
  });

  it('keeps those that were asked for last, so many and so large', async () => {
    const cache = new ValueCache(folder, { files: 2, bytes: 1000 });
    const age = (seconds: number) => {
      for (const file of files()) utimesSync(file, seconds, seconds);
    };
    await cache.put('a', 1);
    age(1000);
    await cache.put('b', 2);
    age(2000);
    expect(await cache.get('a')).toBe(1);
    await cache.put('c', 3);
    expect(await Promise.all(['a', 'b', 'c'].map((key) => cache.get(key)))).toEqual([1, null, 3]);
    age(3000);
    await cache.put('d', 'x'.repeat(850));
    expect(await Promise.all(['a', 'c', 'd'].map((key) => cache.get(key)))).toEqual([
      null,
      null,
      'x'.repeat(850),
    ]);
    await cache.put('e', 'x'.repeat(1000));
    expect(await cache.get('e')).toBeNull();
    expect(await cache.get('d')).not.toBeNull();
  });

  it('keeps nothing where nothing can be written', async () => {
    writeFileSync(folder, '');
    const cache = new ValueCache(folder);
    await cache.put('a', 1);
    await cache.drop('a');
    expect(await cache.get('a')).toBeNull();
  });
});
