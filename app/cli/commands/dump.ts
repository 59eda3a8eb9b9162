import { groups } from '../../text/cli/groups';
import { resolve } from 'path';
import { Option, type Command } from 'commander';
import {
  DUMP_DEFAULTS,
  dumpOptionsSchema,
  jsonChecks,
  nonTransactionals,
  type DumpOptions,
  type JsonCheck,
  type NonTransactional,
} from '../../contract/runs/options';
import type { EnginePacking } from '../../engine/specs';
import type { Failure } from '../../contract/failure';
import { assertFree } from '../../convert/output';
import { scriptStem, writtenFormats, type WrittenFormat } from '../../contract/dump-output';
import { judgeOutput } from '../../convert/planned';
import { CSV_DEFAULTS, type ConvertPlace, type ScriptSplit } from '../../convert/request';
import { failureOf } from '../../engine/failures';
import { convertText } from '../../text/convert';
import { parseChunkBytes, parseCount, parsePacking } from '../options/arguments';
import { openContext, SLUICE_VERSION } from '../context';
import { exitCodeOf, REFUSED, type ExitCode } from '../exit';
import { interruptible } from '../interrupt';
import { fitting } from '../options/fitting';
import type { Console } from '../output/console';
import { planDumpRun, type PlannedOutput, type PlanRequest } from '../../dump/plan';
import { dumpPlanText } from '../../text/cli/dump-plan';
import {
  addContentOptions,
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
  addDestinationOptions,
  assertPlaceFits,
  destinationOf,
  packingFor,
  placeOf,
  splitOption,
} from './convert';
import type { MigrationFix } from '../../contract/runs/migrate';
import type { ServerWish } from '../../prove/server-choice';
import { dumpAs, type DumpAsRequest } from './dump-as';
import {
  addAccountOptions,
  addObjectOptions,
  toSelection,
  withSchemaOfSource,
  type SelectionArguments,
} from '../options/selection';
import { resolveServer, savedServer } from '../options/server';
import { jobFailures } from '../../text/cli/saved/jobs';
import { addSaveOption, assertRepeatable, saveAsJob, type SaveArguments } from './save-job';
import { dumpHelp } from '../../text/cli/help/move/dump';
import { usageFailures } from '../../text/cli/usage';

/** `shell` is the dump folder itself. */
type DumpFormat = 'shell' | WrittenFormat;

export interface DumpArguments
  extends SelectionArguments, LimitArguments, ReadingArguments, SaveArguments, OutputArguments {
  readonly source: string;
  readonly out: string;
  readonly format: DumpFormat;
  readonly for?: ServerWish;
  readonly fix: readonly MigrationFix[];
  readonly split?: ScriptSplit;
  readonly compression: EnginePacking;
  readonly chunkBytes: number;
  readonly nonTransactional: NonTransactional;
  readonly jsonCheck: JsonCheck;
  readonly dryRun: boolean;
}

export function addDumpCommand(program: Command, finish: (code: ExitCode) => void): void {
  declareDump(program).action(async (options: DumpArguments, command: Command) => {
    const isChosen = (option: string) => command.getOptionValueSource(option) !== 'default';
    const format = isChosen('format') ? options.format : formatOfName(options.out);
    finish(await runDump({ ...options, format }, isChosen('compression') ? options.compression : null));
  });
}

/** Nobody who names a script wants a folder of that name. */
function formatOfName(out: string): DumpFormat {
  return out === '-' || scriptStem(out) !== null ? 'sql' : 'shell';
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
    .addOption(
      new Option('--format <format>', dumpHelp.options.format)
        .choices(['shell', ...writtenFormats])
        .default('shell', dumpHelp.usualFormat),
    )
    .addOption(splitOption());
  addDestinationOptions(command)
    .option('--compression <kind>', dumpHelp.options.compression, parsePacking, DUMP_DEFAULTS.compression)
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
  addSaveOption(command).option('--prove-every <n>', dumpHelp.options.proveEvery, parseCount);
  return addOutputOptions(command).addHelpText('after', dumpHelp.after);
}

