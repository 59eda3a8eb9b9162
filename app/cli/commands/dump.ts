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
import { parseChunkBytes, parseCompression } from '../options/arguments';
import { openContext } from '../context';
import { exitCodeOf, REFUSED, type ExitCode } from '../exit';
import { interruptible } from '../interrupt';
import { fitting } from '../options/fitting';
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
import { dumpHelp } from '../../text/cli/help/move/dump';

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
    .description(dumpHelp.commands.dump)
    .optionsGroup(groups.places)
    .requiredOption('--source <dsn>', dumpHelp.options.source)
    .requiredOption('--out <dir>', dumpHelp.options.out);
  addLimitOptions(addSelectionOptions(command), dumpHelp.lanes)
    .optionsGroup(groups.files)
    .option('--compression <kind>', dumpHelp.options.compression, parseCompression, DUMP_DEFAULTS.compression)
    .option('--chunk-bytes <size>', dumpHelp.options.chunkBytes, parseChunkBytes, DUMP_DEFAULTS.bytesPerChunk)
    .optionsGroup(groups.consistency)
    .addOption(
      new Option('--non-transactional <mode>', dumpHelp.options.nonTransactional)
        .choices(nonTransactionals)
        .default(DUMP_DEFAULTS.nonTransactional),
    )
    .optionsGroup(groups.verification)
    .addOption(
      new Option('--json-check <mode>', dumpHelp.options.jsonCheck)
        .choices(jsonChecks)
        .default(DUMP_DEFAULTS.jsonCheck),
    );
  addReadingOptions(command).optionsGroup(groups.dryRun).option('--dry-run', dumpPlanText.option, false);
  return addOutputOptions(addSaveOption(command)).addHelpText('after', dumpHelp.after);
}

function addSelectionOptions(command: Command): Command {
  return addRowOptions(addAccountOptions(addObjectOptions(command)))
    .optionsGroup(groups.selection)
    .option('--ddl-only', dumpHelp.options.ddlOnly, false)
    .addOption(new Option('--data-only', dumpHelp.options.dataOnly).default(false).conflicts('ddlOnly'));
}

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
  return fitting(dumpOptionsSchema, {
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
}
