import { groups } from '../../text/cli/groups';
import type { Command } from 'commander';
import {
  migrateOptionsSchema,
  migrationFixes,
  type MigrateOptions,
  type MigrationFix,
} from '../../contract/runs/migrate';
import { SluiceError } from '../../contract/failure';
import { planMigration, type PlanRequest } from '../../migrate/plan';
import { parseMigrationFixes } from '../options/arguments';
import type { Console } from '../output/console';
import { openContext, SLUICE_VERSION } from '../context';
import { exitCodeOf, exitCodeOfResumed, REFUSED, type ExitCode } from '../exit';
import { interruptible } from '../interrupt';
import {
  addLimitOptions,
  addOutputOptions,
  addReadingOptions,
  addRowOptions,
  addUnfinishedOptions,
  addWritingOptions,
  type LimitArguments,
  type OutputArguments,
  type ReadingArguments,
  type RowArguments,
  type UnfinishedArguments,
  type WritingArguments,
} from '../options/options';
import { follow } from '../run';
import {
  addAccountOptions,
  addObjectOptions,
  toAccounts,
  toLoadSelection,
  toRows,
  toTableRenames,
  withSchemaOfSource,
  type AccountArguments,
  type ObjectArguments,
} from '../options/selection';
import { resolveServer, savedServer, setupServer } from '../options/server';
import { repeatableMigration } from '../../runs/setup';
import { addSaveOption, assertRepeatable, saveAsJob, type SaveArguments } from './save-job';

interface MigrateArguments
  extends
    ObjectArguments,
    AccountArguments,
    RowArguments,
    LimitArguments,
    ReadingArguments,
    WritingArguments,
    UnfinishedArguments,
    SaveArguments,
    OutputArguments {
  readonly source: string;
  readonly target: string;
  readonly fix: readonly MigrationFix[];
}

export function addMigrateCommand(program: Command, finish: (code: ExitCode) => void): void {
  const command = program
    .command('migrate')
    .description('Migrate schemas from one server to another, without a folder, and verify the result.')
    .optionsGroup(groups.places)
    .requiredOption(
      '--source <dsn>',
      'read this server: a DSN, whose path may name the schema, or the name of a saved connection',
    )
    .requiredOption('--target <dsn>', 'write to this server: a DSN or the name of a saved connection');
  addWritingOptions(addRowOptions(addAccountOptions(addObjectOptions(command))));
  addReadingOptions(addLimitOptions(command, 'use so many threads, each with a session on both servers'));
  command
    .optionsGroup(groups.existing)
    .option(
      '--fix <rules>',
      `change definitions by rules: ${migrationFixes.join(', ')}`,
      parseMigrationFixes,
      [],
    );
  addOutputOptions(addSaveOption(addUnfinishedOptions(command, 'migration')))
    .addHelpText('after', EXAMPLES)
    .action(async (options: MigrateArguments) => finish(await runMigrate(options)));
}

const EXAMPLES = `
Examples:
  sluice migrate --source mysql://root@old:3306 --target mysql://root@new:3306 --schemas shop --dry-run
  sluice migrate --source mysql://root@old:3306 --target mysql://root@new:3306 --schemas shop --threads 8
  sluice migrate --source db1 --target db1 --schemas shop --schema-map shop=shop_copy
  sluice migrate --source mysql97 --target mariadb --schemas shop --fix collations
  sluice migrate --source old --target new --tables shop.orders --rename shop.orders=before --on-existing drop
  sluice migrate --source old --target new --schemas shop --users 'app@*'          # accounts, with their grants
  sluice migrate --source old --target new --schema-map shop=shop_copy --resume    # after a crash, a cancel, a lost network

Everything is read in one snapshot, and verified by counts and by checksums of all rows on both sides. A migration keeps a
journal in its first schema on the target, the table sluice_load_journal, and drops it when everything is verified.
--resume takes a new snapshot: finished tables, and ranges of unfinished ones, are kept where every row is the same on
both sides under it, all others are loaded again, and the result says which and why; --roll-back rolls back everything
that was created. Between MySQL and MariaDB each definition is kept, converted by a rule that the result names, or
refused before the first row; values are never changed.

Accounts are migrated only with --users. An existing account is never changed: if it differs, the migration does not
begin, or keeps it and reports it (--on-existing skip). Between the vendors roles, privileges and sign-in by socket have
other names; a password hash of one that the other does not know is refused, with the account's name.`;

async function runMigrate(given: MigrateArguments): Promise<ExitCode> {
  const options = withSchemaOfSource(given);
  const wish = optionsOf(options);
  const { optionFile } = options;
  if (options.saveAsJob !== undefined) {
    const { dryRun: dry, resume, rollBack, confirmTarget } = options;
    assertRepeatable({
      '--dry-run': dry,
      '--resume': resume,
      '--roll-back': rollBack,
      '--confirm-target': confirmTarget !== undefined,
    });
    return await saveAsJob(options, {
      kind: 'migrate',
      source: await savedServer(options.source),
      server: await savedServer(options.target),
      options: repeatableMigration(wish),
    });
  }
  const source = await resolveServer({ server: options.source, role: 'source', optionFile });
  const target = await resolveServer({ server: options.target, role: 'target', optionFile });
  const { registry, console } = openContext(options.json);
  const request = {
    source: source.endpoint,
    sourceProfile: source.profile,
    target: target.endpoint,
    profile: target.profile,
    guard: target.guard,
    options: wish,
  };
  if (options.dryRun) return await dryRun({ ...request, sluiceVersion: SLUICE_VERSION }, console);
  const header = options.rollBack
    ? registry.startMigrationRollback(target.name, request)
    : registry.startMigrate({ source: setupServer(source), target: setupServer(target) }, request);
  const result = await follow(registry, header, console);
  return options.resume ? exitCodeOfResumed(result) : exitCodeOf(result);
}

/** Fails with `usage` where the values can't be together. */
function optionsOf(options: MigrateArguments): MigrateOptions {
  const chosen = migrateOptionsSchema.safeParse({
    selection: { ...toLoadSelection(options), ...toRows(options) },
    ...toAccounts(options),
    definers: options.definers,
    history: options.rowVersions,
    schemaMap: options.schemaMap,
    tableRenames: toTableRenames(options.rename, options.schemaMap),
    onExisting: options.onExisting,
    indexes: options.indexes,
    eventStatus: options.eventStatus,
    threads: options.threads,
    memoryLimitBytes: options.memoryLimit,
    consistency: options.consistency,
    lockWaitTimeoutMs: options.lockWaitTimeout * 1000,
    longQueries: options.longQueries,
    requireComplete: options.requireComplete,
    fixes: options.fix,
    resume: options.resume,
    reconnectMs: options.retryFor * 1000,
    ...(options.confirmTarget !== undefined && { confirmedTarget: options.confirmTarget }),
  });
  if (chosen.success) return chosen.data;
  const [issue] = chosen.error.issues;
  throw new SluiceError('usage', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

async function dryRun(request: PlanRequest, console: Console): Promise<ExitCode> {
  const plan = await interruptible((cancellation) => planMigration(request, cancellation));
  console.migration(plan);
  return plan.findings.some(({ severity }) => severity === 'blocks') ? REFUSED : 0;
}
