import { rm } from 'fs/promises';
import { deflateSync } from 'zlib';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openEngine } from '../../app/engine/open';
import { readFirstRows } from '../../app/format/read/first-rows';
import { readDump, readGrowingDump, readScript } from '../../app/format/read/reader';
import { namesInFile } from '../../app/inspect/file/sdi';
import { ENGINE_FILE } from '../integration/harness/runs';
import { shopFiles, TestFolders } from '../unit/harness/dump-folder';
import { firstSeed, replay, roundsOf } from './rounds';
import { mutateFile } from './strangers/documents';
import { assertTold, draws } from './strangers/reading';
import { within } from './strangers/within';
import { tablesOf, type DumpFolder } from '../../app/format/read/dump';

const ROUNDS = roundsOf({ slice: 1_000, full: 50_000 });
const SEED = firstSeed(20261124);
const SETTINGS = { seed: SEED, numRuns: ROUNDS, endOnFailure: true };

const engine = openEngine(ENGINE_FILE);
const folders = new TestFolders();
afterAll(() => {
  folders.clear();
});

async function readAll(folder: DumpFolder): Promise<void> {
  for (const problem of folder.problems) {
    expect(problem).toMatchObject({ code: 'dump-damaged', chunk: expect.stringMatching(/./) as unknown });
    expect(problem.message).not.toBe('');
  }
  for (const { scripts } of folder.schemas)
    for (const script of scripts) await readScript(folder, script).catch(assertTold);
  for (const table of tablesOf(folder)) await readFirstRows(engine, folder, table, 3).catch(assertTold);
}

it('reads a dump with any content, or says what is wrong with it', async () => {
  const files = [...shopFiles()];
  const property = fc.asyncProperty(draws, async (draw) => {
    const changed = new Map(files);
    for (let change = draw(3) + 1; change > 0; change -= 1) {
      const [name = '', text = ''] = files[draw(files.length)] ?? [];
      changed.set(name, mutateFile(changed.get(name) ?? text, draw));
    }
    const path = folders.make(changed);
    for (const read of [readDump, readGrowingDump]) await read(path).then(readAll, assertTold);
    await rm(path, { recursive: true });
  });
  await fc.assert(property, { ...SETTINGS, ...(await replay(property, SEED)) });
});

const SDI = JSON.stringify({
  dd_object: {
    name: 'orders',
    schema_ref: 'shop',
    indexes: [{ name: 'PRIMARY', hidden: false, se_private_data: 'id=155;root=4;space_id=2;' }],
    partitions: [{ name: 'p0', indexes: [{ se_private_data: 'id=156;', index_opx: 0 }], subpartitions: [] }],
  },
});

it('reads a tablespace’s dictionary that says anything', async () => {
  const property = fc.property(draws, (draw) => {
    const text = mutateFile(SDI, draw);
    const deflated = deflateSync(text);
    if (draw(3) === 0) deflated[draw(deflated.length)] = draw(256);
    const bytes = draw(4) === 0 ? draw(2 ** 30) : text.length;
    within(() => namesInFile([{ type: 1, bytes, deflated }]));
  });
  fc.assert(property, { ...SETTINGS, ...(await replay(property, SEED)) });
});
