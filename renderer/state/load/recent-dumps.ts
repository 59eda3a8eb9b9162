import type { DumpProof } from '../../../app/contract/proof/certificate';
import type { FolderChoice, FoundDump } from '../../../app/contract/runs/folder-choice';
import type { HistoryEntry } from '../../../app/contract/runs/history';
import { text } from '../../text';

/**
 * Finding of a check of a dump's files: no difference; nothing to compare with; an end by something else than the files;
 * damage of the files.
 */
export interface DumpCheck {
  readonly found: 'intact' | 'open' | 'failed' | 'damaged';
  /** The time at which it began. */
  readonly at: number;
}

/** Trust in a dump, by its newest check. */
export type DumpStanding =
  | { readonly kind: 'proved'; readonly proof: DumpProof }
  | { readonly kind: 'damaged' | 'verified' | 'not-verified' };

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

/** Entries come newest first. */
function lastCheck(entries: readonly HistoryEntry[], dumpFolder: string, since: number): DumpCheck | null {
  for (const entry of entries) {
    if (entry.folder !== dumpFolder || entry.startedAt <= since || entry.checksFiles !== true) continue;
    const found = findingOf(entry);
    if (found !== null) return { found, at: entry.startedAt };
  }
  return null;
}

/** Returns null for a check that says nothing about the files. */
function findingOf({ state, server, variant, mustMendDump }: HistoryEntry): DumpCheck['found'] | null {
  if (mustMendDump === true) return 'damaged';
  if (state === 'done') return 'intact';
  const isProof = variant?.kind === 'proof';
  // Rows of a server change after the dump: a comparison that finds it says nothing against the files.
  if (server !== null && !isProof) return null;
  if (state === 'done-with-warnings') return isProof ? 'intact' : 'open';
  return state === 'failed' ? 'failed' : null;
}

/** Judges a dump by the newer one of its last check and its proof. */
export function standingOf(check: DumpCheck | null, proof: DumpProof | null): DumpStanding {
  const isBad = check?.found === 'damaged' || check?.found === 'failed';
  const isOverruled = isBad && proof !== null && proof.provedAt < check.at;
  if (proof !== null && !isOverruled) return { kind: 'proved', proof };
  if (check?.found === 'damaged') return { kind: 'damaged' };
  return { kind: check?.found === 'intact' ? 'verified' : 'not-verified' };
}
