import type { Failure } from './failure';
import type { TableOutcome } from './inspection';

/** `abandon`: an unfinished load, or migration, is taken back. */
export type RunKind = 'dump' | 'load' | 'migrate' | 'verify' | 'abandon';

/** How a run stands. The last five are final; there is no bare "completed". */
export type RunState =
  'running' | 'paused' | 'cancelling' | 'done' | 'done-with-warnings' | 'incomplete' | 'cancelled' | 'failed';

export const FINAL_STATES: ReadonlySet<RunState> = new Set<RunState>([
  'done',
  'done-with-warnings',
  'incomplete',
  'cancelled',
  'failed',
]);

/** The stages of a run in their order; a kind of run passes through some of them. */
export type RunStage =
  | 'connect'
  | 'preflight'
  | 'lock'
  | 'snapshot'
  | 'definitions'
  | 'data'
  /** A load that follows a dump has loaded all that is there of it. */
  | 'waiting'
  | 'constraints'
  | 'objects'
  | 'verify'
  | 'finish';

/** What a lane does right now. */
export type LanePhase = 'idle' | 'read' | 'load' | 'index' | 'verify' | 'wait' | 'retry';

export interface LaneProgress {
  readonly lane: number;
  readonly phase: LanePhase;
  /** Index into the run's tables, or -1. */
  readonly table: number;
  /** The chunk in hand, counted from 0 within the table, or -1. */
  readonly chunk: number;
  /** Since when it does this, in milliseconds since the run began. */
  readonly sinceMs: number;
  /** Rows and uncompressed bytes this lane moved since the run began. */
  readonly rows: number;
  readonly bytes: number;
  readonly rowsPerSecond: number;
  readonly bytesPerSecond: number;
  /** How much of the index build in hand is done, 0 to 1; absent where it builds none, or its server has not said. */
  readonly built?: number;
}

/** A finished stretch of one lane's time: one chunk, one index build, one count. */
export interface LaneSegment {
  readonly lane: number;
  readonly phase: LanePhase;
  readonly table: number;
  readonly chunk: number;
  /** Milliseconds since the run began. */
  readonly startMs: number;
  readonly endMs: number;
  readonly rows: number;
  readonly bytes: number;
}

export type TableState = 'pending' | 'running' | 'indexing' | 'verifying' | 'done' | 'failed';

export interface TableProgress {
  /** Position in the run's table list: what lanes and segments refer to. */
  readonly index: number;
  readonly schema: string;
  readonly table: string;
  readonly state: TableState;
  readonly rows: number;
  readonly bytes: number;
  /** Known for a load, estimated from statistics for a dump, null where nothing is known. */
  readonly rowsExpected: number | null;
  /** As of the lane that builds its indexes. */
  readonly built?: number;
}

export interface RunTotals {
  readonly rows: number;
  /** Uncompressed bytes moved. */
  readonly bytes: number;
  /** Bytes written to or read from disk. */
  readonly storedBytes: number;
  readonly rowsExpected: number | null;
  /** What all lanes move now, committed or not; 0 while none moves rows. */
  readonly rowsPerSecond: number;
  readonly bytesPerSecond: number;
  /** Whole tables: one of several partitions is one, and done when all of them are. */
  readonly tablesDone: number;
  readonly tablesTotal: number;
  /** How often work was rolled back and done again: deadlocks, lock waits, lost connections. */
  readonly retries: number;
  /** Remaining time as a range in ms; null while there is nothing honest to say. */
  readonly etaMs: { readonly low: number; readonly high: number } | null;
}

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

export interface LogRecord {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly level: LogLevel;
  readonly text: string;
  readonly table?: string | undefined;
  readonly lane?: number | undefined;
}

/** What a snapshot costs the server while it is held. */
export interface UndoHistory {
  /** Undo log records that can't be purged yet: InnoDB's history list length. */
  readonly historyLength: number;
  /** Of any session of the server, in ms. */
  readonly oldestSnapshotMs: number;
}

/** Which of its servers a run reads from and which it writes to; a dump has only the one, a load only the other. */
export type ServerSide = 'source' | 'target';

/** How a server of a run is doing. All of it may be seen by every account. */
export interface ServerHealth {
  readonly side: ServerSide;
  /** Milliseconds since the run began. */
  readonly atMs: number;
  /** Sessions that run a statement, with the run's own. */
  readonly threadsRunning: number;
  /** Transactions that wait for a row lock. */
  readonly lockWaits: number;
  /** Share of InnoDB's buffer pool whose pages are changed and not yet written, 0 to 1. */
  readonly dirtyShare: number;
  /** Share of the page reads since the last look that had to go to disk, 0 to 1; null without any read. */
  readonly missShare: number | null;
}

/** The saved job that a run is one of. */
export interface JobReference {
  readonly id: string;
  readonly name: string;
}

/** What identifies a run for as long as the app knows it. */
export interface RunHeader {
  readonly runId: string;
  readonly kind: RunKind;
  /** For instance "shop → /backups/shop" or "Practice server · shop_copy". */
  readonly title: string;
  readonly startedAt: number;
  /** How many the run began with. */
  readonly threads: number;
  /** How many it can be given while it runs; absent where their number is fixed. */
  readonly mostThreads?: number;
  /** The saved connection that a load goes into, or that a dump is compared with; absent where it is none. */
  readonly targetProfileId?: string;
  /** Absent where the run can't be done again from what is kept of it. */
  readonly repeat?: RunRepeat;
}

