import type { StageTime } from './stages';
import { assertNever } from '../exhaustive';
import type { Failure, FailureCode } from '../failure';
import type { TableOutcome } from '../pages/inspection';
import type { WrittenFormat } from '../dump-output';
import type { FinalState } from './state';

/** Checks of one table, with their results. */
export interface TableVerdict {
  readonly schema: string;
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  readonly checks: readonly Check[];
  /** Checksum of the rows where it was found equal: the sum of the hashes of all rows modulo 2^64, as 16 hexadecimal digits. */
  readonly checksum?: string;
  /** Decisions of a load for the table, a sentence each: when its indexes are built, how many lanes share it. */
  readonly decisions?: readonly string[];
}

export type ObjectKind =
  | 'view'
  | 'function'
  | 'procedure'
  | 'package'
  | 'event'
  | 'trigger'
  | 'library'
  | 'sequence';

/** Checks of an object that is no table. */
export interface ObjectVerdict {
  readonly schema: string;
  readonly kind: ObjectKind;
  readonly name: string;
  readonly checks: readonly Check[];
}

/**
 * `object`: a view, routine, trigger or event is missing; reported only of a missing one. `counter`: a table's next
 * AUTO_INCREMENT number. `schema`: a schema's own options, such as its default character set. `extra`: objects of a
 * schema that the dump does not contain; not checked where there are some, for they have no counterpart.
 */
export type CheckKind =
  | 'object'
  | 'rows'
  | 'checksum'
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

/**
 * An unfinished load that has left its journal and some objects on the target: the commands to resume it or roll it
 * back.
 */
export interface Unfinished {
  /** The schema map of its start. */
  readonly schemaMap: Readonly<Record<string, string>>;
  /** Null where it can't be resumed: its dump will never be finished. */
  readonly resume: string | null;
  /** Removes everything that the load has created, and nothing else. */
  readonly rollBack: string;
}

/**
 * Effect of a load or a migration that did not end well on its target, as far as its own work goes: `untouched`, it has
 * changed nothing; `rolled-back`, everything it had created was removed; `left`, a part of it exists.
 */
export type TargetState = 'untouched' | 'rolled-back' | 'left';

/** Result of a run, whatever it was. */
interface AnyResult {
  readonly ok: boolean;
  readonly state: FinalState;
  readonly tables: number;
  readonly rows: number;
  /** Uncompressed bytes of table data. */
  readonly bytes: number;
  /** Bytes that this run moved itself: a resumed one finds some there. Absent in results of earlier versions. */
  readonly movedBytes?: number;
  readonly seconds: number;
  /**
   * Times of the stages that it went through, in the order in which it came to them; they add up to `seconds`. A dump moves
   * rows while it reads definitions, too. Absent in results of earlier versions.
   */
  readonly stages?: readonly StageTime[];
  readonly threads: number;
  /** The most engine memory that the run held, in bytes above the idle process; 0 where the engine had no part. */
  readonly memoryPeakBytes: number;
  readonly verdicts: readonly TableVerdict[];
  /** Checks that concern the whole run, such as the views and routines. */
  readonly checks: readonly Check[];
  /** Facts worth knowing that are no warnings, a sentence each; absent where there are none. */
  readonly notices?: readonly string[];
  readonly warnings: readonly Failure[];
  readonly errors: readonly Failure[];
  /** Number of times that work was rolled back and repeated: deadlocks, lock waits, lost connections. */
  readonly retries: number;
  /**
   * False where it was refused before it touched anything: the checks before it failed, and nothing was created or
   * changed, on a server or in a folder. Only of a run that failed; absent in results of versions that did not record it.
   */
  readonly begun?: boolean;
}

/** Files of the dump that a run wrote or read. */
interface DumpFiles {
  readonly files: number;
  /** Bytes on disk. */
  readonly storedBytes: number;
}

