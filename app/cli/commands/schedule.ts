import { resolve } from 'path';
import { createInterface } from 'readline';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { SluiceError } from '../../contract/failure';
import { schedulerKinds, type SchedulerKind, type Timetable } from '../../contract/jobs/schedule';
import { messageOf } from '../../engine/failures';
import { parseDaily, parseWeekly } from '../../jobs/schedule';
import { scheduledCommand } from '../../jobs/scheduled-command';
import { openScheduler, usualScheduler } from '../../jobs/scheduler';
import { SavedJobs } from '../../jobs/saved-jobs';
import { jobsFile, systemdUserFolder } from '../../storage/places';
import type { ExitCode } from '../exit';

interface ScheduleArguments {
  readonly daily?: Timetable;
  readonly weekly?: Timetable;
  readonly with?: SchedulerKind;
  readonly optionFile?: string;
  readonly onFailure?: string;
  readonly requireComplete: boolean;
  readonly print: boolean;
  readonly install: boolean;
  readonly remove: boolean;
  readonly yes: boolean;
}

export function addScheduleCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('schedule <job>')
    .description('Schedule a saved job with systemd or cron.')
    .option('--daily <time>', 'run it every day at this time, such as 02:30', timeOf(parseDaily))
    .option('--weekly <day time>', 'run it once a week, such as "Sun 02:30"', timeOf(parseWeekly))
    .addOption(
      new Option('--with <scheduler>', 'use this scheduler (default: systemd where it runs)').choices(
        schedulerKinds,
      ),
    )
    .option('--option-file <file>', 'read the password from the [client] group of this option file')
    .option('--on-failure <command>', 'run this shell command when the job fails (see sluice run --help)')
    .option(
      '--no-require-complete',
      'leave out what the account can’t read; else such a run refuses to start',
    )
    .option('--print', 'only print what would be written (the default)', false)
    .option('--install', 'print it, ask, and write it', false)
    .option('--remove', 'remove the schedule', false)
    .option('--yes', 'write without asking', false)
    .addHelpText('after', EXAMPLES)
    .action(async (job: string, options: ScheduleArguments) => {
      await schedule(job, options);
      finish(0);
    });
}

const EXAMPLES = `
Nothing is written before it was shown and agreed to. A scheduled job asks nobody for a password: give it an option
file that only you can read, or have a program give it (sluice connections password).

Examples:
  sluice schedule "Nightly shop" --daily 02:30 --print
  sluice schedule "Nightly shop" --daily 02:30 --option-file ~/.my.cnf --install
  sluice schedule "Nightly shop" --remove`;

async function schedule(name: string, options: ScheduleArguments): Promise<void> {
  if (options.install && options.remove)
    throw new SluiceError('usage', '--install and --remove exclude each other.');
  const job = await new SavedJobs(jobsFile()).find(name);
  const scheduler = openScheduler(options.with ?? (await usualScheduler()), systemdUserFolder());
  if (options.remove) {
    const removed = await scheduler.remove(job.id);
    print(removed ? `“${job.name}” is no longer scheduled.` : `“${job.name}” was not scheduled.`);
    return;
  }
  const timetable = timetableOf(options);
  const { optionFile, onFailure, requireComplete } = options;
  const { env, execPath, argv } = process;
  const command = scheduledCommand(job, {
    program: [execPath, resolve(argv[1] ?? '')],
    environment: env,
    optionFile: optionFile === undefined ? null : resolve(optionFile),
    onFailure: onFailure ?? null,
    requireComplete,
  });
  print(scheduler.preview(timetable, command));
  if (!options.install) return;
  if (!options.yes && !(await agrees())) {
    print('Nothing was written.');
    return;
  }
  await scheduler.install(timetable, command);
  print(`“${job.name}” is scheduled.`);
}

function timetableOf({ daily, weekly }: ScheduleArguments): Timetable {
  const timetable = daily ?? weekly;
  if (timetable === undefined || (daily !== undefined && weekly !== undefined))
    throw new SluiceError('usage', 'When? Give either --daily or --weekly.');
  return timetable;
}

/** A failure of the parser's becomes a usage error that names the option. */
function timeOf(parse: (text: string) => Timetable): (text: string) => Timetable {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(messageOf(error));
    }
  };
}

/** Asks the user to agree; without a terminal there is nobody to ask. */
async function agrees(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new SluiceError('usage', 'Nobody can be asked here: add --yes.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await new Promise<string>((found) => lines.question('Write this? [y/N] ', found));
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
