import { groups } from '../../text/cli/groups';
import { resolve } from 'path';
import { Option, type Command } from 'commander';
import {
  binlogChoices,
  gtidChoices,
  loadFixes,
  LOAD_DEFAULTS,
  loadMethods,
  loadPreferences,
  type LoadOptions,
} from '../../contract/runs/options';
import { parseFixes, parseSpeedUps } from '../options/arguments';
import type { Console } from '../output/console';
import { openContext } from '../context';
import { exitCodeOf, exitCodeOfResumed, REFUSED, type ExitCode } from '../exit';
import { interruptible } from '../interrupt';
import type { Endpoint } from '../../catalog/connect/endpoint';
import { SluiceError } from '../../contract/failure';
import { planLoad, type PlanRequest } from '../../load/plan';
import {
  addLimitOptions,
  addOutputOptions,
  addUnfinishedOptions,
  addWritingOptions,
  type LimitArguments,
  type OutputArguments,
  type UnfinishedArguments,
  type WritingArguments,
} from '../options/options';
import { follow } from '../run';
import {
  addAccountOptions,
  addObjectOptions,
  toAccounts,
  toLoadSelection,
  toTableRenames,
  type AccountArguments,
  type ObjectArguments,
} from '../options/selection';
import { resolveServer, savedServer } from '../options/server';
import { repeatable } from '../../runs/setup';
import { addSaveOption, assertRepeatable, saveAsJob, type SaveArguments } from './save-job';

export interface LoadArguments
  extends
    ObjectArguments,
    AccountArguments,
    LimitArguments,
    WritingArguments,
    UnfinishedArguments,
    SaveArguments,
    OutputArguments {
  readonly target: string;
  readonly dump: string;
  readonly prefer: LoadOptions['prefer'];
  readonly method: LoadOptions['method'];
  readonly binlog: LoadOptions['binlog'];
  readonly gtid: LoadOptions['gtid'];
  readonly checksum: boolean;
  readonly compareSource?: string;
  readonly fix: LoadOptions['fixes'];
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
    .description('Load a dump into a server and verify the result.')
    .optionsGroup(groups.places)
    .requiredOption('--target <dsn>', 'load into this server: a DSN or the name of a saved connection')
    .requiredOption('--dump <dir>', 'read the dump in this folder');
  addLimitOptions(
    addWritingOptions(addAccountOptions(addObjectOptions(command))),
    'load with so many threads',
  )
    .optionsGroup(groups.rows)
    .addOption(
      new Option(
        '--prefer <what>',
        'load a table with wide rows, or any on MariaDB, by one thread (dense pages in order) or several (speed)',
      )
        .choices(loadPreferences)
        .default(LOAD_DEFAULTS.prefer),
    )
    .addOption(
      new Option(
        '--method <how>',
        'load rows by LOAD DATA, by INSERT, or by INSERT only where the target refuses LOAD DATA (auto)',
      )
        .choices(loadMethods)
        .default(LOAD_DEFAULTS.method),
    )
    .optionsGroup(groups.existing)
    .addOption(
      new Option(
        '--binlog <on-off>',
        'write the rows to the target’s binary log, or not; without it replicas don’t get them',
      )
        .choices(binlogChoices)
        .default(LOAD_DEFAULTS.binlog),
    )
    .addOption(
      new Option(
        '--gtid <how>',
        'append the dump’s GTID set to the target’s, or replace it, so that the target can replicate from the source',
      )
        .choices(gtidChoices)
        .default(LOAD_DEFAULTS.gtid),
    )
    .optionsGroup(groups.verification)
    .option('--checksum', 'compare checksums of all rows with the dump’s too, beyond counting them', false)
    .optionsGroup(groups.existing)
    .option(
      '--fix <rules>',
      `change definitions that the target refuses, by rules: ${loadFixes.join(', ')}`,
      parseFixes,
      LOAD_DEFAULTS.fixes,
    )
    .optionsGroup(groups.speed)
    .option(
      '--fast-unsafe <list>',
      'use speed-ups that risk the target’s data in a crash, any of redo,doublewrite,flush: see below',
      parseSpeedUps,
      LOAD_DEFAULTS.fastUnsafe,
    )
    .optionsGroup(groups.unfinished)
    .option(
      '--follow',
      'load a dump that is still being written, each table as soon as it is complete',
      false,
    )
    .optionsGroup(groups.verification)
    .option('--compare-source <dsn>', 'compare the rows of the dumped server too (with --checksum)');
  return addOutputOptions(addSaveOption(addUnfinishedOptions(command, 'load of this dump'))).addHelpText(
    'after',
    EXAMPLES,
  );
}

