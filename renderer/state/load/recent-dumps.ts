import type { FolderChoice, FoundDump } from '../../../app/contract/runs/folder-choice';
import type { HistoryEntry } from '../../../app/contract/runs/history';
import { text } from '../../text';
import { lastCheck, type DumpCheck } from '../runs/dump-standing';

/** A finished dump of the history, or one that was found in the folder for dumps. */
export interface RecentDump {
  readonly title: string;
  /** Its server as the history names it, or else as the dump does. */
  readonly source: string;
  readonly startedAt: number;
  /** For display only. */
  readonly folder: string;
  readonly storedBytes: number | null;
  /** The last check of its files since it was made; null where there was none. */
  readonly check: DumpCheck | null;
  readonly from:
    | { readonly kind: 'history'; readonly runId: string }
    | { readonly kind: 'folder'; readonly choice: FolderChoice };
}

const MOST = 6;

/** Returns the newest finished dumps, one per folder, out of the history and the folder for dumps. */
export function recentDumps(
  entries: readonly HistoryEntry[],
  found: readonly FoundDump[],
): readonly RecentDump[] {
  const known = knownDumps(entries);
  const folders = new Set(known.map(({ folder }) => folder));
  const others = found
    .filter(({ folder }) => !folders.has(folder.display))
    .map(({ folder, name, begunAt, vendor, serverVersion, storedBytes }): RecentDump => ({
      title: name,
      source: text.load.recentSource(vendor, serverVersion),
      startedAt: begunAt,
      folder: folder.display,
      storedBytes,
      check: lastCheck(entries, folder.display, begunAt),
      from: { kind: 'folder', choice: folder },
    }));
  return [...known, ...others].sort((a, b) => b.startedAt - a.startedAt).slice(0, MOST);
}

/** Finished dumps of the history. Entries come newest first: of a folder that was dumped into twice, the last counts. */
function knownDumps(entries: readonly HistoryEntry[]): readonly RecentDump[] {
  const dumps = new Map<string, RecentDump>();
  for (const { runId, kind, title, server, startedAt, folder, state, figures } of entries) {
    const isFinished = state === 'done' || state === 'done-with-warnings';
    if (kind !== 'dump' || !isFinished || folder === null || dumps.has(folder)) continue;
    dumps.set(folder, {
      ...{ title, source: server ?? '', startedAt, folder },
      storedBytes: figures?.storedBytes ?? null,
      check: lastCheck(entries, folder, startedAt),
      from: { kind: 'history', runId },
    });
  }
  return [...dumps.values()];
}
