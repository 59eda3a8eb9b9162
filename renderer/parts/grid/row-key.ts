/** Rows that Page Up and Page Down move. */
const PAGE = 12;

/** The row that a key leads to in a list that has the focus itself; null where the key leads nowhere. */
export function rowOfKey(key: string, place: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: place + 1,
    ArrowUp: place - 1,
    PageDown: place + PAGE,
    PageUp: place - PAGE,
    Home: 0,
    End: count - 1,
  };
  const target = steps[key];
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target));
}
