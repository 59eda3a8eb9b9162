import { groups } from '../../text/cli/groups';
import { Option, type Command } from 'commander';
import { readAccountStatements } from '../../catalog/privileges/account';
import type { JobWish } from '../../catalog/privileges/needs/job-needs';
import { SluiceError } from '../../contract/failure';
import { consistencies, speedUps, type Consistency, type SpeedUp } from '../../contract/runs/options';
import { privilegesJobs, type PrivilegesJob } from '../../contract/connections/privileges';
import { parseAccount, parseList, parseSchemaMap, parseSpeedUps } from '../options/arguments';
import type { Cancellation } from '../../engine/cancellation';
import type { ExitCode } from '../exit';
import { readDump } from '../../format/read/reader';
import { accountsOf } from '../../target/accounts/select';
import { interruptible } from '../interrupt';
import { resolveServer } from '../options/server';

const TIERS = { auto: 'auto', stats: 'statistics', buffer: 'buffer-pool', file: 'file' } as const;

interface GrantsArguments {
  readonly server: string;
  readonly schemas: readonly string[];
  readonly account?: { readonly user: string; readonly host: string };
  readonly side?: 'source' | 'target';
  readonly consistency: Consistency;
  readonly users: boolean;
  readonly dump?: string;
  readonly schemaMap: Readonly<Record<string, string>>;
  readonly ddlOnly: boolean;
  readonly dataOnly: boolean;
  readonly definers: 'keep' | 'strip';
  readonly binlog: 'on' | 'off';
  readonly gtid: boolean;
  readonly fastUnsafe: readonly SpeedUp[];
  readonly tier: keyof typeof TIERS;
  readonly flush: boolean;
  readonly lockRows: boolean;
  readonly optionFile?: string;
  readonly json: boolean;
}

export function addGrantsCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('grants')
    .description('Print the statements that create an account with just the privileges of one kind of job.')
    .argument('<job>', `kind of job: ${privilegesJobs.join(', ')}`)
    .optionsGroup(groups.places)
    .requiredOption(
      '--server <dsn>',
      'write the statements for this server: a DSN or the name of a saved connection',
    )
    .optionsGroup(groups.selection)
    .option('--schemas <names>', 'include these schemas, separated by commas (default: all)', parseList, [])
    .optionsGroup(groups.places)
    .option('--account <user@host>', 'name the account (default: sluice_JOB@%)', parseAccount)
    .addOption(
      new Option('--side <side>', 'migrate: which of its servers this is').choices(['source', 'target']),
    )
    .optionsGroup(groups.job)
    .addOption(
      new Option('--consistency <mode>', 'dump: lock its tables, the server (auto), or nothing')
        .choices(consistencies)
        .default('lock-tables'),
    )
    .optionsGroup(groups.selection)
    .option('--users', 'include accounts and roles', false)
    .optionsGroup(groups.job)
    .option(
      '--dump <dir>',
      'load, or migrate --side target: the dump whose accounts are created, with the privileges to grant theirs',
    )
    .option('--schema-map <pairs>', 'rename schemas in those grants, as OLD=NEW', parseSchemaMap, {})
    .optionsGroup(groups.selection)
    .addOption(new Option('--ddl-only', 'leave out rows').default(false).conflicts('dataOnly'))
    .option('--data-only', 'leave out definitions', false)
    .optionsGroup(groups.job)
    .addOption(
      new Option('--definers <wish>', 'load: keep or remove the definers of objects')
        .choices(['keep', 'strip'])
        .default('keep'),
    )
    .addOption(
      new Option('--binlog <state>', 'load: write the rows to the binary log, or not')
        .choices(['on', 'off'])
        .default('on'),
    )
    .option('--gtid', 'load: apply the dump’s GTID set to the target', false)
    .option('--fast-unsafe <list>', `load: use speed-ups, any of ${speedUps.join(',')}`, parseSpeedUps, [])
    .addOption(
      new Option('--tier <source>', 'inspect: choose the source of the figures')
        .choices(Object.keys(TIERS))
        .default('auto'),
    )
    .option('--no-flush', 'inspect: read files without flushing first')
    .option('--lock-rows', 'inspect: find the leaf order by locking rows (MySQL)', false)
    .optionsGroup(groups.output)
    .option('--option-file <file>', 'read the password from the [client] group of this option file')
    .option('--json', 'print one JSON object', false)
    .addHelpText('after', EXAMPLES)
    .action(async (job: string, options: GrantsArguments) => {
      await runGrants(job, options);
      finish(0);
    });
}

const EXAMPLES = `
Nothing is changed: look the statements through, and run them as an administrator. The password is new, and known to nobody else.

Examples:
  sluice grants dump --server mysql://root@db1:3306 --schemas shop
  sluice grants load --server db2 --schemas shop --definers strip --account loader@10.0.0.5
  sluice grants migrate --side target --server "New server" --schemas shop`;

async function runGrants(text: string, options: GrantsArguments): Promise<void> {
  const job = privilegesJobs.find((name) => name === text);
  if (job === undefined)
    throw new SluiceError('usage', `“${text}” is no job; there are ${privilegesJobs.join(', ')}.`);
  if ((job === 'migrate') !== (options.side !== undefined))
    throw new SluiceError(
      'usage',
      job === 'migrate'
        ? 'A migration has two servers: say which one this is, by --side source or --side target.'
        : '--side is for migrations.',
    );
  const statements = await interruptible((cancellation) => readStatements(job, options, cancellation));
  if (options.users && options.dump === undefined && (job === 'load' || options.side === 'target'))
    process.stderr.write(
      'What the accounts are to have it must be given too, WITH GRANT OPTION: --dump says which dump they come from, and a dry run names what is missing.\n',
    );
  process.stdout.write(
    options.json ? `${JSON.stringify({ job, statements })}\n` : `${statements.join('\n')}\n`,
  );
}

async function readStatements(
  job: PrivilegesJob,
  options: GrantsArguments,
  cancellation: Cancellation,
): Promise<readonly string[]> {
  const { server, optionFile, account = { user: `sluice_${job}`, host: '%' }, side } = options;
  const { endpoint } = await resolveServer({ server, role: side ?? 'target', optionFile });
  const name = `${account.user}@${account.host}`;
  return await readAccountStatements(
    { endpoint, cancellation },
    { ...wishOf(job, options), given: await readGiven(options) },
    side === undefined ? { account: name } : { account: name, side },
  );
}

/** Accounts that a load is to make; none where it is not known which. */
async function readGiven({ dump, users, schemaMap }: GrantsArguments): Promise<JobWish['given']> {
  if (!users || dump === undefined) return [];
  return await accountsOf(await readDump(dump), { schemaMap, tableRenames: [] });
}

function wishOf(job: PrivilegesJob, options: GrantsArguments): Omit<JobWish, 'given'> {
  const { schemas, consistency, users, binlog, gtid, fastUnsafe, definers } = options;
  const { tier, flush, lockRows } = options;
  return {
    job,
    schemas,
    consistency,
    binlog,
    gtid,
    fastUnsafe,
    content: options.ddlOnly ? 'structure' : options.dataOnly ? 'data' : 'everything',
    accounts: users,
    keepsDefiners: definers === 'keep',
    tier: TIERS[tier],
    flushes: flush,
    locksRows: lockRows,
  };
}
