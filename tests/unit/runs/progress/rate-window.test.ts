import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FORECAST_WINDOW_MS as WINDOW_MS,
  RateWindow,
  remaining,
  type RatePoint,
} from '../../../../app/runs/progress/rate-window';

function rateOf(points: readonly RatePoint[]): RateWindow {
  const rate = new RateWindow(WINDOW_MS);
  for (const point of points) rate.add(point);
  return rate;
}
const steady = (rowsPerSecond: number, fromMs: number, toMs: number, rowsBefore = 0): RatePoint[] =>
  Array.from({ length: (toMs - fromMs) / 100 }, (_, step) => {
    const ms = fromMs + (step + 1) * 100;
    const rows = rowsBefore + ((ms - fromMs) * rowsPerSecond) / 1000;
    return { ms, rows, bytes: rows * 10 };
  });

/** Points in the order in which a run gives them: neither time nor counters go back. */
const samples = fc
  .array(fc.record({ ms: fc.integer({ min: 1, max: 2000 }), rows: fc.nat(10_000) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((steps) => {
    let [ms, rows] = [0, 0];
    return steps.map((step) => {
      ms += step.ms;
      rows += step.rows;
      return { ms, rows, bytes: rows * 3 };
    });
  });

describe('RateWindow', () => {
  it('is nothing before anything has moved', () => {
    expect(new RateWindow(WINDOW_MS).rowsPerSecond).toBe(0);
    expect(rateOf([{ ms: 0, rows: 5, bytes: 5 }]).rowsPerSecond).toBe(0);
  });

  it('is the speed of a steady run', () => {
    const rate = rateOf(steady(2000, 0, 10_000));
    expect(rate.rowsPerSecond).toBeCloseTo(2000);
    expect(rate.bytesPerSecond).toBeCloseTo(20_000);
  });

  it('has forgotten an earlier speed once the window has passed', () => {
    const rate = rateOf([...steady(9000, 0, 5000), ...steady(1000, 5000, 5000 + WINDOW_MS + 200, 45_000)]);
    expect(rate.rowsPerSecond).toBeCloseTo(1000);
  });

  it('falls to nothing while a run is paused', () => {
    expect(rateOf([...steady(9000, 0, 5000), ...steady(0, 5000, 8200, 45_000)]).rowsPerSecond).toBe(0);
  });

  it('is never negative and never faster than the run was at its fastest', () => {
    fc.assert(
      fc.property(samples, (points) => {
        const speeds = points.map((point, step) => {
          const before = points[step - 1] ?? { ms: 0, rows: 0 };
          return ((point.rows - before.rows) * 1000) / (point.ms - before.ms);
        });
        const { rowsPerSecond } = rateOf(points);
        expect(rowsPerSecond).toBeGreaterThanOrEqual(Math.min(...speeds) - 1e-6);
        expect(rowsPerSecond).toBeLessThanOrEqual(Math.max(...speeds) + 1e-6);
      }),
    );
  });

  it('depends on no more than the window and the point before it', () => {
    fc.assert(
      fc.property(samples, (points) => {
        const last = points[points.length - 1] as RatePoint;
        const inside = points.findIndex(({ ms }) => ms > last.ms - WINDOW_MS);
        const first = points[inside - 1] ?? { ms: 0, rows: 0 };
        const expected = ((last.rows - first.rows) * 1000) / (last.ms - first.ms);
        expect(rateOf(points).rowsPerSecond).toBeCloseTo(expected, 6);
      }),
    );
  });
});

describe('remaining', () => {
  const now = { ms: 10_000, rows: 1000, bytes: 0 };

  it('lies between what the last seconds and what the whole run promise, and a margin more', () => {
    // 1000 rows are left: 5 s at 200 rows/s, 10 s at the run's 100 rows/s.
    const eta = remaining(now, 200, 2000);
    expect(eta?.low).toBeCloseTo(4500);
    expect(eta?.high).toBeCloseTo(11_000);
  });

  it('is nothing where an estimate was too small', () => {
    expect(remaining(now, 200, 900)).toEqual({ low: 0, high: 0 });
  });

  it.each([
    ['nothing is known of the whole', now, 200, null],
    ['the run has just begun', { ...now, ms: 1999 }, 200, 2000],
    ['no row has come yet', { ...now, rows: 0 }, 200, 2000],
    ['nothing moves', now, 0, 2000],
  ] as const)('is not said while %s', (_, point, speed, expected) => {
    expect(remaining(point, speed, expected)).toBeNull();
  });

  it('is a range of times, whatever the figures are', () => {
    const figure = fc.integer({ min: 1, max: 1e9 });
    fc.assert(
      fc.property(figure, figure, figure, figure, (ms, rows, speed, expected) => {
        const eta = remaining({ ms: ms + 2000, rows, bytes: 0 }, speed, expected);
        expect(eta?.low).toBeGreaterThanOrEqual(0);
        expect(eta?.high).toBeGreaterThanOrEqual(eta?.low ?? NaN);
      }),
    );
  });
});
