import { hostname } from 'os';
import type { DumpedBy } from '../../format/facts';
import { isRunning } from '../../storage/process-identity';

/**
 * Whether the process that writes a dump is known to have ended. What runs on another machine, or could not say when it
 * began, can't be told from one that goes on.
 */
export async function hasEnded(writer: DumpedBy): Promise<boolean> {
  return canBeSeen(writer) && !(await isRunning(writer));
}

export function canBeSeen({ host, began }: DumpedBy): boolean {
  return host === hostname() && began !== '';
}
