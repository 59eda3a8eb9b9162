import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { formatFact, type DataFact } from '../../../app/format/facts';

type Json = Readonly<Record<string, unknown>>;

export const SHOP_MANIFEST = {
  version: '2.0.1',
  schemas: ['shop'],
  basenames: { shop: 'shop' },
  serverVersion: '9.7.4',
} as const;

export const ORDERS_DOCUMENT = {
  options: { schema: 'shop', table: 'orders', columns: ['id', 'note'] },
  extension: 'tsv',
  chunking: true,
  compression: 'none',
} as const;

/** A dump of one table in two chunks of 6 and 4 bytes, as files that a test may spoil. */
export function shopFiles(): Map<string, string> {
  return new Map<string, string>([
    ['@.json', JSON.stringify(SHOP_MANIFEST)],
    ['@.sql', ''],
    ['@.post.sql', ''],
    ['shop.json', json({ schema: 'shop', tables: ['orders'], basenames: { orders: 'shop@orders' } })],
    ['shop.sql', 'CREATE DATABASE `shop`;'],
    ['shop@orders.json', JSON.stringify(ORDERS_DOCUMENT)],
    ['shop@orders.sql', 'CREATE TABLE `orders` (`id` int);'],
    ['shop@orders@0.tsv', '1\ta\n2\n'],
    ['shop@orders@@1.tsv', '3\tb\n'],
    ['shop@orders@0.tsv.idx', indexOf(6)],
    ['shop@orders@@1.tsv.idx', indexOf(4)],
    ['@.sluice.jsonl', formatFact(ORDERS_FACT)],
    [
      '@.done.json',
      json({
        end: '2026-11-20 10:00:00',
        tableRows: { shop: { orders: 3 } },
        tableDataBytes: { shop: { orders: 10 } },
      }),
    ],
  ]);
}

/** One number, the data file's bytes before compression: eight bytes, the last the least. */
const indexOf = (bytes: number): string => String.fromCharCode(...new Uint8Array(7), bytes);

const CHUNK = { xxh64: '0123456789abcdef' };
export const ORDERS_FACT: DataFact = {
  fact: 'data',
  schema: 'shop',
  table: 'orders',
  partition: null,
  rows: 3,
  bytes: 10,
  countedRows: null,
  chunks: [
    { ...CHUNK, file: 'shop@orders@0.tsv', rows: 2, bytes: 6, storedBytes: 6, first: ['1'], last: ['2'] },
    { ...CHUNK, file: 'shop@orders@@1.tsv', rows: 1, bytes: 4, storedBytes: 4, first: ['3'], last: ['3'] },
  ],
};

export function json(document: Json): string {
  return JSON.stringify(document);
}

/** Folders for the tests of one file; `clear` removes them all. */
export class TestFolders {
  readonly #root = mkdtempSync(join(tmpdir(), 'sluice-unit-'));
  #next = 0;

  make(files: Iterable<readonly [name: string, text: string]> = []): string {
    const folder = this.free();
    mkdirSync(folder);
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
    return folder;
  }

  /** A path at which nothing is. */
  free(): string {
    return join(this.#root, String(this.#next++));
  }

  clear(): void {
    rmSync(this.#root, { recursive: true });
  }
}
