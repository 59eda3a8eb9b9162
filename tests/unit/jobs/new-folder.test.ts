import { mkdirSync, mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextFolder, stemOf, suggestFolder } from '../../../app/jobs/new-folder';

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

describe('nextFolder', () => {
  it('is beside the last one, under its name with a new time', async () => {
    const now = new Date(2026, 10, 21, 2, 30);
    expect(await nextFolder(join(place, 'shop-2026-11-20-0905-2'), now)).toBe(
      join(place, 'shop-2026-11-21-0230'),
    );
    expect(await nextFolder(join(place, 'nightly'), now)).toBe(join(place, 'nightly-2026-11-21-0230'));
  });
});

describe('stemOf', () => {
  it.each([
    ['/b/shop-2026-11-20-0905', 'shop'],
    ['/b/shop-2026-11-20-0905-12', 'shop'],
    ['/b/shop-2026', 'shop-2026'],
    ['/b/shop', 'shop'],
  ])('of %s is %s', (folder, stem) => {
    expect(stemOf(folder)).toBe(stem);
  });
});
