import { resolve } from 'path';
import { Option, type Command } from 'commander';
import type { EnginePacking } from '../../engine/specs';
import { failureOf } from '../../engine/failures';
import { suitableThreads } from '../../engine/threads';
import { convert } from '../../convert/convert';
import { assertFree } from '../../convert/output';
import { outputKinds, packingOfName, type OutputKind } from '../../contract/dump-output';
import {
  CSV_DEFAULTS,
  csvDialects,
  type CsvDialect,
  type ConvertPlace,
  type ConvertRequest,
  scriptSplits,
  type ScriptSplit,
} from '../../convert/request';
import { knownSeries, namedServer } from '../../catalog/server/named-server';
import { migrationFixes, type MigrationFix } from '../../contract/runs/migrate';
import type { Destination } from '../../convert/written-for';
import type { ServerWish } from '../../prove/server-choice';
import { DEFAULT_MEMORY_LIMIT_BYTES, DUMP_DEFAULTS } from '../../contract/runs/options';
import { convertFailures } from '../../text/convert';
import { convertHelp } from '../../text/cli/help/move/convert';
import { groups } from '../../text/cli/groups';
import { openCommandEngine, openHistory, SLUICE_VERSION } from '../context';
import { exitCodeOfFailure, type ExitCode } from '../exit';
import { interruptible } from '../interrupt';
import {
  parseChunkBytes,
  parseMemoryLimit,
  parseMigrationFixes,
  parseNullWord,
  parsePacking,
  parseSeparator,
  parseThreads,
  parseWish,
} from '../options/arguments';
import { addInputOptions, toInput, type InputArguments } from '../options/input';
import { dumpOf } from '../options/dump';
import { addContentOptions, type ContentArguments } from '../options/options';
import { addObjectOptions, toLoadSelection, type ObjectArguments } from '../options/selection';
import { ConvertConsole } from '../output/convert-console';
import { STANDARD_INPUT } from '../../engine/words/spooled-input';
import { withDump } from '../standard-input';

/** The server that the output is for. */
export interface DestinationArguments {
  readonly format: string;
  readonly for?: ServerWish;
  readonly fix: readonly MigrationFix[];
}

interface ConvertArguments extends DestinationArguments, ObjectArguments, ContentArguments, InputArguments {
  readonly format: OutputKind;
  readonly split?: ScriptSplit;
  readonly compression?: EnginePacking;
  readonly csvDialect: (typeof csvDialects)[number];
  readonly csvSeparator: string;
  readonly csvNull: string;
  readonly chunkBytes: number;
  readonly threads: number;
  readonly memoryLimit: number;
  readonly json: boolean;
}

const STANDARD_OUTPUT = 1;

export function addConvertCommand(program: Command, finish: (code: ExitCode) => void): void {
  const command = program
    .command('convert')
    .description(convertHelp.commands.convert)
    .argument('<dump>', convertHelp.arguments.dump)
    .argument('<out>', convertHelp.arguments.out);
  addInputOptions(addContentOptions(addObjectOptions(command), convertHelp.options))
    .optionsGroup(groups.files)
    .addOption(
      new Option('--format <format>', convertHelp.options.format).choices(outputKinds).makeOptionMandatory(),
    )
    .addOption(splitOption());
  addDestinationOptions(command)
    .option('--compression <kind>', convertHelp.options.compression, parsePacking)
    .addOption(
      new Option('--csv-dialect <name>', convertHelp.options.csvDialect)
        .choices(csvDialects)
        .default('rfc4180'),
    )
    .option(
      '--csv-separator <char>',
      convertHelp.options.csvSeparator,
      parseSeparator,
      CSV_DEFAULTS.separator,
    )
    .option('--csv-null <word>', convertHelp.options.csvNull, parseNullWord, CSV_DEFAULTS.nullWord)
    .option(
      '--chunk-bytes <size>',
      convertHelp.options.chunkBytes,
      parseChunkBytes,
      DUMP_DEFAULTS.bytesPerChunk,
    )
    .optionsGroup(groups.speed)
    .option('--threads <n>', convertHelp.options.threads, parseThreads, suitableThreads())
    .option(
      '--memory-limit <size>',
      convertHelp.options.memoryLimit,
      parseMemoryLimit,
      DEFAULT_MEMORY_LIMIT_BYTES,
    )
    .optionsGroup(groups.output)
    .option('--json', convertHelp.options.json, false)
    .addHelpText('after', convertHelp.after)
    .action(async (dump: string, out: string, options: ConvertArguments) =>
      finish(await runConvert(dump, placeOf(out), options)),
    );
}

export function splitOption(): Option {
  return new Option('--split <what>', convertHelp.options.split).choices(scriptSplits);
}

