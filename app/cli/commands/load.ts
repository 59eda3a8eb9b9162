import { groups } from '../../text/cli/groups';
import { Option, type Command } from 'commander';
import { hasChoices, type InputChoices } from '../../contract/commands/input';
import {
  binlogChoices,
  gtidChoices,
  loadFixes,
  LOAD_DEFAULTS,
  loadMethods,
  loadPreferences,
  rowSortings,
  type LoadOptions,
} from '../../contract/runs/options';
import { collect, parseFixes, parseSpeedUps } from '../options/arguments';
import type { Console } from '../output/console';
import { openCommandEngine, openContext } from '../context';
import { exitCodeOf, exitCodeOfResumed, REFUSED, type ExitCode } from '../exit';
import { interruptible } from '../interrupt';
import type { Endpoint } from '../../catalog/connect/endpoint';
import { planLoad, type PlanRequest } from '../../load/plan';
import { assertReachable } from '../../load/checks/reach';
import {
  addLimitOptions,
  addOutputOptions,
  addUnfinishedOptions,
  addWritingOptions,
  definersOption,
  type LimitArguments,
  type OutputArguments,
  type UnfinishedArguments,
  type WritingArguments,
} from '../options/options';
import {
  addInputOptions,
  addRejectOptions,
  toInput,
  toRejects,
  type InputArguments,
  type RejectArguments,
} from '../options/input';
import { dumpOf } from '../options/dump';
import { follow } from '../run';
import { STANDARD_INPUT } from '../../engine/words/spooled-input';
import { assertPiped, kindOfInput, withStandardInput } from '../standard-input';
import {
  addAccountOptions,
  addObjectOptions,
  toAccounts,
  toLoadSelection,
  toTableRenames,
  type AccountArguments,
  type ObjectArguments,
} from '../options/selection';
import { resolveServer, savedServer, type NamedServer } from '../options/server';
import { repeatable } from '../../runs/setup';
import { addSaveOption, assertRepeatable, saveAsJob, type SaveArguments } from './save-job';
import { loadHelp } from '../../text/cli/help/move/load';
import { standardInputFailures } from '../../text/cli/standard-input';
import { usageFailures } from '../../text/cli/usage';

export interface LoadArguments
  extends
    ObjectArguments,
    AccountArguments,
    LimitArguments,
    WritingArguments,
    UnfinishedArguments,
    SaveArguments,
    InputArguments,
    RejectArguments,
    OutputArguments {
  readonly target: string;
  /** Several files are one dump. */
  readonly dump: readonly string[];
  readonly spool?: string;
  readonly prefer: LoadOptions['prefer'];
  readonly method: LoadOptions['method'];
  readonly sortRows: LoadOptions['sortRows'];
  readonly binlog: LoadOptions['binlog'];
  readonly gtid: LoadOptions['gtid'];
  readonly checksum: boolean;
  readonly compareSource?: string;
  readonly definers: LoadOptions['definers'];
  readonly fix: LoadOptions['fixes'];
  readonly runUnknownStatements: boolean;
  readonly follow: boolean;
  readonly fastUnsafe: LoadOptions['fastUnsafe'];
}

export function addLoadCommand(program: Command, finish: (code: ExitCode) => void): void {
  declareLoad(program).action(async (options: LoadArguments) => finish(await runLoad(options)));
}

/** The command with its options. */
export function declareLoad(program: Command): Command {
  const command = program
    .command('load')
    .description(loadHelp.commands.load)
    .optionsGroup(groups.places)
    .requiredOption('--target <dsn>', loadHelp.options.target)
    .requiredOption('--dump <path>', loadHelp.options.dump, collect)
    .option('--spool <folder>', loadHelp.options.spool);
  addRejectOptions(addInputOptions(command));
  addLimitOptions(addWritingOptions(addAccountOptions(addObjectOptions(command))), loadHelp.lanes)
    .optionsGroup(groups.rows)
    .addOption(
      new Option('--prefer <what>', loadHelp.options.prefer)
        .choices(loadPreferences)
        .default(LOAD_DEFAULTS.prefer),
    )
    .addOption(
      new Option('--method <how>', loadHelp.options.method)
        .choices(loadMethods)
        .default(LOAD_DEFAULTS.method),
    )
    .addOption(
      new Option('--sort-rows <when>', loadHelp.options.sortRows)
        .choices(rowSortings)
        .default(LOAD_DEFAULTS.sortRows),
    )
    .optionsGroup(groups.existing)
    .addOption(
      new Option('--binlog <on-off>', loadHelp.options.binlog)
        .choices(binlogChoices)
        .default(LOAD_DEFAULTS.binlog),
    )
    .addOption(
      new Option('--gtid <how>', loadHelp.options.gtid).choices(gtidChoices).default(LOAD_DEFAULTS.gtid),
    )
    .optionsGroup(groups.verification)
    .option('--checksum', loadHelp.options.checksum, false)
    .optionsGroup(groups.existing)
    .addOption(definersOption())
    .option('--fix <rules>', loadHelp.fix(loadFixes), parseFixes, LOAD_DEFAULTS.fixes)
    .option('--run-unknown-statements', loadHelp.options.runUnknownStatements, false)
    .optionsGroup(groups.speed)
    .option('--fast-unsafe <list>', loadHelp.options.fastUnsafe, parseSpeedUps, LOAD_DEFAULTS.fastUnsafe)
    .optionsGroup(groups.unfinished)
    .option('--follow', loadHelp.options.follow, false)
    .optionsGroup(groups.verification)
    .option('--compare-source <dsn>', loadHelp.options.compareSource);
  return addOutputOptions(addSaveOption(addUnfinishedOptions(command, 'load'))).addHelpText(
    'after',
    loadHelp.after,
  );
}

