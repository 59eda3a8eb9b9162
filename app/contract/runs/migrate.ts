import { assertNever } from '../exhaustive';
import { z } from 'zod';
import type { PlannedAccount } from './load-plan';
import {
  contents,
  DUMP_DEFAULTS,
  dumpOptionsSchema,
  LOAD_DEFAULTS,
  loadOptionsSchema,
  selectionSchema,
  type IncludeRule,
} from './options';
import { contractText } from '../text';

/**
 * The rules that change what a definition says so that another vendor understands it. They are switched on by name,
 * because a text sorts or a type is called differently afterwards; the values are the same to the byte.
 */
export const migrationFixes = ['collations', 'types', 'indexes'] as const;
export type MigrationFix = (typeof migrationFixes)[number];

/** Selection from the source’s schemas. Accounts have their own options, as in a load. */
export const migrateSelectionSchema = selectionSchema
  .omit({ users: true, excludeUsers: true })
  // A set-up of an earlier Sluice does not say.
  .extend({ content: z.enum(contents).default('everything') });
export type MigrateSelection = z.infer<typeof migrateSelectionSchema>;

/**
 * Options of a migration: those of a dump's reading and of a load's writing. The window, the command line and saved
 * jobs share this value. There is no folder, so there are no chunks to name.
 */
export const migrateOptionsSchema = z.object({
  selection: migrateSelectionSchema,
  ...dumpOptionsSchema.pick({
    definers: true,
    consistency: true,
    history: true,
    threads: true,
    lockWaitTimeoutMs: true,
    longQueries: true,
    requireComplete: true,
  }).shape,
  ...loadOptionsSchema.pick({
    schemaMap: true,
    tableRenames: true,
    onExisting: true,
    indexes: true,
    eventStatus: true,
    missingPrimaryKey: true,
    resume: true,
    reconnectMs: true,
    confirmedTarget: true,
  }).shape,
  /** Accounts and roles of the source, by `user@host`. A set-up of an earlier Sluice does not say. */
  users: loadOptionsSchema.shape.users.default([]),
  excludeUsers: loadOptionsSchema.shape.excludeUsers.default([]),
  /** Engine memory of both sides together, in bytes. */
  memoryLimitBytes: dumpOptionsSchema.shape.memoryLimitBytes,
  fixes: z.array(z.enum(migrationFixes)).readonly(),
});
export type MigrateOptions = z.infer<typeof migrateOptionsSchema>;

/** A production target's typed name counts for one run: it is no part of what is kept. */
export const repeatedMigrateOptionsSchema = migrateOptionsSchema.omit({ confirmedTarget: true });
export type RepeatedMigrateOptions = z.infer<typeof repeatedMigrateOptionsSchema>;

export const MIGRATE_DEFAULTS = {
  threads: DUMP_DEFAULTS.threads,
  memoryLimitBytes: DUMP_DEFAULTS.memoryLimitBytes,
  definers: DUMP_DEFAULTS.definers,
  consistency: DUMP_DEFAULTS.consistency,
  history: DUMP_DEFAULTS.history,
  lockWaitTimeoutMs: DUMP_DEFAULTS.lockWaitTimeoutMs,
  longQueries: DUMP_DEFAULTS.longQueries,
  requireComplete: DUMP_DEFAULTS.requireComplete,
  schemaMap: LOAD_DEFAULTS.schemaMap,
  tableRenames: [],
  onExisting: LOAD_DEFAULTS.onExisting,
  indexes: LOAD_DEFAULTS.indexes,
  eventStatus: LOAD_DEFAULTS.eventStatus,
  missingPrimaryKey: LOAD_DEFAULTS.missingPrimaryKey,
  resume: LOAD_DEFAULTS.resume,
  reconnectMs: LOAD_DEFAULTS.reconnectMs,
  users: [],
  excludeUsers: [],
  fixes: [],
} satisfies Omit<MigrateOptions, 'selection'>;

/** The selection of everything that these rules include. */
export function migrating(include: readonly IncludeRule[]): MigrateSelection {
  return { include: [...include], exclude: [], where: [], partitions: [], content: 'everything' };
}

/** A migration as it was set up before, for the wizard to begin with. */
export interface MigrateDraft {
  readonly sourceProfileId: string;
  readonly targetProfileId: string;
  readonly options: RepeatedMigrateOptions;
}

/**
 * `blocks`: no row is moved before it is solved; `converts`: a rule changes the definition and no value; `warns`: worth
 * knowing beforehand.
 */
export type FindingSeverity = 'blocks' | 'converts' | 'warns';

/** Cause of a finding of the pre-check, and the object that has it. */
export interface FindingCause {
  readonly severity: FindingSeverity;
  /** The rule's name, stable for scripts. */
  readonly rule: string;
  /** `schema.table`, `schema.table.column`, a schema, an account, or `source` and `target` for the servers. */
  readonly object: string;
  readonly why: string;
}

/** `plain`: there is nothing to do; `advised`: the user mends it; `switchable`: a rule removes it, once it is switched on. */
export type FindingRemedy =
  | { readonly kind: 'plain' }
  | { readonly kind: 'advised'; readonly fix: string }
  | { readonly kind: 'switchable'; readonly switchOn: MigrationFix };

export type MigrationFinding = FindingCause & FindingRemedy;

/** Advice as the remedy of a finding; undefined where there is none. */
export function advice(fix: string | undefined): FindingRemedy {
  return fix === undefined ? { kind: 'plain' } : { kind: 'advised', fix };
}

/** The remedy for a finding on a command line; undefined where there is nothing to do. */
export function remedyOf(remedy: FindingRemedy): string | undefined {
  switch (remedy.kind) {
    case 'plain':
      return undefined;
    case 'advised':
      return remedy.fix;
    case 'switchable':
      return contractText.startAgainWithFix(remedy.switchOn);
    default:
      return assertNever(remedy);
  }
}

/** The CREATE statements of a table or view, as on the source and as converted for the target. */
export interface ConvertedDefinition {
  /** `schema.table`. */
  readonly object: string;
  readonly before: string;
  readonly after: string;
}

/** The most definitions that a plan holds: more than anybody reads, and little enough to send. */
export const MOST_DEFINITIONS = 500;

export interface PlannedMove {
  readonly from: string;
  readonly to: string;
  /** Estimate from the source's statistics. */
  readonly rows: number;
  readonly bytes: number;
  /** True if several lanes may share it, split along a key. */
  readonly shared: boolean;
}

/** The changes that a migration would make, found out without changing anything on either server. */
export interface MigrationPlan {
  /** The servers' own version texts. */
  readonly source: string;
  readonly target: string;
  readonly threads: number;
  /** The included and excluded objects, in sentences. */
  readonly scope: string;
  /** The way the snapshot is taken, as one sentence. */
  readonly consistency: string;
  /** The biggest first. */
  readonly tables: readonly PlannedMove[];
  readonly views: number;
  readonly routines: number;
  readonly triggers: number;
  readonly events: number;
  /** The requested accounts, as far as no finding blocks them. */
  readonly accounts: readonly PlannedAccount[];
  readonly findings: readonly MigrationFinding[];
  /** Definitions that rules convert, {@link MOST_DEFINITIONS} of them at most. */
  readonly definitions: readonly ConvertedDefinition[];
}
