import { appendFileSync, renameSync, unlinkSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatFact, type Fact } from '../../../app/format/facts';
import { FactsTail } from '../../../app/format/facts-tail';
import { FACTS_FILE } from '../../../app/format/names';
import { ORDERS_FACT, TestFolders } from '../harness/dump-folder';

const STRUCTURE: Fact = { fact: 'structure' };
const folders = new TestFolders();

afterAll(() => folders.clear());

describe('the tail of a dump’s facts', () => {
  it('gives each fact once, as soon as its line is whole', async () => {
    const folder = folders.make();
    const tail = new FactsTail(folder);
    expect(await tail.next()).toEqual([]);
    const line = formatFact(ORDERS_FACT);
    writeFileSync(join(folder, FACTS_FILE), formatFact(STRUCTURE) + line.slice(0, 20));
    expect(await tail.next()).toEqual([STRUCTURE]);
    expect(await tail.next()).toEqual([]);
    appendFileSync(join(folder, FACTS_FILE), line.slice(20));
    expect(await tail.next()).toEqual([ORDERS_FACT]);
    expect(await tail.next()).toEqual([]);
  });

  it('takes a character that was cut in its middle for what it is', async () => {
    const fact: Fact = { ...ORDERS_FACT, table: 'bestellungen_für_€' };
    const bytes = Buffer.from(formatFact(fact));
    const cut = bytes.indexOf(Buffer.from('€')) + 1;
    const folder = folders.make();
    writeFileSync(join(folder, FACTS_FILE), bytes.subarray(0, cut));
    const tail = new FactsTail(folder);
    expect(await tail.next()).toEqual([]);
    appendFileSync(join(folder, FACTS_FILE), bytes.subarray(cut));
    expect(await tail.next()).toEqual([fact]);
  });

  it.each([
    ['has gone', (file: string) => unlinkSync(file)],
    ['is shorter than it was', (file: string) => writeFileSync(file, '')],
    [
      'is another',
      (file: string) => {
        writeFileSync(`${file}.new`, formatFact(STRUCTURE).repeat(9));
        renameSync(`${file}.new`, file);
      },
    ],
  ])('fails where the file %s', async (_, change) => {
    const folder = folders.make([[FACTS_FILE, formatFact(STRUCTURE)]]);
    const tail = new FactsTail(folder);
    expect(await tail.next()).toHaveLength(1);
    change(join(folder, FACTS_FILE));
    await expect(tail.next()).rejects.toMatchObject({ failure: { code: 'dump-incomplete' } });
  });
});
