import type { LaneSegment } from '../../../app/contract/runs/run';

/** Work of one lane over a whole run. */
export interface LaneWork {
  /** Share of the run's time in which it did something, 0 to 1. */
  readonly busy: number;
  readonly rows: number;
  readonly bytes: number;
  /** Tables of which it moved, built or proved something. */
  readonly tables: number;
}

/** Sums up the finished segments of a lane. Pure. */
export function laneWork(segments: readonly LaneSegment[], elapsedMs: number): LaneWork {
  const busyMs = segments.reduce(
    (sum, { phase, startMs, endMs }) => (phase === 'idle' ? sum : sum + endMs - startMs),
    0,
  );
  return {
    busy: elapsedMs > 0 ? Math.min(1, busyMs / elapsedMs) : 0,
    rows: segments.reduce((sum, { rows }) => sum + rows, 0),
    bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
    tables: new Set(segments.filter(({ table }) => table >= 0).map(({ table }) => table)).size,
  };
}
