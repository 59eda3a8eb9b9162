import type { MigrateOptions } from '../../contract/runs/migrate';
import type { LoadOptions } from '../../contract/runs/options';
import type { IndexDecision } from '../indexes/decision';
import type { ProcessIdentity } from '../../storage/process-identity';
import type { RowOrder } from '../rows/row-order';
import type { SharingDecision } from '../rows/table-lanes';
import type { TargetSchema } from '../target-schema';
import type { StoredKind } from './created-object';

/** Options that each run of a load may choose anew. */
export const PER_RUN_OPTIONS = [
  'threads',
  'resume',
  'follow',
  'reconnectMs',
  'confirmedTarget',
  'method',
  'verify',
  'fastUnsafe',
  'fixes',
  'runUnknownStatements',
  'sortRows',
] as const;

/** Options that a load keeps to its end, even when it is resumed with others. */
export type PersistedOptions = Omit<LoadOptions, (typeof PER_RUN_OPTIONS)[number]>;

/** Options that each run of a migration may choose anew. */
export const PER_RUN_MIGRATION_OPTIONS = [
  'threads',
  'memoryLimitBytes',
  'consistency',
  'lockWaitTimeoutMs',
  'longQueries',
  'resume',
  'reconnectMs',
  'confirmedTarget',
  'requireComplete',
] as const;

/** Options that a migration keeps to its end. */
export type PersistedMigration = Omit<MigrateOptions, (typeof PER_RUN_MIGRATION_OPTIONS)[number]>;

/** Identity and options of a load, recorded before it creates anything else. */
export interface JournalHeader {
  readonly version: number;
  /** Name of the load on the server, in the user locks of its sessions. */
  readonly loadName: string;
  /** Identity of the dump from its own contents, wherever it is stored: see format/read/files.ts. */
  readonly dump: string;
  readonly options: PersistedOptions;
  readonly targets: readonly RecordedTarget[];
  /** Options of the migration where the rows come from another server; absent where they come from a dump. */
  readonly migration?: PersistedMigration;
}

export type RecordedTarget = Omit<TargetSchema, 'clashes'> & { readonly clashes: readonly string[] };

/** An existing object that is dropped while the load runs: triggers while rows arrive, or replaced objects. */
export interface DetachedObject {
  readonly kind: StoredKind;
  readonly schema: string;
  readonly name: string;
  /** Table of a trigger. */
  readonly table?: string;
  /** Statements that create it again, as in a dump. */
  readonly script: string;
  /** Statements that restore a routine's grants; null where the account may not see the grants. */
  readonly grants?: readonly string[] | null;
}

/** A table or sequence that the load replaces: it keeps its rows under another name until the load is verified. */
export interface AsideTable {
  readonly schema: string;
  readonly name: string;
  readonly aside: string;
  readonly kind: 'table' | 'sequence';
  /** SHOW CREATE TABLE before it was renamed. */
  readonly definition: string;
}

/** Record of a prepared table. */
export interface PreparedRecord {
  readonly canonical: string;
  readonly indexes: IndexDecision;
  readonly sharing: SharingDecision;
  /** Its ranges are the names of chunks: a resumed load keeps them. Absent as in `PreparedTable`. */
  readonly order?: RowOrder;
  readonly detached: boolean;
  /** Number of existing rows that stay, where the dump's are appended to them. */
  readonly existingRows: number | null;
  /** True if the table existed before the load. */
  readonly isKept: boolean;
  /** Digest of the source's definition that a migration created the table from. */
  readonly definition?: string;
  /** Sum of the hashes of the existing rows of a migration's table, modulo 2^64, in hexadecimal digits. */
  readonly existingChecksum?: string;
}

/** A process that runs a load. */
export interface RunRecord {
  readonly host: string;
  readonly process: ProcessIdentity;
  /** Start by the host's clock, ISO 8601. */
  readonly since: string;
}

/** A committed chunk. */
export interface CommittedChunk {
  readonly rows: number;
  readonly bytes: number;
  readonly xxh64: string;
}

/** A table that a migration has moved completely: its rows, and the checksum of their hashes modulo 2^64. */
export interface MovedTable {
  readonly rows: number;
  readonly checksum: bigint;
}
