import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { SluiceError } from '../../app/contract/failure';
import { openEngine } from '../../app/engine/open';
import { archivedScripts } from '../../app/format/archive/scripts';
import type { ScriptFile } from '../../app/format/script/content';
import { ENGINE_FILE } from '../integration/harness/runs';
import { writeZip } from '../integration/harness/zip';
import { firstSeed, replay, roundsOf } from './rounds';

const ROUNDS = roundsOf({ slice: 500, full: 50_000 });
const SEED = firstSeed(20261127);
const MOST_BYTES = 1 << 20;
const SQL = Buffer.from('CREATE TABLE t (id INT);\nINSERT INTO t VALUES (1),(2),(3);\n'.repeat(40));

const engine = openEngine(ENGINE_FILE);
const folder = mkdtempSync(join(tmpdir(), 'sluice-zips-'));
const path = join(folder, 'a.zip');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Whole archives: mutations begin with them. */
const ARCHIVES = [
  { method: 'ZIP_DEFLATED' },
  { method: 'ZIP_STORED' },
  { method: 'ZIP_DEFLATED', isLarge: true },
] as const;
const HONEST = ARCHIVES.map((wish) => {
  const file = join(folder, 'honest.zip');
  writeZip(
    file,
    [
      { name: 'a.sql', bytes: SQL },
      { name: 'folder/b.sql', bytes: Buffer.from('SELECT 1;\n') },
      { name: 'read.me', bytes: Buffer.from('text') },
    ],
    wish,
  );
  return readFileSync(file);
});
const VALUES = [0, 1, 0x7f, 0xff, 0x80];

type Draw = (limit: number) => number;

/** The lists and heads that are believed stand in front of each file and at the end. */
function mutated(bytes: Buffer, draw: Draw): Buffer {
  let changed = Buffer.from(bytes);
  for (let change = draw(4) + 1; change > 0 && changed.length > 0; change -= 1) {
    const reach = draw(2) === 0 ? Math.min(changed.length, 360) : changed.length;
    const at = changed.length - 1 - draw(reach);
    const kind = draw(6);
    if (kind === 0) changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1 + draw(8))]);
    else if (kind === 1)
      changed = Buffer.concat([
        changed.subarray(0, at),
        Buffer.alloc(1 + draw(6), draw(256)),
        changed.subarray(at),
      ]);
    else
      for (let byte = 0; byte <= (kind === 2 ? draw(8) : 0); byte += 1)
        if (at + byte < changed.length) changed[at + byte] = VALUES[draw(VALUES.length)] ?? 0;
  }
  return draw(8) === 0 ? changed.subarray(0, draw(changed.length + 1)) : changed;
}

function assertTold(error: unknown): null {
  if (!(error instanceof SluiceError)) throw error;
  expect(error.failure.message).not.toBe('');
  return null;
}

/** Reads a script to its end, as a load does; more never comes out than its list says. */
async function scanned({ entry, compression }: ScriptFile): Promise<void> {
  expect(compression === 'deflate' || compression === 'none').toBe(true);
  expect(entry?.bytes).toBeLessThan(MOST_BYTES);
  const scan = engine.scanScript({ path, compression, entry, ends: 'client', bytesPerRun: 100 });
  for (let items = await scan.next(); items !== null; items = await scan.next()) {
    if ('code' in items) {
      expect(items.message).not.toEqual('');
      return;
    }
    const end = items.find((item) => item.kind === 'end');
    if (end !== undefined) expect(end.bytes).toBe(entry?.bytes);
  }
}

describe('an archive that nobody vouches for', () => {
  it('is read whole as made', async () => {
    for (const bytes of HONEST) {
      writeFileSync(path, bytes);
      const { scripts } = await archivedScripts(path);
      expect(scripts.map(({ name }) => name)).toEqual(['a.zip/a.sql', 'a.zip/folder/b.sql']);
      for (const script of scripts) await scanned(script);
    }
  });

  it('is read, or refused with a sentence of ours', async () => {
    const draws = fc.infiniteStream(fc.nat(2 ** 30)).map(
      (stream): Draw =>
        (limit) =>
          Number(stream.next().value) % limit,
    );
    const property = fc.asyncProperty(draws, async (draw) => {
      writeFileSync(path, mutated(HONEST[draw(HONEST.length)] ?? Buffer.alloc(0), draw));
      const found = await archivedScripts(path).catch(assertTold);
      for (const script of found?.scripts ?? []) await scanned(script);
    });
    await fc.assert(property, {
      ...{ seed: SEED, numRuns: ROUNDS, endOnFailure: true },
      ...(await replay(property, SEED)),
    });
  });
});
