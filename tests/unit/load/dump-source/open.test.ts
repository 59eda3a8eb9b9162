import { spawn } from 'child_process';
import { once } from 'events';
import { appendFileSync, rmSync, writeFileSync } from 'fs';
import { hostname } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatFact, type DumpedBy } from '../../../../app/format/facts';
import { DONE_FILE, FACTS_FILE, MANIFEST_FILE } from '../../../../app/format/names';
import { readGrowingDump } from '../../../../app/format/read/reader';
import { Cancellation } from '../../../../app/engine/cancellation';
import { FollowedDump } from '../../../../app/load/dump-source/followed';
import { ShellArrivals } from '../../../../app/load/dump-source/shell-arrivals';
import { isBeingWritten, openUnfinished } from '../../../../app/load/dump-source/open';
import { identify, identifySelf } from '../../../../app/storage/process-identity';
import { IDLE_ENGINE } from '../../harness/engine';
import { json, ORDERS_FACT, SHOP_MANIFEST, shopFiles, TestFolders } from '../../harness/dump-folder';

const folders = new TestFolders();
let alive: DumpedBy;
let ended: DumpedBy;

beforeAll(async () => {
  alive = { id: 'a', host: hostname(), ...(await identifySelf()) };
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  const began = (await identify(child.pid ?? 0))?.began ?? '';
  child.kill('SIGKILL');
  await once(child, 'exit');
  ended = { id: 'b', host: hostname(), pid: child.pid ?? 0, began };
});
afterAll(() => folders.clear());

const STRUCTURE = formatFact({ fact: 'structure' });
const dumpFact = (writer?: DumpedBy) =>
  formatFact({ fact: 'dump', sluice: '1.0.0', consistency: 'One snapshot.', ...(writer && { writer }) });
const DEFINITION = formatFact({
  ...{ fact: 'definition', schema: 'shop', table: 'orders', createTable: 'CREATE TABLE …', key: [] },
  estimated: { rows: 500, bytes: 9000 },
});

/** A dump of Sluice's that is not done. */
function growing(facts: string): string {
  const files = shopFiles()
    .set(MANIFEST_FILE, json({ ...SHOP_MANIFEST, dumper: 'Sluice 1.0.0' }))
    .set(FACTS_FILE, facts);
  files.delete(DONE_FILE);
  return folders.make(files);
}

const opened = (folder: string) => openUnfinished({ folder, engine: IDLE_ENGINE });

const nobodyWaits = () => {
  throw new Error('There was nothing to wait for.');
};

describe('a dump that is followed', () => {
  it('has its tables with what the source estimates of their rows, then with what was recorded', async () => {
    const folder = growing(dumpFact(alive) + DEFINITION + STRUCTURE);
    const source = await opened(folder);
    const [schema] = source.whole.schemas;
    expect(schema?.tables).toMatchObject([{ name: 'orders', rows: 500, bytes: 9000, chunks: [] }]);
    expect(source.stillToCome).toBe(1);
    source.assertSound(source.whole);
    appendFileSync(join(folder, FACTS_FILE), formatFact(ORDERS_FACT));
    const [orders] = (await source.next(nobodyWaits)) ?? [];
    expect(orders).toMatchObject({ rows: 3, bytes: 10 });
    expect(orders?.chunks).toHaveLength(2);
    expect(source.stillToCome).toBe(0);
  });

  it('gives no more when it is done, and is then what any finished dump is', async () => {
    const folder = growing(dumpFact(alive) + DEFINITION + STRUCTURE + formatFact(ORDERS_FACT));
    const source = await opened(folder);
    expect(await source.next(nobodyWaits)).toHaveLength(1);
    let waited = 0;
    const more = source.next(() => {
      waited += 1;
      writeFileSync(join(folder, DONE_FILE), shopFiles().get(DONE_FILE) ?? '');
    });
    expect(await more).toBeNull();
    expect(waited).toBe(1);
    expect((await source.finished()).done).not.toBeNull();
    expect(await source.loss()).toBeNull();
  });

  it('is damaged where a file is not what was recorded of it', async () => {
    const folder = growing(dumpFact(alive) + DEFINITION + STRUCTURE);
    const source = await opened(folder);
    writeFileSync(join(folder, 'shop@orders@0.tsv'), '1\ta\n');
    appendFileSync(join(folder, FACTS_FILE), formatFact(ORDERS_FACT));
    await expect(source.next(nobodyWaits)).rejects.toMatchObject({
      failure: { code: 'dump-damaged', chunk: 'shop@orders@0.tsv', table: 'shop.orders' },
    });
  });

  it('is refused where it says something else of a table in the end', async () => {
    const folder = growing(dumpFact(alive) + DEFINITION + STRUCTURE + formatFact(ORDERS_FACT));
    const source = await opened(folder);
    await source.next(nobodyWaits);
    const [first, second] = ORDERS_FACT.chunks;
    if (first === undefined || second === undefined) throw new Error('The table has two chunks.');
    const chunks = [{ ...first, xxh64: 'ffffffffffffffff' }, second];
    appendFileSync(join(folder, FACTS_FILE), formatFact({ ...ORDERS_FACT, chunks }));
    writeFileSync(join(folder, DONE_FILE), shopFiles().get(DONE_FILE) ?? '');
    await expect(source.finished()).rejects.toMatchObject({ failure: { code: 'dump-damaged' } });
  });

  it('is lost where its folder has gone, or holds another', async () => {
    const folder = growing(dumpFact(alive) + DEFINITION + STRUCTURE);
    const source = await opened(folder);
    writeFileSync(join(folder, FACTS_FILE), dumpFact({ ...alive, id: 'c' }) + DEFINITION + STRUCTURE);
    expect((await source.loss())?.message).toContain('another');
    await expect(source.finished()).rejects.toMatchObject({ failure: { code: 'dump-incomplete' } });
    rmSync(folder, { recursive: true });
    expect((await source.loss())?.message).toContain('given up');
    await expect(source.next(nobodyWaits)).rejects.toMatchObject({ failure: { code: 'dump-incomplete' } });
  });
});

