import type { Command } from 'commander';
import { SluiceError } from '../../contract/failure';
import type { RunResult } from '../../contract/runs/result';
import { failureOf } from '../../engine/failures';
import { reserveNextFolder } from '../../runs/new-folder';
import { startJob } from '../../jobs/run-job';
import { SavedJobs } from '../../jobs/saved-jobs';
import { jobsFile } from '../../storage/places';
import { openContext } from '../context';
import { exitCodeOf, type ExitCode } from '../exit';
import { callFailureHook } from '../failure-hook';
import { follow } from '../run';
import { resolveSaved } from '../options/server';

interface RunArguments {
  readonly confirmTarget?: string;
  readonly optionFile?: string;
  readonly onFailure?: string;
  readonly requireComplete?: boolean;
  readonly json: boolean;
}

export function addRunCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('run <job>')
    .description('Run a saved job, given its name or its id.')
    .option('--confirm-target <name>', 'confirm a production target by its connection’s name')
    .option('--option-file <file>', 'read the password from the [client] group of this option file')
    .option(
      '--require-complete',
      'refuse to start if the account can’t read everything that the job includes',
    )
    .option('--no-require-complete', 'leave out what the account can’t read, whatever the job’s own setting')
    .option('--on-failure <command>', 'run this shell command when the job fails')
    .option('--json', 'print one JSON object per line; the last one is the result', false)
    .addHelpText('after', EXAMPLES)
    .action(async (job: string, options: RunArguments) => finish(await runJob(job, options)));
}

const EXAMPLES = `
Examples:
  sluice run "Nightly shop"
  sluice run "Nightly shop" --option-file ~/.my.cnf --json
  sluice run "Nightly shop" --on-failure 'mail -s "$SLUICE_JOB $SLUICE_STATE" ops@example.com'

The command of --on-failure reads what happened on its standard input, and has it as SLUICE_JOB, SLUICE_STATE (failed or
incomplete) and SLUICE_MESSAGE. A job that was cancelled has not failed.`;

async function runJob(name: string, options: RunArguments): Promise<ExitCode> {
  const { onFailure } = options;
  if (onFailure === undefined) return exitCodeOf(await runToEnd(name, options));
  const callHook = async (state: 'failed' | 'incomplete', message: string) =>
    callFailureHook(onFailure, { job: await nameOf(name), state, message });
  try {
    const result = await runToEnd(name, options);
    const { state, errors } = result;
    if (state === 'failed' || state === 'incomplete') await callHook(state, errors[0]?.message ?? '');
    return exitCodeOf(result);
  } catch (error) {
    await callHook('failed', failureOf(error).message);
    throw error;
  }
}

/** Name of a job for people: schedules use its id, which means nothing to them. */
async function nameOf(idOrName: string): Promise<string> {
  return new SavedJobs(jobsFile()).find(idOrName).then(
    ({ name }) => name,
    () => idOrName,
  );
}

async function runToEnd(
  name: string,
  { confirmTarget, optionFile, requireComplete, json }: RunArguments,
): Promise<RunResult> {
  const job = await new SavedJobs(jobsFile()).find(name);
  const { registry, console } = openContext(json);
  const header = await startJob(job, {
    runs: registry,
    server: async (profileId, role) => {
      const { profile, guard, endpoint } = await resolveSaved(profileId, role, optionFile);
      if (profile === null)
        throw new SluiceError('unknown-profile', `${job.setup.server?.name ?? ''} is not saved.`);
      return { profile, guard, endpoint };
    },
    nextFolder: (folder) => reserveNextFolder(folder, new Date()),
    ...(requireComplete !== undefined && { requireComplete }),
    ...(confirmTarget !== undefined && { confirmedTarget: confirmTarget }),
  });
  return await follow(registry, header, console);
}
