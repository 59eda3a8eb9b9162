import type { Command } from 'commander';
import type { RunResult } from '../../contract/runs/result';
import { Cancellation } from '../../engine/cancellation';
import { failureOf } from '../../engine/failures';
import { reserveNextFolder } from '../../runs/new-folder';
import { jobResult } from '../../jobs/job-result';
import { proofAfter } from '../../jobs/prove-after';
import { startJob } from '../../jobs/run-job';
import { SavedJobs } from '../../jobs/saved-jobs';
import { jobsFile } from '../../storage/places';
import { openContext } from '../context';
import { exitCodeOf, type ExitCode } from '../exit';
import { callFailureHook } from '../failure-hook';
import { onInterrupt } from '../interrupt';
import { holdResult } from '../output/console';
import { follow } from '../run';
import { resolveSaved } from '../options/server';
import { runJobHelp } from '../../text/cli/help/jobs/run-job';
import { usageFailures } from '../../text/cli/usage';

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
    .description(runJobHelp.commands.run)
    .option('--confirm-target <name>', runJobHelp.options.confirmTarget)
    .option('--option-file <file>', runJobHelp.options.optionFile)
    .option('--require-complete', runJobHelp.options.requireComplete)
    .option('--no-require-complete', runJobHelp.options.noRequireComplete)
    .option('--on-failure <command>', runJobHelp.options.onFailure)
    .option('--json', runJobHelp.options.json, false)
    .addHelpText('after', runJobHelp.after)
    .action(async (job: string, options: RunArguments) => finish(await runJob(job, options)));
}

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
      if (profile === null) throw usageFailures.notSaved({ name: job.setup.server?.name ?? '' });
      return { profile, guard, endpoint };
    },
    nextFolder: (folder) => reserveNextFolder(folder, new Date()),
    ...(requireComplete !== undefined && { requireComplete }),
    ...(confirmTarget !== undefined && { confirmedTarget: confirmTarget }),
  });
  const interruption = new Cancellation();
  // Also between the dump and its proof, where no run hears it.
  const stopListening = onInterrupt(() => interruption.cancel());
  try {
    // A script reads one result: that of the whole run, which is not known before the proof's end.
    const between = json ? holdResult(console).console : console;
    const dumped = await follow(registry, header, between);
    const proof = await proofAfter(job, header, registry);
    if (proof === null) {
      if (json) console.result(dumped);
      return dumped;
    }
    if (interruption.cancelled) registry.cancel(proof.runId);
    const proved = await follow(registry, proof, between);
    const whole = wholeOf(dumped, proved);
    if (json) console.result(whole);
    return whole;
  } finally {
    stopListening();
  }
}

function wholeOf(dumped: RunResult, proved: RunResult): RunResult {
  return dumped.kind === 'dump' && proved.kind === 'verify' ? jobResult(dumped, proved) : proved;
}
