import { groups } from '../../text/cli/groups';
import type { Command } from 'commander';
import {
  migrateOptionsSchema,
  migrationFixes,
  type MigrateOptions,
  type MigrationFix,
} from '../../contract/runs/migrate';
import { planMigration, type PlanRequest } from '../../migrate/plan';
import { parseMigrationFixes } from '../options/arguments';
import { fitting } from '../options/fitting';
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
import { migrateHelp } from '../../text/cli/help/move/migrate';

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
    .description(migrateHelp.commands.migrate)
    .optionsGroup(groups.places)
    .requiredOption('--source <dsn>', migrateHelp.options.source)
    .requiredOption('--target <dsn>', migrateHelp.options.target);
  addWritingOptions(addRowOptions(addAccountOptions(addObjectOptions(command))));
  addReadingOptions(addLimitOptions(command, migrateHelp.lanes));
  command
    .optionsGroup(groups.existing)
    .option('--fix <rules>', migrateHelp.fix(migrationFixes), parseMigrationFixes, []);
  addOutputOptions(addSaveOption(addUnfinishedOptions(command, 'migration')))
    .addHelpText('after', migrateHelp.after)
    .action(async (options: MigrateArguments) => finish(await runMigrate(options)));
}

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
  return fitting(migrateOptionsSchema, {
    selection: { ...toLoadSelection(options), ...toRows(options) },
    ...toAccounts(options),
    definers: options.definers,
    history: options.rowVersions,
    schemaMap: options.schemaMap,
    tableRenames: toTableRenames(options.rename, options.schemaMap),
    onExisting: options.onExisting,
    indexes: options.indexes,
    eventStatus: options.eventStatus,
    missingPrimaryKey: options.missingPrimaryKey,
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
}

async function dryRun(request: PlanRequest, console: Console): Promise<ExitCode> {
  const plan = await interruptible((cancellation) => planMigration(request, cancellation));
  console.migration(plan);
  return plan.findings.some(({ severity }) => severity === 'blocks') ? REFUSED : 0;
}
