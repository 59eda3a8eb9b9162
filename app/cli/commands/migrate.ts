import { Option, type Command } from 'commander';
import { indexPolicies, consistencies } from '../../contract/options';
import {
  MIGRATE_DEFAULTS,
  migrationFixes,
  type MigrateOptions,
  type MigrationFix,
} from '../../contract/migrate';
import { SluiceError } from '../../contract/failure';
import { Cancellation } from '../../engine/cancellation';
import { planMigration, type PlanRequest } from '../../migrate/plan';
import {
  collect,
  parseDefiners,
  parseList,
  parseMemoryLimit,
  parseSchemaMap,
  parseThreads,
} from '../arguments';
import type { Console } from '../console';
import { openContext, SLUICE_VERSION } from '../context';
import { exitCodeOf, type ExitCode } from '../exit';
import { follow } from '../run';
import { addObjectOptions, toSelection, type ObjectArguments } from '../selection';
import { resolveServer, setupServer } from '../server';

interface MigrateArguments extends ObjectArguments {
  readonly source: string;
  readonly target: string;
  readonly where: readonly string[];
  readonly partitions: readonly string[];
  readonly schemaMap: Readonly<Record<string, string>>;
  readonly threads: number;
  readonly memoryLimit: number;
  readonly indexes: MigrateOptions['indexes'];
  readonly consistency: MigrateOptions['consistency'];
  readonly definers: MigrateOptions['definers'];
  readonly lockWaitTimeout: number;
  readonly fix: readonly string[];
  readonly dryRun: boolean;
  readonly abandon: boolean;
  readonly confirmTarget?: string;
  readonly optionFile?: string;
  readonly json: boolean;
}

export function addMigrateCommand(program: Command, finish: (code: ExitCode) => void): void {
  const command = program
    .command('migrate')
    .description('Move schemas from one server to another, without a folder, and verify what arrived.')
    .requiredOption('--source <dsn>', 'server to read: a DSN or the name of a saved connection')
    .requiredOption('--target <dsn>', 'server to fill: a DSN or the name of a saved connection');
  addObjectOptions(command)
    .option('--where <table=condition>', 'only the rows of a table that meet a condition', collect, [])
    .option('--partitions <table=names>', 'only these partitions of a table', collect, [])
    .option(
      '--schema-map <pairs>',
      'other schema names, as OLD=NEW with commas between them',
      parseSchemaMap,
      MIGRATE_DEFAULTS.schemaMap,
    )
    .option(
      '--threads <n>',
      'lanes at once, each with a session on both sides',
      parseThreads,
      MIGRATE_DEFAULTS.threads,
    )
    .option(
      '--memory-limit <size>',
      'engine memory that both sides may hold, such as 256MiB',
      parseMemoryLimit,
      MIGRATE_DEFAULTS.memoryLimitBytes,
    )
    .addOption(
      new Option('--indexes <when>', 'build secondary indexes after the rows, with them, or as it pays')
        .choices(indexPolicies)
        .default(MIGRATE_DEFAULTS.indexes),
    )
    .addOption(
      new Option('--consistency <mode>', 'auto, or for accounts with few rights lock-tables or none')
        .choices(consistencies)
        .default(MIGRATE_DEFAULTS.consistency),
    )
    .option(
      '--definers <wish>',
      'keep, strip, or the USER@HOST that replaces them',
      parseDefiners,
      MIGRATE_DEFAULTS.definers,
    )
    .option(
      '--lock-wait-timeout <s>',
      'how long to wait for the source’s lock',
      Number,
      MIGRATE_DEFAULTS.lockWaitTimeoutMs / 1000,
    )
    .option('--fix <rules>', `rules to switch on: ${migrationFixes.join(', ')}`, parseList, [])
    .addOption(
      new Option('--dry-run', 'print the plan and what the pre-check finds, and touch nothing').default(
        false,
      ),
    )
    .addOption(
      new Option('--abandon', 'take back what a migration has left on the target when its process died')
        .default(false)
        .conflicts('dryRun'),
    )
    .option('--confirm-target <name>', 'the name of a production connection, to confirm it as target')
    .option('--option-file <file>', 'option file whose [client] group holds the passwords')
    .option('--json', 'one JSON object per line, the last one the result', false)
    .addHelpText('after', EXAMPLES)
    .action(async (options: MigrateArguments) => finish(await runMigrate(options)));
}

const EXAMPLES = `
Examples:
  sluice migrate --source mysql://root@old:3306 --target mysql://root@new:3306 --schemas shop --dry-run
  sluice migrate --source mysql://root@old:3306 --target mysql://root@new:3306 --schemas shop --threads 8
  sluice migrate --source db1 --target db1 --schemas shop --schema-map shop=shop_copy
  sluice migrate --source mysql97 --target mariadb --schemas shop --fix collations

Everything is read in one snapshot, verified by counts and by sums of all rows on both sides, and taken back where it
fails: a migration that was interrupted begins anew. Between MySQL and MariaDB each definition is carried as it is,
converted by a rule that the result names, or refused before the first row; values are never changed.`;

async function runMigrate(options: MigrateArguments): Promise<ExitCode> {
  const wish = optionsOf(options);
  const { optionFile } = options;
  const source = await resolveServer({ server: options.source, role: 'source', optionFile });
  const target = await resolveServer({ server: options.target, role: 'target', optionFile });
  const { registry, console } = openContext(options.json);
  const request = {
    source: source.endpoint,
    target: target.endpoint,
    profile: target.profile,
    options: wish,
  };
  if (options.dryRun) return await dryRun({ ...request, sluiceVersion: SLUICE_VERSION }, console);
  const header = options.abandon
    ? registry.startAbandonMigration(target.name, request)
    : registry.startMigrate({ source: setupServer(source), target: setupServer(target) }, request);
  return exitCodeOf(await follow(registry, header, console));
}

function optionsOf(options: MigrateArguments): MigrateOptions {
  const { include, exclude, where, partitions } = toSelection({
    ...options,
    ...{ users: [], structureOnly: false, dataOnly: false },
  });
  return {
    selection: { include, exclude, where, partitions },
    definers: options.definers,
    schemaMap: options.schemaMap,
    indexes: options.indexes,
    threads: options.threads,
    memoryLimitBytes: options.memoryLimit,
    consistency: options.consistency,
    lockWaitTimeoutMs: options.lockWaitTimeout * 1000,
    fixes: options.fix.map(toFix),
    ...(options.confirmTarget !== undefined && { confirmedTarget: options.confirmTarget }),
  };
}

function toFix(name: string): MigrationFix {
  const fix = migrationFixes.find((known) => known === name);
  if (fix !== undefined) return fix;
  throw new SluiceError('usage', `There is no rule “${name}” to switch on.`, {
    hint: `The rules are ${migrationFixes.join(' and ')}.`,
  });
}

async function dryRun(request: PlanRequest, console: Console): Promise<ExitCode> {
  const cancellation = new Cancellation();
  const cancel = () => cancellation.cancel();
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  try {
    const plan = await planMigration(request, cancellation);
    console.migration(plan);
    return plan.findings.some(({ severity }) => severity === 'blocks') ? 1 : 0;
  } finally {
    process.removeListener('SIGINT', cancel).removeListener('SIGTERM', cancel);
  }
}
