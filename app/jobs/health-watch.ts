import { connect } from '../catalog/connect';
import type { ControlSession } from '../catalog/control-session';
import type { Endpoint } from '../catalog/endpoint';
import { readHealth, type HealthCounters } from '../catalog/health';
import type { ServerHealth, ServerSide } from '../contract/run';
import { failureOf } from '../engine/failures';
import type { RunTracker } from './tracker';

/** Half as often as once a second: each look asks the server to add up its threads' counters. */
const INTERVAL_MS = 2000;

/** A server of the run. */
export interface WatchedServer {
  readonly side: ServerSide;
  readonly endpoint: Endpoint;
}

/** The run that is told. */
export type WatchedRun = Pick<RunTracker, 'isMoving' | 'health' | 'log'>;

/**
 * Tells a run every two seconds how one of its servers is doing, over a session of its own. That is opened when rows move: an
 * account may have only so many sessions, and the run's own come first. It ends by itself where it may not sign in or
 * its session breaks: no run fails for want of a figure, and none waits for one when it is stopped.
 */
export function watchHealth({ side, endpoint }: WatchedServer, run: WatchedRun): () => void {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let session: ControlSession | null = null;
  let before: HealthCounters | null = null;
  const look = async (): Promise<boolean> => {
    if (!run.isMoving) return true;
    session ??= await connect(endpoint);
    const now = stopped ? null : await readHealth(session);
    if (now === null || stopped) return false;
    run.health({ side, ...healthOf(before, now) });
    before = now;
    return true;
  };
  const step = async (): Promise<void> => {
    const goesOn = await look().catch((error: unknown) => {
      if (!stopped) run.log('debug', `How the ${side} is doing can’t be read: ${failureOf(error).message}`);
      return false;
    });
    if (goesOn && !stopped) timer = setTimeout(() => void step(), INTERVAL_MS);
    else await session?.close();
  };
  void step();
  return () => {
    stopped = true;
    if (timer === null) return;
    clearTimeout(timer);
    void session?.close();
  };
}

/** What two looks say together; the first one says nothing yet of what was read meanwhile. */
export function healthOf(
  before: HealthCounters | null,
  now: HealthCounters,
): Omit<ServerHealth, 'side' | 'atMs'> {
  const requests = before === null ? 0 : now.pageRequests - before.pageRequests;
  const reads = before === null ? 0 : now.pageReads - before.pageReads;
  return {
    threadsRunning: now.threadsRunning,
    lockWaits: now.lockWaits,
    dirtyShare: now.allPages > 0 ? now.dirtyPages / now.allPages : 0,
    missShare: requests > 0 ? Math.min(1, Math.max(0, reads / requests)) : null,
  };
}
