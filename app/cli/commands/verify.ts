import { groups } from '../../text/cli/groups';
import type { Command } from 'commander';
import {
  DEFAULT_MEMORY_LIMIT_BYTES,
  LOAD_DEFAULTS,
  type ComparisonOptions,
} from '../../contract/runs/options';
import { suitableThreads } from '../../engine/threads';
import { collect, parseMemoryLimit, parseSchemaMap, parseThreads } from '../options/arguments';
import { STANDARD_INPUT } from '../../engine/words/spooled-input';
import { standardInputFailures } from '../../text/cli/standard-input';
import { dumpOf } from '../options/dump';
import { withDump } from '../standard-input';
import { openCommandEngine, openContext, type CommandContext } from '../context';
import { exitCodeOf, type ExitCode } from '../exit';
import { parsePlaced } from '../options/names';
import { definersOption, missingPrimaryKeyOption } from '../options/options';
import { addInputOptions, toInput, type InputArguments } from '../options/input';
import { follow } from '../run';
import { addAccountOptions, toAccounts, toTableRenames, type AccountArguments } from '../options/selection';
import { resolveServer, savedServer } from '../options/server';
import { addSaveOption, assertRepeatable, saveAsJob, type SaveArguments } from './save-job';
import { verifyHelp } from '../../text/cli/help/move/verify';
import { usageFailures } from '../../text/cli/usage';

interface VerifyArguments extends SaveArguments, InputArguments, AccountArguments {
  readonly dump: readonly string[];
  readonly target?: string;
  readonly schemaMap: Readonly<Record<string, string>>;
  readonly rename: readonly string[];
  readonly definers: ComparisonOptions['definers'];
  readonly missingPrimaryKey: ComparisonOptions['missingPrimaryKey'];
  readonly checksum: boolean;
  readonly compareSource?: string;
  readonly threads: number;
  readonly memoryLimit: number;
  readonly optionFile?: string;
}

export function addVerifyCommand(program: Command, finish: (code: ExitCode) => void): void {
  const command = program
    .command('verify')
    .description(verifyHelp.commands.verify)
    .optionsGroup(groups.places)
    .requiredOption('--dump <path>', verifyHelp.options.dump, collect)
    .option('--target <dsn>', verifyHelp.options.target)
    .option('--schema-map <pairs>', verifyHelp.options.schemaMap, parseSchemaMap, {})
    .option('--rename <table=name>', verifyHelp.options.rename, parsePlaced, []);
  addAccountOptions(addInputOptions(command))
    .optionsGroup(groups.verification)
    .addOption(definersOption(verifyHelp.options.definers))
    .addOption(missingPrimaryKeyOption(verifyHelp.options.missingPrimaryKey))
    .option('--checksum', verifyHelp.options.checksum, false)
    .option('--compare-source <dsn>', verifyHelp.options.compareSource)
    .optionsGroup(groups.speed)
    .option('--threads <n>', verifyHelp.options.threads, parseThreads, suitableThreads())
    .option(
      '--memory-limit <size>',
      verifyHelp.options.memoryLimit,
      parseMemoryLimit,
      DEFAULT_MEMORY_LIMIT_BYTES,
    );
  addSaveOption(command)
    .optionsGroup(groups.output)
    .option('--option-file <file>', verifyHelp.options.optionFile)
    .option('--json', verifyHelp.options.json, false)
    .addHelpText('after', verifyHelp.after)
    .action(async (options: VerifyArguments) => finish(await runVerify(options)));
}

async function runVerify(options: VerifyArguments): Promise<ExitCode> {
  if (options.checksum && options.target === undefined) throw usageFailures.checksumNeedsTarget();
  if (options.compareSource !== undefined && !options.checksum) throw usageFailures.sourceNeedsChecksum();
  if (options.target === undefined) assertNothingLoaded(options);
  const dump = await dumpOf(options.dump);
  if (options.saveAsJob !== undefined) {
    if (dump === STANDARD_INPUT) throw standardInputFailures.notFollowed({ option: '--save-as-job' });
    return await saveVerification(options, dump);
  }
  const { threads, memoryLimit } = options;
  const use = {
    engine: openCommandEngine(),
    input: toInput(options),
    limits: { threads, memoryLimitBytes: memoryLimit },
  };
  return await withDump(dump, use, ({ path, memoryLimitBytes }) =>
    verifyAt(path, { ...options, memoryLimit: memoryLimitBytes }),
  );
}

async function verifyAt(folder: string, options: VerifyArguments): Promise<ExitCode> {
  const context = openContext(options.json);
  if (options.target !== undefined) return await compare(context, folder, options.target, options);
  const header = context.registry.startVerify({
    folder,
    input: toInput(options),
    threads: options.threads,
    memoryLimitBytes: options.memoryLimit,
  });
  return exitCodeOf(await follow(context.registry, header, context.console));
}

/** Refuses choices of a load where no server is compared: the files of a dump are as they were written. */
function assertNothingLoaded({ definers, missingPrimaryKey, users, excludeUsers }: VerifyArguments): void {
  if (users.length > 0) throw usageFailures.comparisonNeedsTarget({ flag: '--users' });
  if (excludeUsers.length > 0) throw usageFailures.comparisonNeedsTarget({ flag: '--exclude-users' });
  if (definers.kind !== 'keep') throw usageFailures.comparisonNeedsTarget({ flag: '--definers' });
  if (missingPrimaryKey !== LOAD_DEFAULTS.missingPrimaryKey)
    throw usageFailures.comparisonNeedsTarget({ flag: '--missing-primary-key' });
}

async function saveVerification(options: VerifyArguments, folder: string): Promise<ExitCode> {
  const { target, threads, schemaMap, rename, checksum, compareSource, definers, missingPrimaryKey } =
    options;
  assertRepeatable({ '--compare-source': compareSource !== undefined });
  return await saveAsJob(options, {
    kind: 'verify',
    server: target === undefined ? null : await savedServer(target),
    folder,
    input: toInput(options),
    threads,
    schemaMap: { ...schemaMap },
    tableRenames: toTableRenames(rename, schemaMap),
    ...toAccounts(options),
    definers,
    missingPrimaryKey,
    verify: checksum ? 'checksum' : 'rows',
  });
}

async function compare(
  { registry, console }: CommandContext,
  folder: string,
  target: string,
  options: VerifyArguments,
): Promise<ExitCode> {
  const { optionFile, schemaMap, rename, checksum, compareSource, threads, memoryLimit } = options;
  const { definers, missingPrimaryKey } = options;
  const { name, endpoint, profile } = await resolveServer({ server: target, role: 'target', optionFile });
  const header = registry.startCompare(
    name,
    {
      endpoint,
      folder,
      input: toInput(options),
      schemaMap,
      threads,
      memoryLimitBytes: memoryLimit,
      tableRenames: toTableRenames(rename, schemaMap),
      ...toAccounts(options),
      definers,
      missingPrimaryKey,
      verify: checksum ? 'checksum' : 'rows',
      source:
        compareSource === undefined
          ? null
          : (await resolveServer({ server: compareSource, role: 'source', optionFile: undefined })).endpoint,
    },
    { profileId: profile?.id ?? null },
  );
  return exitCodeOf(await follow(registry, header, console));
}
