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

/** `2026-11-20 16:35`: of what happens at a time of day. */
export function formatDateTimeToMinute(at: number): string {
  return formatDateTime(at).slice(0, -3);
}
