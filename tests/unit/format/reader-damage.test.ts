import { writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../../app/format/read/files';
import { formatFact } from '../../../app/format/facts';
import { readDump, readScript } from '../../../app/format/read/reader';
import {
  json,
  ORDERS_DOCUMENT,
  ORDERS_FACT,
  SHOP_MANIFEST,
  shopFiles,
  TestFolders,
} from '../harness/dump-folder';
import { failingWith } from '../harness/failure';

const folders = new TestFolders();
afterAll(() => {
  folders.clear();
});

/** Reads the shop's dump after its files were changed. */
async function readWith(changes: Readonly<Record<string, string>>) {
  return await readDump(folders.make(new Map([...shopFiles(), ...Object.entries(changes)])));
}

describe('the digests of documents and scripts', () => {
  /** As Sluice writes it: with facts of every file, and a digest of the facts. */
  function sealed(): Map<string, string> {
    const files = shopFiles();
    const documents = [...files].filter(([name]) => /\.(?:sql|json)$/.test(name) && name !== '@.done.json');
    const fact = {
      fact: 'files' as const,
      files: documents.map(([file, text]) => ({ file, ...digestOf(Buffer.from(text)) })),
    };
    const facts = `${files.get('@.sluice.jsonl') ?? ''}${formatFact(fact)}`;
    files.set('@.sluice.jsonl', facts);
    const done = JSON.parse(files.get('@.done.json') ?? '') as object;
    const chunkFileBytes = Object.fromEntries(ORDERS_FACT.chunks.map(({ file, bytes }) => [file, bytes]));
    const sluiceFacts = digestOf(Buffer.from(facts));
    const marker = { ...done, dataBytes: ORDERS_FACT.bytes, chunkFileBytes, sluiceFacts };
    return files.set('@.done.json', JSON.stringify(marker));
  }

  const read = async (files: Map<string, string>) => await readDump(folders.make(files));

  it('equal those recorded when the files were written', async () => {
    expect(await read(sealed())).toMatchObject({ problems: [], digests: 7 });
  });

  it('are not asked of a dump that records none', async () => {
    expect(await readWith({ 'shop.sql': 'CREATE DATABASE `other`;' })).toMatchObject({
      problems: [],
      digests: 0,
    });
  });

  it.each(['@.sql', '@.post.sql', 'shop.sql', 'shop@orders.sql'])(
    'tell every changed byte of %s',
    async (name) => {
      const files = sealed();
      const text = files.get(name) ?? '';
      const folder = folders.make(files);
      const flips = text === '' ? ['x'] : Array.from(text, (_, at) => flipped(text, at));
      for (const changed of flips) {
        writeFileSync(join(folder, name), changed, 'latin1');
        const dump = await readDump(folder);
        expect(dump.problems).toMatchObject([{ code: 'dump-damaged', chunk: name }]);
        await expect(readScript(dump, name)).rejects.toThrow(/its checksum differs/);
      }
    },
  );

  it('report a changed document, a missing script and changed facts', async () => {
    const changes: readonly (readonly [string, (text: string) => string | null])[] = [
      ['shop.json', (text) => text.replace('"orders"]', '"orders" ]')],
      ['@.json', (text) => text.replace('9.7.4', '9.7.5')],
      ['@.post.sql', () => null],
      ['@.sluice.jsonl', (text) => text.replace('"rows":2', '"rows":3')],
    ];
    for (const [name, change] of changes) {
      const files = sealed();
      const changed = change(files.get(name) ?? '');
      if (changed === null) files.delete(name);
      else files.set(name, changed);
      expect((await read(files)).problems.map(({ chunk }) => chunk)).toContain(name);
    }
  });

  it('can’t be taken out of the done marker', async () => {
    const files = sealed().set('@.done.json', shopFiles().get('@.done.json') ?? '');
    expect((await read(files)).problems).toMatchObject([{ chunk: '@.done.json' }]);
  });
});

function flipped(text: string, at: number): string {
  const bytes = Buffer.from(text, 'latin1');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('latin1');
}

describe('a dump that means harm', () => {
  const table = (options: object, more: object = {}) =>
    readWith({
      'shop@orders.json': JSON.stringify({
        ...ORDERS_DOCUMENT,
        ...more,
        options: { ...ORDERS_DOCUMENT.options, ...options },
      }),
    });

  it.each([
    ['a schema', '@.json', json({ ...SHOP_MANIFEST, basenames: { shop: '../shop' } })],
    ['a schema by its name', '@.json', json({ ...SHOP_MANIFEST, schemas: ['../../etc/x'], basenames: {} })],
    [
      'a table',
      'shop.json',
      json({ schema: 'shop', tables: ['orders'], basenames: { orders: '../orders' } }),
    ],
    ['a view', 'shop.json', json({ schema: 'shop', tables: [], views: ['../v'], basenames: {} })],
  ])('leads nowhere out of its folder by %s', async (_what, file, text) => {
    await expect(readWith({ [file]: text })).rejects.toThrow(failingWith('dump-damaged'));
    await expect(readWith({ [file]: text })).rejects.toThrow(/which is no file of the dump/);
  });

  it('leads nowhere out of its folder by an extension, a partition or a chunk', async () => {
    await expect(table({}, { extension: 'tsv/../../x' })).rejects.toThrow(failingWith('dump-damaged'));
    await expect(table({}, { basenames: { p: '../x' } })).rejects.toThrow(failingWith('dump-damaged'));
    const [chunk] = ORDERS_FACT.chunks;
    if (chunk === undefined) throw new Error('There is no chunk.');
    const fact = { ...ORDERS_FACT, chunks: [{ ...chunk, file: '../../etc/passwd' }] };
    const { problems, schemas } = await readWith({ '@.sluice.jsonl': formatFact(fact) });
    expect(schemas[0]?.tables[0]?.chunks.map(({ file }) => file)).not.toContain('../../etc/passwd');
    expect(problems).toEqual([]);
  });

  it('puts nothing of its own into a statement', async () => {
    await expect(table({ decodeColumns: { note: '@`note`), id = (SELECT 1' } })).rejects.toThrow(
      failingWith('dump-unsupported'),
    );
    await expect(table({ decodeColumns: { other: 'UNHEX' } })).rejects.toThrow(/which it does not list/);
    await expect(table({ defaultCharacterSet: 'utf8mb4 LINES STARTING BY' })).rejects.toThrow(
      failingWith('dump-unsupported'),
    );
    expect((await table({ decodeColumns: { note: 'FROM_BASE64(REVERSE(@`note`))' } })).problems).toEqual([]);
  });

  it('may call its objects anything', async () => {
    const names = ['line\nbreak', "quote's", 'back`tick', '../up', '𝒳'.repeat(64), '\u202eabc'];
    const documents = names.map(
      (_name, at) => [`t${at}.json`, JSON.stringify({ ...ORDERS_DOCUMENT, includesData: false })] as const,
    );
    const basenames = Object.fromEntries(names.map((name, at) => [name, `t${at}`]));
    const dump = await readWith({
      'shop.json': json({ schema: 'shop', tables: names, basenames }),
      ...Object.fromEntries(documents),
    });
    expect(dump.schemas[0]?.tables.map(({ name }) => name)).toEqual(names);
  });
});
