import { compareNames } from '../../../app/contract/name-order';
import { matchesHistory, type HistoryEntry } from '../../../app/contract/runs/history';
import type { RunKind } from '../../../app/contract/runs/state';

export const historySortKeys = ['state', 'kind', 'title', 'started', 'duration', 'size', 'speed'] as const;
export type HistorySortKey = (typeof historySortKeys)[number];

export interface HistorySorting {
  readonly key: HistorySortKey;
  readonly descending: boolean;
}

export const NEWEST_FIRST: HistorySorting = { key: 'started', descending: true };

const TEXT_KEYS: ReadonlySet<HistorySortKey> = new Set(['state', 'kind', 'title']);

/** Runs that a trend shows. */
const TREND = 12;

/** Sorting after a click on a column's head: words ascending first, figures descending first. */
export function nextHistorySorting(now: HistorySorting, key: HistorySortKey): HistorySorting {
  if (now.key === key) return { key, descending: !now.descending };
  return { key, descending: !TEXT_KEYS.has(key) };
}

export function filterHistory(
  entries: readonly HistoryEntry[],
  kind: RunKind | 'all',
  search: string,
): readonly HistoryEntry[] {
  return entries.filter((entry) => (kind === 'all' || entry.kind === kind) && matchesHistory(entry, search));
}

/** Sorted by a column; what is not known comes last whichever way, and equals go by their start, newest first. */
export function sortHistory(
  entries: readonly HistoryEntry[],
  { key, descending }: HistorySorting,
): readonly HistoryEntry[] {
  const sign = descending ? -1 : 1;
  return [...entries].sort((a, b) => {
    const [left, right] = [valueOf(a, key), valueOf(b, key)];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || b.startedAt - a.startedAt;
    return sign * compare(left, right) || b.startedAt - a.startedAt;
  });
}

/** Data per second that the run moved itself; null where there was none to speak of, and where it is not recorded. */
export function speedOf({ figures, resumed }: HistoryEntry): number | null {
  if (figures === null || figures.seconds <= 0) return null;
  const bytes = resumed ? (figures.movedBytes ?? 0) : figures.bytes;
  return bytes === 0 ? null : bytes / figures.seconds;
}

/** A resumed run has done a part of the work, mostly its end: its speed can't be compared with that of a whole one. */
function isComparable({ state, resumed }: HistoryEntry): boolean {
  return !resumed && (state === 'done' || state === 'done-with-warnings');
}

/** Speeds of the successful runs of each run's series up to it, oldest first. */
export function trendsOf(entries: readonly HistoryEntry[]): ReadonlyMap<string, readonly number[]> {
  const bySeries = new Map<string, readonly number[]>();
  const trends = new Map<string, readonly number[]>();
  for (const entry of [...entries].sort((a, b) => a.startedAt - b.startedAt)) {
    const speed = isComparable(entry) ? speedOf(entry) : null;
    const before = bySeries.get(entry.series) ?? [];
    const speeds = speed === null ? before : [...before, speed].slice(-TREND);
    bySeries.set(entry.series, speeds);
    trends.set(entry.runId, speeds);
  }
  return trends;
}

function valueOf(entry: HistoryEntry, key: HistorySortKey): string | number | null {
  switch (key) {
    case 'state':
    case 'kind':
    case 'title':
      return entry[key];
    case 'started':
      return entry.startedAt;
    case 'duration':
      return entry.figures?.seconds ?? null;
    case 'size':
      return entry.figures?.bytes ?? null;
    case 'speed':
      return speedOf(entry);
  }
}

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareNames(String(left), String(right));
}
