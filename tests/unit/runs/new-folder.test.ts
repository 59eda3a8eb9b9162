import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  releaseFolder,
  reserveNextFolder,
  stemOf,
  suggestFolder,
  suggestNextPlace,
} from '../../../app/runs/new-folder';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sluice-folders-'));
});
afterEach(() => rmSync(place, { recursive: true }));

describe('suggestFolder', () => {
  const now = new Date(2026, 10, 20, 9, 5);

  it('names the folder after the schema and the minute', async () => {
    expect(await suggestFolder(place, 'shop', now)).toBe(join(place, 'shop-2026-11-20-0905'));
  });

  it('counts on where the folder exists', async () => {
    mkdirSync(join(place, 'shop-2026-11-20-0905'));
    mkdirSync(join(place, 'shop-2026-11-20-0905-2'));
    expect(await suggestFolder(place, 'shop', now)).toBe(join(place, 'shop-2026-11-20-0905-3'));
  });

  it.each([
    ['../../etc', 'etc'],
    ['a/b\\c:d', 'a-b-c-d'],
    ['magasin_été', 'magasin_été'],
    ['..', 'dump'],
    ['x'.repeat(120), 'x'.repeat(60)],
  ])('makes a safe name of %s', async (name, safe) => {
    expect(await suggestFolder(place, name, now)).toBe(join(place, `${safe}-2026-11-20-0905`));
  });
});

describe('suggestNextPlace', () => {
  it('names a file as the last one, with the minute and its extension', async () => {
    const last = join(place, 'shop-2026-11-20-0905.sql.gz');
    const now = new Date(2026, 10, 21, 2, 30);
    const next = await suggestNextPlace(last, '.sql.gz', now);
    expect(next).toBe(join(place, 'shop-2026-11-21-0230.sql.gz'));
    writeFileSync(next, '');
    expect(await suggestNextPlace(last, '.sql.gz', now)).toBe(join(place, 'shop-2026-11-21-0230-2.sql.gz'));
    expect(await suggestNextPlace(join(place, 'shop'), '', now)).toBe(join(place, 'shop-2026-11-21-0230'));
  });
});

describe('reserveNextFolder', () => {
  it('is beside the last one, under its name with a new time', async () => {
    const now = new Date(2026, 10, 21, 2, 30);
    expect(await reserveNextFolder(join(place, 'shop-2026-11-20-0905-2'), now)).toBe(
      join(place, 'shop-2026-11-21-0230'),
    );
    expect(await reserveNextFolder(join(place, 'nightly'), now)).toBe(join(place, 'nightly-2026-11-21-0230'));
    expect(readdirSync(place).sort()).toEqual(['nightly-2026-11-21-0230', 'shop-2026-11-21-0230']);
  });

  it('is another one for each of many runs in the same minute', async () => {
    const now = new Date(2026, 10, 21, 2, 30);
    const last = join(place, 'shop-2026-11-20-0905');
    const names = await Promise.all(Array.from({ length: 10 }, () => reserveNextFolder(last, now)));
    expect(new Set(names).size).toBe(10);
    expect(readdirSync(place)).toHaveLength(10);
  });

  it('passes over a link that leads nowhere', async () => {
    symlinkSync(join(place, 'gone'), join(place, 'shop-2026-11-21-0230'));
    const now = new Date(2026, 10, 21, 2, 30);
    expect(await reserveNextFolder(join(place, 'shop'), now)).toBe(join(place, 'shop-2026-11-21-0230-2'));
  });

  it('is only named where it can’t be made', async () => {
    const now = new Date(2026, 10, 21, 2, 30);
    expect(await reserveNextFolder('/proc/nowhere/shop', now)).toBe('/proc/nowhere/shop-2026-11-21-0230');
  });

  it('goes again where nothing was put into it', async () => {
    const [empty, used] = [await reserveNextFolder(join(place, 'a'), new Date()), place];
    await releaseFolder(empty);
    writeFileSync(join(used, 'dump'), '');
    await releaseFolder(used);
    expect(readdirSync(place)).toEqual(['dump']);
  });
});

describe('stemOf', () => {
  it.each([
    ['/b/shop-2026-11-20-0905', 'shop'],
    ['/b/shop-2026-11-20-0905-12', 'shop'],
    ['/b/shop-2026', 'shop-2026'],
    ['/b/shop', 'shop'],
    ['/b/SHOP-2026-11-20-0905.SQL.GZ', 'SHOP'],
  ])('of %s is %s', (folder, stem) => {
    expect(stemOf(folder)).toBe(stem);
  });
});
