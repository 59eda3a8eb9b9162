import { describe, expect, it } from 'vitest';
import { nextRun } from '../../../../app/contract/jobs/schedule';

/** Moment in this machine's own time, as a timetable has it. */
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime();

describe('nextRun', () => {
  const daily = { hour: 2, minute: 30, weekday: null };
  /** 22 November 2026 is a Sunday. */
  const sundays = { ...daily, weekday: 0 };

  it('is today while the time is to come, and tomorrow from then on', () => {
    expect(nextRun(daily, at(22, 2, 29))).toBe(at(22, 2, 30));
    expect(nextRun(daily, at(22, 2, 30))).toBe(at(23, 2, 30));
  });

  it('waits for its day of the week', () => {
    expect(nextRun(sundays, at(22, 2, 29))).toBe(at(22, 2, 30));
    expect(nextRun(sundays, at(22, 2, 30))).toBe(at(29, 2, 30));
    expect(nextRun(sundays, at(23, 12, 0))).toBe(at(29, 2, 30));
  });

  it('goes over the end of a month', () => {
    expect(nextRun(daily, at(30, 12, 0))).toBe(new Date(2026, 11, 1, 2, 30).getTime());
  });
});