/** The options that name the server that the output is for. */
export function addDestinationOptions(command: Command): Command {
  return command
    .option('--for <version>', convertHelp.options.for, parseWish)
    .option('--fix <rules>', convertHelp.fix(migrationFixes), parseMigrationFixes, []);
}

/** Fails with `usage` for a version that Sluice does not know, and where the output has no definitions. */
export function destinationOf(options: DestinationArguments): Destination | null {
  const { format, for: wish, fix: fixes } = options;
  if (wish === undefined) {
    if (fixes.length > 0) throw convertFailures.fixWithoutVersion();
    return null;
  }
  if (format !== 'sql' && format !== 'mydumper') throw convertFailures.forOther({ format });
  const server = namedServer(wish.vendor, wish.version);
  if (server !== null) return { server, fixes };
  const product = wish.vendor === 'mysql' ? 'MySQL' : 'MariaDB';
  throw convertFailures.versionUnknown({
    ...{ product, version: wish.version ?? '', series: knownSeries(wish.vendor) },
  });
}

/** `-` is standard output. */
export function placeOf(out: string): ConvertPlace {
  return out === '-'
    ? { kind: 'descriptor', descriptor: STANDARD_OUTPUT }
    : { kind: 'path', path: resolve(out) };
}

/** @param dump `-` is standard input */
async function runConvert(dump: string, place: ConvertPlace, options: ConvertArguments): Promise<ExitCode> {
  const { format, threads, memoryLimit, json } = options;
  const compression = packingFor(place, format, options.compression ?? null);
  assertPlaceFits(place, options);
  const input = toInput(options);
  const bytes: CsvDialect['bytes'] = options.csvDialect === 'rfc4180' ? 'hex' : options.csvDialect;
  const csv = { separator: options.csvSeparator, nullWord: options.csvNull, bytes };
  const selection = toLoadSelection(options);
  const request = {
    selection,
    split: options.split ?? null,
    destination: destinationOf(options),
    place,
    format,
    compression,
    csv,
    bytesPerChunk: options.chunkBytes,
    threads,
    ...(input !== undefined && { input }),
  };
  if (dump === STANDARD_INPUT && place.kind === 'path') await assertFree(place.path);
  const limits = { threads, memoryLimitBytes: memoryLimit };
  return await withDump(
    await dumpOf([dump]),
    { engine: openCommandEngine(), input, limits },
    ({ path, memoryLimitBytes }) => runConversion({ ...request, dump: path, memoryLimitBytes }, json),
  );
}

/** Fails with `usage` where several files would go to standard output. */
export function assertPlaceFits(
  place: ConvertPlace,
  { format, split }: { readonly format: string; readonly split?: ScriptSplit },
): void {
  if (split !== undefined && format !== 'sql') throw convertFailures.splitOfOther({ format });
  if (split !== undefined && place.kind === 'descriptor') throw convertFailures.splitToStandardOutput();
  if (place.kind === 'descriptor' && format !== 'sql') throw convertFailures.needsFolder({ format });
}

/** Converts, and shows how that ends; returns the exit code. */
async function runConversion(
  request: Omit<ConvertRequest, 'engine' | 'sluiceVersion'>,
  json: boolean,
): Promise<ExitCode> {
  const console = new ConvertConsole(request.place, json);
  try {
    const report = await openHistory().whileReading(request.dump, () =>
      interruptible((cancellation) =>
        convert(
          { ...request, engine: openCommandEngine(), sluiceVersion: SLUICE_VERSION },
          console.hooks(cancellation),
        ),
      ),
    );
    console.report(report);
    return report.warnings.length > 0 ? 3 : 0;
  } catch (error) {
    const failure = failureOf(error);
    console.failure(failure);
    return exitCodeOfFailure(failure);
  }
}

/**
 * The compression of an output: the chosen one, or that which its name promises. Fails with `usage` where one contradicts
 * the other.
 */
export function packingFor(
  place: ConvertPlace,
  format: OutputKind,
  chosen: EnginePacking | null,
): EnginePacking {
  const named = packingOf(place, format);
  if (format === 'shell' && chosen?.kind === 'gzip') throw convertFailures.gzipOfFolder();
  if (chosen === null) return named;
  if (!namesAFolder(format) && named.kind !== 'none' && named.kind !== chosen.kind)
    throw convertFailures.otherEnding({ promised: named.kind, chosen: chosen.kind });
  return chosen;
}

/** Returns whether the end of the output's name says nothing about compression. */
function namesAFolder(format: OutputKind): boolean {
  return format === 'parquet' || format === 'shell';
}

/** The compression that the output's name promises; every reader of Parquet and of dump folders knows zstd. */
function packingOf(place: ConvertPlace, format: OutputKind): EnginePacking {
  if (namesAFolder(format)) return { kind: 'zstd', level: 1 };
  return parsePacking(place.kind === 'path' ? packingOfName(place.path) : 'none');
}
