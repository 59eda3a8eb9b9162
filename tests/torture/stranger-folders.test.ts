import { rm } from 'fs/promises';
import { join } from 'path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openEngine } from '../../app/engine/open';
import { openDump } from '../../app/format/formats';
import { tablesOf, type DumpFolder } from '../../app/format/read/dump';
import { readFirstRows } from '../../app/format/read/first-rows';
import { readScript } from '../../app/format/read/reader';
import { ENGINE_FILE } from '../integration/harness/runs';
import { TestFolders } from '../unit/harness/dump-folder';
import { firstSeed, replay, roundsOf } from './rounds';
import { mutateFile } from './strangers/documents';
import { assertTold, draws } from './strangers/reading';
import { STRANGE_FOLDERS } from './strangers/folders';

const ROUNDS = roundsOf({ slice: 700, full: 50_000 });
const SEED = firstSeed(20261201);

const engine = openEngine(ENGINE_FILE);
const folders = new TestFolders();
afterAll(() => {
  folders.clear();
});

async function readAll(dump: DumpFolder): Promise<void> {
  for (const { message } of dump.problems) expect(message).not.toBe('');
  await dump.identity();
  for (const { scripts } of dump.schemas)
    for (const script of scripts) await readScript(dump, script).catch(assertTold);
  for (const table of tablesOf(dump)) await readFirstRows(engine, dump, table, 3).catch(assertTold);
}

it('begins with dumps that are read whole', async () => {
  for (const files of STRANGE_FOLDERS) {
    const path = folders.make(files);
    const dump = await openDump(files.length === 1 ? join(path, files[0]?.[0] ?? '') : path, engine);
    expect(dump.problems, files[0]?.[0]).toEqual([]);
    await readAll(dump);
    expect(tablesOf(dump).length, files[0]?.[0]).toBeGreaterThan(0);
  }
});

it('reads what other tools wrote with any content, or says what is wrong with it', async () => {
  const property = fc.asyncProperty(draws, async (draw) => {
    const files = STRANGE_FOLDERS[draw(STRANGE_FOLDERS.length)] ?? [];
    const changed = new Map(files);
    for (let change = draw(3) + 1; change > 0; change -= 1) {
      const [name = '', text = ''] = files[draw(files.length)] ?? [];
      changed.set(name, mutateFile(changed.get(name) ?? text, draw));
    }
    const path = folders.make(changed);
    const opened = files.length === 1 ? join(path, files[0]?.[0] ?? '') : path;
    await openDump(opened, engine).then(readAll, assertTold);
    await rm(path, { recursive: true });
  });
  await fc.assert(property, {
    seed: SEED,
    numRuns: ROUNDS,
    endOnFailure: true,
    ...(await replay(property, SEED)),
  });
});
