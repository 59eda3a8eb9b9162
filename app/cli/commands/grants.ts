import { groups } from '../../text/cli/groups';
import { Option, type Command } from 'commander';
import { readAccountStatements } from '../../catalog/privileges/account';
import type { JobWish } from '../../catalog/privileges/needs/job-needs';
import { consistencies, speedUps, type Consistency, type SpeedUp } from '../../contract/runs/options';
import { privilegesJobs, type PrivilegesJob } from '../../contract/connections/privileges';
import { parseAccount, parseList, parseSchemaMap, parseSpeedUps } from '../options/arguments';
import type { Cancellation } from '../../engine/cancellation';
import type { ExitCode } from '../exit';
import { openDump } from '../../format/formats';
import { openCommandEngine } from '../context';
import { accountsOf } from '../../target/accounts/select';
import { interruptible } from '../interrupt';
import { resolveServer } from '../options/server';
import { grantsHelp } from '../../text/cli/help/pages/grants';
import { usageFailures } from '../../text/cli/usage';

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
  readonly definers: (typeof DEFINERS)[number];
  readonly binlog: 'on' | 'off';
  readonly gtid: boolean;
  readonly fastUnsafe: readonly SpeedUp[];
  readonly tier: keyof typeof TIERS;
  readonly flush: boolean;
  readonly lockRows: boolean;
  readonly optionFile?: string;
  readonly json: boolean;
}

/** All but `keep` name no other account than the one that loads. */
const DEFINERS = ['keep', 'current', 'strip'] as const;

export function addGrantsCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('grants')
    .description(grantsHelp.commands.grants)
    .argument('<job>', grantsHelp.job(privilegesJobs))
    .optionsGroup(groups.places)
    .requiredOption('--server <dsn>', grantsHelp.options.server)
    .optionsGroup(groups.selection)
    .option('--schemas <names>', grantsHelp.options.schemas, parseList, [])
    .optionsGroup(groups.places)
    .option('--account <user@host>', grantsHelp.options.account, (text: string) => parseAccount(text))
    .addOption(new Option('--side <side>', grantsHelp.options.side).choices(['source', 'target']))
    .optionsGroup(groups.job)
    .addOption(
      new Option('--consistency <mode>', grantsHelp.options.consistency)
        .choices(consistencies)
        .default('lock-tables'),
    )
    .optionsGroup(groups.selection)
    .option('--users', grantsHelp.options.users, false)
    .optionsGroup(groups.job)
    .option('--dump <path>', grantsHelp.options.dump)
    .option('--schema-map <pairs>', grantsHelp.options.schemaMap, parseSchemaMap, {})
    .optionsGroup(groups.selection)
    .addOption(new Option('--ddl-only', grantsHelp.options.ddlOnly).default(false).conflicts('dataOnly'))
    .option('--data-only', grantsHelp.options.dataOnly, false)
    .optionsGroup(groups.job)
    .addOption(new Option('--definers <wish>', grantsHelp.options.definers).choices(DEFINERS).default('keep'))
    .addOption(new Option('--binlog <state>', grantsHelp.options.binlog).choices(['on', 'off']).default('on'))
    .option('--gtid', grantsHelp.options.gtid, false)
    .option('--fast-unsafe <list>', grantsHelp.fastUnsafe(speedUps), parseSpeedUps, [])
    .addOption(
      new Option('--tier <source>', grantsHelp.options.tier).choices(Object.keys(TIERS)).default('auto'),
    )
    .option('--no-flush', grantsHelp.options.noFlush)
    .option('--lock-rows', grantsHelp.options.lockRows, false)
    .optionsGroup(groups.output)
    .option('--option-file <file>', grantsHelp.options.optionFile)
    .option('--json', grantsHelp.options.json, false)
    .addHelpText('after', grantsHelp.after)
    .action(async (job: string, options: GrantsArguments) => {
      await runGrants(job, options);
      finish(0);
    });
}

async function runGrants(text: string, options: GrantsArguments): Promise<void> {
  const job = privilegesJobs.find((name) => name === text);
  if (job === undefined) throw usageFailures.unknownJobKind({ text, known: privilegesJobs });
  if ((job === 'migrate') !== (options.side !== undefined))
    throw job === 'migrate' ? usageFailures.sideMissing() : usageFailures.sideForMigrations();
  const statements = await interruptible((cancellation) => readStatements(job, options, cancellation));
  if (options.users && options.dump === undefined && (job === 'load' || options.side === 'target'))
    process.stderr.write(`${grantsHelp.grantOption}\n`);
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
  return await accountsOf(await openDump(dump, openCommandEngine()), { schemaMap, tableRenames: [] });
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
