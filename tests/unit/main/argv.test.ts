import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpFolderIn } from '../../../app/main/argv';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sluice-argv-'));
  for (const name of ['shop', 'other']) {
    mkdirSync(join(place, name));
    writeFileSync(join(place, name, '@.json'), '{}');
  }
  mkdirSync(join(place, 'pictures'));
});
afterEach(() => rmSync(place, { recursive: true }));

describe('dumpFolderIn', () => {
  it('finds the dump among programs, switches and other folders', () => {
    const argv = ['/usr/bin/sluice', '--no-sandbox', 'pictures', 'shop', '/nowhere'];
    expect(dumpFolderIn(argv, place)).toBe(join(place, 'shop'));
  });

  it('takes the last of several', () => {
    expect(dumpFolderIn([join(place, 'shop'), join(place, 'other')], '/')).toBe(join(place, 'other'));
  });

  it('finds none where none is', () => {
    expect(dumpFolderIn(['/usr/bin/sluice', '.', 'pictures', '--dump=shop'], place)).toBeNull();
  });
});
