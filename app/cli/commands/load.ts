import { resolve } from 'path';
import { Option, type Command } from 'commander';
import {
  binlogChoices,
  indexPolicies,
  LOAD_DEFAULTS,
  loadMethods,
  loadPreferences,
  loadVerifications,
  onExistingPolicies,
  type LoadOptions,
} from '../../contract/options';
import { collect, parseMemoryLimit, parseSchemaMap, parseSeconds, parseThreads } from '../arguments';
import type { Console } from '../console';
import { openContext } from '../context';
import { exitCodeOf, exitCodeOfFailure, type ExitCode } from '../exit';
import type { Endpoint } from '../../catalog/endpoint';
import { SluiceError } from '../../contract/failure';
import { Cancellation } from '../../engine/cancellation';
import { planLoad, type PlanRequest } from '../../load/plan';
import { follow } from '../run';
import { addObjectOptions, toLoadSelection, toTableRenames, type ObjectArguments } from '../selection';
import { resolveServer } from '../server';

export interface LoadArguments extends ObjectArguments {
  readonly target: string;
  readonly dump: string;
  readonly schemaMap: Readonly<Record<string, string>>;
  readonly rename: readonly string[];
  readonly ddlOnly: boolean;
  readonly dataOnly: boolean;
  readonly threads: number;
  readonly memoryLimit: number;
  readonly onExisting: LoadOptions['onExisting'];
  readonly indexes: LoadOptions['indexes'];
  readonly prefer: LoadOptions['prefer'];
  readonly method: LoadOptions['method'];
  readonly binlog: LoadOptions['binlog'];
  readonly verify: LoadOptions['verify'];
  readonly source?: string;
  readonly resume: boolean;
  readonly abandon: boolean;
  readonly retryFor: number;
  readonly dryRun: boolean;
  readonly confirmTarget?: string;
  readonly optionFile?: string;
  readonly json: boolean;
}

export function addLoadCommand(program: Command, finish: (code: ExitCode) => void): void {
  declareLoad(program).action(async (options: LoadArguments) => finish(await runLoad(options)));
}

/** The command with its options. */
export function declareLoad(program: Command): Command {
  const command = program
    .command('load')
    .description('Load a dump into a server and verify what arrived.')
    .requiredOption('--target <dsn>', 'server to load into: a DSN or the name of a saved connection')
    .requiredOption('--dump <dir>', 'folder that holds the dump')
    .option(
      '--schema-map <pairs>',
      'other schema names, as OLD=NEW with commas between them',
      parseSchemaMap,
      LOAD_DEFAULTS.schemaMap,
    );
  return addObjectOptions(command)
    .option('--rename <table=name>', 'another name for a table, as SCHEMA.TABLE=NEW', collect, [])
    .option('--ddl-only', 'definitions without rows', false)
    .addOption(
      new Option('--data-only', 'rows without definitions, into tables that are there')
        .default(false)
        .conflicts('ddlOnly'),
    )
    .option('--threads <n>', 'lanes that load at once', parseThreads, LOAD_DEFAULTS.threads)
    .option(
      '--memory-limit <size>',
      'engine memory that the load may hold, such as 256MiB',
      parseMemoryLimit,
      LOAD_DEFAULTS.memoryLimitBytes,
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
      new Option('--prefer <what>', 'where rows are wide: dense pages by one lane, or speed by several')
        .choices(loadPreferences)
        .default(LOAD_DEFAULTS.prefer),
    )
    .addOption(
      new Option(
        '--method <how>',
        'rows by LOAD DATA, by INSERT from the same bytes, or by INSERT only where the target refuses LOAD DATA',
      )
        .choices(loadMethods)
        .default(LOAD_DEFAULTS.method),
    )
    .addOption(
      new Option('--binlog <on-off>', 'off: the target’s binary log, and so its replicas, hear nothing of it')
        .choices(binlogChoices)
        .default(LOAD_DEFAULTS.binlog),
    )
    .addOption(
      new Option(
        '--verify <how>',
        'prove rows by counting them, or also by reading all of them again and comparing sums with the dump’s',
      )
        .choices(loadVerifications)
        .default(LOAD_DEFAULTS.verify),
    )
    .option('--source <dsn>', 'the server that was dumped: its rows are compared as well (--verify checksum)')
    .option('--resume', 'go on with the load of this dump that was not finished', false)
    .addOption(
      new Option('--abandon', 'take back what the unfinished load of this dump has made')
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
      new Option('--dry-run', 'print what the load would do, with its conflicts, and touch nothing')
        .default(false)
        .conflicts(['resume', 'abandon']),
    )
    .option('--confirm-target <name>', 'the name of a production connection, to confirm it as target')
    .option('--option-file <file>', 'option file whose [client] group holds the password')
    .option('--json', 'one JSON object per line, the last one the result', false)
    .addHelpText('after', EXAMPLES);
}

