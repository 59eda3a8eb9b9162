import type { ControlSession } from '../catalog/session/control-session';
import type { LoadOptions } from '../contract/runs/options';
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

/** A signed-in target before the run writes to it. */
export interface TargetStart {
  readonly session: ControlSession;
  /** Repeats a step on a new session after a lost connection. */
  readonly reconnecting: ReconnectingSession;
  readonly method: MethodDecision;
  readonly hooks: RunHooks;
}

/** Context of a whole run on the target, from its journal's first entry to its end. */
export interface TargetRun extends TargetContext, TargetStart {
  /** The whole dump, including what this run leaves out; `dump` is the selection, under the target's names. */
  readonly whole: DumpFolder;
  readonly targets: readonly TargetSchema[];
  /** Tables that an earlier run recorded as prepared; null where none got so far. */
  readonly records: ReadonlyMap<string, PreparedRecord> | null;
}
