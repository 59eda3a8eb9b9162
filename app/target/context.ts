import type { ControlSession } from '../catalog/session/control-session';
import type { LoadOptions } from '../contract/options';
import type { RunHooks } from '../engine/hooks';
import type { LoadJournal } from './journal/journal';
import type { MethodDecision } from './rows/method';
import type { ReconnectingSession } from './session/reconnecting-session';
import type { DumpFolder } from '../format/read/dump';
import type { PreparedRecord } from './journal/records';
import type { TargetSchema } from './target-schema';

/** Context of one step on the target: the session that it runs on, and the run's dump, options and journal. */
export interface TargetContext {
  readonly dump: DumpFolder;
  readonly session: ControlSession;
  readonly options: LoadOptions;
  readonly hooks: RunHooks;
  readonly journal: LoadJournal;
}

/** Context of a whole run on the target, from its journal's first entry to its end. */
export interface TargetRun extends TargetContext {
  /** The dump with all that it holds, also what this run leaves out. */
  readonly whole: DumpFolder;
  readonly method: MethodDecision;
  /** Runs a step again on a new session where the connection was lost. */
  readonly reconnecting: ReconnectingSession;
  readonly targets: readonly TargetSchema[];
  /** Tables that an earlier run recorded as prepared; null where none got so far. */
  readonly records: ReadonlyMap<string, PreparedRecord> | null;
}
