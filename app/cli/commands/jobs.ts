import { promises as fs } from 'fs';
import type { Command } from 'commander';
import { assertNever } from '../../contract/exhaustive';
import type { Job, JobDump } from '../../contract/jobs/job';
import { jobOf } from '../../jobs/job-list';
import { removeJob } from '../../jobs/remove-job';
import { dumpsOf } from '../../jobs/retention';
import { SavedJobs, type SavedJob } from '../../jobs/saved-jobs';
import { serversOf } from '../../runs/setup';
import { jobsFile, systemdUserFolder } from '../../storage/places';
import { openHistory } from '../context';
import type { ExitCode } from '../exit';
import { knownConnections } from '../options/server';
import { STATES } from '../output/lines';
import { timeOf } from './history';
import { addKeepCommand } from './keep';
import { printLines } from '../output/printable';
import { jobsHelp } from '../../text/cli/help/jobs/jobs';
import { jobFailures, jobLines } from '../../text/cli/saved/jobs';

interface JobsArguments {
  readonly json: boolean;
}

export function addJobsCommand(program: Command, finish: (code: ExitCode) => void): void {
  const jobs = program
    .command('jobs')
    .description(jobsHelp.commands.jobs)
    .option('--json', jobsHelp.options.json, false)
    .addHelpText('after', jobsHelp.after);
  const add = (name: string, text: string, action: (argument: string, json: boolean) => Promise<void>) =>
    jobs
      .command(name)
      .description(text)
      .action(async (...given: readonly unknown[]) => {
        const command = given[given.length - 1] as Command;
        await action(command.args[0] ?? '', command.optsWithGlobals<JobsArguments>().json);
        finish(0);
      });
  add('list', jobsHelp.commands.list, (_none, json) => list(json));
  add('show <job>', jobsHelp.commands.show, show);
  add('export <job>', jobsHelp.commands.export, exportJob);
  add('import <file>', jobsHelp.commands.import, importJob);
  add('remove <job>', jobsHelp.commands.remove, remove);
  addKeepCommand(jobs, finish);
}

const openJobs = () => new SavedJobs(jobsFile());

async function list(json: boolean): Promise<void> {
  const history = await openHistory().list();
  const jobs = (await openJobs().list()).map((job) => jobOf(job, history));
  const lines = jobs.map((job) => (json ? JSON.stringify(job) : jobLine(job)));
  if (lines.length > 0) printLines(lines);
  else if (!json) printLines([jobLines.none]);
}

async function show(name: string, json: boolean): Promise<void> {
  const job = await openJobs().find(name);
  const shown = jobOf(job, await openHistory().list());
  const dumps = await dumpsOf(job);
  printLines(json ? [JSON.stringify({ ...shown, setup: job.setup, dumps })] : detailLines(shown, dumps));
}

async function exportJob(name: string): Promise<void> {
  const jobs = openJobs();
  process.stdout.write(await jobs.export((await jobs.find(name)).id));
}

async function importJob(file: string, json: boolean): Promise<void> {
  const text = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    throw jobFailures.unreadable({ file, reason: (error as Error).message });
  });
  printAdded(await openJobs().import(text, connectionNamed), json);
}

async function remove(name: string, json: boolean): Promise<void> {
  const jobs = openJobs();
  const job = await jobs.find(name);
  await removeJob(jobs, job, systemdUserFolder());
  printLines([json ? JSON.stringify({ removed: job.id }) : jobLines.removed(job.name)]);
}

/** The id of the connection that has this name here; null where there is none. */
async function connectionNamed(name: string): Promise<string | null> {
  return (await knownConnections()).find((profile) => profile.name === name)?.id ?? null;
}

function printAdded({ id, name, setup }: SavedJob, json: boolean): void {
  if (json) printLines([JSON.stringify({ id, name })]);
  else {
    const missing = serversOf(setup).filter(({ profileId }) => profileId === null);
    printLines([
      jobLines.added(
        name,
        missing.map((server) => server.name),
      ),
    ]);
  }
}

function jobLine({ id, name, kind, server, what, last }: Job): string {
  const ended = last === null ? jobLines.neverRun : `${STATES[last.state]} ${timeOf(last.startedAt)}`;
  const partial = last?.isPartial === true ? jobLines.partialLast : '';
  return [id, kind.padEnd(7), name, server ?? '', what, `${ended}${partial}`].join('  ');
}

function detailLines(job: Job, dumps: readonly JobDump[]): readonly string[] {
  const { id, name, kind, what, folder, threads, keep, last } = job;
  return [
    `${name} (${id})`,
    jobLines.work(workText(job), threads),
    ...(what === '' ? [] : [kind === 'load' ? jobLines.renames(what) : jobLines.takes(what)]),
    ...(folder === null ? [] : [kind === 'dump' ? jobLines.folders(folder) : jobLines.folder(folder)]),
    ...(kind === 'dump' ? [jobLines.keeps(keep)] : []),
    ...(job.proveEvery === null ? [] : [jobLines.proves(job.proveEvery)]),
    ...(job.requireComplete === true ? [jobLines.requiresComplete] : []),
    last === null ? jobLines.neverRun : jobLines.lastRun(STATES[last.state], timeOf(last.startedAt)),
    ...dumps.map(
      ({ madeAt, folder: made, isPartial, goesNext, proof }) =>
        `  ${timeOf(madeAt)}  ${made}${isPartial ? jobLines.partial : ''}${proof === null ? '' : jobLines.proved(timeOf(proof.provedAt), proof.loadSeconds)}${goesNext ? jobLines.goesNext : ''}`,
    ),
  ];
}

function workText({ kind, server, source }: Job): string {
  switch (kind) {
    case 'dump':
      return jobLines.dumpOf(server ?? '');
    case 'load':
      return jobLines.loadInto(server ?? '');
    case 'migrate':
      return jobLines.migration(source?.server ?? '', server ?? '');
    case 'verify':
      return server === null ? jobLines.verification : jobLines.comparison(server);
    default:
      return assertNever(kind);
  }
}
