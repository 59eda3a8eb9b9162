import type { ControlSession } from '../catalog/session/control-session';
import type { ControlSessions } from '../catalog/session/sessions';
import type { ReadingPlan } from '../source/preflight';
import type { TargetStart } from '../target/context';
import type { LoadJournal } from '../target/journal/journal';
import type { MigrateRequest } from './request';

/** Both servers of a migration, signed in. */
export interface Servers extends TargetStart {
  /** Opens further sessions on the source. */
  readonly sources: ControlSessions;
  /** Control session on the source, outside the snapshot. */
  readonly catalog: ControlSession;
}

/** Context of a whole migration: both servers, the plan for the source, and the journal of the run that it resumes. */
export interface Migration extends Servers, ReadingPlan {
  readonly request: MigrateRequest;
  /** Journal of the earlier run; null where this run is the first. */
  readonly earlier: LoadJournal | null;
  readonly progress: Progress;
}

/** State that decides whether a failed run is rolled back or can be resumed. */
export interface Progress {
  /** Journal on the target; null until the run has created it. */
  journal: LoadJournal | null;
  /** True once all tables are prepared: their contents are worth keeping. */
  isReady: boolean;
}
