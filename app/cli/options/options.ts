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
      'limit the engine’s memory, such as 256MiB',
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
    .option(
      '--where <table=condition>',
      'take only the rows of a table that meet a condition',
      parsePlaced,
      [],
    )
    .option('--partitions <table=names>', 'take only these partitions of a table', parsePlaced, []);
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
      new Option(
        '--consistency <mode>',
        'choose the locks: auto, or for accounts with few privileges lock-tables or none',
      )
        .choices(consistencies)
        .default(DUMP_DEFAULTS.consistency),
    )
    .option(
      '--definers <wish>',
      'keep definers, strip them, or replace them with USER@HOST',
      parseDefiners,
      DUMP_DEFAULTS.definers,
    )
    .addOption(
      new Option(
        '--row-versions <wish>',
        'include (carry) or skip past row versions of MariaDB’s system-versioned tables',
      )
        .choices(histories)
        .default(DUMP_DEFAULTS.history),
    )
    .option(
      '--lock-wait-timeout <s>',
      'wait at most so many seconds for the source’s lock',
      parseLockWait,
      DUMP_DEFAULTS.lockWaitTimeoutMs / 1000,
    )
    .addOption(
      new Option(
        '--long-queries <policy>',
        'wait for statements that would delay the lock, or refuse to start',
      )
        .choices(longQueryPolicies)
        .default(DUMP_DEFAULTS.longQueries),
    )
    .option(
      '--require-complete',
      'refuse to start if the account can’t read everything that is selected',
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
    .optionsGroup(groups.existing)
    .option(
      '--schema-map <pairs>',
      'rename schemas, as OLD=NEW separated by commas',
      parseSchemaMap,
      LOAD_DEFAULTS.schemaMap,
    )
    .option('--rename <table=name>', 'rename a table, as SCHEMA.TABLE=NEW', parsePlaced, [])
    .optionsGroup(groups.selection)
    .option('--ddl-only', 'take definitions without rows', false)
    .addOption(
      new Option('--data-only', 'load rows without definitions, into existing tables')
        .default(false)
        .conflicts('ddlOnly'),
    )
    .optionsGroup(groups.existing)
    .addOption(
      new Option('--on-existing <policy>', 'choose what to do with existing objects')
        .choices(onExistingPolicies)
        .default(LOAD_DEFAULTS.onExisting),
    )
    .optionsGroup(groups.rows)
    .addOption(
      new Option(
        '--indexes <when>',
        'build secondary indexes after the rows (defer), with them (inline), or as each table’s size suggests (auto)',
      )
        .choices(indexPolicies)
        .default(LOAD_DEFAULTS.indexes),
    )
    .optionsGroup(groups.existing)
    .addOption(
      new Option(
        '--event-status <status>',
        'enable events at the end as on the source, or disable them; auto: disable in a renamed schema or by a migration',
      )
        .choices(eventStatuses)
        .default(LOAD_DEFAULTS.eventStatus),
    );
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
 * Adds the options that start, resume or roll back a run which writes into a server; `what` names the unfinished work.
 */
export function addUnfinishedOptions(command: Command, what: string): Command {
  return command
    .optionsGroup(groups.unfinished)
    .option('--resume', `resume the unfinished ${what}, or start one where there is none`, false)
    .addOption(
      new Option('--roll-back', `roll back everything that the unfinished ${what} has created`)
        .default(false)
        .conflicts('resume'),
    )
    .option(
      '--retry-for <seconds>',
      'retry so many seconds when the connection to the server is lost',
      parseSeconds,
      LOAD_DEFAULTS.reconnectMs / 1000,
    )
    .addOption(
      new Option('--dry-run', 'print the plan with all blockers, and change nothing')
        .default(false)
        .conflicts(['resume', 'rollBack']),
    )
    .optionsGroup(groups.places)
    .option('--confirm-target <name>', 'confirm a production target by its connection’s name');
}

export interface OutputArguments {
  readonly optionFile?: string;
  readonly json: boolean;
}

export function addOutputOptions(command: Command): Command {
  return command
    .optionsGroup(groups.output)
    .option('--option-file <file>', 'read the password from the [client] group of this option file')
    .option('--json', 'print one JSON object per line; the last one is the result', false);
}