/** Consistent snapshot of the source. */
interface Snapshot {
  /** Time spent waiting for the global read lock, and holding it; null where none was taken. */
  readonly lockWaitMs: number | null;
  readonly lockHeldMs: number | null;
  /** Time from the lock's release to the first row; null where no row came. */
  readonly firstRowMs?: number | null;
  /** The way consistency was reached, as one sentence; null of a run that ended before. */
  readonly consistency: string | null;
}

/** Work on a target, which can end before its time. */
export interface TargetWork {
  /** Page layout of the filled tables, in the order of the verdicts. */
  readonly outcomes?: readonly TableOutcome[];
  /** The statement that starts replication of the target from the source; null where no position is known. */
  readonly replicationStart?: string | null;
  /** Safeguards that the target had switched off, and their restoration; a sentence each. */
  readonly speedUps?: readonly string[];
  /** Null where nothing can be resumed. */
  readonly unfinished: Unfinished | null;
  /** Only of a run that did not end well; absent in results of versions that did not record it. */
  readonly targetState?: TargetState;
}

/** A dump in another format. */
export interface WrittenDump {
  readonly format: WrittenFormat;
  /** Absolute path of its file or folder. */
  readonly path: string;
}

export interface DumpResult extends AnyResult, DumpFiles, Snapshot {
  readonly kind: 'dump';
  /** Only of a dump that is no dump folder; `files` and `storedBytes` are those of this. */
  readonly written?: WrittenDump;
  /** Only of a run of a job that proved its dump, as the command line prints it: the history keeps the two apart. */
  readonly proof?: VerifyResult;
}

export interface LoadResult extends AnyResult, DumpFiles, TargetWork {
  readonly kind: 'load';
}

export interface MigrateResult extends AnyResult, Snapshot, TargetWork {
  readonly kind: 'migrate';
}

export interface VerifyResult extends AnyResult, DumpFiles {
  readonly kind: 'verify';
  /** Checks of each view, routine, trigger and event; only of a comparison with a server. */
  readonly objects?: readonly ObjectVerdict[];
  /** Path of the certificate that a proof by restoring has written. */
  readonly certificate?: string;
}

export interface RollbackResult extends AnyResult {
  readonly kind: 'rollback';
}

/** The end of a run; also, with `type: "result"`, the last line of `--json`. */
export type RunResult = DumpResult | LoadResult | MigrateResult | VerifyResult | RollbackResult;

/** Files of the dump that a run wrote or read; null for a run without a dump. */
export function filesOf(result: RunResult): DumpFiles | null {
  switch (result.kind) {
    case 'dump':
    case 'load':
    case 'verify':
      return result;
    case 'migrate':
    case 'rollback':
      return null;
    default:
      return assertNever(result);
  }
}

/** Snapshot that a run took of its source; null for a run without a source. */
export function snapshotOf(result: RunResult): Snapshot | null {
  switch (result.kind) {
    case 'dump':
    case 'migrate':
      return result;
    case 'load':
    case 'verify':
    case 'rollback':
      return null;
    default:
      return assertNever(result);
  }
}

/** Effect of a run on the target that it filled; null for a run that fills none. */
export function targetWorkOf(result: RunResult): TargetWork | null {
  switch (result.kind) {
    case 'load':
    case 'migrate':
      return result;
    case 'dump':
    case 'verify':
    case 'rollback':
      return null;
    default:
      return assertNever(result);
  }
}

/** Checks of objects that are no tables; null where the run compared none. */
export function objectsOf(result: RunResult): readonly ObjectVerdict[] | null {
  return result.kind === 'verify' ? (result.objects ?? null) : null;
}

/** Failures of a dump's own files, which a resume would meet again. */
const OF_DUMP: ReadonlySet<string> = new Set<FailureCode>(['dump-damaged', 'not-a-dump', 'dump-incomplete']);

/** Returns whether the run ended at the dump's own files, so that it can't go on before they are mended. */
export function mustMendDump(result: RunResult): boolean {
  return result.errors.some(({ code }) => OF_DUMP.has(code));
}
