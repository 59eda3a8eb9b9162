import { execFileSync } from 'node:child_process';

/**
 * Kills all processes that this one has started, and those that they have, also in process groups of their own. They are
 * stopped first: none starts another meanwhile. One that its parent has left behind before is not found.
 */
export function killDescendants() {
  const stopped = new Set();
  for (
    let found = descendants();
    found.length > 0;
    found = descendants().filter((pid) => !stopped.has(pid))
  ) {
    for (const pid of found) signal(pid, 'SIGSTOP');
    for (const pid of found) stopped.add(pid);
  }
  for (const pid of stopped) signal(pid, 'SIGKILL');
}

function descendants() {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  const all = listed.split('\n').map((line) => line.trim().split(/\s+/));
  const found = new Set([String(process.pid)]);
  // A set hands out what is added to it while it is walked through.
  for (const above of found)
    for (const [pid, parent, name] of all) {
      const isItself = name === 'ps' && parent === String(process.pid);
      if (parent === above && !isItself) found.add(pid);
    }
  return [...found].slice(1).map(Number);
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes(error.code)) throw error;
  }
}
