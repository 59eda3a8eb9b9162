import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'fs';
import { tmpdir } from 'os';
import { basename, join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import type { Keep } from '../../../app/contract/jobs/keep';
import { dumpsOf, markDump, MARKER_FILE, prune } from '../../../app/jobs/retention';
import type { SavedJob } from '../../../app/jobs/saved-jobs';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sluice-retention-'));
});
afterEach(() => rmSync(place, { recursive: true }));

function job(id: string, keep: Keep): SavedJob {
  return {
    id: id.padEnd(16, '0'),
    name: `job ${id}`,
    keep,
    setup: {
      kind: 'dump',
      server: { name: 'db1', profileId: 'p1' },
      folder: join(place, 'shop'),
      options: { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: 'shop' }]) },
    },
  };
}

/** A folder as a whole dump leaves it; marked as the job's where one is given. */
async function makeDump(
  name: string,
  madeAt: number,
  owner: SavedJob | null,
  isPartial = false,
): Promise<string> {
  const folder = join(place, name);
  mkdirSync(folder);
  for (const file of ['@.json', '@.done.json', 'shop@orders@@0.tsv.zst'])
    writeFileSync(join(folder, file), '{}');
  if (owner !== null) await markDump(folder, owner.id, { madeAt, isPartial });
  return folder;
}

const removedBy = async (...given: Parameters<typeof prune>) => (await prune(...given)).removed;

const names = () => readdirSync(place).sort();

describe('prune', () => {
  it('removes the oldest beyond those that are kept', async () => {
    const mine = job('a', 2);
    for (const [index, name] of ['d', 'c', 'b', 'a'].entries()) await makeDump(name, index, mine);
    expect((await dumpsOf(mine)).map(({ folder, goesNext }) => [basename(folder), goesNext])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
      ['d', true],
    ]);
    expect((await removedBy(mine)).map((folder) => basename(folder))).toEqual(['c', 'd']);
    expect(names()).toEqual(['a', 'b']);
    expect(await removedBy(mine)).toEqual([]);
  });

  it('spares a dump that is read, by whatever path, until it is not', async () => {
    const mine = job('a', 1);
    for (const [index, name] of ['c', 'b', 'a'].entries()) await makeDump(name, index, mine);
    const link = join(place, 'link');
    symlinkSync(join(place, 'c'), link);
    const pruned = await prune(mine, Date.now(), () => Promise.resolve([link, join(place, 'gone')]));
    expect(pruned).toEqual({ removed: [join(place, 'b')], spared: [join(place, 'c')] });
    expect(await removedBy(mine)).toEqual([join(place, 'c')]);
  });

  it('keeps the newest of each of the last days and weeks', async () => {
    const mine = job('a', { daily: 2, weekly: 1 });
    const daysAgo = (days: number) => new Date(2026, 10, 20 - days, 2).getTime();
    for (const [name, madeAt] of [
      ['third', daysAgo(2)],
      ['second', daysAgo(1)],
      ['first', daysAgo(0)],
      ['before', daysAgo(0) - 1],
    ] as const)
      await makeDump(name, madeAt, mine);
    const pruned = await removedBy(mine, daysAgo(0));
    expect(pruned.map((folder) => basename(folder)).sort()).toEqual(['before', 'third']);
    expect(names()).toEqual(['first', 'second']);
  });

  it('keeps the dump that was made just now, and those that were made while the clock was ahead', async () => {
    const mine = job('a', 2);
    const hour = 3_600_000;
    for (const [name, madeAt] of [
      ['older', 7 * hour],
      ['old', 8 * hour],
      ['ahead', 12 * hour],
      ['further-ahead', 13 * hour],
      ['new', 10 * hour],
    ] as const)
      await makeDump(name, madeAt, mine);
    const going = (await dumpsOf(mine, 10 * hour)).filter(({ goesNext }) => goesNext);
    expect(going.map(({ folder }) => basename(folder))).toEqual(['old', 'older']);
    expect((await removedBy(mine, 10 * hour)).map((folder) => basename(folder))).toEqual(['older']);
    expect(names()).toEqual(['ahead', 'further-ahead', 'new', 'old']);
    // In their time they are two of many.
    expect((await removedBy(mine, 14 * hour)).map((folder) => basename(folder))).toEqual(['new', 'old']);
  });

  it('counts a partial dump for none, and one that an earlier version marked as whole', async () => {
    const mine = job('a', 1);
    writeFileSync(
      join(await makeDump('good', 1, mine), MARKER_FILE),
      JSON.stringify({ version: 1, jobId: mine.id, folder: 'good', madeAt: 1 }),
    );
    await makeDump('partial', 2, mine, true);
    expect(await removedBy(mine)).toEqual([]);
    expect((await dumpsOf(mine)).map(({ folder, isPartial }) => [basename(folder), isPartial])).toEqual([
      ['partial', true],
      ['good', false],
    ]);
    await makeDump('new', 3, mine);
    expect((await removedBy(mine)).map((folder) => basename(folder))).toEqual(['partial', 'good']);
  });

  it('removes nothing where all are kept', async () => {
    const mine = job('a', null);
    for (let index = 0; index < 5; index += 1) await makeDump(`d${index}`, index, mine);
    expect(await removedBy(mine)).toEqual([]);
    expect((await dumpsOf(mine)).some(({ goesNext }) => goesNext)).toBe(false);
  });

  it('touches nothing that the job did not make', async () => {
    const mine = job('a', 1);
    const theirs = job('b', 1);
    await makeDump('new', 9, mine);
    await makeDump('theirs', 1, theirs);
    await makeDump('by-hand', 1, null);
    // The marker says another folder's name: somebody copied or renamed the dump to keep it.
    renameSync(await makeDump('old', 1, mine), join(place, 'kept-for-the-auditor'));
    const outside = mkdtempSync(join(tmpdir(), 'sluice-outside-'));
    symlinkSync(outside, join(place, 'link'));
    writeFileSync(
      join(outside, MARKER_FILE),
      JSON.stringify({ version: 1, jobId: mine.id, folder: 'link', madeAt: 1 }),
    );
    writeFileSync(join(outside, '@.done.json'), '{}');
    mkdirSync(join(place, 'strange'));
    writeFileSync(join(place, 'strange', MARKER_FILE), 'not JSON');
    const before = names();
    expect(await removedBy(mine)).toEqual([]);
    expect(names()).toEqual(before);
    expect(existsSync(join(outside, '@.done.json'))).toBe(true);
    rmSync(outside, { recursive: true });
  });

  it('takes away what an earlier removal left', async () => {
    const mine = job('a', 3);
    await makeDump('whole', 2, mine);
    rmSync(join(await makeDump('half', 1, mine), '@.done.json'));
    expect((await dumpsOf(mine)).map(({ folder }) => basename(folder))).toEqual(['whole']);
    expect((await removedBy(mine)).map((folder) => basename(folder))).toEqual(['half']);
    expect(names()).toEqual(['whole']);
  });

  it('leaves a folder that somebody put into a dump, and no dump around it', async () => {
    const mine = job('a', 1);
    await makeDump('new', 2, mine);
    const old = await makeDump('old', 1, mine);
    mkdirSync(join(old, 'notes'));
    writeFileSync(join(old, 'notes', 'why.txt'), 'x');
    await expect(removedBy(mine)).rejects.toThrow();
    expect(existsSync(join(old, 'notes', 'why.txt'))).toBe(true);
    expect(existsSync(join(old, '@.done.json'))).toBe(false);
  });
});
