import { z } from 'zod';
import type { Failure } from '../failure';
import { pathHandleSchema } from '../runs/options';

/** Times at which a job runs, in the machine's own time. */
export const timetableSchema = z.object({
  hour: z.number().int().min(0).max(23),
  minute: z.number().int().min(0).max(59),
  /** 0 is Sunday; null is every day. */
  weekday: z.number().int().min(0).max(6).nullable(),
});
export type Timetable = z.infer<typeof timetableSchema>;

/** Options for scheduling a job on this machine. */
export const scheduleWishSchema = z.object({
  timetable: timetableSchema,
  /** The option file that holds the password; null where none is needed. */
  optionFile: pathHandleSchema.nullable(),
  /** True to show a desktop notification when the job fails. */
  tellsFailure: z.boolean(),
  /** True if a run of it refuses to start where the account can’t read all that the job takes. */
  requireComplete: z.boolean().default(true),
});
export type ScheduleWish = z.infer<typeof scheduleWishSchema>;

export const schedulerKinds = ['systemd', 'cron'] as const;
export type SchedulerKind = (typeof schedulerKinds)[number];

/** A job that runs by itself. */
export interface JobSchedule {
  readonly jobId: string;
  readonly scheduler: SchedulerKind;
  readonly timetable: Timetable;
}

/** The jobs that this machine runs by itself. */
export interface ScheduleList {
  readonly schedules: readonly JobSchedule[];
  /** Reason that not all of them run at all times, with its remedy; null for none. */
  readonly warning: Failure | null;
}

/** Reads a time of day such as `02:30`; null where it is none. */
export function readTime(text: string): Pick<Timetable, 'hour' | 'minute'> | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
  return match === null ? null : { hour: Number(match[1]), minute: Number(match[2]) };
}

export function formatTime({ hour, minute }: Pick<Timetable, 'hour' | 'minute'>): string {
  return [hour, minute].map((number) => String(number).padStart(2, '0')).join(':');
}

/** The next run after a time, in the machine's own time, as a cron line or a timer with this timetable has it. */
export function nextRun({ hour, minute, weekday }: Timetable, after: number): number {
  const next = new Date(after);
  next.setHours(hour, minute, 0, 0);
  while (next.getTime() <= after || (weekday !== null && next.getDay() !== weekday)) {
    next.setDate(next.getDate() + 1);
    // A day on which clocks are changed may have moved it.
    next.setHours(hour, minute, 0, 0);
  }
  return next.getTime();
}
