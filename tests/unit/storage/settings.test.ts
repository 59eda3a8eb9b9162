import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SETTINGS_DEFAULTS } from '../../../app/contract/settings';
import { SettingsStore } from '../../../app/storage/settings';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-settings-'));
  file = join(folder, 'config', 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(document: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(document));
}

const refusedWith = (code: string): unknown =>
  expect.objectContaining({ failure: expect.objectContaining({ code }) as unknown });

describe('SettingsStore', () => {
  it('has the defaults before anything is changed', async () => {
    expect(await new SettingsStore(file).read()).toEqual(SETTINGS_DEFAULTS);
  });

  it('changes just what is named, for every instance', async () => {
    const [one, other] = [new SettingsStore(file), new SettingsStore(file)];
    await one.change({ threads: 9 });
    expect(await other.change({ appearance: 'dark' })).toEqual({
      ...SETTINGS_DEFAULTS,
      threads: 9,
      appearance: 'dark',
    });
    expect((await one.read()).appearance).toBe('dark');
  });

  it('refuses a limit that so many threads can’t keep, and changes nothing', async () => {
    const store = new SettingsStore(file);
    await store.change({ threads: 8 });
    const change = { threads: 64, memoryLimitBytes: 64 * 1_048_576 };
    await expect(store.change(change)).rejects.toEqual(refusedWith('usage'));
    expect((await store.read()).threads).toBe(8);
  });

  it('gives a setting that an older Sluice did not know its default', async () => {
    write({ version: 1, settings: { threads: 3 } });
    expect(await new SettingsStore(file).read()).toEqual({ ...SETTINGS_DEFAULTS, threads: 3 });
  });

  it('refuses what a newer Sluice wrote, and never rewrites it', async () => {
    write({ version: 2, settings: {} });
    await expect(new SettingsStore(file).read()).rejects.toEqual(refusedWith('file-failed'));
    await expect(new SettingsStore(file).change({ threads: 2 })).rejects.toEqual(refusedWith('file-failed'));
  });
});
