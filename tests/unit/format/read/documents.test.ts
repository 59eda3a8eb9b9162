import { afterAll, describe, expect, it } from 'vitest';
import { FACTS_FILE, DONE_FILE, MANIFEST_FILE } from '../../../../app/format/names';
import { type DumpFolder } from '../../../../app/format/read/dump';
import { missingRowsOf, tablesWithoutRows } from '../../../../app/format/read/documents';
import { readGrowingDump } from '../../../../app/format/read/reader';
import { describeMissingRows } from '../../../../app/text/format/folder';
import { formatFact } from '../../../../app/format/facts';
import {
  json,
  ORDERS_DOCUMENT,
  ORDERS_FACT,
  SHOP_MANIFEST,
  shopFiles,
  TestFolders,
} from '../../harness/dump-folder';

const folders = new TestFolders();
afterAll(() => {
  folders.clear();
});

/** A dump that was never finished: of its tables only `orders` has come. */
async function unfinished(others: readonly string[], dumper = 'Sluice 1.0.0'): Promise<DumpFolder> {
  const files = shopFiles()
    .set(MANIFEST_FILE, json({ ...SHOP_MANIFEST, dumper }))
    .set('shop.json', json({ schema: 'shop', tables: ['orders', ...others], basenames: {} }))
    .set(FACTS_FILE, formatFact(ORDERS_FACT));
  files.delete(DONE_FILE);
  for (const table of others) files.set(`shop@${table}.json`, json(ORDERS_DOCUMENT));
  return await readGrowingDump(folders.make(files));
}

describe('tables of a dump that was never finished', () => {
  it('is reported with the names of the missing objects', async () => {
    const dump = await unfinished(['lines', 'notes']);
    expect(tablesWithoutRows(dump)?.map(({ name }) => name)).toEqual(['lines', 'notes']);
    expect(describeMissingRows(missingRowsOf(dump))).toBe(
      ' 1 of its 3 tables are whole; not there: shop.lines, shop.notes.',
    );
  });

  it('names a few of many', async () => {
    const names = Array.from({ length: 8 }, (_, number) => `t${number}`);
    expect(describeMissingRows(missingRowsOf(await unfinished(names)))).toMatch(
      /not there: (?:shop\.t\d, ){4}shop\.t4 and 3 more\.$/,
    );
  });

  it('is all rows where only the end is missing', async () => {
    expect(describeMissingRows(missingRowsOf(await unfinished([])))).toBe(
      ' The rows of all its tables are there; what comes after them is not.',
    );
  });

  it('is not known of another tool’s, which records nothing', async () => {
    const dump = await unfinished(['lines'], 'mysqlsh Ver 9');
    expect(tablesWithoutRows(dump)).toBeNull();
    expect(describeMissingRows(missingRowsOf(dump))).toBe('');
  });
});