const EXAMPLES = `
In lists of names % and * match any characters; a backslash escapes the next character, also a comma. A list takes
commas and may be given several times; the names add up.

Examples:
  SLUICE_PASSWORD=… sluice load --target mysql://root@db2:3306 --dump /backups/shop
  sluice load --target "Practice server" --dump ./shop --schema-map shop=shop_copy --threads 8
  sluice load --target "Practice server" --dump ./shop --on-existing drop --json
  sluice load --target db2 --dump ./shop --tables shop.orders --rename shop.orders=orders_before --exclude-triggers 'shop.%'
  sluice load --target db2 --dump ./shop --ddl-only                # then change a table: partitions, another engine …
  sluice load --target db2 --dump ./shop --data-only               # … and load the rows into it
  sluice load --target db2 --dump ./shop --users 'app@*' --exclude-users app@localhost   # with the dump's definitions
  sluice load --target "Practice server" --dump ./shop --checksum
  sluice load --target "Practice server" --dump ./shop --dry-run
  sluice load --target db2 --dump ./shop --follow                  # while the dump is being written
  sluice load --target "Practice server" --dump ./shop --resume    # after a crash, a cancel or a lost network
  sluice load --target "Practice server" --dump ./shop --roll-back   # or roll it back

A load keeps a journal in its first schema on the target, the table sluice_load_journal, and drops it when everything
is verified. Each chunk is loaded exactly once, even after a crash: its rows and its entry are one transaction.

--follow waits for a dump of Sluice's that is being written into the folder, or is about to be. Tables are created when
all its definitions exist; each is loaded as soon as its rows are complete, and the load is done only when the finished
dump was checked like any other. A dump that fails removes its folder, and its load is rolled back. The target must be
another server than the dump's: a dump blocks DDL on its own server until it ends.

--dry-run creates all objects of the dump in temporary schemas on the target (sluice_check_…), without rows, and removes
them: each refusal is listed with its remedy, and so is a reason why nothing could be tried. A load does the same for all
objects that it creates after the rows. --fix changes definitions that the target refuses, and the result names each:
  sql-modes       removed modes that don't change an object's behaviour are left out
  collations      a collation that the target lacks is replaced by the nearest one
  engines         a table of an engine that the target lacks is created in InnoDB
  data-directory  a table with its own directory or tablespace is created in the server's data folder

Accounts are loaded only with --users, and only those that the dump contains. An existing account is never changed: if it
differs, the load is refused, or with another policy than --on-existing fail keeps it and reports it.

With the binary log on, replicas of the target get the journal with the rows, until the load is verified: so a replica
that replaces the target meanwhile can be resumed with --resume. --binlog off keeps both from them.

--fast-unsafe changes settings of the whole server while the load lasts, for one that has nothing else to lose:
  redo         MySQL: no redo log. If the server crashes meanwhile, every database on it is lost.
  doublewrite  pages are written once. If the machine crashes, half-written pages of any table can't be repaired.
  flush        commits reach the disk once a second. If the machine crashes, every client's last second is lost.
It is refused on a production connection, on a server with replicas or in a cluster, while other clients write, and
where the server can't do it. The settings are restored however the load ends; after kill -9 of Sluice by
sluice restore-server-settings, of which every start reminds.`;

async function runLoad(options: LoadArguments): Promise<ExitCode> {
  const wish = toLoadOptions(options);
  assertSourceUsed(options);
  if (options.saveAsJob !== undefined) {
    assertRepeatable(onceOnly(options));
    const server = await savedServer(options.target);
    return await saveAsJob(options, {
      ...{ kind: 'load', server, folder: resolve(options.dump) },
      options: repeatable(wish),
    });
  }
  const { name, endpoint, profile, guard } = await resolveServer({
    server: options.target,
    role: 'target',
    optionFile: options.optionFile,
  });
  const { registry, console } = openContext(options.json);
  const request = {
    endpoint,
    profile,
    guard,
    source: await sourceOf(options),
    folder: resolve(options.dump),
    options: wish,
  };
  if (options.dryRun) return await dryRun(request, console);
  const from = { profileId: profile?.id ?? null };
  const header = options.rollBack
    ? registry.startLoadRollback(name, request, from)
    : registry.startLoad(name, request, from);
  const result = await follow(registry, header, console);
  return options.resume ? exitCodeOfResumed(result) : exitCodeOf(result);
}

/** Fails with `usage` where a rename can't be. */
export function toLoadOptions(options: LoadArguments): LoadOptions {
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
    binlog: options.binlog,
    gtid: options.gtid,
    verify: options.checksum ? 'checksum' : 'rows',
    eventStatus: options.eventStatus,
    fixes: options.fix,
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
}: LoadArguments) {
  return {
    '--dry-run': dryRun,
    '--resume': resume,
    '--roll-back': rollBack,
    '--follow': follows,
    '--compare-source': compareSource !== undefined,
    '--confirm-target': confirmTarget !== undefined,
  };
}

function assertSourceUsed({ compareSource, checksum }: LoadArguments): void {
  if (compareSource !== undefined && !checksum)
    throw new SluiceError(
      'usage',
      '--compare-source needs --checksum: rows are compared by their checksums.',
    );
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
