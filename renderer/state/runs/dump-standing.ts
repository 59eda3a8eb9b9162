import type { DumpProof } from '../../../app/contract/proof/certificate';
import type { HistoryEntry } from '../../../app/contract/runs/history';

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

/** Returns the last check of a dump's files since it was made; entries come newest first. */
export function lastCheck(
  entries: readonly HistoryEntry[],
  dumpFolder: string,
  since: number,
): DumpCheck | null {
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
