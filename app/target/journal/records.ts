import type { MigrateOptions } from '../../contract/migrate';
import type { LoadOptions } from '../../contract/options';
import type { IndexDecision } from '../indexes/decision';
import type { ProcessIdentity } from '../../storage/process-identity';
import type { SharingDecision } from '../rows/table-lanes';
import type { TargetSchema } from '../target-schema';
import type { StoredKind } from './created-object';

/** Those that each run of a load may choose anew. */
export const PER_RUN_OPTIONS = [
  ...(['threads', 'resume', 'follow', 'reconnectMs', 'confirmedTarget'] as const),
  ...(['method', 'verify', 'fastUnsafe', 'fixes'] as const),
] as const;

/** The options that a load keeps to its end, also when it is resumed with others. */
export type PersistedOptions = Omit<LoadOptions, (typeof PER_RUN_OPTIONS)[number]>;

/** Those that each run of a migration may choose anew. */
export const PER_RUN_MIGRATION_OPTIONS = [
  ...(['threads', 'memoryLimitBytes', 'consistency', 'lockWaitTimeoutMs', 'longQueries'] as const),
  ...(['resume', 'reconnectMs', 'confirmedTarget', 'requireComplete'] as const),
] as const;

/** The options that a migration keeps to its end. */
export type PersistedMigration = Omit<MigrateOptions, (typeof PER_RUN_MIGRATION_OPTIONS)[number]>;

/** What a load is: recorded before it makes anything else. */
export interface JournalHeader {
  readonly version: number;
  /** Names the load on the server, in the user locks of its sessions. */
  readonly loadName: string;
  /** Identifies the dump by what it says of itself, wherever it lies: see dump-identity.ts. */
  readonly dump: string;
  readonly options: PersistedOptions;
  readonly targets: readonly RecordedTarget[];
  /** Where the rows come from another server: what was asked for. Absent where they come from a dump. */
  readonly migration?: PersistedMigration;
}

export type RecordedTarget = Omit<TargetSchema, 'clashes'> & { readonly clashes: readonly string[] };

/** An object that was there before the load and is not while the load lasts: triggers while rows come, or replaced ones. */
export interface DetachedObject {
  readonly kind: StoredKind;
  readonly schema: string;
  readonly name: string;
  /** Of a trigger. */
  readonly table?: string;
  /** The statements that make it again, as a dump has them. */
  readonly script: string;
  /** Of a routine: the statements that grant again what went with it; null where the account may not see the grants. */
  readonly grants?: readonly string[] | null;
}

/** A table or sequence that the load replaces: it keeps its rows under another name until the load is verified. */
export interface AsideTable {
  readonly schema: string;
  readonly name: string;
  readonly aside: string;
  readonly kind: 'table' | 'sequence';
  /** As SHOW CREATE TABLE gave it before. */
  readonly definition: string;
}

/** What is known of a table that is ready for its rows. */
export interface PreparedRecord {
  readonly canonical: string;
  readonly indexes: IndexDecision;
  readonly sharing: SharingDecision;
  readonly detached: boolean;
  /** Those that stay beside the dump's, where these are added to them. */
  readonly existingRows: number | null;
  /** It was there before the load. */
  readonly isKept: boolean;
  /** Of a migration: the digest of the source's definition that the table was made from. */
  readonly definition?: string;
  /** Of a migration: the sum of the hashes of the rows that stay, modulo 2^64, in hexadecimal digits. */
  readonly existingChecksum?: string;
}

/** A process that carries a load on. */
export interface RunRecord {
  readonly host: string;
  readonly process: ProcessIdentity;
  /** By the host's clock, ISO 8601. */
  readonly since: string;
}

/** A chunk that is in. */
export interface CommittedChunk {
  readonly rows: number;
  readonly bytes: number;
  readonly xxh64: string;
}

/** A table that a migration has moved whole: its rows, and the sum of their hashes modulo 2^64. */
export interface MovedTable {
  readonly rows: number;
  readonly sum: bigint;
}
