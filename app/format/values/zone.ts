/** Rows whose TIMESTAMP values are in a time zone; undefined for UTC. Pure. */
export function inZone<Rows extends object>(
  rows: readonly Rows[],
  timeZone: string | undefined,
): readonly Rows[] {
  return timeZone === undefined ? rows : rows.map((range) => ({ ...range, timeZone }));
}
