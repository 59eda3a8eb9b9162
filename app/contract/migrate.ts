import { z } from 'zod';
import {
  consistencies,
  definerWishSchema,
  DUMP_DEFAULTS,
  LOAD_DEFAULTS,
  loadOptionsSchema,
  memoryLimitSchema,
  selectionSchema,
  threadsSchema,
} from './options';

/**
 * The rules that change what a definition says so that another vendor understands it. They are switched on by name,
 * because a text sorts or a type is called differently afterwards; the values are the same to the byte.
 */
export const migrationFixes = ['collations', 'types'] as const;
export type MigrationFix = (typeof migrationFixes)[number];

/**
 * How a server's schemas go to another server; the window, the command line and saved jobs share this value. There is
 * no folder, so there are no chunks to name.
 */
export const migrateOptionsSchema = z.object({
  selection: selectionSchema.pick({ include: true, exclude: true, where: true, partitions: true }),
  definers: definerWishSchema,
  schemaMap: loadOptionsSchema.shape.schemaMap,
  indexes: loadOptionsSchema.shape.indexes,
  threads: threadsSchema,
  /** Engine memory of both sides together, in bytes. */
  memoryLimitBytes: memoryLimitSchema,
  consistency: z.enum(consistencies),
  /** How long, in ms, the source's lock is waited for. */
  lockWaitTimeoutMs: z.number().int().min(1000).max(86_400_000),
  fixes: z.array(z.enum(migrationFixes)).readonly(),
  /** The name of the target's profile, typed by the user, where the profile is a production one. */
  confirmedTarget: loadOptionsSchema.shape.confirmedTarget,
});
export type MigrateOptions = z.infer<typeof migrateOptionsSchema>;

/** A production target's typed name counts for one run: it is no part of what is kept. */
export const repeatedMigrateOptionsSchema = migrateOptionsSchema.omit({ confirmedTarget: true });
export type RepeatedMigrateOptions = z.infer<typeof repeatedMigrateOptionsSchema>;

export const MIGRATE_DEFAULTS = {
  definers: DUMP_DEFAULTS.definers,
  schemaMap: LOAD_DEFAULTS.schemaMap,
  indexes: LOAD_DEFAULTS.indexes,
  threads: DUMP_DEFAULTS.threads,
  memoryLimitBytes: DUMP_DEFAULTS.memoryLimitBytes,
  consistency: DUMP_DEFAULTS.consistency,
  lockWaitTimeoutMs: DUMP_DEFAULTS.lockWaitTimeoutMs,
  fixes: [],
} satisfies Omit<MigrateOptions, 'selection'>;

/** A migration as it was set up before, for the wizard to begin with. */
export interface MigrateDraft {
  readonly sourceProfileId: string;
  readonly targetProfileId: string;
  readonly options: RepeatedMigrateOptions;
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
  /** The rule that would remove it, once it is switched on. */
  readonly switchOn?: MigrationFix;
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
