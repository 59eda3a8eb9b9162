const day = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** `2026-11-20 16:35`, in the user's own time: it sorts as it reads. */
export function formatMoment(at: number): string {
  return `${day.format(at)} ${time.format(at)}`;
}
