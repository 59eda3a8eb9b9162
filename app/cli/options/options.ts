import { groups } from '../../text/cli/groups';
import { Option, type Command } from 'commander';
import { suitableThreads } from '../../engine/threads';
import {
  consistencies,
  DUMP_DEFAULTS,
  eventStatuses,
  histories,
  longQueryPolicies,
  indexPolicies,
  LOAD_DEFAULTS,
  missingPrimaryKeys,
  onExistingPolicies,
  type DumpOptions,
  type LoadOptions,
} from '../../contract/runs/options';
import {
  parseDefiners,
  parseLockWait,
  parseMemoryLimit,
  parseSchemaMap,
  parseSeconds,
  parseThreads,
} from './arguments';
import { parsePlaced } from './names';
import { optionsHelp, type UnfinishedWork } from '../../text/cli/help/options/options';

/** The options that several commands have in common, so that they are called and explained the same. */

export interface LimitArguments {
  readonly threads: number;
  readonly memoryLimit: number;
}

/** `lanes` says what a lane does. */
export function addLimitOptions(command: Command, lanes: string): Command {
  return command
    .optionsGroup(groups.speed)
    .option('--threads <n>', lanes, parseThreads, suitableThreads())
    .option(
      '--memory-limit <size>',
      optionsHelp.options.memoryLimit,
      parseMemoryLimit,
      DUMP_DEFAULTS.memoryLimitBytes,
    );
}

/** Each as `SCHEMA.TABLE=…`. */
export interface RowArguments {
  readonly where: readonly string[];
  readonly partitions: readonly string[];
}

export function addRowOptions(command: Command): Command {
  return command
    .optionsGroup(groups.selection)
    .option('--where <table=condition>', optionsHelp.options.where, parsePlaced, [])
    .option('--partitions <table=names>', optionsHelp.options.partitions, parsePlaced, []);
}

export interface ReadingArguments {
  readonly consistency: DumpOptions['consistency'];
  readonly definers: DumpOptions['definers'];
  readonly rowVersions: DumpOptions['history'];
  /** In seconds. */
  readonly lockWaitTimeout: number;
  readonly longQueries: DumpOptions['longQueries'];
  readonly requireComplete: boolean;
}

export function addReadingOptions(command: Command): Command {
  return command
    .optionsGroup(groups.consistency)
    .addOption(
      new Option('--consistency <mode>', optionsHelp.options.consistency)
        .choices(consistencies)
        .default(DUMP_DEFAULTS.consistency),
    )
    .addOption(definersOption())
    .addOption(
      new Option('--row-versions <wish>', optionsHelp.options.rowVersions)
        .choices(histories)
        .default(DUMP_DEFAULTS.history),
    )
    .option(
      '--lock-wait-timeout <s>',
      optionsHelp.options.lockWaitTimeout,
      parseLockWait,
      DUMP_DEFAULTS.lockWaitTimeoutMs / 1000,
    )
    .addOption(
      new Option('--long-queries <policy>', optionsHelp.options.longQueries)
        .choices(longQueryPolicies)
        .default(DUMP_DEFAULTS.longQueries),
    )
    .option('--require-complete', optionsHelp.options.requireComplete, false);
}

/** The option of every command that reads, writes or compares definitions. */
export function definersOption(help: string = optionsHelp.options.definers): Option {
  return new Option('--definers <wish>', help).argParser(parseDefiners).default(DUMP_DEFAULTS.definers);
}

/** The option of every command that creates tables or compares them. */
export function missingPrimaryKeyOption(help: string): Option {
  return new Option('--missing-primary-key <how>', help)
    .choices(missingPrimaryKeys)
    .default(LOAD_DEFAULTS.missingPrimaryKey);
}

/** Options that select definitions or rows. */
export interface ContentArguments {
  readonly ddlOnly: boolean;
  readonly dataOnly: boolean;
}

export function addContentOptions(
  command: Command,
  help: Readonly<Record<keyof ContentArguments, string>>,
): Command {
  return command
    .optionsGroup(groups.selection)
    .option('--ddl-only', help.ddlOnly, false)
    .addOption(new Option('--data-only', help.dataOnly).default(false).conflicts('ddlOnly'));
}

export interface WritingArguments extends ContentArguments {
  readonly schemaMap: Readonly<Record<string, string>>;
  readonly rename: readonly string[];
  readonly onExisting: LoadOptions['onExisting'];
  readonly indexes: LoadOptions['indexes'];
  readonly eventStatus: LoadOptions['eventStatus'];
  readonly missingPrimaryKey: LoadOptions['missingPrimaryKey'];
}

export function addWritingOptions(command: Command): Command {
  command
    .optionsGroup(groups.existing)
    .option('--schema-map <pairs>', optionsHelp.options.schemaMap, parseSchemaMap, LOAD_DEFAULTS.schemaMap)
    .option('--rename <table=name>', optionsHelp.options.rename, parsePlaced, []);
  return addContentOptions(command, optionsHelp.options)
    .optionsGroup(groups.existing)
    .addOption(
      new Option('--on-existing <policy>', optionsHelp.options.onExisting)
        .choices(onExistingPolicies)
        .default(LOAD_DEFAULTS.onExisting),
    )
    .optionsGroup(groups.rows)
    .addOption(
      new Option('--indexes <when>', optionsHelp.options.indexes)
        .choices(indexPolicies)
        .default(LOAD_DEFAULTS.indexes),
    )
    .optionsGroup(groups.existing)
    .addOption(
      new Option('--event-status <status>', optionsHelp.options.eventStatus)
        .choices(eventStatuses)
        .default(LOAD_DEFAULTS.eventStatus),
    )
    .addOption(missingPrimaryKeyOption(optionsHelp.options.missingPrimaryKey));
}

export interface UnfinishedArguments {
  readonly resume: boolean;
  readonly rollBack: boolean;
  /** In seconds. */
  readonly retryFor: number;
  readonly dryRun: boolean;
  readonly confirmTarget?: string;
}

/**
 * Adds the options that start, resume or roll back a run which writes into a server; `work` is what can be left unfinished.
 */
export function addUnfinishedOptions(command: Command, work: UnfinishedWork): Command {
  return command
    .optionsGroup(groups.unfinished)
    .option('--resume', optionsHelp.resume(work), false)
    .addOption(new Option('--roll-back', optionsHelp.rollBack(work)).default(false).conflicts('resume'))
    .option(
      '--retry-for <seconds>',
      optionsHelp.options.retryFor,
      parseSeconds,
      LOAD_DEFAULTS.reconnectMs / 1000,
    )
    .addOption(
      new Option('--dry-run', optionsHelp.options.dryRun).default(false).conflicts(['resume', 'rollBack']),
    )
    .optionsGroup(groups.places)
    .option('--confirm-target <name>', optionsHelp.options.confirmTarget);
}

export interface OutputArguments {
  readonly optionFile?: string;
  readonly json: boolean;
}

export function addOutputOptions(command: Command): Command {
  return command
    .optionsGroup(groups.output)
    .option('--option-file <file>', optionsHelp.options.optionFile)
    .option('--json', optionsHelp.options.json, false);
}
