import type { Command } from 'commander';
import { SluiceError } from '../../contract/failure';
import { nextFolder } from '../../jobs/new-folder';
import { startJob } from '../../jobs/run-job';
import { SavedJobs } from '../../jobs/saved-jobs';
import { jobsFile } from '../../storage/places';
import { openContext } from '../context';
import { exitCodeOf, type ExitCode } from '../exit';
import { follow } from '../run';
import { resolveSaved } from '../server';

interface RunArguments {
  readonly confirmTarget?: string;
  readonly optionFile?: string;
  readonly json: boolean;
}

export function addRunCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('run <job>')
    .description('Run a saved job, named by its name or its id.')
    .option('--confirm-target <name>', 'the name of a production connection, to confirm it as target')
    .option('--option-file <file>', 'option file whose [client] group holds the password')
    .option('--json', 'one JSON object per line, the last one the result', false)
    .addHelpText('after', EXAMPLES)
    .action(async (job: string, options: RunArguments) => finish(await runJob(job, options)));
}

const EXAMPLES = `
Examples:
  sluice run "Nightly shop"
  sluice run "Nightly shop" --option-file ~/.my.cnf --json`;

async function runJob(name: string, { confirmTarget, optionFile, json }: RunArguments): Promise<ExitCode> {
  const job = await new SavedJobs(jobsFile()).find(name);
  const { registry, console } = openContext(json);
  const header = await startJob(job, {
    runs: registry,
    server: async (profileId, role) => {
      const { profile, endpoint } = await resolveSaved(profileId, role, optionFile);
      if (profile === null)
        throw new SluiceError('unknown-profile', `${job.setup.server.name} is not saved.`);
      return { profile, endpoint };
    },
    nextFolder: (folder) => nextFolder(folder, new Date()),
    ...(confirmTarget !== undefined && { confirmedTarget: confirmTarget }),
  });
  return exitCodeOf(await follow(registry, header, console));
}
