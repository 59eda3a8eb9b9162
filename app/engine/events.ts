/** Events of a job as they cross the native boundary. `native/addon` creates exactly these shapes. */
import type { Failure, FailureCode } from '../contract/failure';
import type { LanePhase, TableState } from '../contract/runs/run';
import type { EngineMessage } from './words/message';
import type { SignInRefusal } from './sign-in/refusal';
import type { EngineFileReport } from './tablespace';

export interface EngineLane {
  readonly lane: number;
  readonly phase: LanePhase;
  /** A table's id, or -1. */
  readonly table: number;
  readonly chunk: number;
  readonly rows: number;
  readonly bytes: number;
  /** The target server's id of the lane's connection (`CONNECTION_ID()`); 0 where it has none. */
  readonly session: number;
  /** Start of this activity, on the clock of `elapsedMs`. */
  readonly sinceMs: number;
}

export interface EngineTable {
  readonly id: number;
  readonly state: TableState;
  readonly rows: number;
  readonly bytes: number;
}

export interface EngineSegment {
  readonly lane: number;
  readonly phase: LanePhase;
  readonly table: number;
  readonly chunk: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Counters, sampled at most ten times a second. */
export interface EngineProgress {
  readonly elapsedMs: number;
  readonly lanes: readonly EngineLane[];
  /** The tables that changed since the last snapshot, no others. */
  readonly tables: readonly EngineTable[];
  /** Finished since the last one; past a bound the shortest are dropped. */
  readonly segments: readonly EngineSegment[];
  readonly rows: number;
  readonly bytes: number;
  readonly storedBytes: number;
  /** Bytes the engine's buffers hold now, and the most they held. */
  readonly memoryBytes: number;
  readonly memoryPeakBytes: number;
  /** Number of times that work was rolled back and repeated. */
  readonly retries: number;
  /** Time of a dump's first row, on the clock of `elapsedMs`; null before it, and in other jobs. */
  readonly firstRowMs: number | null;
}

export interface EngineFailure extends Omit<Failure, 'message' | 'hint' | 'parameters'> {
  readonly code: FailureCode;
  readonly message: EngineMessage;
  /** Null where the engine has nothing more precise than the code's own remedy. */
  readonly hint: EngineMessage | null;
  /** Present where a sign-in was refused: the words follow from it. */
  readonly signIn?: SignInRefusal;
}

/** A finished chunk file and what is recorded of it. */
export interface EngineChunk {
  readonly file: string;
  readonly rows: number;
  /** Uncompressed. */
  readonly bytes: number;
  /** On disk. */
  readonly storedBytes: number;
  readonly xxh64: string;
  /** Bytes of the longest value that it holds as base64; 0 where no row is larger than 64 KiB. */
  readonly longestBinary: number;
  /**
   * The key values of its first and last row: the server's text, or base64 where the column's `encoding` says so.
   * Empty for rows without a key and for an empty chunk.
   */
  readonly first: readonly string[];
  readonly last: readonly string[];
}

export type EngineEvent =
  /** All sessions of a dump are signed in and wait for `takeSnapshots`. */
  | { readonly kind: 'sessions-open' }
  /** Every session of a dump holds its snapshot: the lock may go. */
  | { readonly kind: 'snapshots-taken'; readonly ms: number }
  /**
   * The server lets no more sessions in: the job goes on with `lanes`, or tries again from time to time (0). `message` is
   * the server's answer.
   */
  | { readonly kind: 'lanes-refused'; readonly lanes: number; readonly message: EngineMessage }
  /** A dumped table's files are whole, synced and have their final names, in key order. */
  | {
      readonly kind: 'table-dumped';
      readonly table: number;
      readonly rows: number;
      readonly bytes: number;
      readonly chunks: readonly EngineChunk[];
      /** `COUNT(*)` in the same snapshot, or null where the ranges alone prove it. */
      readonly countedRows: number | null;
    }
  /** A loaded table's rows are committed, its indexes built and its rows counted. */
  | {
      readonly kind: 'table-loaded';
      readonly table: number;
      readonly rows: number;
      readonly countedRows: number;
    }
  /** A verified data set: rows and bytes read back, and what is wrong with it. */
  | {
      readonly kind: 'table-verified';
      readonly table: number;
      readonly rows: number;
      readonly bytes: number;
      /** Checksums of each chunk's rows, as in `table-checksummed`; null where it is not in Sluice's dialect or can't be read. */
      readonly checksums: readonly (string | null)[];
      readonly failures: readonly EngineFailure[];
    }
  /**
   * All rows of a data set were moved or read: `checksum` is the sum of the xxHash64 of each row's line, modulo 2^64, as 16
   * hexadecimal digits, in whatever order they came.
   */
  | {
      readonly kind: 'table-checksummed';
      readonly table: number;
      readonly rows: number;
      readonly bytes: number;
      readonly checksum: string;
    }
  /** All rows of a table are written in the export's format. */
  | { readonly kind: 'table-exported'; readonly table: number; readonly rows: number }
  /** A tablespace file was read to its end. */
  | { readonly kind: 'file-inspected'; readonly report: EngineFileReport }
  | {
      readonly kind: 'log';
      readonly at: number;
      readonly level: 'debug' | 'info' | 'warning' | 'error';
      readonly message: EngineMessage;
      readonly table: number;
      readonly lane: number;
    }
  /** The last event of a job: nothing follows it and no thread of it is left. */
  | {
      readonly kind: 'finished';
      readonly state: 'done' | 'failed' | 'cancelled';
      readonly failures: readonly EngineFailure[];
    };

/** One message from the engine: at most ten a second, plus one at each milestone. */
export interface EngineBatch {
  readonly events: readonly EngineEvent[];
  readonly progress: EngineProgress | null;
}

export type EngineSink = (batch: EngineBatch) => void;
