import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { msOf, ticks, timeWindow, xOf } from '../../../../../renderer/charts/timeline/time-scale';

describe('timeWindow', () => {
  it('gives a run that has just begun some room, and an ended one exactly its time', () => {
    expect(timeWindow(800, 'all', false)).toEqual({ fromMs: 0, toMs: 5000 });
    expect(timeWindow(800, 'all', true)).toEqual({ fromMs: 0, toMs: 800 });
  });

  it('shows the last minute of a longer run when asked', () => {
    expect(timeWindow(90_000, 'recent', false)).toEqual({ fromMs: 30_000, toMs: 90_000 });
    expect(timeWindow(20_000, 'recent', false)).toEqual({ fromMs: 0, toMs: 20_000 });
  });
});

describe('ticks', () => {
  it('are round, inside the window and never closer than asked', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 50, max: 50_000_000 }),
        fc.integer({ min: 100, max: 3000 }),
        (fromMs, length, width) => {
          const window = { fromMs, toMs: fromMs + length };
          const marks = ticks(window, width, 80);
          marks.forEach((mark, index) => {
            expect(mark).toBeGreaterThanOrEqual(fromMs);
            expect(mark).toBeLessThanOrEqual(window.toMs);
            const before = marks[index - 1];
            if (before !== undefined) {
              expect(xOf(mark, window, width) - xOf(before, window, width)).toBeGreaterThanOrEqual(79.99);
            }
          });
        },
      ),
    );
  });
});

describe('msOf', () => {
  it('undoes xOf', () => {
    const window = { fromMs: 1000, toMs: 9000 };
    expect(msOf(xOf(4321, window, 640), window, 640)).toBeCloseTo(4321, 6);
  });
});
