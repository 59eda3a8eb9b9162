import type { RunHooks } from '../engine/hooks';
import type { RunStage } from '../contract/runs/stages';

/** Stages of a load at which the proof itself has begun already. */
const CHECKING: ReadonlySet<RunStage> = new Set<RunStage>(['connect', 'preflight']);

/**
 * Returns the hooks of the load within a proof: its own checks are work of the proof, and what it leaves on the throwaway
 * server is no concern of anybody.
 */
export function loadHooks(hooks: RunHooks): RunHooks {
  return {
    ...passedOn(hooks),
    stage: (stage) => {
      if (!CHECKING.has(stage)) hooks.stage(stage);
    },
    tables: (tables) => hooks.tables(tables),
  };
}

/** Returns the hooks of the comparison within a proof: the load has announced the same tables in the same order. */
export function comparisonHooks(hooks: RunHooks): RunHooks {
  return {
    ...passedOn(hooks),
    stage: (stage) => {
      if (!CHECKING.has(stage)) hooks.stage(stage);
    },
    tables: () => undefined,
  };
}

function passedOn(hooks: RunHooks): Omit<RunHooks, 'stage' | 'tables'> {
  return {
    cancellation: hooks.cancellation,
    job: (job) => hooks.job(job),
    batch: (batch) => hooks.batch(batch),
    restartCounters: (from) => hooks.restartCounters(from),
    historyList: (history) => hooks.historyList(history),
    retried: () => hooks.retried(),
    leavesTarget: () => undefined,
    foundLoaded: (bytes) => hooks.foundLoaded(bytes),
    log: (level, text, table) => hooks.log(level, text, table),
    notice: (text) => hooks.notice(text),
  };
}
