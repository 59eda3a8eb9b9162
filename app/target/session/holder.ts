import type { Row } from '../../catalog/session/control-session';
import { SluiceError } from '../../contract/failure';
import type { RunRecord } from '../journal/records';

/** How long, in seconds, whoever holds a load is waited for, or given for dead. */
export interface ClaimPatience {
  /** One that shows within this time that it lives keeps the load. */
  readonly wait: number;
  /** It says something every `SILENCE_MS`; after so long a silence nobody is behind it any more. */
  readonly quiet: number;
}

/**
 * Whether somebody is behind the session that holds a load, by what the server says of it (no row where it has ended):
 * one that works, or that spoke a moment ago, is `alive`; `silent` may be either, and is looked at again. Pure.
 */
export function judgeHolder(
  view: Row | undefined,
  { wait, quiet }: ClaimPatience,
): 'alive' | 'silent' | 'dead' {
  const silentFor = view?.command === 'Sleep' ? Number(view.seconds) : 0;
  if (silentFor < Math.min(wait, quiet)) return 'alive';
  return silentFor >= quiet ? 'dead' : 'silent';
}

/** The refusal of a load that somebody carries on. @param run null where the journal does not say who */
export function carriedOnBy(run: RunRecord | null, holder: string): SluiceError {
  const who =
    run === null
      ? ''
      : ` by the process ${run.process.pid} on ${run.host}, since ${run.since.slice(0, 19)}Z,`;
  return new SluiceError(
    'load-running',
    `The load is carried on${who} over the server’s connection ${holder}.`,
    { hint: `Let it end; where nobody is behind it any more, run KILL ${holder} on the target.` },
  );
}
