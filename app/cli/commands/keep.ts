import { Option, type Command } from 'commander';
import type { Keep } from '../../contract/jobs/keep';
import { SavedJobs } from '../../jobs/saved-jobs';
import { jobsFile } from '../../storage/places';
import type { ExitCode } from '../exit';
import { parseCount } from '../options/arguments';
import { printLines } from '../output/printable';
import { keepHelp } from '../../text/cli/help/jobs/keep';
import { jobFailures, jobLines } from '../../text/cli/saved/jobs';

interface KeepArguments {
  readonly last?: number;
  readonly daily?: number;
  readonly weekly?: number;
  readonly all: boolean;
  readonly json: boolean;
}

/** Adds `keep` to the commands of saved jobs. */
export function addKeepCommand(jobs: Command, finish: (code: ExitCode) => void): void {
  jobs
    .command('keep <job>')
    .description(keepHelp.commands.keep)
    .addOption(
      new Option('--last <count>', keepHelp.options.last)
        .argParser(parseCount)
        .conflicts(['daily', 'weekly', 'all']),
    )
    .option('--daily <days>', keepHelp.options.daily, parseCount)
    .option('--weekly <weeks>', keepHelp.options.weekly, parseCount)
    .addOption(new Option('--all', keepHelp.options.all).default(false).conflicts(['daily', 'weekly']))
    .addHelpText('after', keepHelp.after)
    .action(async (job: string, _options: unknown, command: Command) => {
      await keep(job, command.optsWithGlobals<KeepArguments>());
      finish(0);
    });
}

async function keep(name: string, options: KeepArguments): Promise<void> {
  const kept = keepOf(options);
  const jobs = new SavedJobs(jobsFile());
  const { id, name: found, setup } = await jobs.find(name);
  if (setup.kind !== 'dump') throw jobFailures.noDumps();
  await jobs.change(id, { name: found, threads: setup.options.threads, keep: kept, requireComplete: null });
  const said = options.json ? JSON.stringify({ id, keep: kept }) : jobLines.kept(found, kept);
  printLines([said]);
}

function keepOf({ last, daily, weekly, all }: KeepArguments): Keep {
  if (all) return null;
  if (last !== undefined) return last;
  if (daily !== undefined && weekly !== undefined) return { daily, weekly };
  throw jobFailures.keepWhich();
}
