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
 * Whether the process is known to have ended. One that runs on another machine, or could not say when it began, can't be
 * told from one that goes on.
 */
export async function hasEnded(process: HostProcess): Promise<boolean> {
  return canBeSeen(process) && !(await isRunning(process));
}

export function canBeSeen({ host, began }: HostProcess): boolean {
  return host === hostname() && began !== '';
}
