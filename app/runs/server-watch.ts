import { connect } from '../catalog/connect/connect';
import type { ControlSession } from '../catalog/session/control-session';
import type { Endpoint } from '../catalog/connect/endpoint';
import { readHealth, type HealthCounters } from '../catalog/server/health';
import { readIndexBuilds } from '../catalog/server/index-builds';
import type { ServerHealth, ServerSide } from '../contract/runs/run';
import { failureOf } from '../engine/failures';
import type { RunTracker } from './tracker';
import { runsText } from '../text/runs/runs';

/** Readings of a run's servers: `builds` is the progress of index builds, `all` includes the servers' health. */
export interface Watching {
  readonly look: 'all' | 'builds';
  readonly everyMs: number;
  /** True where somebody waits for the pages of a load's tables that the load left no time for. */
  readonly readsPages: boolean;
}

/** Half as often as once a second: each look asks the server to add up its threads' counters. */
const INTERVAL_MS = 2000;

/** Readings while a user watches the run's servers, and while nobody does. */
export const WATCHED: Watching = { look: 'all', everyMs: INTERVAL_MS, readsPages: true };
export const UNWATCHED: Watching = { look: 'builds', everyMs: INTERVAL_MS, readsPages: false };

/** Time, in ms, after which a reading that was not answered counts as silence of the server. */
const SILENT_AFTER_MS = 5000;

/** A server of the run. */
export interface WatchedServer {
  readonly side: ServerSide;
  readonly endpoint: Endpoint;
  /** Time, in ms, for which the run tries a lost connection again; 0 where it ends at once. */
  readonly retryMs: number;
}

/** The run that receives the readings. */
export type WatchedRun = Pick<RunTracker, 'isMoving' | 'building' | 'health' | 'silence' | 'builds' | 'log'>;

/**
 * Looks now and then at one of a run's servers, over a session of its own. That is opened when rows move, or when
 * indexes are built where only these are of interest: an account may have only so many sessions, and the run's own come
 * first. A server that stops answering is reported as silent and looked at again until it answers. The watch ends by
 * itself where it may not sign in: no run fails for want of a figure, and none waits for one when it is stopped.
 */
export function watchServer(
  { side, endpoint, retryMs }: WatchedServer,
  { look, everyMs }: Omit<Watching, 'readsPages'>,
  run: WatchedRun,
): () => void {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let session: ControlSession | null = null;
  let isSilent = false;
  const probes = [
    ...(look === 'all' ? [healthProbe(side, run)] : []),
    ...(side === 'target' ? [buildProbe(run)] : []),
  ];
  if (probes.length === 0) return () => undefined;
  const tell = (silent: boolean): void => {
    if (stopped || silent === isSilent) return;
    isSilent = silent;
    run.silence(side, silent ? { retryMs } : null);
  };
  const probeOnce = async (): Promise<void> => {
    const due = run.isMoving ? probes.filter((probe) => probe.isDue()) : [];
    if (due.length === 0) return;
    session ??= await connect(endpoint);
    for (const probe of due) {
      const publish = stopped ? null : await probe.read(session);
      if (publish === null || stopped) return;
      publish();
    }
    tell(false);
  };
  /** Returns whether the server is worth another look. */
  const probeInTime = async (): Promise<boolean> => {
    const late = setTimeout(() => {
      tell(true);
      // Its host may be gone: such a connection would never say so.
      session?.destroy();
    }, SILENT_AFTER_MS);
    try {
      await probeOnce();
      return true;
    } catch (error) {
      session?.destroy();
      session = null;
      const failure = failureOf(error);
      const isAway = failure.code === 'connect-lost' || failure.code === 'connect-refused';
      if (isAway) tell(true);
      else if (!stopped) run.log('debug', runsText.healthUnreadable(side, failure.message));
      return isAway;
    } finally {
      clearTimeout(late);
    }
  };
  const step = async (): Promise<void> => {
    const continues = await probeInTime();
    if (continues && !stopped) timer = setTimeout(() => void step(), everyMs);
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

/** One thing that a server is building for, in one query; `read` gives what tells the run of the answer. */
interface Probe {
  isDue(): boolean;
  read(session: ControlSession): Promise<() => void>;
}

/** A server that does not show its counters once never does. */
function healthProbe(side: ServerSide, run: WatchedRun): Probe {
  let before: HealthCounters | null = null;
  let isShown = true;
  return {
    isDue: () => isShown,
    read: async (session) => {
      const now = await readHealth(session);
      isShown = now !== null;
      return () => {
        if (now !== null) run.health({ side, ...healthOf(before, now) });
        before = now;
      };
    },
  };
}

/**
 * Reads the progress of all current builds in one query, and runs none while nothing is built. A reason why the server
 * refuses is reported once.
 */
function buildProbe(run: WatchedRun): Probe {
  let isExplained = false;
  return {
    isDue: () => run.building.length > 0,
    read: async (session) => {
      const building = run.building;
      const readings = await readIndexBuilds(
        session,
        building.map((lane) => lane.session),
      );
      return () => {
        run.builds(building, readings.kind === 'told' ? readings.builds : []);
        if (readings.kind === 'told' || isExplained) return;
        run.log('info', readings.why);
        isExplained = true;
      };
    },
  };
}

/** Health between two readings; the first one has no rates yet. */
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