describe('dumps that can’t be followed', () => {
  it.each([
    ['a dump whose process has ended', () => dumpFact(ended) + DEFINITION + STRUCTURE, 'dump-incomplete'],
    ['one that ended before its definitions were there', () => dumpFact(ended), 'dump-incomplete'],
    ['one that has not come to its rows', () => dumpFact(alive) + DEFINITION, 'dump-incomplete'],
    ['one of an earlier Sluice', () => dumpFact() + DEFINITION, 'dump-unsupported'],
  ])('%s', async (_, facts, code) => {
    await expect(opened(growing(facts()))).rejects.toMatchObject({ failure: { code } });
  });

  it('a folder of another tool, until it is finished', async () => {
    const files = shopFiles();
    files.delete(FACTS_FILE);
    expect((await opened(folders.make(files))).stillToCome).toBeNull();
    for (const file of [DONE_FILE, MANIFEST_FILE]) files.delete(file);
    await expect(opened(folders.make(files))).rejects.toMatchObject({
      failure: { code: 'not-a-dump' },
    });
  });

  it('one on another machine counts as running', async () => {
    const elsewhere = { ...ended, host: `not-${hostname()}` };
    const source = await opened(growing(dumpFact(elsewhere) + DEFINITION + STRUCTURE));
    let waited = 0;
    const next = source.next(() => {
      waited += 1;
      source.stop();
    });
    expect(await next).toBeNull();
    expect(waited).toBe(1);
  });
});

describe('a dump that MySQL Shell is writing', () => {
  const shellFiles = () => {
    const files = shopFiles();
    for (const file of [DONE_FILE, FACTS_FILE]) files.delete(file);
    return files;
  };
  const isOfRows = (name: string) => name.includes('.tsv');

  it('is followed when its rows come, and has the tables whose files are there', async () => {
    const source = await opened(folders.make(shellFiles()));
    expect(source.stillToCome).toBeGreaterThan(0);
    expect((await source.next(nobodyWaits))?.length).toBeGreaterThan(0);
    expect(source.stillToCome).toBe(0);
  });

  it('is not followed before its rows come, nor where a definition is missing or empty', async () => {
    const withoutRows = new Map([...shellFiles()].filter(([name]) => !isOfRows(name)));
    const [script = ''] = [...shellFiles().keys()].filter((name) => /^shop@.*\.sql$/.test(name));
    const withoutScript = shellFiles();
    withoutScript.delete(script);
    for (const files of [withoutRows, withoutScript, shellFiles().set(script, '')])
      await expect(opened(folders.make(files))).rejects.toMatchObject({
        failure: { code: 'dump-incomplete' },
      });
  });

  it('is followed whatever other files lie beside it, and where it is finished meanwhile', async () => {
    const folder = folders.make(shellFiles().set('notes.sql', ''));
    await opened(folder);
    writeFileSync(join(folder, DONE_FILE), shopFiles().get(DONE_FILE) ?? '');
    const source = await FollowedDump.open(
      folder,
      (whole) => new ShellArrivals(whole, nobodyWaits),
      new Cancellation(),
    );
    source.assertSound(source.whole);
    expect((await source.next(nobodyWaits))?.length).toBeGreaterThan(0);
    expect(await source.next(nobodyWaits)).toBeNull();
    expect((await source.finished()).problems).toEqual([]);
  });

  it('is not done where a table of the finished dump was never there', async () => {
    const folder = folders.make(shellFiles());
    const none = { count: 0, next: () => Promise.resolve({ tables: [], isDone: true, ended: null }) };
    const source = await FollowedDump.open(folder, () => none, new Cancellation());
    expect(await source.next(nobodyWaits)).toBeNull();
    writeFileSync(join(folder, DONE_FILE), shopFiles().get(DONE_FILE) ?? '');
    await expect(source.finished()).rejects.toMatchObject({ failure: { code: 'dump-damaged' } });
  });

  it('can’t be told from one that was given up', async () => {
    expect(await isBeingWritten(folders.make(shellFiles()))).toBe(false);
  });

  it('is named when nothing is written any more, once until something is', async () => {
    const folder = folders.make(new Map([...shellFiles()].filter(([name]) => !isOfRows(name))));
    const said: string[] = [];
    const arrivals = new ShellArrivals(await readGrowingDump(folder), (text) => said.push(text), 0);
    await arrivals.next();
    await arrivals.next();
    expect(said).toEqual([expect.stringContaining(folder)]);
    writeFileSync(join(folder, 'shop@t@0.tsv.zst.dumping'), 'x');
    await arrivals.next();
    expect(said).toHaveLength(2);
  });
});

describe('a folder that somebody writes a dump into', () => {
  it.each([
    ['is one with rows to come', () => dumpFact(alive) + DEFINITION + STRUCTURE, true],
    ['is one with definitions to come', () => dumpFact(alive) + DEFINITION, true],
    ['is none whose writer has ended', () => dumpFact(ended) + DEFINITION + STRUCTURE, false],
    ['is none of an earlier Sluice, which does not say', () => dumpFact() + DEFINITION, false],
  ])('%s', async (_, facts, expected) => {
    expect(await isBeingWritten(growing(facts()))).toBe(expected);
  });

  it('is none with a finished dump, nor one without a dump', async () => {
    expect(await isBeingWritten(folders.make(shopFiles()))).toBe(false);
    expect(await isBeingWritten(folders.make(new Map()))).toBe(false);
  });
});
