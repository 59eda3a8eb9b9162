import { ObjectFilter } from '../catalog/selection/object-filter';
import type { ControlSession } from '../catalog/session/control-session';
import { dsn } from '../catalog/connect/dsn';
import { migrating, MIGRATE_DEFAULTS, type MigrateOptions } from '../contract/runs/migrate';
import type { Unfinished } from '../contract/runs/result';
import { type LoadJournal } from '../target/journal/journal';
import { openJournals } from '../target/journal/open-journals';
import { assertSameOptions, without } from '../target/journal/resume';
import { migrateCommand } from './command';
import type { MigrateRequest } from './request';
import { unfinishedBy } from '../target/unfinished';
import { PER_RUN_MIGRATION_OPTIONS, type PersistedMigration } from '../target/journal/records';
import { migrateFailures } from '../text/migrate/run';

/** Value that a migration's journal has instead of a dump's fingerprint. */
export const MIGRATION = 'migration';

/** Returns the options that a migration keeps to its end. */
export function persistedMigration(options: MigrateOptions): PersistedMigration {
  return without(options, PER_RUN_MIGRATION_OPTIONS);
}

export interface UnfinishedMigration {
  readonly journal: LoadJournal;
  /** Options with which the migration was begun. */
  readonly migration: PersistedMigration;
}

/**
 * Finds the journal of the unfinished migration on the target; null where there is none. Fails with `usage` where the
 * options fit several, or none of the existing ones.
 */
export async function findMigration(
  session: ControlSession,
  options: MigrateOptions,
): Promise<UnfinishedMigration | null> {
  const all = (await openJournals(session)).flatMap((journal) => {
    const { migration } = journal.header;
    return migration === undefined ? [] : [{ journal, migration }];
  });
  const [only, ...others] = all;
  if (only === undefined) return null;
  if (others.length === 0) assertFits(options, only.migration);
  const fitting = all.filter(({ migration }) => fits(options, migration));
  const [found, another] = fitting;
  if (found !== undefined && another === undefined) return found;
  throw migrateFailures.severalUnfinished({ schemas: all.map(({ journal }) => journal.schema) });
}

/** Returns those of the target's schemas into which a migration with these options may write. Pure. */
export function matchingTargets(
  { selection, schemaMap }: Pick<MigrateOptions, 'selection' | 'schemaMap'>,
  there: readonly string[],
): readonly string[] {
  const chooser = new ObjectFilter(selection);
  const renamed = Object.entries(schemaMap);
  return there.filter((target) => {
    const sources = renamed.filter(([, name]) => name.toLowerCase() === target.toLowerCase());
    if (sources.length > 0) return sources.some(([source]) => chooser.schema(source));
    return chooser.schema(target) && !renamed.some(([source]) => source === target);
  });
}

const ASKING_FOR_NOTHING = {
  ...MIGRATE_DEFAULTS,
  selection: migrating([{ kind: 'schema', schema: '%' }]),
} satisfies MigrateOptions;

function assertFits(options: MigrateOptions, migration: PersistedMigration): void {
  assertSameOptions(options, migration, ASKING_FOR_NOTHING);
}

function fits(options: MigrateOptions, migration: PersistedMigration): boolean {
  try {
    assertFits(options, migration);
    return true;
  } catch {
    return false;
  }
}

/** Returns the commands that resume a migration and roll it back. */
export function waysToContinue({
  source,
  sourceProfile,
  target,
  profile,
  options,
}: Omit<MigrateRequest, 'engine' | 'sluiceVersion'>): Unfinished {
  // A typed name counts for one run only; the other options identify the migration by its journal.
  const plain = { ...without(options, ['confirmedTarget']), resume: false };
  const words = migrateCommand(sourceProfile?.name ?? dsn(source), profile?.name ?? dsn(target), plain);
  return unfinishedBy(words, options.schemaMap);
}
