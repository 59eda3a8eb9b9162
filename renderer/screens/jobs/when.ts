import { formatTime, type Timetable } from '../../../app/contract/jobs/schedule';
import { text } from '../../text';

/** "Every Sunday at 02:30". */
export function whenText(timetable: Timetable): string {
  return text.jobs.scheduledFor(dayText(timetable.weekday), formatTime(timetable));
}

export function dayText(weekday: number | null): string {
  return weekday === null ? text.jobs.everyDay : (text.jobs.days[weekday] ?? '');
}
