/**
 * The native addon, as types: the jobs that it makes and the commands that they take. Specs go in (specs.ts), events come
 * out (events.ts); no row ever crosses. Nothing above `app/engine` imports this file's {@link Addon}.
 */
import type { EngineFailure, EngineSink } from './events';
import type {
  EngineChunkFile,
  EngineDumpSpec,
  EngineDumpTable,
  EngineKeyPart,
  EngineKeyRange,
  EngineLoadSpec,
  EngineLoadTable,
  EngineMigrateSpec,
  EngineMigrateTable,
  EngineChecksumSpec,
  EngineVerifySpec,
  EngineVerifyTable,
} from './specs';
import type { EngineInspectSpec } from './tablespace';

/** Commands that every running job accepts. All calls return at once and may come after the job has ended. */
export interface EngineJob {
  pause(): void;
  resume(): void;
  cancel(): void;
  setLanes(lanes: number): void;
}

/** A job with sessions. */
export interface EngineSessionsJob extends EngineJob {
  /** Replaces the password of the sessions that sign in from now on at this side. */
  renewPassword(side: 'source' | 'target', password: string): void;
}

/**
 * Opens its sessions as soon as it is created; see `EngineEvent` in events.ts for the order of the events that follow.
 */
export interface EngineDump extends EngineSessionsJob {
  takeSnapshots(): void;
  addTables(tables: readonly EngineDumpTable[]): void;
  /** No more tables will come: the job finishes when the last one has. */
  seal(): void;
}

export interface EngineLoad extends EngineSessionsJob {
  addTables(tables: readonly EngineLoadTable[]): void;
  seal(): void;
}

/** Opens its sessions as soon as it is created; the order of events is that of a dump, then that of a load. */
export interface EngineMigrate extends EngineSessionsJob {
  takeSnapshots(): void;
  /** Their target tables, and the journal, must exist by then. */
  addTables(tables: readonly EngineMigrateTable[]): void;
  seal(): void;
}

/** Reads tables and computes the checksums of their rows: a `table-checksummed` for each. */
export interface EngineChecksum extends EngineSessionsJob {
  addTables(tables: readonly EngineDumpTable[]): void;
  seal(): void;
}

export interface EngineVerify extends EngineJob {
  addTables(tables: readonly EngineVerifyTable[]): void;
  seal(): void;
}

/** The scan of one file: a `file-inspected`, then the end. Its samples count pages and bytes as those of table 0. */
export interface EngineInspect {
  cancel(): void;
}

/** A whole file that does not exist yet. */
export interface EngineNewFile {
  readonly name: string;
  readonly text: string;
}

export interface EngineScanSpec {
  /** An absolute path. */
  readonly path: string;
  readonly compression: EngineChunkFile['compression'];
  /**
   * `client`: a statement ends at a semicolon outside of quotes and comments, or as a DELIMITER line says; `line`: at one
   * before a line's end, whatever it stands in but quotes and comments.
   */
  readonly ends: 'client' | 'line';
  /** Bytes of the script from which a run of rows ends with its row. */
  readonly bytesPerRun: number;
}

/** A statement that is no INSERT of rows, without its delimiter; or a line that is a command of the client. */
export interface EngineScriptStatement {
  readonly kind: 'statement';
  readonly text: Buffer;
  /** Place of its first byte in the script, uncompressed. */
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
}

/** Rows of one INSERT or REPLACE, or of several in a row with the same head. */
export interface EngineScriptRows {
  readonly kind: 'rows';
  readonly verb: 'insert' | 'insert-ignore' | 'replace';
  /** Null where the table goes without one. */
  readonly schema: string | null;
  readonly table: string;
  /** Null where the statement names none. */
  readonly columns: readonly string[] | null;
  /** The opening parenthesis of the first row. */
  readonly offset: number;
  /** Bytes to behind the closing parenthesis of the last row. */
  readonly length: number;
  readonly rows: number;
  /** Line of the first row. */
  readonly line: number;
  /** Line of the first row that is not made of constants; null where all are. */
  readonly expressionLine: number | null;
  /** In lower case; empty where the script has not set any. */
  readonly charset: string;
  readonly backslashesEscape: boolean;
  readonly ansiQuotes: boolean;
}

/** A line comment by which a tool says what it dumped (`comment`), or a line of its error output (`noise`). */
export interface EngineScriptLine {
  readonly kind: 'comment' | 'noise';
  readonly text: Buffer;
  readonly offset: number;
  readonly line: number;
}

export interface EngineScriptEnd {
  readonly kind: 'end';
  readonly bytes: number;
  readonly lines: number;
  /** Set where the file ends within something. */
  readonly cut: {
    /** Line on which the unfinished statement or comment begins. */
    readonly line: number;
    /** Line on which the last whole statement begins; 0 where there is none. */
    readonly lastLine: number;
    readonly within: 'statement' | 'text' | 'comment';
    /** True where nothing but the delimiter seems to be missing: then the statement is among the items. */
    readonly isDelivered: boolean;
  } | null;
}

export type EngineScriptItem = EngineScriptStatement | EngineScriptRows | EngineScriptLine | EngineScriptEnd;

export interface EngineScriptScan {
  /**
   * Resolves to the items that come next, perhaps none; to null behind the batch that ends with an `end`; or to what
   * went wrong, which ends the scan. Never rejects. Throws where the call before has not been answered.
   */
  next(): Promise<readonly EngineScriptItem[] | EngineFailure | null>;
  /** Bytes of the file, as they are stored, that were read so far. */
  readBytes(): number;
}

export interface Addon {
  /** The engine's version with those of libmariadb and zstd, for the about box and bug reports. */
  version(): { readonly engine: string; readonly libmariadb: string; readonly zstd: string };
  /** The sabotages that this build supports: empty in every build except the one for the saboteur tests. */
  sabotages(): readonly string[];
  startDump(spec: EngineDumpSpec, sink: EngineSink): EngineDump;
  startLoad(spec: EngineLoadSpec, sink: EngineSink): EngineLoad;
  startVerify(spec: EngineVerifySpec, sink: EngineSink): EngineVerify;
  startMigrate(spec: EngineMigrateSpec, sink: EngineSink): EngineMigrate;
  startChecksum(spec: EngineChecksumSpec, sink: EngineSink): EngineChecksum;
  startInspect(spec: EngineInspectSpec, sink: EngineSink): EngineInspect;
  /**
   * The condition by which the engine reads the rows in a range of a key's space, for statements of others about the
   * same rows; empty where it holds for all. Needs the session variables that every reading session has.
   */
  keyCondition(key: readonly EngineKeyPart[], range: EngineKeyRange): string;
  /** Resolves when the files are written, in their order: to null, or to what went wrong. Never rejects. */
  writeFiles(folder: string, files: readonly EngineNewFile[]): Promise<EngineFailure | null>;
  /** Resolves when all files of a flat folder are on the disk: to null, or to what went wrong. Never rejects. */
  syncFolder(folder: string): Promise<EngineFailure | null>;
  /** Resolves to the text of a chunk's first rows, up to `mostBytes`, or to what went wrong. Never rejects. */
  firstText(directory: string, chunk: EngineChunkFile, mostBytes: number): Promise<Buffer | EngineFailure>;
  /** Reads an SQL script from its beginning to its end; the file is opened by the first `next`. */
  scanScript(spec: EngineScanSpec): EngineScriptScan;
}
