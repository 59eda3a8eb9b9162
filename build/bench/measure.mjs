import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../setup/command.mjs';
import { inRoot } from '../setup/places.mjs';

/** Runs a command once. @returns seconds, processor seconds of it and of all servers, peak resident bytes */
export async function measure({ command, env = {} }, { work, serverPids }) {
  const report = join(work, 'measured.json');
  const before = cpuSecondsOfAll(serverPids);
  await run('python3', [inRoot('build', 'bench', 'measure.py'), report, ...command], {
    env: { ...process.env, ...env },
  });
  const after = cpuSecondsOfAll(serverPids);
  const serverCpuSeconds = before === null || after === null ? null : after - before;
  return { ...JSON.parse(readFileSync(report, 'utf8')), serverCpuSeconds };
}

function cpuSecondsOfAll(pids) {
  const seconds = pids.map(cpuSecondsOf);
  return seconds.includes(null) ? null : seconds.reduce((sum, one) => sum + one, 0);
}

/** User and system time of a process so far (proc(5): fields 14 and 15 of stat, in ticks); null off Linux. */
function cpuSecondsOf(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond();
}

let ticks = null;
function ticksPerSecond() {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return ticks;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
