import { groups } from '../../text/cli/groups';
import { resolve } from 'path';
import { Option, type Command } from 'commander';
import {
  DUMP_DEFAULTS,
  dumpOptionsSchema,
  jsonChecks,
  nonTransactionals,
  type Compression,
  type DumpOptions,
  type JsonCheck,
  type NonTransactional,
} from '../../contract/runs/options';
import { SluiceError } from '../../contract/failure';
import { parseChunkBytes, parseCompression } from '../options/arguments';
import { openContext } from '../context';
import { exitCodeOf, REFUSED, type ExitCode } from '../exit';
import { interruptible } from '../interrupt';
import type { Console } from '../output/console';
import { planDumpRun, type PlanRequest } from '../../dump/plan';
import { dumpPlanText } from '../../text/cli/dump-plan';
import {
  addLimitOptions,
  addOutputOptions,
  addReadingOptions,
  addRowOptions,
  type LimitArguments,
  type OutputArguments,
  type ReadingArguments,
} from '../options/options';
import { follow } from '../run';
import {
  addAccountOptions,
  addObjectOptions,
  toSelection,
  withSchemaOfSource,
  type SelectionArguments,
} from '../options/selection';
import { resolveServer, savedServer } from '../options/server';
import { addSaveOption, assertRepeatable, saveAsJob, type SaveArguments } from './save-job';

export interface DumpArguments
  extends SelectionArguments, LimitArguments, ReadingArguments, SaveArguments, OutputArguments {
  readonly source: string;
  readonly out: string;
  readonly compression: Compression;
  readonly chunkBytes: number;
  readonly nonTransactional: NonTransactional;
  readonly jsonCheck: JsonCheck;
  readonly dryRun: boolean;
}

export function addDumpCommand(program: Command, finish: (code: ExitCode) => void): void {
  declareDump(program).action(async (options: DumpArguments) => finish(await runDump(options)));
}

/** The command with its options, and without what it does. */
export function declareDump(program: Command): Command {
  const command = program
    .command('dump')
    .description('Dump schemas into a folder, consistently and on many threads.')
    .optionsGroup(groups.places)
    .requiredOption(
      '--source <dsn>',
      'read this server: a DSN, whose path may name the schema, or the name of a saved connection',
    )
    .requiredOption('--out <dir>', 'write the dump into this folder: empty or new');
  addLimitOptions(addSelectionOptions(command), 'read with so many threads')
    .optionsGroup(groups.files)
    .option(
      '--compression <kind>',
      'compress data files: none, zstd or zstd:LEVEL',
      parseCompression,
      DUMP_DEFAULTS.compression,
    )
    .option(
      '--chunk-bytes <size>',
      'cut rows into chunks of this uncompressed size',
      parseChunkBytes,
      DUMP_DEFAULTS.bytesPerChunk,
    )
    .optionsGroup(groups.consistency)
    .addOption(
      new Option(
        '--non-transactional <mode>',
        'warn about tables without snapshots, or lock them until they are dumped',
      )
        .choices(nonTransactionals)
        .default(DUMP_DEFAULTS.nonTransactional),
    )
    .optionsGroup(groups.verification)
    .addOption(
      new Option(
        '--json-check <mode>',
        'count the scalars in MySQL’s JSON that lose their type in text, or not',
      )
        .choices(jsonChecks)
        .default(DUMP_DEFAULTS.jsonCheck),
    );
  addReadingOptions(command).optionsGroup(groups.dryRun).option('--dry-run', dumpPlanText.option, false);
  return addOutputOptions(addSaveOption(command)).addHelpText('after', EXAMPLES);
}

function addSelectionOptions(command: Command): Command {
  return addRowOptions(addAccountOptions(addObjectOptions(command)))
    .optionsGroup(groups.selection)
    .option('--ddl-only', 'take definitions without rows', false)
    .addOption(
      new Option('--data-only', 'take rows without definitions').default(false).conflicts('ddlOnly'),
    );
}

const EXAMPLES = `
In lists of names % and * match any characters; a backslash escapes the next character, also a comma. A list takes
commas and may be given several times; the names add up.

Examples:
  SLUICE_PASSWORD=… sluice dump --source mysql://backup@db1:3306 --out /backups/shop --schemas shop
  sluice dump --source "Practice server" --out ./orders --tables shop.orders,shop.order_items --threads 8
  sluice dump --source db1 --out ./shops --schemas 'shop%' --exclude-tables 'shop%.tmp_%'
  sluice dump --source db1 --out ./recent --tables shop.orders --where "shop.orders=created_at >= '2026-01-01'"
  sluice dump --source 'mysql://root@/?socket=/run/mysqld/mysqld.sock' --out ./all --compression none --json`;

async function runDump(given: DumpArguments): Promise<ExitCode> {
  const options = withSchemaOfSource(given);
  const wish = toDumpOptions(options);
  if (options.saveAsJob !== undefined) {
    assertRepeatable({ '--dry-run': options.dryRun });
    const server = await savedServer(options.source);
    return await saveAsJob(options, { kind: 'dump', server, folder: resolve(options.out), options: wish });
  }
  const { name, endpoint, profile } = await resolveServer({
    server: options.source,
    role: 'source',
    optionFile: options.optionFile,
  });
  const { registry, console } = openContext(options.json);
  const request = { endpoint, folder: resolve(options.out), options: wish };
  if (options.dryRun) return await dryRun(request, console);
  const header = registry.startDump(name, request, { profileId: profile?.id ?? null });
  return exitCodeOf(await follow(registry, header, console));
}

async function dryRun(request: PlanRequest, console: Console): Promise<ExitCode> {
  const plan = await interruptible((cancellation) => planDumpRun(request, cancellation));
  console.dumpPlan(plan);
  return plan.conflicts.length === 0 ? 0 : REFUSED;
}

/** Fails with `usage` where the values can't be together. */
export function toDumpOptions(options: DumpArguments): DumpOptions {
  const chosen = dumpOptionsSchema.safeParse({
    selection: toSelection(options),
    consistency: options.consistency,
    nonTransactional: options.nonTransactional,
    jsonCheck: options.jsonCheck,
    definers: options.definers,
    history: options.rowVersions,
    threads: options.threads,
    compression: options.compression,
    bytesPerChunk: options.chunkBytes,
    memoryLimitBytes: options.memoryLimit,
    lockWaitTimeoutMs: options.lockWaitTimeout * 1000,
    longQueries: options.longQueries,
    requireComplete: options.requireComplete,
  });
  if (!chosen.success) {
    const [issue] = chosen.error.issues;
    throw new SluiceError('usage', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  return chosen.data;
}
