/**
 * The native addon, as types: the jobs that it makes and the commands that they take. Specs go in (specs.ts), events come
 * out (events.ts); no row ever crosses. Nothing above `app/engine` imports this file's {@link Addon}.
 */
import type { EngineChunkFile, EngineSortedPart } from './chunk-files';
import type { EngineFailure, EngineSink } from './events';
import type { EngineInput } from './scan/inputs';
import type {
  EngineDelimitedContent,
  EngineDelimitedSpec,
  EngineFieldsContent,
  EngineFieldsSpec,
  EngineJsonContent,
  EngineJsonSpec,
  EngineKeyBounds,
  EngineScanSpec,
  EngineScriptScan,
  EngineXmlContent,
  EngineXmlSpec,
} from './scan/scans';
import type {
  EngineChecksumSpec,
  EngineDirectExportSpec,
  EngineDirectTable,
  EngineDumpSpec,
  EngineDumpTable,
  EngineExportSpec,
  EngineExportTable,
  EngineKeyPart,
  EngineKeyRange,
  EngineLoadSpec,
  EngineLoadTable,
  EngineMigrateSpec,
  EngineMigrateTable,
  EngineRechunkSpec,
  EngineRechunkTable,
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

/** Writes the rows of a dump in another format: a `table-exported` for each, in their order. */
export interface EngineExport extends EngineJob {
  addTables(tables: readonly EngineExportTable[]): void;
  seal(): void;
}

/** Writes the rows of a dump as chunk files: a `table-dumped` without keys and counts for each data set. */
export interface EngineRechunk extends EngineJob {
  addTables(tables: readonly EngineRechunkTable[]): void;
  seal(): void;
}

/** Writes tables of a server in another format: a `table-dumped` without chunks for each data set. */
export interface EngineDirectExport extends EngineSessionsJob {
  addTables(tables: readonly EngineDirectTable[]): void;
  seal(): void;
  /** As in `EngineDump`. */
  takeSnapshots(): void;
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

export interface Addon {
  /** The engine's version with those of libmariadb and zstd, for the about box and bug reports. */
  version(): { readonly engine: string; readonly libmariadb: string; readonly zstd: string };
  /** The sabotages that this build supports: empty in every build except the one for the saboteur tests. */
  sabotages(): readonly string[];
  startDump(spec: EngineDumpSpec, sink: EngineSink): EngineDump;
  startLoad(spec: EngineLoadSpec, sink: EngineSink): EngineLoad;
  startVerify(spec: EngineVerifySpec, sink: EngineSink): EngineVerify;
  startExport(spec: EngineExportSpec, sink: EngineSink): EngineExport;
  startRechunk(spec: EngineRechunkSpec, sink: EngineSink): EngineRechunk;
  startDirectExport(spec: EngineDirectExportSpec, sink: EngineSink): EngineDirectExport;
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
  /**
   * Reads all rows of a part, whatever its range is, and divides their keys into so many ranges of about as many rows each, fewer where
   * keys are equal. Never rejects.
   */
  keyBounds(
    directory: string,
    part: EngineSortedPart,
    ranges: number,
  ): Promise<EngineKeyBounds | EngineFailure>;
  /** Resolves to what a file of delimited values holds, or to what went wrong. Never rejects. */
  scanDelimited(spec: EngineDelimitedSpec): Promise<EngineDelimitedContent | EngineFailure>;
  /** The same for a file that LOAD DATA would read. */
  scanFields(spec: EngineFieldsSpec): Promise<EngineFieldsContent | EngineFailure>;
  /** The same for a file of JSON Lines. */
  scanJson(spec: EngineJsonSpec): Promise<EngineJsonContent | EngineFailure>;
  /** The same for an XML dump. */
  scanXml(spec: EngineXmlSpec): Promise<EngineXmlContent | EngineFailure>;
  /** Reads an SQL script from its beginning to its end; the file is opened by the first `next`. */
  scanScript(spec: EngineScanSpec): EngineScriptScan;
  /** Reads what comes once, through a descriptor that is open. */
  openInput(input: { readonly descriptor: number }): EngineInput;
}
