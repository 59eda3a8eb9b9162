import { Option, type Command } from 'commander';
import {
  consistencies,
  DUMP_DEFAULTS,
  eventStatuses,
  histories,
  longQueryPolicies,
  indexPolicies,
  LOAD_DEFAULTS,
  onExistingPolicies,
  type DumpOptions,
  type LoadOptions,
} from '../../contract/options';
import {
  parseDefiners,
  parseLockWait,
  parseMemoryLimit,
  parseSchemaMap,
  parseSeconds,
  parseThreads,
} from './arguments';
import { parsePlaced } from './names';

/** The options that several commands have in common, so that they are called and explained the same. */

export interface LimitArguments {
  readonly threads: number;
  readonly memoryLimit: number;
}

/** `lanes` says what a lane does. */
export function addLimitOptions(command: Command, lanes: string): Command {
  return command
    .option('--threads <n>', lanes, parseThreads, DUMP_DEFAULTS.threads)
    .option(
      '--memory-limit <size>',
      'engine memory that the run may hold, such as 256MiB',
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
    .option('--where <table=condition>', 'only the rows of a table that meet a condition', parsePlaced, [])
    .option('--partitions <table=names>', 'only these partitions of a table', parsePlaced, []);
}

export interface ReadingArguments {
  readonly consistency: DumpOptions['consistency'];
  readonly definers: DumpOptions['definers'];
  readonly history: DumpOptions['history'];
  /** In seconds. */
  readonly lockWaitTimeout: number;
  readonly longQueries: DumpOptions['longQueries'];
  readonly requireComplete: boolean;
}

export function addReadingOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--consistency <mode>', 'auto, or for accounts with few rights lock-tables or none')
        .choices(consistencies)
        .default(DUMP_DEFAULTS.consistency),
    )
    .option(
      '--definers <wish>',
      'keep, strip, or the USER@HOST that replaces them',
      parseDefiners,
      DUMP_DEFAULTS.definers,
    )
    .addOption(
      new Option('--history <wish>', 'carry or skip what MariaDB’s system-versioned tables had in the past')
        .choices(histories)
        .default(DUMP_DEFAULTS.history),
    )
    .option(
      '--lock-wait-timeout <s>',
      'how long to wait for the source’s lock',
      parseLockWait,
      DUMP_DEFAULTS.lockWaitTimeoutMs / 1000,
    )
    .addOption(
      new Option(
        '--long-queries <policy>',
        'statements that would hold the lock up: wait for them, or refuse',
      )
        .choices(longQueryPolicies)
        .default(DUMP_DEFAULTS.longQueries),
    )
    .option(
      '--require-complete',
      'refuse to start where the account can’t read everything that is asked for',
      false,
    );
}

export interface WritingArguments {
  readonly schemaMap: Readonly<Record<string, string>>;
  readonly rename: readonly string[];
  readonly ddlOnly: boolean;
  readonly dataOnly: boolean;
  readonly onExisting: LoadOptions['onExisting'];
  readonly indexes: LoadOptions['indexes'];
  readonly eventStatus: LoadOptions['eventStatus'];
}

export function addWritingOptions(command: Command): Command {
  return command
    .option(
      '--schema-map <pairs>',
      'other schema names, as OLD=NEW with commas between them',
      parseSchemaMap,
      LOAD_DEFAULTS.schemaMap,
    )
    .option('--rename <table=name>', 'another name for a table, as SCHEMA.TABLE=NEW', parsePlaced, [])
    .option('--ddl-only', 'definitions without rows', false)
    .addOption(
      new Option('--data-only', 'rows without definitions, into tables that are there')
        .default(false)
        .conflicts('ddlOnly'),
    )
    .addOption(
      new Option('--on-existing <policy>', 'what to do with objects that are already there')
        .choices(onExistingPolicies)
        .default(LOAD_DEFAULTS.onExisting),
    )
    .addOption(
      new Option(
        '--indexes <when>',
        'build secondary indexes after the rows, with them, or per table as its size and indexes suggest',
      )
        .choices(indexPolicies)
        .default(LOAD_DEFAULTS.indexes),
    )
    .addOption(
      new Option(
        '--event-status <status>',
        'events are enabled last, as on the source, or stay disabled; auto: disabled in another schema or by a migration',
      )
        .choices(eventStatuses)
        .default(LOAD_DEFAULTS.eventStatus),
    );
}

export interface UnfinishedArguments {
  readonly resume: boolean;
  readonly abandon: boolean;
  /** In seconds. */
  readonly retryFor: number;
  readonly dryRun: boolean;
  readonly confirmTarget?: string;
}

/**
 * Adds the options that start, resume or roll back a run which writes into a server; `what` names the unfinished work.
 */
export function addUnfinishedOptions(command: Command, what: string): Command {
  return command
    .option('--resume', `resume the ${what} that was not finished, or begin where none was begun`, false)
    .addOption(
      new Option('--abandon', `take back what the unfinished ${what} has made`)
        .default(false)
        .conflicts('resume'),
    )
    .option(
      '--retry-for <seconds>',
      'how long to try again when the server can’t be reached any more',
      parseSeconds,
      LOAD_DEFAULTS.reconnectMs / 1000,
    )
    .addOption(
      new Option('--dry-run', 'print what it would do, with what stands in its way, and touch nothing')
        .default(false)
        .conflicts(['resume', 'abandon']),
    )
    .option(
      '--confirm-target <name>',
      'the name of the production connection that the target is saved as, to confirm it',
    );
}

export interface OutputArguments {
  readonly optionFile?: string;
  readonly json: boolean;
}

export function addOutputOptions(command: Command): Command {
  return command
    .option('--option-file <file>', 'option file whose [client] group holds the password')
    .option('--json', 'one JSON object per line, the last one the result', false);
}
