import { resolve } from 'path';
import { Option, type Command } from 'commander';
import {
  consistencies,
  DUMP_DEFAULTS,
  dumpOptionsSchema,
  jsonChecks,
  nonTransactionals,
  type Compression,
  type Consistency,
  type DefinerWish,
  type DumpOptions,
  type JsonCheck,
  type NonTransactional,
} from '../../contract/options';
import { SluiceError } from '../../contract/failure';
import {
  collect,
  parseCompression,
  parseDefiners,
  parseList,
  parseMemoryLimit,
  parseSize,
  parseThreads,
} from '../arguments';
import { openContext } from '../context';
import { exitCodeOf, type ExitCode } from '../exit';
import { follow } from '../run';
import { addObjectOptions, toSelection, type SelectionArguments } from '../selection';
import { resolveServer } from '../server';

export interface DumpArguments extends SelectionArguments {
  readonly source: string;
  readonly out: string;
  readonly threads: number;
  readonly compression: Compression;
  readonly chunkBytes: number;
  readonly memoryLimit: number;
  readonly consistency: Consistency;
  readonly nonTransactional: NonTransactional;
  readonly jsonCheck: JsonCheck;
  readonly definers: DefinerWish;
  readonly lockWaitTimeout: number;
  readonly optionFile?: string;
  readonly json: boolean;
}

export function addDumpCommand(program: Command, finish: (code: ExitCode) => void): void {
  declareDump(program).action(async (options: DumpArguments) => finish(await runDump(options)));
}

/** The command with its options, and without what it does. */
export function declareDump(program: Command): Command {
  const command = program
    .command('dump')
    .description('Dump schemas into a folder, consistently and on many threads.')
    .requiredOption('--source <dsn>', 'server to read: a DSN or the name of a saved connection')
    .requiredOption('--out <dir>', 'folder for the dump: empty, or not there yet');
  return addSelectionOptions(command)
    .option('--threads <n>', 'lanes that read at once', parseThreads, DUMP_DEFAULTS.threads)
    .option('--compression <kind>', 'none, zstd or zstd:LEVEL', parseCompression, DUMP_DEFAULTS.compression)
    .option('--chunk-bytes <size>', 'uncompressed size of a chunk', parseSize, DUMP_DEFAULTS.bytesPerChunk)
    .option(
      '--memory-limit <size>',
      'engine memory that the dump may hold, such as 256MiB',
      parseMemoryLimit,
      DUMP_DEFAULTS.memoryLimitBytes,
    )
    .addOption(
      new Option('--consistency <mode>', 'auto, or for accounts with few rights lock-tables or none')
        .choices(consistencies)
        .default(DUMP_DEFAULTS.consistency),
    )
    .addOption(
      new Option('--non-transactional <mode>', 'tables in no snapshot: warn, or lock until they are dumped')
        .choices(nonTransactionals)
        .default(DUMP_DEFAULTS.nonTransactional),
    )
    .addOption(
      new Option(
        '--json-check <mode>',
        'count the scalars in MySQL’s JSON that lose their type in text, or not',
      )
        .choices(jsonChecks)
        .default(DUMP_DEFAULTS.jsonCheck),
    )
    .option(
      '--definers <wish>',
      'keep, strip, or the USER@HOST that replaces them',
      parseDefiners,
      DUMP_DEFAULTS.definers,
    )
    .option(
      '--lock-wait-timeout <s>',
      'how long to wait for the lock',
      Number,
      DUMP_DEFAULTS.lockWaitTimeoutMs / 1000,
    )
    .option('--option-file <file>', 'option file whose [client] group holds the password')
    .option('--json', 'one JSON object per line, the last one the result', false)
    .addHelpText('after', EXAMPLES);
}

function addSelectionOptions(command: Command): Command {
  return addObjectOptions(command)
    .option(
      '--users <accounts>',
      'accounts and roles with their grants, as USER@HOST (default: none)',
      parseList,
      [],
    )
    .option('--where <table=condition>', 'only the rows of a table that meet a condition', collect, [])
    .option('--partitions <table=names>', 'only these partitions of a table', collect, [])
    .option('--structure-only', 'definitions without rows', false)
    .option('--data-only', 'rows without definitions', false);
}

const EXAMPLES = `
In every list of names % and * stand for any characters; a backslash takes the next character as it is.

Examples:
  SLUICE_PASSWORD=… sluice dump --source mysql://backup@db1:3306 --out /backups/shop --schemas shop
  sluice dump --source "Practice server" --out ./orders --tables shop.orders,shop.order_items --threads 8
  sluice dump --source db1 --out ./shops --schemas 'shop%' --exclude-tables 'shop%.tmp_%'
  sluice dump --source db1 --out ./recent --tables shop.orders --where "shop.orders=created_at >= '2026-01-01'"
  sluice dump --source 'mysql://root@/?socket=/run/mysqld/mysqld.sock' --out ./all --compression none --json`;

async function runDump(options: DumpArguments): Promise<ExitCode> {
  const { name, endpoint, profile } = await resolveServer({
    server: options.source,
    role: 'source',
    optionFile: options.optionFile,
  });
  const { registry, console } = openContext(options.json);
  const request = { endpoint, folder: resolve(options.out), options: toDumpOptions(options) };
  const header = registry.startDump(name, request, { profileId: profile?.id ?? null });
  return exitCodeOf(await follow(registry, header, console));
}

/** Fails with `usage` where the values can't be together. */
export function toDumpOptions(options: DumpArguments): DumpOptions {
  const chosen = dumpOptionsSchema.safeParse({
    selection: toSelection(options),
    consistency: options.consistency,
    nonTransactional: options.nonTransactional,
    jsonCheck: options.jsonCheck,
    definers: options.definers,
    threads: options.threads,
    compression: options.compression,
    bytesPerChunk: options.chunkBytes,
    memoryLimitBytes: options.memoryLimit,
    lockWaitTimeoutMs: options.lockWaitTimeout * 1000,
  });
  if (!chosen.success) {
    const [issue] = chosen.error.issues;
    throw new SluiceError('usage', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  return chosen.data;
}
