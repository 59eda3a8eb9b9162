import { spawn, type ChildProcess } from 'child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { identify, isRunning, type ProcessIdentity } from '../../../app/storage/process-identity';
import { root } from '../../../build/setup/places.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sluice-interrupted-'));
const results = join(root, 'dist', 'test-results');
const log = `of-interrupted-${process.pid}`;

/** As Playwright makes a worker that waits for an app to close: no signal but one that can't be caught ends it. */
const HUNG = `
  import { execFileSync, spawn } from 'node:child_process';
  import { renameSync, writeFileSync } from 'node:fs';
  it('hangs', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
    const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const leftBehind = Number(execFileSync('sh', ['-c', 'sleep 600 >/dev/null 2>&1 & echo $!']));
    writeFileSync('pids.new', JSON.stringify([process.ppid, process.pid, child.pid, leftBehind]));
    renameSync('pids.new', 'pids');
    await new Promise(() => undefined);
  }, 0);
`;
const CONFIG = `
  const test = { name: 'hung', globals: true, pool: 'forks', include: ['hung.test.mjs'] };
  export default { test: { projects: [{ test }] } };
`;
const RUNNER = `
  import { endAtSignals } from '${root}/build/test/interrupt.mjs';
  import { Lane } from '${root}/build/test/lane.mjs';
  const [, project, log] = process.argv;
  const lane = new Lane(log, { showsWindows: false, project });
  endAtSignals([lane]);
  const hung = lane.runFiles('hung', ['hung.test.mjs'], {});
  hung.catch(() => undefined);
`;

mkdirSync(results, { recursive: true });
writeFileSync(join(folder, 'vitest.config.mjs'), CONFIG);
writeFileSync(join(folder, 'hung.test.mjs'), HUNG);
let runner: ChildProcess | null = null;
// Gone, but where the test has failed: then its lane ends what it has started.
afterEach(() => runner?.kill('SIGKILL'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(results, `lane-${log}.log`), { force: true });
});

it.each([
  ['Ctrl-C', (pid: number) => process.kill(-pid, 'SIGINT')],
  ['a SIGTERM to the run alone', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['the death of the run', (pid: number) => process.kill(pid, 'SIGKILL')],
])('leaves no process and no folder of a test behind after %s', async (_what, end) => {
  const pids = join(folder, 'pids');
  rmSync(pids, { force: true });
  runner = spawn(process.execPath, ['--input-type=module', '-e', RUNNER, folder, log], {
    detached: true, // as a shell starts a command: Ctrl-C reaches all of its process group
    stdio: 'ignore',
  });
  const { pid = 0 } = runner;
  await expect.poll(() => existsSync(pids)).toBe(true);
  const started = [pid, ...(JSON.parse(readFileSync(pids, 'utf8')) as number[])];
  const processes = await Promise.all(started.map(identify));
  expect(processes).not.toContain(null);
  expect(laneFoldersOf(pid)).toHaveLength(1);
  end(pid);
  await expect.poll(() => runningOf(processes)).toEqual([]);
  expect(laneFoldersOf(pid)).toEqual([]);
});

async function runningOf(processes: readonly (ProcessIdentity | null)[]): Promise<number[]> {
  const running: number[] = [];
  for (const each of processes) if (each !== null && (await isRunning(each))) running.push(each.pid);
  return running;
}

const laneFoldersOf = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`sluice-lane-${String(pid)}-`));
