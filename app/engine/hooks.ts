import type { Failure } from '../contract/failure';
import type { TableOutcome } from '../contract/inspection';
import type {
  Check,
  LogLevel,
  ObjectVerdict,
  RunStage,
  TableVerdict,
  TargetState,
  UndoHistory,
  Unfinished,
} from '../contract/run';
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

/** How a service tells its run what happens, and hears that it should stop. */
export interface RunHooks {
  readonly cancellation: Cancellation;
  stage(stage: RunStage): void;
  /** Announces further tables; the first call's tables have the positions 0, 1, …. */
  tables(tables: readonly RunTable[]): void;
  /** The native job that pause, resume and lane changes go to; null when it has ended. */
  job(job: EngineJob | null): void;
  batch(batch: EngineBatch): void;
  /**
   * From now on the counters are those of going through all rows once more, to compare them; `from` is how far that is
   * already. What was moved until now stays what the run has moved.
   */
  countAnew(from: { readonly rows: number; readonly bytes: number }): void;
  undoHistory(history: UndoHistory): void;
  /** Control work was rolled back, or its connection lost, and is done again; the engine counts its own. */
  retried(): void;
  /** Tells how the run would leave its target if it ended now. A run that says nothing has not touched one. */
  leavesTarget(state: TargetState): void;
  log(level: LogLevel, text: string, table?: string): void;
}

/** What a service reports at the end of a run; the run registry adds the totals it counted. */
export interface RunReport {
  readonly state: 'done' | 'done-with-warnings' | 'incomplete' | 'failed';
  readonly files: number;
  readonly storedBytes: number;
  readonly lockWaitMs: number | null;
  readonly lockHeldMs: number | null;
  /** Of a dump: how long after the lock was gone the first row came; null where none came. */
  readonly firstRowMs?: number | null;
  readonly consistency: string | null;
  readonly verdicts: readonly TableVerdict[];
  /** Only of a comparison. */
  readonly objects?: readonly ObjectVerdict[];
  readonly checks: readonly Check[];
  /** Only of a load. */
  readonly outcomes?: readonly TableOutcome[];
  /** Of a load: the statement by which the target can follow the dump's source; null where nothing is known. */
  readonly replicationStart?: string | null;
  /** Of a load: what the target did less carefully meanwhile, and that it does so no more; a sentence each. */
  readonly speedUps?: readonly string[];
  readonly warnings: readonly Failure[];
  readonly errors: readonly Failure[];
  /** Where a load has left something that can be resumed. */
  readonly unfinished?: Unfinished;
}

/** What a run that ended before its verification has to report: its errors. */
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
