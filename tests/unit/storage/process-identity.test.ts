import { spawn } from 'child_process';
import { once } from 'events';
import { describe, expect, it } from 'vitest';
import { identify, identifySelf, isRunning, signal } from '../../../app/storage/process-identity';

describe('a process identity', () => {
  it('is that of this process', async () => {
    const self = await identifySelf();
    expect(self.pid).toBe(process.pid);
    expect(await isRunning(self)).toBe(true);
  });

  it('does not hold for another process with the same number', async () => {
    const self = await identifySelf();
    expect(await isRunning({ ...self, began: `${self.began}0` })).toBe(false);
  });

  it('never signals a process that took over the number', async () => {
    const child = spawn('sleep', ['60']);
    const identity = await identify(child.pid ?? 0);
    if (identity === null) throw new Error('sleep does not run');
    await signal({ ...identity, began: 'another time' }, 'SIGKILL');
    expect(await isRunning(identity)).toBe(true);
    await signal(identity, 'SIGKILL');
    await once(child, 'exit');
    expect(await isRunning(identity)).toBe(false);
  });

  it('takes a zombie process as ended', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [output] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(output.toString());
    while ((await identify(pid)) !== null) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(() => process.kill(pid, 0)).not.toThrow(); // still in the process table
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  });
});
