import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runDetached, runKept } from '../../../app/sandbox/keeper';
import { isRunning } from '../../../app/storage/process-identity';

let folder = '';
let log = '';
beforeEach(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), 'sluice-keeper-'));
  log = join(folder, 'log');
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const shell = (script: string) => ['sh', '-c', script];

describe('runKept', () => {
  it('gives the exit code and keeps what was said', async () => {
    const kept = await runKept({ command: shell('echo said; exit 3'), log, input: '/dev/null', sweep: null });
    expect(await kept.whenEnded()).toBe(3);
    expect(await fs.readFile(log, 'utf8')).toBe('said\n');
  });

  it('feeds a file to standard input', async () => {
    const input = join(folder, 'input');
    await fs.writeFile(input, 'fed');
    const kept = await runKept({ command: ['cat'], log, input, sweep: null });
    await kept.whenEnded();
    expect(await fs.readFile(log, 'utf8')).toBe('fed');
  });

  it('passes arguments on as they are', async () => {
    const command = ['printf', '%s|', 'a b', '"c"', "d'e", '$HOME'];
    await (await runKept({ command, log, input: '/dev/null', sweep: null })).whenEnded();
    expect(await fs.readFile(log, 'utf8')).toBe(`a b|"c"|d'e|$HOME|`);
  });

  it('asks the process to end, and waits until it has', async () => {
    const script = 'trap "echo asked; exit 0" TERM; echo ready; while :; do sleep 0.05; done';
    const kept = await runKept({ command: shell(script), log, input: '/dev/null', sweep: null });
    while (!(await fs.readFile(log, 'utf8')).includes('ready'))
      await new Promise((resolve) => setTimeout(resolve, 20));
    await kept.stop();
    expect(await isRunning(kept.process)).toBe(false);
    expect(await fs.readFile(log, 'utf8')).toBe('ready\nasked\n');
  });

  it('leaves the folder alone as long as this process lives: its end is in the log there', async () => {
    const sweep = join(folder, 'of the server');
    await fs.mkdir(join(sweep, 'data'), { recursive: true });
    const kept = await runKept({ command: ['sleep', '60'], log, input: '/dev/null', sweep });
    await kept.stop();
    expect(await fs.readdir(sweep)).toEqual(['data']);
  });
});

describe.runIf(process.platform === 'linux')('a process that lives long', () => {
  const NAMES = ['SLUICE_PASSWORD', 'SLUICE_SOURCE_PASSWORD', 'SLUICE_TARGET_PASSWORD'] as const;
  beforeEach(() => {
    for (const name of NAMES) vi.stubEnv(name, `secret of ${name}`);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  /** Linux shows none while a program is being started (`environ_read` in fs/proc/base.c). */
  async function environmentOf(pid: number): Promise<string> {
    for (;;) {
      const environment = await fs.readFile(`/proc/${pid}/environ`, 'latin1');
      if (environment !== '') return environment;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('has no password of ours in its environment where it is detached', async () => {
    const { pid } = await runDetached({ command: ['sleep', '60'], log });
    try {
      const environment = await environmentOf(pid);
      expect(environment).toContain('PATH=');
      expect(environment).not.toContain('secret of');
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });

  it('has none where it is kept, nor has its keeper', async () => {
    const kept = await runKept({ command: ['sleep', '60'], log, input: '/dev/null', sweep: null });
    const { pid } = kept.process;
    const status = await fs.readFile(`/proc/${pid}/status`, 'utf8');
    const parent = Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]);
    const environments = await Promise.all([pid, parent].map(environmentOf));
    await kept.stop();
    for (const environment of environments) {
      expect(environment).toContain('PATH=');
      expect(environment).not.toContain('secret of');
    }
  });
});
