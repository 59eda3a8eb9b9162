import type { HistoryEntry } from '../../../app/contract/runs/history';

/** A finished dump of the history. */
export interface RecentDump extends Pick<HistoryEntry, 'runId' | 'title' | 'server' | 'startedAt'> {
  /** For display only. */
  readonly folder: string;
  readonly storedBytes: number | null;
  /** True if a later verification of its folder found no difference. */
  readonly isVerified: boolean;
}

const MOST = 6;

/** Returns the newest finished dumps, one per folder. Entries come newest first. */
export function recentDumps(entries: readonly HistoryEntry[]): readonly RecentDump[] {
  const seen = new Set<string>();
  const dumps: RecentDump[] = [];
  for (const { runId, kind, title, server, startedAt, folder, state, figures } of entries) {
    const isFinished = state === 'done' || state === 'done-with-warnings';
    if (kind !== 'dump' || !isFinished || folder === null || seen.has(folder)) continue;
    seen.add(folder);
    const isVerified = entries.some(
      (other) =>
        other.kind === 'verify' &&
        other.folder === folder &&
        other.state === 'done' &&
        other.startedAt > startedAt,
    );
    const storedBytes = figures?.storedBytes ?? null;
    dumps.push({ runId, title, server, startedAt, folder, storedBytes, isVerified });
    if (dumps.length === MOST) break;
  }
  return dumps;
}
