import type { Row } from '../../catalog/session/row';
import type { SluiceError } from '../../contract/failure';
import type { RunRecord } from '../journal/records';
import { sessionFailures } from '../../text/target/session';

/** Time limits, in seconds, for the session that holds a load. */
export interface ClaimPatience {
  /** Time to wait for a sign of life; a holder that gives one keeps the load. */
  readonly wait: number;
  /** Silence after which the holder is taken for dead; a live one speaks every `SILENCE_MS`. */
  readonly quiet: number;
}

/**
 * Judges from the process list whether a client is behind the session that holds a load (no row: the session has
 * ended). A session that works, or spoke a moment ago, is `alive`; `silent` may be either, and is looked at again.
 * Pure.
 */
export function judgeHolder(
  view: Row | undefined,
  { wait, quiet }: ClaimPatience,
): 'alive' | 'silent' | 'dead' {
  const silentFor = view?.command === 'Sleep' ? Number(view.seconds) : 0;
  if (silentFor < Math.min(wait, quiet)) return 'alive';
  return silentFor >= quiet ? 'dead' : 'silent';
}

/**
 * Returns the refusal of a load that another process runs.
 *
 * @param run null where the journal does not name the process
 */
export function heldBy(run: RunRecord | null, holder: string): SluiceError {
  return sessionFailures.loadRuns({ run: run === null ? null : named(run), holder });
}

/**
 * Returns the refusal of a second load into a schema that a run is loading.
 *
 * @param run null where the journal does not name the process
 */
export function loadingNow(schema: string, run: RunRecord | null, holder: string): SluiceError {
  return sessionFailures.schemaIsLoaded({ schema, run: run === null ? null : named(run), holder });
}

function named({ host, process, since }: RunRecord) {
  return { pid: process.pid, host, since: since.slice(0, 19) };
}