const EXAMPLES = `
In every list of names % and * stand for any characters; a backslash takes the next character as it is.

Examples:
  SLUICE_PASSWORD=… sluice load --target mysql://root@db2:3306 --dump /backups/shop
  sluice load --target "Practice server" --dump ./shop --schema-map shop=shop_copy --threads 8
  sluice load --target "Practice server" --dump ./shop --on-existing drop --json
  sluice load --target db2 --dump ./shop --tables shop.orders --rename shop.orders=orders_before --exclude-triggers 'shop.%'
  sluice load --target db2 --dump ./shop --ddl-only                # then change a table: partitions, another engine …
  sluice load --target db2 --dump ./shop --data-only               # … and put the rows into it as it is now
  sluice load --target "Practice server" --dump ./shop --verify checksum
  sluice load --target "Practice server" --dump ./shop --dry-run
  sluice load --target "Practice server" --dump ./shop --resume    # after a crash, a cancel or a lost network
  sluice load --target "Practice server" --dump ./shop --abandon   # or take back what was loaded

A load keeps a journal in its first schema on the target, the table sluice_load_journal, and drops it when everything
is verified. Each chunk is in exactly once, whatever happened: its rows and its entry are one transaction.`;

async function runLoad(options: LoadArguments): Promise<ExitCode> {
  const { name, endpoint, profile } = await resolveServer({
    server: options.target,
    role: 'target',
    optionFile: options.optionFile,
  });
  const { registry, console } = openContext(options.json);
  const request = {
    endpoint,
    profile,
    source: await sourceOf(options),
    folder: resolve(options.dump),
    options: toLoadOptions(options),
  };
  if (options.dryRun) return await dryRun(request, console);
  const from = { profileId: profile?.id ?? null };
  const header = options.abandon
    ? registry.startAbandon(name, request, from)
    : registry.startLoad(name, request, from);
  return exitCodeOf(await follow(registry, header, console));
}

/** Fails with `usage` where a rename can't be. */
export function toLoadOptions(options: LoadArguments): LoadOptions {
  return {
    threads: options.threads,
    memoryLimitBytes: options.memoryLimit,
    schemaMap: { ...options.schemaMap },
    tableRenames: toTableRenames(options.rename, options.schemaMap),
    selection: toLoadSelection(options),
    onExisting: options.onExisting,
    indexes: options.indexes,
    prefer: options.prefer,
    method: options.method,
    binlog: options.binlog,
    verify: options.verify,
    resume: options.resume,
    reconnectMs: options.retryFor * 1000,
    ...(options.confirmTarget !== undefined && { confirmedTarget: options.confirmTarget }),
  };
}

async function sourceOf({ source, verify }: LoadArguments): Promise<Endpoint | null> {
  if (source === undefined) return null;
  if (verify !== 'checksum')
    throw new SluiceError('usage', '--source is for --verify checksum: its rows are compared by their sums.');
  return (await resolveServer({ server: source, role: 'source', optionFile: undefined })).endpoint;
}

async function dryRun(request: PlanRequest, console: Console): Promise<ExitCode> {
  const cancellation = new Cancellation();
  const cancel = () => cancellation.cancel();
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  try {
    const plan = await planLoad(request, cancellation);
    console.plan(plan);
    return plan.conflicts.length === 0 ? 0 : exitCodeOfFailure(plan.conflicts[0]);
  } finally {
    process.removeListener('SIGINT', cancel).removeListener('SIGTERM', cancel);
  }
}
