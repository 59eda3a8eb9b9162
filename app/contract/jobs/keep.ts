import { z } from 'zod';

/** Number of dumps, days or weeks. */
export const countSchema = z.number().int().min(1).max(10_000);

/**
 * Retention of a job's dumps: its newest ones, or the newest of each of the last days and weeks that have one. Null
 * keeps them all.
 */
export const keepSchema = z
  .union([countSchema, z.object({ daily: countSchema, weekly: countSchema })])
  .nullable();
export type Keep = z.infer<typeof keepSchema>;

/**
 * Returns for each dump of these times (newest first, ms) whether it is kept. Days and weeks are those of this machine.
 */
export function stays(madeAt: readonly number[], keep: Keep): readonly boolean[] {
  if (keep === null) return madeAt.map(() => true);
  if (typeof keep === 'number') return madeAt.map((_time, index) => index < keep);
  const daily = newestOfEach(madeAt.map(dayOf), keep.daily);
  const weekly = newestOfEach(madeAt.map(weekOf), keep.weekly);
  return madeAt.map((_time, index) => daily.has(index) || weekly.has(index));
}

/** The places of the first of each of the first `count` different periods. */
function newestOfEach(periods: readonly string[], count: number): ReadonlySet<number> {
  const firsts = new Map<string, number>();
  for (const [index, period] of periods.entries()) {
    if (firsts.size < count && !firsts.has(period)) firsts.set(period, index);
  }
  return new Set(firsts.values());
}

function dayOf(time: number): string {
  const date = new Date(time);
  return [date.getFullYear(), date.getMonth(), date.getDate()].join('-');
}

/** A week is known by its Monday. */
function weekOf(time: number): string {
  const date = new Date(time);
  const sinceMonday = (date.getDay() + 6) % 7;
  // By the calendar and at noon, for a day may have 23 or 25 hours.
  return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - sinceMonday, 12).getTime());
}
