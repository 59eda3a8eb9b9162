import type { WrittenFormat } from '../dump-output';
import type { RunResult } from './result';
import type { RunStage } from './stages';
import type { ActiveState, FinalState, RunKind } from './state';

/** Current activity of a lane (`Phase` in native). */
export type LanePhase = LaneActivity['phase'];

export type LaneActivity = IdleLane | MovingLane | BuildingLane | HeldLane;

/** Has no table in hand. */
interface IdleLane {
  readonly phase: 'idle';
}

/** Rows move through it. */
interface MovingLane {
  readonly phase: 'read' | 'load' | 'verify';
  /** Index into the run's tables. */
  readonly table: number;
  /** The chunk in hand, counted from 0 within the table; null where the table is not taken by chunks. */
  readonly chunk: number | null;
  readonly rowsPerSecond: number;
  readonly bytesPerSecond: number;
}

interface BuildingLane {
  readonly phase: 'index';
  readonly table: number;
  /** Progress of the index build, 0 to 1; null where the server has not reported any. */
  readonly built: number | null;
}

/**
 * `wait`: the run is paused; or another lane of a dump has a large row in memory; or a load's lane could share a table,
 * and its turn in the staggered start has not come. `retry`: it repeats a chunk that was rolled back.
 */
interface HeldLane {
  readonly phase: 'wait' | 'retry';
  readonly table: number;
  readonly chunk: number | null;
}

export type LaneProgress = LaneActivity & {
  readonly lane: number;
  /** Start of this activity, in milliseconds since the run began. */
  readonly sinceMs: number;
  /** Rows and uncompressed bytes this lane moved since the run began. */
  readonly rows: number;
  readonly bytes: number;
};

/** A finished segment of one lane's time: one chunk, one index build, one count. */
export interface LaneSegment {
  readonly lane: number;
  readonly phase: LanePhase;
  readonly table: number;
  /** -1 where it was no chunk. */
  readonly chunk: number;
  /** Milliseconds since the run began. */
  readonly startMs: number;
  readonly endMs: number;
  readonly rows: number;
  readonly bytes: number;
}

export type TableState = TableWork['state'];

export type TableWork =
  | { readonly state: 'pending' | 'running' | 'verifying' | 'done' | 'failed' }
  /** `built`: progress of its index build, 0 to 1; null where the server has not reported any. */
  | { readonly state: 'indexing'; readonly built: number | null };

export type TableProgress = TableWork & {
  /** Position in the run's table list: what lanes and segments refer to. */
  readonly index: number;
  readonly schema: string;
  readonly table: string;
  /** Place among the run's whole tables, shared by the partitions of one. Absent in runs kept by earlier versions. */
  readonly wholeTable?: number | undefined;
  readonly rows: number;
  readonly bytes: number;
  /** Known for a load, estimated from statistics for a dump, null where nothing is known. */
  readonly rowsExpected: number | null;
};

interface MovedTotals {
  /** Rows committed, or written to files. */
  readonly rows: number;
  /** Uncompressed bytes moved. */
  readonly bytes: number;
  /** Bytes written to or read from disk. */
  readonly storedBytes: number;
  /** Rows that all lanes move per second now, committed or not; 0 while none moves rows. */
  readonly rowsPerSecond: number;
  readonly bytesPerSecond: number;
  /** Whole tables: one of several partitions is one, and done when all of them are. */
  readonly tablesDone: number;
  readonly tablesTotal: number;
  /** Number of times that work was rolled back and repeated: deadlocks, lock waits, lost connections. */
  readonly retries: number;
}

/** Remaining time as a range in ms. */
export interface RemainingTime {
  readonly low: number;
  readonly high: number;
}

/** Pass of a run over its rows, with the end that can be told of it. */
export type RunPass =
  /** A dump still finds tables: `tablesTotal` grows, and the expected rows and the end are unknown. */
  | { readonly pass: 'counting' }
  | {
      readonly pass: 'moving';
      /** Rows sent to the target whose transaction is not committed yet: a rollback takes them back. */
      readonly rowsUncommitted: number;
      readonly rowsExpected: number | null;
      /** Null while there is nothing honest to say. */
      readonly etaMs: RemainingTime | null;
    }
  /** Rows are compared a second time: rows and bytes began again and count what was compared. */
  | {
      readonly pass: 'comparing';
      readonly rowsExpected: number | null;
      readonly etaMs: RemainingTime | null;
    }
  | { readonly pass: 'ended'; readonly rowsExpected: number | null };