function addSelectionOptions(command: Command): Command {
  return addContentOptions(addRowOptions(addAccountOptions(addObjectOptions(command))), dumpHelp.options);
}

/** @param compression null where none was chosen */
async function runDump(given: DumpArguments, compression: EnginePacking | null): Promise<ExitCode> {
  const options = withSchemaOfSource(given);
  const wish = toDumpOptions(options);
  const { format } = options;
  const place = placeOf(options.out);
  destinationOf(options);
  if (format === 'shell' && place.kind === 'descriptor') throw usageFailures.folderToStandardOutput();
  if (options.saveAsJob !== undefined) {
    assertRepeatable({ '--dry-run': options.dryRun, '--format': format !== 'shell' });
    const server = await savedServer(options.source);
    return await saveAsJob(options, { kind: 'dump', server, folder: resolve(options.out), options: wish });
  }
  if (options.proveEvery !== undefined) throw jobFailures.proveWithoutJob();
  const server = await resolveServer({
    server: options.source,
    role: 'source',
    optionFile: options.optionFile,
  });
  if (format !== 'shell' || options.split !== undefined) assertPlaceFits(place, options);
  const written =
    format === 'shell'
      ? null
      : {
          ...{ place, format, split: options.split ?? null },
          ...{ destination: destinationOf(options), compression: packingFor(place, format, compression) },
        };
  if (written !== null && !options.dryRun)
    return await dumpAs({ server, options: wish, ...written, json: options.json });
  const { name, endpoint, profile } = server;
  const { registry, console } = openContext(options.json);
  const request = { endpoint, folder: resolve(options.out), options: wish };
  if (options.dryRun) return await dryRun(request, written, console);
  const header = registry.startDump(name, request, { profileId: profile?.id ?? null });
  return exitCodeOf(await follow(registry, header, console));
}

type WrittenOutput = Pick<DumpAsRequest, 'place' | 'format' | 'split' | 'destination' | 'compression'>;

/** @param written output; null for a dump folder */
async function dryRun(
  request: PlanRequest,
  written: WrittenOutput | null,
  console: Console,
): Promise<ExitCode> {
  const output = written === null ? null : outputOf(written);
  const plan = await interruptible((cancellation) => planDumpRun(request, cancellation, output));
  console.dumpPlan(plan);
  return plan.conflicts.length === 0 ? 0 : REFUSED;
}

function outputOf({ place, ...written }: WrittenOutput): PlannedOutput {
  return {
    folder: place.kind === 'descriptor' ? convertText.standardOutput : place.path,
    sluiceVersion: SLUICE_VERSION,
    judge: async (dump) => {
      const output = { ...written, csv: CSV_DEFAULTS, sluiceVersion: SLUICE_VERSION };
      const found = await judgeOutput(output, dump);
      return { ...found, conflicts: [...(await placeConflicts(place)), ...found.conflicts] };
    },
  };
}

async function placeConflicts(place: ConvertPlace): Promise<readonly Failure[]> {
  if (place.kind === 'descriptor') return [];
  return await assertFree(place.path).then(
    () => [],
    (error: unknown) => [failureOf(error)],
  );
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
    compression: compressionOf(options),
    bytesPerChunk: options.chunkBytes,
    memoryLimitBytes: options.memoryLimit,
    lockWaitTimeoutMs: options.lockWaitTimeout * 1000,
    longQueries: options.longQueries,
    requireComplete: options.requireComplete,
  });
}

/** Compression of the data files; those that are only converted are packed as is fastest. */
function compressionOf({ format, compression }: DumpArguments): DumpOptions['compression'] {
  if (format !== 'shell') return DUMP_DEFAULTS.compression;
  if (compression.kind === 'gzip') throw usageFailures.gzipInFolder();
  return compression.kind === 'none' ? { kind: 'none' } : { kind: 'zstd', level: compression.level };
}
