import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readProcesses } from './processor-time.mjs';

/**
 * Kills all processes that this one has started, and those that they have, also in process groups of their own. They are
 * stopped first: none starts another meanwhile. Of those that their parents have left behind it finds, on Linux, what has
 * the same folder for temporary files as this process.
 * @param folder that folder; nobody else's processes have it in their environment
 */
export function killDescendants(folder) {
  const stopped = new Set();
  for (;;) {
    const found = descendants(folder).filter((pid) => !stopped.has(pid));
    if (found.length === 0) break;
    for (const pid of found) {
      signal(pid, 'SIGSTOP');
      stopped.add(pid);
    }
  }
  for (const pid of stopped) signal(pid, 'SIGKILL');
}

function descendants(folder) {
  const processes = parents();
  const leftBehind = processes.filter(([pid]) => pid !== process.pid && hasFolder(pid, folder));
  const found = new Set([process.pid, ...leftBehind.map(([pid]) => pid)]);
  // A set hands out what is added to it while it is walked through.
  for (const above of found) {
    for (const [pid, parent] of processes) if (parent === above) found.add(pid);
  }
  found.delete(process.pid);
  return [...found];
}

/** The number of each process with its parent's. */
function parents() {
  if (process.platform === 'linux') return [...readProcesses()].map(([pid, { parent }]) => [pid, parent]);
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  const all = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const isAsked = ([, parent, name]) => name.endsWith('ps') && Number(parent) === process.pid;
  return all.filter((each) => !isAsked(each)).map(([pid, parent]) => [Number(pid), Number(parent)]);
}

function hasFolder(pid, folder) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`TMPDIR=${folder}`);
  } catch {
    return false; // another user's, one that has ended, or no Linux
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes(error.code)) throw error;
  }
}