export type RunTotals = MovedTotals & RunPass;

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

export interface LogRecord {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly level: LogLevel;
  readonly text: string;
  readonly table?: string | undefined;
  readonly lane?: number | undefined;
}

/** The server's cost of a snapshot while it is held. */
export interface HistoryList {
  /** Undo log records that can't be purged yet: InnoDB's history list length. */
  readonly length: number;
  /** Age of the oldest snapshot of any session of the server, in ms. */
  readonly oldestSnapshotMs: number;
}

/** Role of a server in a run: read from or written to; a dump has only a source, a load only a target. */
export type ServerSide = 'source' | 'target';

/** A server that has stopped answering. */
export interface ServerSilence {
  readonly side: ServerSide;
  /** Time of its last answer, in ms since the run began. */
  readonly sinceMs: number;
  /** Time, in ms, for which the run tries a lost connection again; 0 where it ends at once. */
  readonly retryMs: number;
}

/** Health of a server of a run. Every account may see all of it. */
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

/**
 * A form of its kind with stages and words of its own: a dump that is written in another format, or a verification that
 * proves a dump by restoring it.
 */
export type RunVariant =
  | { readonly kind: 'written'; readonly format: WrittenFormat }
  | { readonly kind: 'proof' };

/** Identity of a run for as long as the app knows it. */
export interface RunHeader {
  readonly runId: string;
  readonly kind: RunKind;
  /** Absent for a run that is nothing but its kind. */
  readonly variant?: RunVariant;
  /** For instance "shop → /backups/shop" or "Practice server · shop_copy". */
  readonly title: string;
  readonly startedAt: number;
  /** Number of threads that the run began with. */
  readonly threads: number;
  /** Maximum number of threads while it runs; absent where their number is fixed. */
  readonly mostThreads?: number;
  /** The saved connection that a load goes into, or that a dump is compared with; absent where it is none. */
  readonly targetProfileId?: string;
  /** Absent where the run can't be repeated from its record. */
  readonly repeat?: RunRepeat;
}

/** The way to repeat a run. */
export interface RunRepeat {
  /** The saved connection that it signs in to, of a migration its target; null where it signs in nowhere. */
  readonly profileId: string | null;
}

/**
 * Changes in a run since the last update: at most five of these a second. `tables` holds only the tables that changed,
 * `segments` and `log` only what is new.
 */
export type RunUpdate = RunChanges & RunStatus;

/** Status of a run: active, or ended with its result. */
export type RunStatus =
  | {
      readonly state: ActiveState;
      readonly result: null;
      /** The servers that do not answer at the moment. */
      readonly silences: readonly ServerSilence[];
    }
  | {
      readonly state: FinalState;
      readonly result: RunResult;
      /** True while the pages of a load's tables are still read for its result. */
      readonly isReadingPages: boolean;
    };

export interface RunChanges {
  readonly runId: string;
  /** Counts the run's updates from 1; in a view, the last update that it covers. */
  readonly revision: number;
  readonly stage: RunStage;
  readonly elapsedMs: number;
  readonly totals: RunTotals;
  readonly lanes: readonly LaneProgress[];
  readonly tables: readonly TableProgress[];
  readonly segments: readonly LaneSegment[];
  readonly log: readonly LogRecord[];
  /** Null where it is not watched, or may not be seen. */
  readonly historyList: HistoryList | null;
  /** The last reading of each server; empty where it is not watched, or reports nothing. */
  readonly health: readonly ServerHealth[];
}

/** The full state of a run, for a window that opens late. The log and segments are bounded. */
export type RunView = RunUpdate & { readonly header: RunHeader };

/** The table that a lane has in hand, as an index into the run's tables; null where it has none. */
export function tableOfLane(lane: LaneProgress): number | null {
  return lane.phase === 'idle' ? null : lane.table;
}

/** Rows that a run expects in all; null while that is unknown. */
export function rowsExpectedOf(totals: RunTotals): number | null {
  return totals.pass === 'counting' ? null : totals.rowsExpected;
}

/** Remaining time; null while there is nothing honest to say. */
export function remainingOf(totals: RunTotals): RemainingTime | null {
  return totals.pass === 'counting' || totals.pass === 'ended' ? null : totals.etaMs;
}

/** Rows sent so far, committed or not. */
export function rowsSentOf(totals: RunTotals): number {
  return totals.pass === 'moving' ? totals.rows + totals.rowsUncommitted : totals.rows;
}
