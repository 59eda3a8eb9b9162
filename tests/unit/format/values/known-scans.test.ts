import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KnownScans } from '../../../../app/format/values/known-scans';

describe('the scans that are known', () => {
  let folder = '';
  let path = '';
  let made: unknown[] = [];
  const scan = (wish: unknown) => Promise.resolve(made.push(wish));
  const wish = (more: object = {}) =>
    ({ path, compression: 'none', entry: null, checks: [], ...more }) as const;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-scans-'));
    path = join(folder, 'a.csv');
    writeFileSync(path, 'id\n1\n');
    made = [];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('are made once for a file and a wish', async () => {
    const scans = new KnownScans();
    expect([await scans.of(wish(), scan), await scans.of(wish(), scan)]).toEqual([1, 1]);
    expect(await scans.of(wish({ hasHeader: true }), scan)).toBe(2);
    expect(await scans.of(wish(), scan)).toBe(1);
  });

  it('are made again for a file that has changed, or is packed, and with checks', async () => {
    const scans = new KnownScans();
    await scans.of(wish(), scan);
    writeFileSync(path, 'id\n1\n2\n');
    expect(await scans.of(wish(), scan)).toBe(2);
    utimesSync(path, 1, 1);
    expect(await scans.of(wish(), scan)).toBe(3);
    for (const number of [4, 5]) expect(await scans.of(wish({ checks: [1] }), scan)).toBe(number);
    for (const number of [6, 7]) expect(await scans.of(wish({ compression: 'gzip' }), scan)).toBe(number);
  });

  it('are forgotten where they failed, and when there are many others', async () => {
    const scans = new KnownScans();
    await expect(scans.of(wish(), () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
    expect(await scans.of(wish(), scan)).toBe(1);
    for (let more = 0; more < 256; more += 1) await scans.of(wish({ more }), scan);
    expect(await scans.of(wish(), scan)).toBe(258);
  });
});
