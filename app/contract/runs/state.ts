/** `rollback`: an unfinished load, or migration, is rolled back. */
export type RunKind = 'dump' | 'load' | 'migrate' | 'verify' | 'rollback';

/** Status of a run. The last five are final; there is no bare "completed". */
export type RunState =
  'running' | 'paused' | 'cancelling' | 'done' | 'done-with-warnings' | 'incomplete' | 'cancelled' | 'failed';

export const FINAL_STATES: ReadonlySet<RunState> = new Set<RunState>([
  'done',
  'done-with-warnings',
  'incomplete',
  'cancelled',
  'failed',
]);
