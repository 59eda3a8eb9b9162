import { createHash } from 'crypto';
import { z } from 'zod';
import { readingChoicesSchema, type ReadingChoices } from '../contract/commands/input';
import { assertNever } from '../contract/exhaustive';
import {
  MIGRATE_DEFAULTS,
  repeatedMigrateOptionsSchema,
  type MigrateOptions,
} from '../contract/runs/migrate';
import {
  DUMP_DEFAULTS,
  dumpOptionsSchema,
  LOAD_DEFAULTS,
  loadOptionsSchema,
  loadVerifications,
  profileIdSchema,
  tableRenameSchema,
  threadsSchema,
  type ComparisonOptions,
  type LoadOptions,
} from '../contract/runs/options';
import type { RunRepeat, RunVariant } from '../contract/runs/run';
import { setupOfStored } from './earlier';
import { stemOf } from './new-folder';
import { runsFailures } from '../text/runs/runs';

/** A server that a set-up works on. Without a saved connection it can be named, but not signed in to again. */
const serverSchema = z.object({ name: z.string(), profileId: profileIdSchema.nullable() });

/** A production target's typed name counts for one run: it is no part of a set-up. */
const repeatedLoadOptionsSchema = loadOptionsSchema.omit({ confirmedTarget: true });

/**
 * Parameters that repeat a run, without any secret: kept by the history and by saved jobs. Options that a newer Sluice
 * added have their defaults in an older set-up.
 */
export const runSetupSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dump'),
    server: serverSchema,
    folder: z.string(),
    options: z.preprocess((stored) => ({ ...DUMP_DEFAULTS, ...(stored as object) }), dumpOptionsSchema),
  }),
  z.object({
    kind: z.literal('load'),
    server: serverSchema,
    folder: z.string(),
    options: z.preprocess(
      (stored) => ({ ...LOAD_DEFAULTS, ...(stored as object) }),
      repeatedLoadOptionsSchema,
    ),
  }),
  z.object({
    kind: z.literal('migrate'),
    source: serverSchema,
    /** The target: what a migration changes. */
    server: serverSchema,
    options: z.preprocess(
      (stored) => ({ ...MIGRATE_DEFAULTS, ...(stored as object) }),
      repeatedMigrateOptionsSchema,
    ),
  }),
  z.object({
    kind: z.literal('verify'),
    /** Null: the folder's files are checked without a server. */
    server: serverSchema.nullable(),
    folder: z.string(),
    threads: threadsSchema,
    schemaMap: z.record(z.string(), z.string()),
    /** Older set-ups rename none. */
    tableRenames: z.array(tableRenameSchema).default([]),
    /** Accounts that are compared; older set-ups compare none. */
    users: loadOptionsSchema.shape.users.default([]),
    excludeUsers: loadOptionsSchema.shape.excludeUsers.default([]),
    /** As the load gave them; older set-ups keep the dump's. */
    definers: loadOptionsSchema.shape.definers,
    missingPrimaryKey: loadOptionsSchema.shape.missingPrimaryKey,
    /** Comparison of a server's rows with the dump's; older set-ups only count them. */
    verify: z.enum(loadVerifications).default('rows'),
    /** Choices about files of values. */
    input: readingChoicesSchema.optional(),
    /** A proof by restoring: the words of its server, and the certificate that it writes; absent for other verifications. */
    proof: z.object({ wish: z.string().nullable(), certificate: z.string() }).optional(),
  }),
  z.object({
    kind: z.literal('rollback'),
    server: serverSchema,
    folder: z.string(),
    schemaMap: z.record(z.string(), z.string()),
  }),
]);
export type RunSetup = z.infer<typeof runSetupSchema>;
export type DumpSetup = Extract<RunSetup, { kind: 'dump' }>;
export type LoadSetup = Extract<RunSetup, { kind: 'load' }>;
export type VerifySetup = Extract<RunSetup, { kind: 'verify' }>;
export type MigrateSetup = Extract<RunSetup, { kind: 'migrate' }>;

type ComparedAs = Omit<ComparisonOptions, 'threads' | 'memoryLimitBytes'>;

