import type { DefinerWish, DumpOptions, LoadOptions, Selection } from './options';

/**
 * The rules that change what a definition says so that another vendor understands it. They are switched on by name,
 * because a text sorts or a type is called differently afterwards; the values are the same to the byte.
 */
export const migrationFixes = ['collations', 'types'] as const;
export type MigrationFix = (typeof migrationFixes)[number];

/** How a server's schemas go to another server. There is no folder, so there are no chunks to name. */
export interface MigrateOptions {
  readonly selection: Pick<Selection, 'include' | 'exclude' | 'where' | 'partitions'>;
  readonly definers: DefinerWish;
  readonly schemaMap: LoadOptions['schemaMap'];
  readonly indexes: LoadOptions['indexes'];
  readonly threads: number;
  /** Engine memory of both sides together, in bytes. */
  readonly memoryLimitBytes: number;
  readonly consistency: DumpOptions['consistency'];
  /** How long, in ms, the source's lock is waited for. */
  readonly lockWaitTimeoutMs: number;
  readonly fixes: readonly MigrationFix[];
  /** The name of the target's profile, typed by the user, where the profile is a production one. */
  readonly confirmedTarget?: string;
}

/**
 * `blocks`: nothing is moved while it stands; `converts`: a rule changes the definition and no value; `warns`: worth
 * knowing beforehand.
 */
export type FindingSeverity = 'blocks' | 'converts' | 'warns';

/** One thing that the pre-check found: what it is about, why, and what would help. */
export interface MigrationFinding {
  readonly severity: FindingSeverity;
  /** The rule's name, stable for scripts. */
  readonly rule: string;
  /** `schema.table`, `schema.table.column`, a schema, an account, or `source` and `target` for the servers. */
  readonly object: string;
  readonly why: string;
  /** What the user may do; absent where there is nothing to do. */
  readonly fix?: string;
}

export interface PlannedMove {
  readonly from: string;
  readonly to: string;
  /** By the source's statistics. */
  readonly rows: number;
  readonly bytes: number;
  /** Whether several lanes may share it, cut along a key. */
  readonly shared: boolean;
}

/** What a migration would do, found out without changing anything on either server. */
export interface MigrationPlan {
  /** The servers' own version texts. */
  readonly source: string;
  readonly target: string;
  readonly threads: number;
  /** How the snapshot is taken, as one sentence. */
  readonly consistency: string;
  /** The biggest first. */
  readonly tables: readonly PlannedMove[];
  readonly views: number;
  readonly routines: number;
  readonly triggers: number;
  readonly events: number;
  readonly findings: readonly MigrationFinding[];
}
