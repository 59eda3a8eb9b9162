import { describe, expect, it } from 'vitest';
import { keepSchema, stays } from '../../../../app/contract/jobs/keep';

/** Local times, newest first: 2026-11-02 is a Monday. */
const at = (...moments: readonly (readonly [month: number, day: number, hour: number])[]) =>
  moments.map(([month, day, hour]) => new Date(2026, month - 1, day, hour).getTime());

describe('stays', () => {
  it('keeps all, or just the newest', () => {
    const times = at([11, 3, 2], [11, 2, 2], [11, 1, 2]);
    expect(stays(times, null)).toEqual([true, true, true]);
    expect(stays(times, 2)).toEqual([true, true, false]);
    expect(stays([], 2)).toEqual([]);
  });

  it('keeps the newest of each day, and of each week beyond', () => {
    const times = at(
      [11, 4, 14],
      [11, 4, 2], // the same day
      [11, 3, 2],
      [11, 2, 2], // beyond two days; its week has a newer one
      [11, 1, 2], // the Sunday of the week before
      [10, 31, 2],
      [10, 25, 2], // beyond two weeks
    );
    expect(stays(times, { daily: 2, weekly: 2 })).toEqual([true, false, true, false, true, false, false]);
  });

  it('counts only days and weeks that have a dump: a machine that was off loses none', () => {
    expect(stays(at([11, 20, 2], [9, 1, 2], [6, 1, 2]), { daily: 3, weekly: 1 })).toEqual([true, true, true]);
  });

  it('knows a week over the turn of the year and of the clocks', () => {
    const turn = [new Date(2026, 11, 31, 2), new Date(2027, 0, 3, 2), new Date(2027, 0, 4, 2)];
    const times = turn.map((date) => date.getTime()).reverse();
    // Monday is a week of its own; Sunday and the Thursday before it are one.
    expect(stays(times, { daily: 1, weekly: 2 })).toEqual([true, true, false]);
  });
});

describe('keepSchema', () => {
  it('takes what jobs have and refuses to keep nothing', () => {
    for (const keep of [null, 1, 7, { daily: 7, weekly: 4 }]) expect(keepSchema.parse(keep)).toEqual(keep);
    for (const keep of [0, -1, { daily: 0, weekly: 4 }, {}])
      expect(keepSchema.safeParse(keep).success).toBe(false);
  });
});
