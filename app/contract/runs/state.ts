/** `rollback`: an unfinished load, or migration, is rolled back. */
export type RunKind = 'dump' | 'load' | 'migrate' | 'verify' | 'rollback';

/** Status of a run that has not ended. */
export type ActiveState = 'running' | 'paused' | 'cancelling';

/** Status of a run that has ended; there is no bare "completed". */
export type FinalState = 'done' | 'done-with-warnings' | 'incomplete' | 'cancelled' | 'failed';

export type RunState = ActiveState | FinalState;

export const FINAL_STATES: ReadonlySet<RunState> = new Set<FinalState>([
  'done',
  'done-with-warnings',
  'incomplete',
  'cancelled',
  'failed',
]);
