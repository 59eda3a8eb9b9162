import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'fs';
import { hostname } from 'os';
import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import { claimOutputFolder, type Claim, type OutputFolder } from '../../../app/dump/folder';
import { formatFact, parseFacts } from '../../../app/format/facts';
import { identifyHere } from '../../../app/storage/process-identity';
import { TestFolders } from '../harness/dump-folder';
import { failingWith } from '../harness/failure';

const folders = new TestFolders();
afterAll(() => {
  folders.clear();
});

const FACTS = '@.sluice.jsonl';
const NO_STEMS: ReadonlySet<string> = new Set();

let ids = 0;
async function claim(more: Partial<Claim['writer']> = {}): Promise<Claim> {
  const writer = { id: String(ids++), ...(await identifyHere()), since: '2026-11-20T10:00:00.000Z', ...more };
  return { fact: 'dump', sluice: '1', consistency: '', writer };
}

const take = async (path: string): Promise<OutputFolder> => claimOutputFolder(path, await claim());

describe('claimOutputFolder', () => {
  it('makes a folder that is not there yet, for its owner only, and names its owner in it', async () => {
    const path = join(folders.free(), 'deep', 'er');
    const claimed = await claim();
    const folder = await claimOutputFolder(path, claimed);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(readdirSync(path)).toEqual([FACTS]);
    await folder.facts.close();
    expect(parseFacts(readFileSync(join(path, FACTS), 'utf8'))).toEqual([claimed]);
  });

  it('takes an empty folder as it is', async () => {
    const path = folders.make();
    expect((await take(path)).path).toBe(path);
  });

  it('refuses a folder that holds anything and leaves it alone', async () => {
    const path = folders.make([['.hidden', 'mine']]);
    await expect(take(path)).rejects.toThrow(failingWith('folder-not-empty'));
    expect(readdirSync(path)).toEqual(['.hidden']);
  });

  it('refuses a path that is a file, or goes through one', async () => {
    const file = join(folders.make([['file', '']]), 'file');
    await expect(take(file)).rejects.toThrow(failingWith('folder-not-writable'));
    await expect(take(join(file, 'deeper'))).rejects.toThrow(failingWith('folder-not-writable'));
  });

  it.runIf(process.platform === 'linux')('refuses a path where no folder can be made', async () => {
    await expect(take('/proc/x')).rejects.toThrow(failingWith('folder-not-writable'));
  });

  it('gives a folder to one of many that want it at once', async () => {
    for (let round = 0; round < 50; round += 1) {
      const path = round % 2 === 0 ? folders.free() : folders.make();
      const taken = await Promise.allSettled(Array.from({ length: 8 }, () => take(path)));
      const refused = taken.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      expect(refused).toHaveLength(7);
      for (const reason of refused) expect(reason).toMatchObject({ failure: { code: 'folder-in-use' } });
      expect(readdirSync(path)).toEqual([FACTS]);
    }
  });

  it('gives a folder to one at a time where each removes what it has made', async () => {
    const path = folders.free();
    let holders = 0;
    const worker = async (): Promise<number> => {
      let had = 0;
      for (let round = 0; round < 20; round += 1) {
        const folder = await take(path).catch(() => null);
        if (folder === null) continue;
        holders += 1;
        expect(holders).toBe(1);
        had += 1;
        writeFileSync(join(path, '@.json'), '{}', { flag: 'wx' });
        folder.recordWritten(['@.json']);
        holders -= 1;
        await folder.discard(NO_STEMS);
      }
      return had;
    };
    const had = await Promise.all(Array.from({ length: 4 }, worker));
    expect(had.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
    // The run that made the folder may have been refused, and leaves it to the one that took it.
    expect(existsSync(path) ? readdirSync(path) : []).toEqual([]);
  });

  it('names the running owner to a second taker', async () => {
    const path = folders.free();
    await take(path);
    await expect(take(path)).rejects.toThrow(
      `belongs to a running dump: process ${process.pid} on ${hostname()}, since 2026-11-20T10:00:00.000Z.`,
    );
  });

  it('recognises a dump that was never finished, and one on another machine', async () => {
    const killed = formatFact(await claim({ began: 'long ago' }));
    const left = folders.make([[FACTS, killed]]);
    await expect(take(left)).rejects.toThrow(failingWith('folder-not-empty'));
    await expect(take(left)).rejects.toThrow(/never finished: process \d+ on .*, has ended/);
    const elsewhere = folders.make([[FACTS, formatFact(await claim({ host: 'elsewhere' }))]]);
    await expect(take(elsewhere)).rejects.toThrow(failingWith('folder-in-use'));
    await expect(take(elsewhere)).rejects.toThrow(/may still be running: process \d+ on elsewhere/);
    expect(readdirSync(left)).toEqual([FACTS]);
  });

  it('recognises a finished dump', async () => {
    const path = folders.make([
      [FACTS, formatFact(await claim())],
      ['@.done.json', '{}'],
    ]);
    await expect(take(path)).rejects.toThrow(/holds a dump already/);
  });
});

describe('discarding an output folder', () => {
  it('removes the files and the folder that the dump made', async () => {
    const folder = await take(folders.free());
    writeFileSync(join(folder.path, '@.json'), '{}');
    folder.recordWritten(['@.json']);
    await folder.discard(NO_STEMS);
    expect(existsSync(folder.path)).toBe(false);
  });

  it('leaves a folder that was there before', async () => {
    const folder = await take(folders.make());
    writeFileSync(join(folder.path, '@.json'), '{}');
    folder.recordWritten(['@.json']);
    await folder.discard(NO_STEMS);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('removes its own data files, finished and unfinished, and no others', async () => {
    const folder = await take(folders.free());
    const own = ['shop@t@0.tsv.zst', 'shop@t@@1.tsv', 'shop@t@@1.tsv.idx', 'shop@t@2.tsv.zst.dumping'];
    const others = ['shop@u@0.tsv', 'shop@t@0.tsv.txt', 'shop@t.sql', '@.json', 'notes'];
    for (const name of [...own, ...others]) writeFileSync(join(folder.path, name), '');
    mkdirSync(join(folder.path, 'mine'));
    await folder.discard(new Set(['shop@t']));
    expect(readdirSync(folder.path).sort()).toEqual([...others, 'mine'].sort());
  });

  it('removes nothing where another dump has the folder by now', async () => {
    const folder = await take(folders.free());
    folder.recordWritten(['@.json']);
    rmSync(folder.path, { recursive: true });
    const next = await take(folder.path);
    writeFileSync(join(folder.path, '@.json'), '{}');
    await folder.discard(NO_STEMS);
    expect(readdirSync(folder.path).sort()).toEqual(['@.json', FACTS].sort());
    await next.discard(NO_STEMS);
  });

  it('does not mind that somebody removed the folder', async () => {
    const folder = await take(folders.free());
    rmSync(folder.path, { recursive: true });
    await expect(folder.discard(NO_STEMS)).resolves.toBeUndefined();
  });
});
