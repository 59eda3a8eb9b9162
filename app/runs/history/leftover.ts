import { assertNever } from '../../contract/exhaustive';
import type { HistoryEntry, HistoryState, Leftover } from '../../contract/runs/history';
import { targetWorkOf, type RunResult } from '../../contract/runs/result';
import type { RunKind } from '../../contract/runs/state';
import type { RunSetup } from '../setup';

/** Part of a run that its result says is on the target. */
export function leftoverOf(result: RunResult): Leftover {
  const unfinished = targetWorkOf(result)?.unfinished ?? null;
  if (unfinished === null) return 'none';
  return unfinished.resume === null ? 'rollback-only' : 'resumable';
}

/** Leftover of a run that did not record it: one of an earlier version, or one that was interrupted. */
export function leftoverIn(kind: RunKind, state: HistoryState): Leftover {
  if (kind !== 'load' && kind !== 'migrate') return 'none';
  return state === 'interrupted' || state === 'incomplete' || state === 'cancelled' ? 'resumable' : 'none';
}

/**
 * Takes the leftovers from the runs, oldest first, that later ones have finished, rolled back or taken over; `setups`
 * are those of the runs.
 */
export function withoutTakenOver(
  entries: readonly HistoryEntry[],
  setups: readonly (RunSetup | null)[],
): readonly HistoryEntry[] {
  const seen = new Set<string>();
  const settled = entries.map((entry, at) => ({ entry, place: placeOf(setups[at] ?? null) })).reverse();
  return settled
    .map(({ entry, place }) => {
      const isTakenOver = place !== null && seen.has(place);
      if (place !== null && hasTouched(entry)) seen.add(place);
      return isTakenOver ? { ...entry, leftover: 'none' as const } : entry;
    })
    .reverse();
}

function hasTouched({ state, leftover }: HistoryEntry): boolean {
  return state === 'running' || state === 'done' || state === 'done-with-warnings' || leftover !== 'none';
}

/** Key of a dump's place on a target; null for a run that fills or clears none. */
function placeOf(setup: RunSetup | null): string | null {
  switch (setup?.kind) {
    case 'load':
      return JSON.stringify([setup.server, setup.folder, pairsOf(setup.options.schemaMap)]);
    case 'rollback':
      return JSON.stringify([setup.server, setup.folder, pairsOf(setup.schemaMap)]);
    case 'migrate':
      return JSON.stringify([setup.server, setup.source, pairsOf(setup.options.schemaMap)]);
    case 'dump':
    case 'verify':
    case undefined:
      return null;
    default:
      return assertNever(setup);
  }
}

function pairsOf(schemaMap: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(schemaMap)
    .filter(([from, to]) => from !== to)
    .map((pair) => pair.join('='))
    .sort();
}
