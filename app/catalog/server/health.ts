import type { ControlSession } from '../session/control-session';

/** Counters of a server at one moment, as SHOW GLOBAL STATUS has them; it needs no privilege (on both vendors). */
export interface HealthCounters {
  readonly threadsRunning: number;
  readonly lockWaits: number;
  readonly dirtyPages: number;
  readonly allPages: number;
  /** Pages requested from the buffer pool since the server started, and those of them read from disk. */
  readonly pageRequests: number;
  readonly pageReads: number;
}

const COUNTERS = {
  threadsRunning: 'Threads_running',
  lockWaits: 'Innodb_row_lock_current_waits',
  dirtyPages: 'Innodb_buffer_pool_pages_dirty',
  allPages: 'Innodb_buffer_pool_pages_total',
  pageRequests: 'Innodb_buffer_pool_read_requests',
  pageReads: 'Innodb_buffer_pool_reads',
} as const satisfies Record<keyof HealthCounters, string>;

/** Reads the counters; null where the server does not show one of them, as one without InnoDB does not. */
export async function readHealth(session: ControlSession): Promise<HealthCounters | null> {
  const names = Object.values(COUNTERS);
  const rows = await session.rows(
    `SHOW GLOBAL STATUS WHERE Variable_name IN (${names.map(() => '?').join(', ')})`,
    names,
  );
  const values = new Map(rows.map((row) => [row.Variable_name, Number(row.Value)]));
  const valueOf = (name: string) => values.get(name) ?? Number.NaN;
  const counters: HealthCounters = {
    threadsRunning: valueOf(COUNTERS.threadsRunning),
    lockWaits: valueOf(COUNTERS.lockWaits),
    dirtyPages: valueOf(COUNTERS.dirtyPages),
    allPages: valueOf(COUNTERS.allPages),
    pageRequests: valueOf(COUNTERS.pageRequests),
    pageReads: valueOf(COUNTERS.pageReads),
  };
  return Object.values(counters).every((value) => Number.isFinite(value)) ? counters : null;
}