/** How a run is done again. */
export interface RunRepeat {
  /** The saved connection that it signs in to, of a migration its target; null where it signs in nowhere. */
  readonly profileId: string | null;
}

/**
 * What changed in a run since the last update: at most ten of these a second.
 * `tables` holds only the tables that changed, `segments` and `log` only what is new.
 */
export interface RunUpdate {
  readonly runId: string;
  /** Counts the run's updates from 1; in a view, the last update that it covers. */
  readonly revision: number;
  readonly state: RunState;
  readonly stage: RunStage;
  readonly elapsedMs: number;
  readonly totals: RunTotals;
  readonly lanes: readonly LaneProgress[];
  readonly tables: readonly TableProgress[];
  readonly segments: readonly LaneSegment[];
  readonly log: readonly LogRecord[];
  /** Null where it is not watched, or may not be seen. */
  readonly undoHistory: UndoHistory | null;
  /** The last look at each server; none where it is not watched, or does not say. */
  readonly health: readonly ServerHealth[];
  /** Set once, with the final state. */
  readonly result: RunResult | null;
}

/** All that is known of a run: what a window that opens late asks for. The log and segments are bounded. */
export interface RunView extends RunUpdate {
  readonly header: RunHeader;
}

/** What was compared for one table, and how it came out. */
export interface TableVerdict {
  readonly schema: string;
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  readonly checks: readonly Check[];
  /** What a load decided for the table, a sentence each: when its indexes are built, how many lanes share it. */
  readonly decisions?: readonly string[];
}

export type ObjectKind =
  'view' | 'function' | 'procedure' | 'package' | 'event' | 'trigger' | 'library' | 'sequence';

/** The same for what a dump holds beside its tables. */
export interface ObjectVerdict {
  readonly schema: string;
  readonly kind: ObjectKind;
  readonly name: string;
  readonly checks: readonly Check[];
}

/**
 * `presence`: whether a view, routine, trigger or event is there at all; said only of one that is not. `counter`: a table's
 * next AUTO_INCREMENT number. `schema`: a schema's own options, such as its default character set. `extra`: objects of a
 * schema that the dump does not hold; not checked where there are some, for nothing is to be compared with them.
 */
export type CheckKind =
  | 'presence'
  | 'rows'
  | 'digest'
  | 'definition'
  | 'counter'
  | 'foreign-keys'
  | 'schema'
  | 'extra'
  | 'accounts'
  | 'files'
  | 'json-types';

export interface Check {
  readonly kind: CheckKind;
  readonly state: 'ok' | 'failed' | 'not-checked';
  /** For instance "200,000 rows counted in the target, 200,000 in the dump". */
  readonly detail: string;
}

/** A load that has left a part of itself, with its journal, on the target: how to go on, as commands. */
export interface Unfinished {
  /** That it was begun with. */
  readonly schemaMap: Readonly<Record<string, string>>;
  /** Null where nothing is left to go on with: its dump will never be finished. */
  readonly resume: string | null;
  /** Takes away what the load has made, and nothing else. */
  readonly abandon: string;
}

/**
 * How a load or a migration that did not end well leaves its target, as far as its own work goes: `untouched`, it has
 * changed nothing; `rolled-back`, all that it had made was removed; `left`, a part of it is there.
 */
export type TargetState = 'untouched' | 'rolled-back' | 'left';

/** The end of a run; also, with `type: "result"`, the last line of `--json`. */
export interface RunResult {
  readonly ok: boolean;
  readonly kind: RunKind;
  readonly state: RunState;
  readonly tables: number;
  readonly rows: number;
  /** Uncompressed bytes of table data. */
  readonly bytes: number;
  /** Bytes on disk. */
  readonly storedBytes: number;
  readonly files: number;
  readonly seconds: number;
  readonly threads: number;
  /** The most engine memory that the run held, in bytes above the idle process; 0 where the engine had no part. */
  readonly memoryPeakBytes: number;
  /** How long the global read lock was waited for and held; null where none was taken. */
  readonly lockWaitMs: number | null;
  readonly lockHeldMs: number | null;
  /** Of a dump: how long after the lock was gone the first row came; null where none came. */
  readonly firstRowMs?: number | null;
  /** How consistency was reached, as one sentence; null for a load. */
  readonly consistency: string | null;
  readonly verdicts: readonly TableVerdict[];
  /** Of a comparison: what was compared of each view, routine, trigger and event. */
  readonly objects?: readonly ObjectVerdict[];
  /** Checks that concern the whole run, such as the views and routines. */
  readonly checks: readonly Check[];
  /** How full and how well in order the loaded tables are, as the verdicts are ordered; only of a load. */
  readonly outcomes?: readonly TableOutcome[];
  /** Of a load: the statement by which the target can follow the dump's source; null where nothing is known. */
  readonly replicationStart?: string | null;
  /** Of a load: what the target did less carefully meanwhile, and that it does so no more; a sentence each. */
  readonly speedUps?: readonly string[];
  readonly warnings: readonly Failure[];
  readonly errors: readonly Failure[];
  /** How often work was rolled back and done again: deadlocks, lock waits, lost connections. */
  readonly retries: number;
  /** Null where nothing can be resumed. */
  readonly unfinished: Unfinished | null;
  /** Only of a load or a migration that did not end well; absent in results of versions that did not look. */
  readonly targetState?: TargetState;
}
