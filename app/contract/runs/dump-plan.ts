import type { Failure } from '../failure';

/** The work of a dump, found out without a lock and without a file. */
export interface DumpPlan {
  /** The server's own version text. */
  readonly source: string;
  /** Absolute path of the dump's folder, or of what is written instead; words for standard output. */
  readonly folder: string;
  readonly threads: number;
  /** The included and excluded objects, in sentences. */
  readonly scope: string;
  /** Means by which all rows are of one moment, in sentences. */
  readonly consistency: string;
  /** Tables with rows of their own, the biggest first. */
  readonly tables: readonly PlannedDumpTable[];
  /** Accounts, as `user@host`. */
  readonly accounts: readonly string[];
  readonly totals: {
    /** Estimates of the server's statistics. */
    readonly rows: number;
    readonly bytes: number;
    readonly routines: number;
    readonly triggers: number;
    readonly events: number;
    /** Views, and on MariaDB sequences. */
    readonly views: number;
  };
  /** Changes to definitions, and what the output does not hold, in sentences; of another format than a dump folder. */
  readonly notices: readonly string[];
  /** Warnings that the dump would have from its start. */
  readonly warnings: readonly Failure[];
  /** The conflicts that would stop the dump; empty where it could begin. */
  readonly conflicts: readonly Failure[];
}

export interface PlannedDumpTable {
  readonly schema: string;
  readonly table: string;
  readonly engine: string;
  /** Estimates of the server's statistics. */
  readonly rows: number;
  readonly bytes: number;
  /** `ranges`: several lanes may read it at once, by its key or its partitions. */
  readonly read: 'ranges' | 'one-stream';
  /** True for a table without snapshots that stays locked until it is dumped. */
  readonly isLocked: boolean;
}