async function runLoad(options: LoadArguments): Promise<ExitCode> {
  assertSourceUsed(options);
  const dump = await dumpOf(options.dump);
  if (dump !== STANDARD_INPUT) {
    if (options.spool !== undefined) throw standardInputFailures.spoolUnused();
    return await loadFrom(options, dump);
  }
  const once = { '--save-as-job': options.saveAsJob !== undefined, '--follow': options.follow };
  for (const [option, isGiven] of Object.entries(once))
    if (isGiven) throw standardInputFailures.notFollowed({ option });
  const kind = kindOfInput(inputOf(options));
  assertPiped();
  const target = await targetOf(options);
  const isLook = options.dryRun || options.rollBack || options.resume;
  // Before hours are spent on what comes.
  await interruptible((cancellation) =>
    assertReachable({ ...target, options: toLoadOptions(options) }, isLook ? 'look' : 'load', cancellation),
  );
  const { threads, memoryLimit: memoryLimitBytes } = options;
  const use = { spool: options.spool, kind, limits: { threads, memoryLimitBytes } };
  return await withStandardInput({ engine: openCommandEngine(), ...use }, ({ path, memoryBytes }) =>
    loadInto(target, { ...options, memoryLimit: memoryLimitBytes - memoryBytes }, path),
  );
}

function inputOf(options: LoadArguments): InputChoices {
  const rejects = toRejects(options);
  return { ...toInput(options), ...(rejects !== undefined && { rejects }) };
}

async function loadFrom(options: LoadArguments, folder: string): Promise<ExitCode> {
  const wish = toLoadOptions(options);
  if (options.saveAsJob !== undefined) {
    assertRepeatable(onceOnly(options));
    const server = await savedServer(options.target);
    return await saveAsJob(options, {
      ...{ kind: 'load', server, folder },
      options: repeatable(wish),
    });
  }
  return await loadInto(await targetOf(options), options, folder);
}

async function targetOf({ target, optionFile }: LoadArguments): Promise<NamedServer> {
  return await resolveServer({ server: target, role: 'target', optionFile });
}

async function loadInto(
  { name, endpoint, profile, guard }: NamedServer,
  options: LoadArguments,
  folder: string,
): Promise<ExitCode> {
  const { registry, console } = openContext(options.json);
  const request = {
    endpoint,
    profile,
    guard,
    source: await sourceOf(options),
    folder,
    options: toLoadOptions(options),
  };
  if (options.dryRun) return await dryRun({ engine: openCommandEngine(), ...request }, console);
  const from = { profileId: profile?.id ?? null };
  const header = options.rollBack
    ? registry.startLoadRollback(name, request, from)
    : registry.startLoad(name, request, from);
  const result = await follow(registry, header, console);
  return options.resume ? exitCodeOfResumed(result) : exitCodeOf(result);
}

/** Fails with `usage` where a rename can't be. */
export function toLoadOptions(options: LoadArguments): LoadOptions {
  const input = inputOf(options);
  return {
    threads: options.threads,
    memoryLimitBytes: options.memoryLimit,
    schemaMap: { ...options.schemaMap },
    tableRenames: toTableRenames(options.rename, options.schemaMap),
    selection: toLoadSelection(options),
    ...toAccounts(options),
    onExisting: options.onExisting,
    indexes: options.indexes,
    prefer: options.prefer,
    method: options.method,
    sortRows: options.sortRows,
    binlog: options.binlog,
    gtid: options.gtid,
    verify: options.checksum ? 'checksum' : 'rows',
    eventStatus: options.eventStatus,
    missingPrimaryKey: options.missingPrimaryKey,
    definers: options.definers,
    fixes: options.fix,
    runUnknownStatements: options.runUnknownStatements,
    ...(hasChoices(input) && { input }),
    fastUnsafe: options.fastUnsafe,
    resume: options.resume,
    follow: options.follow,
    reconnectMs: options.retryFor * 1000,
    ...(options.confirmTarget !== undefined && { confirmedTarget: options.confirmTarget }),
  };
}

/** Options that a job can't have. */
function onceOnly({
  dryRun,
  resume,
  rollBack,
  follow: follows,
  compareSource,
  confirmTarget,
  rejectFile,
}: LoadArguments) {
  return {
    '--dry-run': dryRun,
    '--resume': resume,
    '--roll-back': rollBack,
    '--follow': follows,
    '--compare-source': compareSource !== undefined,
    '--reject-file': rejectFile !== undefined,
    '--confirm-target': confirmTarget !== undefined,
  };
}

function assertSourceUsed({ compareSource, checksum }: LoadArguments): void {
  if (compareSource !== undefined && !checksum) throw usageFailures.sourceNeedsChecksum();
}

async function sourceOf({ compareSource }: LoadArguments): Promise<Endpoint | null> {
  if (compareSource === undefined) return null;
  return (await resolveServer({ server: compareSource, role: 'source', optionFile: undefined })).endpoint;
}

async function dryRun(request: PlanRequest, console: Console): Promise<ExitCode> {
  const plan = await interruptible((cancellation) => planLoad(request, cancellation));
  console.plan(plan);
  return plan.conflicts.length === 0 ? 0 : REFUSED;
}
