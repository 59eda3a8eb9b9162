/** A point of a run's progress: how much had been moved when. */
export interface RatePoint {
  /** Milliseconds since the run began. */
  readonly ms: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Window of the forecast, in ms: long enough for a calm one. */
export const FORECAST_WINDOW_MS = 3000;
/**
 * Window of the displayed speed, in ms: long enough to be read, short enough that the curve falls with the work and not
 * seconds later.
 */
export const SPEED_WINDOW_MS = 1000;
/** Time before the first forecast, in ms: a rate before it says more about the start than about the run. */
const FIRST_ETA_MS = 2000;
/** Minimum margin of a forecast, to either side, as a share. */
const ETA_MARGIN = 0.1;

/** Start of a run. */
export const BEGINNING: RatePoint = { ms: 0, rows: 0, bytes: 0 };

/** The recent speed, over a window in ms. Points come in order; old ones are dropped. */
export class RateWindow {
  #points: RatePoint[];
  readonly #windowMs: number;

  constructor(windowMs: number, from: RatePoint = BEGINNING) {
    this.#points = [from];
    this.#windowMs = windowMs;
  }

  add(point: RatePoint): void {
    this.#points.push(point);
    // One point from before the window stays: it is where the window's speed is measured from.
    const second = this.#points.findIndex(({ ms }) => ms > point.ms - this.#windowMs);
    if (second > 1) this.#points = this.#points.slice(second - 1);
  }

  get rowsPerSecond(): number {
    return this.#perSecond(({ rows }) => rows);
  }

  get bytesPerSecond(): number {
    return this.#perSecond(({ bytes }) => bytes);
  }

  #perSecond(value: (point: RatePoint) => number): number {
    const first = this.#points[0] as RatePoint;
    const last = this.#points[this.#points.length - 1] as RatePoint;
    const ms = last.ms - first.ms;
    return ms <= 0 ? 0 : ((value(last) - value(first)) * 1000) / ms;
  }
}

/**
 * The remaining time as a range in ms, between what the last seconds and what the whole run so far promise;
 * null while there is nothing honest to say. `expected` rows may be an estimate; `from` is where they began to be counted.
 */
export function remaining(
  now: RatePoint,
  recentRowsPerSecond: number,
  expected: number | null,
  from: RatePoint = BEGINNING,
): { readonly low: number; readonly high: number } | null {
  const [ms, rows] = [now.ms - from.ms, now.rows - from.rows];
  if (expected === null || ms < FIRST_ETA_MS || rows <= 0 || recentRowsPerSecond <= 0) return null;
  const left = Math.max(0, expected - now.rows);
  const overall = (rows * 1000) / ms;
  const times = [recentRowsPerSecond, overall].map((rate) => (left * 1000) / rate);
  return { low: Math.min(...times) * (1 - ETA_MARGIN), high: Math.max(...times) * (1 + ETA_MARGIN) };
}
