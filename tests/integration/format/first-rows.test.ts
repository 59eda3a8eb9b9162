import { Buffer } from 'buffer';
import { writeFileSync } from 'fs';
import { join } from 'path';
import { compress } from 'zstd-napi';
import { afterAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../../app/engine/open';
import { readFirstRows } from '../../../app/format/read/first-rows';
import { readDump } from '../../../app/format/read/reader';
import { ENGINE_FILE } from '../harness/runs';
import { ORDERS_DOCUMENT, shopFiles, TestFolders } from '../../unit/harness/dump-folder';
import { failingWith } from '../../unit/harness/failure';

const engine = openEngine(ENGINE_FILE);
const folders = new TestFolders();
afterAll(() => folders.clear());

/** A dump of `orders` with one chunk, which holds these bytes, and without facts of it. */
function withChunk(bytes: Buffer, compressed: boolean, document: object = {}): string {
  const files = shopFiles();
  for (const name of ['@.sluice.jsonl', 'shop@orders@0.tsv', 'shop@orders@@1.tsv']) files.delete(name);
  const [extension, compression] = compressed ? ['tsv.zst', 'zstd'] : ['tsv', 'none'];
  files.set('shop@orders.json', JSON.stringify({ ...ORDERS_DOCUMENT, extension, compression, ...document }));
  const folder = folders.make(files);
  writeFileSync(join(folder, `shop@orders@@0.${extension}`), bytes);
  return folder;
}

async function read(folder: string, limit: number) {
  const dump = await readDump(folder);
  const table = dump.schemas[0]?.tables[0];
  if (table === undefined) throw new Error('There is no table.');
  return await readFirstRows(engine, dump, table, limit);
}

/** The first rows of `orders` where its only chunk holds this text. */
async function firstRows(text: string, limit = 50, document: object = {}, compressed = false) {
  const bytes = Buffer.from(text);
  return await read(withChunk(compressed ? compress(bytes) : bytes, compressed, document), limit);
}

describe('readFirstRows', () => {
  it.each([false, true])('returns values unchanged, compressed: %s', async (compressed) => {
    const shown = await firstRows('1\ta\\tb\\nc\\\\d\n2\t\\N\n3\t\n', 50, {}, compressed);
    expect(shown.columns).toEqual(['id', 'note']);
    expect(shown.rows).toEqual([
      ['1', 'a\tb\nc\\d'],
      ['2', null],
      ['3', ''],
    ]);
  });

  it('ends at the limit, however much there is', async () => {
    const text = Array.from({ length: 100_000 }, (_, id) => `${id}\tx\n`).join('');
    const { rows } = await firstRows(text, 3, {}, true);
    expect(rows.map(([id]) => id)).toEqual(['0', '1', '2']);
  });

  it('shows bytes in hexadecimal and cuts what is long', async () => {
    const options = { ...ORDERS_DOCUMENT.options, decodeColumns: { note: 'FROM_BASE64' } };
    const long = Buffer.alloc(500, 0xab).toString('base64');
    const { rows } = await firstRows(`1\t${Buffer.from([0, 255]).toString('base64')}\n2\t${long}\n`, 50, {
      options,
    });
    expect(rows[0]?.[1]).toBe('0x00FF');
    expect(rows[1]?.[1]).toBe(`0x${'AB'.repeat(100)}…`);
    const [row] = (await firstRows(`1\t${'x'.repeat(300)}\n`)).rows;
    expect(row?.[1]).toBe(`${'x'.repeat(200)}…`);
  });

  it('has nothing to show of a table without rows', async () => {
    expect((await firstRows('')).rows).toEqual([]);
  });

  it('says that a damaged file can’t be read', async () => {
    const folder = withChunk(Buffer.from('this is not zstd'), true);
    await expect(read(folder, 5)).rejects.toThrow(
      failingWith('dump-damaged', { chunk: 'shop@orders@@0.tsv.zst' }),
    );
  });

  it('leaves other dialects to the server', async () => {
    const options = { ...ORDERS_DOCUMENT.options, fieldsTerminatedBy: ',' };
    await expect(firstRows('1,2\n', 5, { options })).rejects.toThrow(failingWith('dump-unsupported'));
  });
});
