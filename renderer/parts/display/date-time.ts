const day = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });
const seconds = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `2026-11-20 16:35:07`, in the user's own time: it sorts as it reads, also where several fall into a minute. */
export function formatDateTime(at: number): string {
  return `${day.format(at)} ${seconds.format(at)}`;
}

const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `5 minutes ago`, `3 hours ago`, `yesterday`, `2 days ago`: in whole units, rounded down; `now` within the first minute. */
export function formatAgo(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  if (passed < MINUTE) return ago.format(0, 'second');
  if (passed < HOUR) return ago.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return ago.format(-Math.floor(passed / HOUR), 'hour');
  return ago.format(-Math.floor(passed / DAY), 'day');
}

/** `2026-11-20 16:35`: of what happens at a time of day. */
export function formatDateTimeToMinute(at: number): string {
  return formatDateTime(at).slice(0, -3);
}
