import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { treeSeconds, watchTree } from '../../../build/test/processor-time.mjs';

const BUSY =
  'for (const end = performance.now() + 60_000; performance.now() < end && process.cpuUsage().user < 150_000; ) Math.sqrt(Array(5000).fill(2).join());';
const CHILD = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(BUSY)}])`;

describe.runIf(process.platform === 'linux')('treeSeconds', () => {
  it('counts a child that has ended and one that runs, once each', async () => {
    spawnSync(process.execPath, ['-e', BUSY]);
    const before = treeSeconds([process.pid]);
    spawnSync(process.execPath, ['-e', BUSY]);
    const between = treeSeconds([process.pid]);
    expect(between - before).toBeGreaterThan(0.14);

    const child = spawn(process.execPath, [
      '-e',
      `${CHILD}; console.log('done'); setInterval(() => {}, 1e6)`,
    ]);
    await once(child.stdout, 'data');
    const ofChild = treeSeconds([child.pid]);
    expect(ofChild).toBeGreaterThan(0.14);
    expect(treeSeconds([process.pid, child.pid])).toBeLessThan(treeSeconds([process.pid]) + ofChild);
    child.kill();
    await once(child, 'exit');
  });

  it('is nothing for a process that is gone', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    expect(treeSeconds([pid])).toBe(0);
  });
});

describe.runIf(process.platform === 'linux')('watchTree', () => {
  it('keeps what a process took after it has ended', async () => {
    const child = spawn(process.execPath, [
      '-e',
      `${CHILD}; console.log('done'); setInterval(() => {}, 1e6)`,
    ]);
    const seconds = watchTree(child.pid);
    await once(child.stdout, 'data');
    expect(seconds()).toBeGreaterThan(0.14);
    child.kill();
    await once(child, 'exit');
    expect(seconds()).toBeGreaterThan(0.14);
  });
});
