import { spawn } from 'child_process';
import { once } from 'events';
import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepTemporary } from '../../app/sandbox/instance';
import { testVendors } from '../servers/test-server';
import { bundleStarter } from '../integration/sandbox/start-elsewhere';
import { firstSeed, replay, roundsOf } from './rounds';

const ROUNDS = roundsOf({ slice: 3, full: 40 });
const SEED = firstSeed(20261123);
/** From before the data folder is made until after the server is ready, on a machine that is not in a hurry. */
const LONGEST_LIFE_MS = 15_000;

let parent = '';
let starter = '';
beforeAll(async () => {
  parent = await fs.mkdtemp(join(tmpdir(), 'sluice-torture-'));
  starter = await bundleStarter();
});
afterAll(() => fs.rm(parent, { recursive: true, force: true }));

/** Processes that have this folder among their arguments. */
async function processesOf(folder: string): Promise<readonly string[]> {
  const pids = (await fs.readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.includes(folder));
}

describe.each(testVendors)('a starter that is killed at any moment (%s)', (vendor) => {
  it('leaves no process and no folder', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 0, max: LONGEST_LIFE_MS }), async (life) => {
      const folder = await fs.mkdtemp(join(parent, 'server-'));
      const child = spawn(process.execPath, [starter, vendor, folder, 'temporary'], { stdio: 'ignore' });
      await new Promise((resolve) => setTimeout(resolve, life));
      child.kill('SIGKILL');
      await once(child, 'exit');
      while ((await processesOf(folder)).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
      // Killed between two keepers, its folder is left to the next run's sweep.
      await sweepTemporary(parent, 'server-');
      expect(await fs.readdir(folder).catch(() => [])).toEqual([]);
    });
    await fc.assert(property, {
      seed: SEED,
      numRuns: ROUNDS,
      endOnFailure: true,
      ...(await replay(property, SEED)),
    });
  });
});
