import type { Failure } from '../contract/failure';
import type { TableOutcome } from '../contract/pages/inspection';
import type { LogLevel, HistoryList } from '../contract/runs/run';
import type { RunStage } from '../contract/runs/stages';
import type {
  Check,
  ObjectVerdict,
  TableVerdict,
  TargetState,
  Unfinished,
  WrittenDump,
} from '../contract/runs/result';
import type { EngineJob } from './addon';
import type { EngineBatch } from './events';
import type { Cancellation } from './cancellation';

/** A table of a run, as the run's watchers know it: engine ids are positions in the announced list. */
export interface RunTable {
  readonly schema: string;
  readonly table: string;
  readonly partition: string | null;
  readonly rowsExpected: number | null;
}

/** Reports of a service to its run, and the run's request to stop. */
export interface RunHooks {
  readonly cancellation: Cancellation;
  stage(stage: RunStage): void;
  /** Announces further tables; the first call's tables have the positions 0, 1, …. */
  tables(tables: readonly RunTable[]): void;
  /** The native job that pause, resume and lane changes go to; null when it has ended. */
  job(job: EngineJob | null): void;
  batch(batch: EngineBatch): void;
  /**
   * Restarts the counters for a second pass over all rows, which compares them; `from` is how far that pass is already.
   * The rows moved until now remain the run's moved rows.
   */
  restartCounters(from: { readonly rows: number; readonly bytes: number }): void;
  historyList(history: HistoryList): void;
  /** Control work was rolled back, or its connection lost, and is done again; the engine counts its own. */
  retried(): void;
  /** Tells how the run would leave its target if it ended now. A run that says nothing has not touched one. */
  leavesTarget(state: TargetState): void;
  /** Tells bytes that an earlier run has left on the target: the engine's counters begin with them. */
  foundLoaded(bytes: number): void;
  log(level: LogLevel, text: string, table?: string): void;
  /** Adds a sentence to the run's log and result, once: worth knowing, and no warning. */
  notice(text: string): void;
}

/** Result that a service reports at the end of a run; the run registry adds the totals it counted. */
export interface RunReport {
  readonly state: 'done' | 'done-with-warnings' | 'incomplete' | 'failed';
  readonly files: number;
  readonly storedBytes: number;
  readonly lockWaitMs: number | null;
  readonly lockHeldMs: number | null;
  /** Time from the lock's release to a dump's first row; null where no row came. */
  readonly firstRowMs?: number | null;
  readonly consistency: string | null;
  readonly verdicts: readonly TableVerdict[];
  /** Only of a comparison. */
  readonly objects?: readonly ObjectVerdict[];
  readonly checks: readonly Check[];
  /** Only of a dump in another format. */
  readonly written?: WrittenDump;
  /** Path of the certificate that a proof by restoring has written. */
  readonly certificate?: string;
  /** Only of a load. */
  readonly outcomes?: readonly TableOutcome[];
  /**
   * The statement that starts replication of a load's target from the dump's source; null where no position is known.
   */
  readonly replicationStart?: string | null;
  /** Safeguards that a load's target had switched off, and their restoration; a sentence each. */
  readonly speedUps?: readonly string[];
  readonly warnings: readonly Failure[];
  readonly errors: readonly Failure[];
  /** Present where a load has left something that can be resumed. */
  readonly unfinished?: Unfinished;
}

/** Report of a run that ended before its verification: nothing but its errors. */
export const NOTHING_REPORTED = {
  files: 0,
  storedBytes: 0,
  lockWaitMs: null,
  lockHeldMs: null,
  consistency: null,
  verdicts: [],
  checks: [],
  warnings: [],
} as const satisfies Omit<RunReport, 'state' | 'errors'>;

/** The state that follows from what was found: any error fails a run, any warning is said. */
export function stateOf(errors: readonly Failure[], warnings: readonly Failure[]): RunReport['state'] {
  if (errors.length > 0) return 'failed';
  return warnings.length > 0 ? 'done-with-warnings' : 'done';
}
