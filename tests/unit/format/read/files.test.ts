import { mkdirSync } from 'fs';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatFact, type Fact } from '../../../../app/format/facts';
import { DONE_FILE, FACTS_FILE } from '../../../../app/format/names';
import { dumpBeginning, dumpFingerprint, dumpIdentities } from '../../../../app/format/read/files';
import { ORDERS_FACT, shopFiles, TestFolders } from '../../harness/dump-folder';

const folders = new TestFolders();
afterAll(() => folders.clear());

const factsOf = (id: string): string => {
  const writer = { id, host: 'here', pid: 1, began: '1' };
  const facts: readonly Fact[] = [
    { fact: 'dump', sluice: '1.0.0', consistency: 'One snapshot.', writer },
    { fact: 'definition', schema: 'shop', table: 'orders', createTable: '{"fact":"structure"}\n', key: [] },
    { fact: 'structure' },
  ];
  return facts.map(formatFact).join('');
};

function folderWith(facts: string, state: 'done' | 'growing' = 'growing'): string {
  const files = shopFiles().set(FACTS_FILE, facts);
  if (state === 'growing') files.delete(DONE_FILE);
  return folders.make(files);
}

const dumpIn = (directory: string) => ({ directory, identity: () => dumpFingerprint(directory) });

describe('the identity of a dump', () => {
  const data = formatFact(ORDERS_FACT);

  it('is one while rows are written and when it is done', async () => {
    const begun = await dumpBeginning(folderWith(factsOf('a')));
    expect(begun).not.toBeNull();
    expect(await dumpBeginning(folderWith(factsOf('a') + data))).toBe(begun);
    const done = folderWith(factsOf('a') + data, 'done');
    expect(await dumpBeginning(done)).toBe(begun);
    expect(await dumpIdentities(dumpIn(done))).toEqual([await dumpFingerprint(done), begun]);
  });

  it('is that of no other dump, however alike they are', async () => {
    expect(await dumpBeginning(folderWith(factsOf('a')))).not.toBe(
      await dumpBeginning(folderWith(factsOf('b'))),
    );
  });

  it('is not known before all definitions are there, nor of a dump that does not say so', async () => {
    const [dump = '', definition = ''] = factsOf('a').split(/(?<=\n)/);
    expect(await dumpBeginning(folderWith(dump + definition))).toBeNull();
    expect(await dumpIdentities(dumpIn(folders.make(shopFiles())))).toHaveLength(1);
    expect(await dumpBeginning(folders.free())).toBeNull();
  });

  it('of a finished dump changes with any fact of its data', async () => {
    const other = formatFact({ ...ORDERS_FACT, rows: 4 });
    expect(await dumpFingerprint(folderWith(factsOf('a') + data, 'done'))).not.toBe(
      await dumpFingerprint(folderWith(factsOf('a') + other, 'done')),
    );
  });

  it('is another for each definition, to the last one', async () => {
    const other = factsOf('a').replace('"orders"', '"people"');
    expect(await dumpBeginning(folderWith(other))).not.toBe(await dumpBeginning(folderWith(factsOf('a'))));
    const later = factsOf('a').replace('\\"structure\\"', '\\"other\\"');
    expect(later).not.toBe(factsOf('a'));
    expect(await dumpBeginning(folderWith(later))).not.toBe(await dumpBeginning(folderWith(factsOf('a'))));
  });

  it('is not made of a file that can’t be read', async () => {
    const files = shopFiles();
    files.delete(FACTS_FILE);
    const folder = folders.make(files);
    mkdirSync(join(folder, FACTS_FILE));
    await expect(dumpFingerprint(folder)).rejects.toThrow(/it is a folder/);
    await expect(dumpBeginning(folder)).rejects.toThrow(/it is a folder/);
  });
});
