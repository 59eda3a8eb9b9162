import { groups } from '../../text/cli/groups';
import { cpus } from 'os';
import { resolve } from 'path';
import { Option, type Command } from 'commander';
import type { Inspection } from '../../contract/pages/inspection';
import type { Cancellation } from '../../engine/cancellation';
import { compareInspections } from '../../inspect/compare';
import { mayBlockWriters } from '../../inspect/may-block-writers';
import type { TableName } from '../../inspect/file/dictionary';
import { inspectFile, type FileReader } from '../../inspect/file/file';
import { readInspection, saveInspection } from '../../inspect/file/saved';
import { inspectTables } from '../../inspect/tables';
import { parseThreads } from '../options/arguments';
import { openCommandEngine } from '../context';
import type { ExitCode } from '../exit';
import { comparisonLines, inspectionLines } from '../output/inspection-lines';
import { interruptible } from '../interrupt';
import { parseQualified, qualified } from '../options/names';
import { resolveServer } from '../options/server';
import { printLines } from '../output/printable';
import { inspectHelp } from '../../text/cli/help/pages/inspect';
import { usageFailures } from '../../text/cli/usage';

const TIER_WORDS = { auto: 'auto', stats: 'statistics', buffer: 'buffer-pool', file: 'file' } as const;
type TierWord = keyof typeof TIER_WORDS;

interface InspectArguments {
  readonly target?: string;
  readonly tables?: readonly string[];
  readonly tier: TierWord;
  readonly flush: boolean;
  readonly lockRows: boolean;
  readonly ibd?: string;
  readonly compare?: readonly string[];
  readonly save?: string;
  readonly threads: number;
  readonly optionFile?: string;
  readonly json: boolean;
}

export function addInspectCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('inspect')
    .description(inspectHelp.commands.inspect)
    .optionsGroup(groups.places)
    .option('--target <dsn>', inspectHelp.options.target)
    .option('--tables <names>', inspectHelp.options.tables, parseQualified)
    .optionsGroup(groups.figures)
    .addOption(
      new Option('--tier <source>', inspectHelp.options.tier)
        .choices(Object.keys(TIER_WORDS))
        .default('auto'),
    )
    .option('--no-flush', inspectHelp.options.noFlush)
    .option('--lock-rows', inspectHelp.options.lockRows, false)
    .optionsGroup(groups.places)
    .option('--ibd <file>', inspectHelp.options.ibd)
    .addOption(new Option('--compare <files...>', inspectHelp.options.compare).conflicts(['target', 'ibd']))
    .optionsGroup(groups.output)
    .option('--save <file>', inspectHelp.options.save)
    .optionsGroup(groups.speed)
    .option('--threads <n>', inspectHelp.options.threads, parseThreads, Math.min(cpus().length, MOST_THREADS))
    .optionsGroup(groups.output)
    .option('--option-file <file>', inspectHelp.options.optionFile)
    .option('--json', inspectHelp.options.json, false)
    .addHelpText('after', inspectHelp.after)
    .action(async (options: InspectArguments) => {
      await runInspect(options);
      finish(0);
    });
}

/** More than a disk has use for. */
const MOST_THREADS = 8;

async function runInspect(options: InspectArguments): Promise<void> {
  if (options.compare !== undefined) {
    await compare(options.compare, options.json);
    return;
  }
  const inspection = await interruptible((cancellation) => inspect(options, cancellation));
  if (options.save !== undefined) await saveInspection(resolve(options.save), inspection);
  print(options.json, inspection, inspectionLines(inspection));
}

async function compare(files: readonly string[], json: boolean): Promise<void> {
  const [before, after] = files;
  if (before === undefined || after === undefined || files.length !== 2) {
    throw usageFailures.twoInspections();
  }
  const comparison = compareInspections(
    await readInspection(resolve(before)),
    await readInspection(resolve(after)),
  );
  print(json, comparison, comparisonLines(comparison));
}

async function inspect(options: InspectArguments, cancellation: Cancellation): Promise<Inspection> {
  const { target, ibd, tables, threads } = options;
  if ((target === undefined) === (ibd === undefined)) {
    throw usageFailures.nothingToInspect();
  }
  const reader: FileReader = { engine: openCommandEngine(), threads, cancellation };
  if (target === undefined) return await inspectFile(reader, resolve(ibd ?? ''));
  if (tables === undefined) throw usageFailures.tablesMissing();
  const { endpoint, guard, profile } = await resolveServer({
    server: target,
    role: 'target',
    optionFile: options.optionFile,
  });
  return await inspectTables({
    endpoint,
    tables: toTableNames(tables),
    tier: TIER_WORDS[options.tier],
    // The writers of a production server are not held up without being asked.
    mayFlush: options.flush && (await mayBlockWriters(endpoint, guard, profile)),
    mayLockRows: options.lockRows,
    reader,
  });
}

function toTableNames(tables: readonly string[]): readonly TableName[] {
  return tables.map((text) => {
    const { schema, name } = qualified(text);
    return { schema, table: name };
  });
}

function print(json: boolean, value: object, lines: readonly string[]): void {
  printLines(json ? [JSON.stringify(value)] : lines);
}
