import { hostname } from 'os';
import { identifySelf, isRunning, type ProcessIdentity } from './process-identity';

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