/** Returns the choices of a verification on a server, besides its threads. */
export function comparedAs({
  schemaMap,
  tableRenames,
  users,
  excludeUsers,
  definers,
  missingPrimaryKey,
  verify,
  input,
}: ComparedAs): ComparedAs {
  return {
    ...{ schemaMap, tableRenames, users, excludeUsers, definers, missingPrimaryKey, verify },
    ...(input !== undefined && { input }),
  };
}

/** A stored set-up; fails with `usage` where another version of Sluice wrote what this one can't do. */
export function readSetup(stored: unknown): RunSetup {
  const parsed = runSetupSchema.safeParse(setupOfStored(stored));
  if (parsed.success) return parsed.data;
  throw runsFailures.setupOfOtherVersion();
}

/** A stored set-up; null where another version of Sluice wrote what this one can't do. */
export function readableSetup(stored: unknown): RunSetup | null {
  try {
    return readSetup(stored);
  } catch {
    return null;
  }
}

/** Options of a started load that are kept: all but the typed name that confirmed its target. */
export function repeatable(options: LoadOptions): LoadSetup['options'] {
  return repeatedLoadOptionsSchema.parse(options);
}

/**
 * Options of a started migration that are kept: a repeated one starts from the beginning, and its target is confirmed
 * again.
 */
export function repeatableMigration(options: MigrateOptions): MigrateSetup['options'] {
  return repeatedMigrateOptionsSchema.parse({ ...options, resume: false });
}

/** The servers that a set-up signs in to. */
export function serversOf(setup: RunSetup): readonly NonNullable<RunSetup['server']>[] {
  if (setup.kind === 'migrate') return [setup.source, setup.server];
  return setup.server === null ? [] : [setup.server];
}

/** Returns whether all servers of a set-up are saved connections, which can be signed in to again. */
export function isRepeatable(setup: RunSetup): boolean {
  return serversOf(setup).every(({ profileId }) => profileId !== null);
}

/** The way to repeat a set-up's run; null where it can't be repeated, and where nothing is left to do. */
export function repeatOf(setup: RunSetup): RunRepeat | null {
  if (setup.kind === 'rollback' || !isRepeatable(setup)) return null;
  return { profileId: setup.server?.profileId ?? null };
}

/** The form of a set-up's run; null for one that is nothing but its kind. */
export function variantOf(setup: RunSetup): RunVariant | null {
  if (setup.kind === 'verify' && setup.proof !== undefined) return { kind: 'proof' };
  if (setup.kind !== 'dump' || setup.options.output.kind === 'shell') return null;
  return { kind: 'written', format: setup.options.output.kind };
}

/** Returns whether a set-up's run reads the data files of a dump to check them; a comparison that counts rows does not. */
export function checksFiles(setup: RunSetup): boolean {
  if (setup.kind !== 'verify') return false;
  return setup.server === null || setup.proof !== undefined || setup.verify === 'checksum';
}

/** The dump folder of a set-up; null for a migration, which has none. */
export function folderOfSetup(setup: RunSetup): string | null {
  return setup.kind === 'migrate' ? null : setup.folder;
}

/** Choices by which a set-up's run reads the files of a dump; undefined for none. */
export function inputOfSetup(setup: RunSetup): ReadingChoices | undefined {
  if (setup.kind === 'verify') return setup.input;
  if (setup.kind !== 'load' || setup.options.input === undefined) return undefined;
  return readingChoicesSchema.parse(setup.options.input);
}

/**
 * Key of the work that a set-up does, whatever folder it uses: a dump's is new each time, and what is loaded or
 * verified is one of several dumps of the same name.
 */
export function seriesOf(setup: RunSetup): string {
  const { kind, server } = setup;
  const work = { kind, server, what: workOf(setup) };
  return createHash('sha256').update(JSON.stringify(work)).digest('hex').slice(0, 16);
}

function workOf(setup: RunSetup): unknown {
  switch (setup.kind) {
    case 'dump':
      return setup.options.selection;
    case 'migrate':
      return { source: setup.source, selection: setup.options.selection, into: setup.options.schemaMap };
    case 'verify':
      return setup.proof === undefined ? stemOf(setup.folder) : { proved: stemOf(setup.folder) };
    case 'load':
    case 'rollback':
      return stemOf(setup.folder);
    default:
      return assertNever(setup);
  }
}
