import { execFile } from 'child_process';
import { promises as fs } from 'fs';
import { hostname } from 'os';

/** One process for ever: its number alone may belong to another process tomorrow. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the system's own format: only ever compared for equality. */
  readonly began: string;
}

/** @returns null where no such process runs. */
export async function identify(pid: number): Promise<ProcessIdentity | null> {
  const began = process.platform === 'linux' ? await readBeginOnLinux(pid) : await askPs(pid);
  return began === null ? null : { pid, began };
}

export async function identifySelf(): Promise<ProcessIdentity> {
  return (await identify(process.pid)) ?? { pid: process.pid, began: '' };
}

export async function isRunning(process: ProcessIdentity): Promise<boolean> {
  return (await identify(process.pid))?.began === process.began;
}

/** Signals exactly this process; does nothing when it has ended, even where its number lives on in another. */
export async function signal(target: ProcessIdentity, name: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (!(await isRunning(target))) return;
  try {
    process.kill(target.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A process and the machine on which it runs. */
export interface HostProcess extends ProcessIdentity {
  readonly host: string;
}

export async function identifyHere(): Promise<HostProcess> {
  return { host: hostname(), ...(await identifySelf()) };
}

/**
 * Returns whether the process is known to have ended. A process of another machine, or one without a recorded start
 * time, counts as running.
 */
export async function hasEnded(process: HostProcess): Promise<boolean> {
  return canBeSeen(process) && !(await isRunning(process));
}

export function canBeSeen({ host, began }: HostProcess): boolean {
  return host === hostname() && began !== '';
}

/** Field 22 of /proc/PID/stat (proc(5)): clock ticks from boot to its start. A zombie has ended. */
async function readBeginOnLinux(pid: number): Promise<string | null> {
  let stat: string;
  try {
    stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name, the second field, may hold spaces and brackets: count from its last bracket.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? null : (fields[18] ?? null);
}

function askPs(pid: number): Promise<string | null> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], (error, output) => {
      resolve(error === null && output.trim() !== '' ? output.trim() : null);
    });
  });
}
