import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseOf, chosenFiles, isPattern, patternOf } from '../../../../app/format/read/several';

const FILES = [
  'a.csv',
  'b.csv',
  'B2.tsv',
  '.hidden.csv',
  'odd [1],{x}*.csv',
  'below/c.csv',
  'back\\slash.csv',
];

describe('several files as one dump', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice several, [x]-'));
    mkdirSync(join(folder, 'below'));
    for (const file of FILES) writeFileSync(join(folder, file), '');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const within = () => folder.replace(/[[\],]/g, '\\$&');
  const named = async (pattern: string) => (await chosenFiles(`${within()}/${pattern}`)).names;

  it.each([
    ['*.csv', ['a.csv', 'b.csv', 'back\\slash.csv', 'odd [1],{x}*.csv']],
    ['?.csv', ['a.csv', 'b.csv']],
    ['[!a].csv', ['b.csv']],
    ['[a-b].csv', ['a.csv', 'b.csv']],
    ['{b,a}.csv', ['b.csv', 'a.csv']],
    ['{b,a}{.csv,.{csv,csv}}', ['b.csv', 'a.csv']],
    ['.*.csv', ['.hidden.csv']],
    ['odd \\[1],\\{x}\\*.csv', ['odd [1],{x}*.csv']],
    ['{below/c.csv,B*}', ['below/c.csv', 'B2.tsv']],
  ])('are found by %s', async (pattern, names) => {
    expect(await named(pattern)).toEqual(names);
  });

  it.each([
    ['c*.csv', /No file matches/],
    ['{a.csv,missing.csv}', /There is no dump at .*missing\.csv/],
    ['{a.csv', /brace .* not closed/],
    ['b*', /below is a folder/],
    ['*/c.csv', /wildcards in the name of a folder/],
    ['[z-a].csv', /No file matches/],
  ])('are refused by %s', async (pattern, message) => {
    await expect(named(pattern)).rejects.toThrow(message);
  });

  it('are named by one pattern, whatever their names are', async () => {
    const paths = [...FILES].reverse().map((file) => join(folder, file));
    const pattern = await patternOf(paths);
    expect(isPattern(pattern)).toBe(true);
    expect(baseOf(pattern)).toBe(folder);
    expect(await chosenFiles(pattern)).toEqual({ directory: folder, names: [...FILES].reverse() });
    expect(await patternOf(['/x/y.csv'])).toBe('/x/y.csv');
    const both = await patternOf([`${within()}/b{.csv,ack*}`, join(folder, 'below', 'c.csv')]);
    expect((await chosenFiles(both)).names).toEqual(['b.csv', 'back\\slash.csv', 'below/c.csv']);
  });
});
