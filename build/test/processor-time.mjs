import { readdirSync, readFileSync } from 'node:fs';

/** proc(5): a clock tick is a hundredth of a second on every Linux that runs Electron. */
const TICKS_PER_SECOND = 100;
/** Longest part of a process that is missed when it ends between two looks. */
const LOOK_MS = 500;

/**
 * Processor time that some processes and their descendants have taken, with those descendants that have ended and were
 * waited for. Source: proc(5), fields 4 and 14 to 17 of `stat`; null on systems without it.
 * @param pids of the processes at the top; those that are gone count nothing
 * @returns seconds
 */
export function treeSeconds(pids) {
  if (process.platform !== 'linux') return null;
  const processes = readProcesses();
  const topOf = (pid) => {
    if (pid === undefined || pids.includes(pid)) return pid;
    return topOf(processes.get(pid)?.parent);
  };
  const below = [...processes].filter(([pid]) => topOf(pid) !== undefined);
  return below.reduce((total, [, { ticks }]) => total + ticks, 0) / TICKS_PER_SECOND;
}

/** Measures a process with its descendants until it has ended. @returns a function that gives the seconds so far */
export function watchTree(pid) {
  let seconds = 0;
  let hasEnded = false;
  const look = () => {
    if (hasEnded) return seconds;
    const now = treeSeconds([pid]);
    hasEnded = !now;
    if (hasEnded) clearInterval(timer);
    else seconds = Math.max(seconds, now);
    return seconds;
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return look;
}

/** All processes of a Linux: each one's parent and ticks, by its number. */
export function readProcesses() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.flatMap((name) => readProcess(Number(name))));
}

function readProcess(pid) {
  try {
    // The name in brackets may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = fields.slice(11, 15).reduce((total, text) => total + Number(text), 0);
    return [[pid, { parent: Number(fields[1]), ticks }]];
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes(error.code)) throw error;
    return [];
  }
}
