import { existsSync } from 'fs';
import { resolve } from 'path';
import { createInterface } from 'readline';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { schedulerKinds, type SchedulerKind, type Timetable } from '../../contract/jobs/schedule';
import { messageOf } from '../../engine/failures';
import { logoutWarning } from '../../jobs/lingering';
import { parseDaily, parseWeekly } from '../../jobs/schedule';
import { scheduledCommand } from '../../jobs/scheduled-command';
import { openScheduler, schedule, unschedule, usualScheduler } from '../../jobs/scheduler';
import { SavedJobs } from '../../jobs/saved-jobs';
import { jobsFile, systemdUserFolder } from '../../storage/places';
import type { ExitCode } from '../exit';
import { failureLines } from '../output/lines';
import { printToStderr } from '../output/printable';
import { resultText } from '../../text/cli/result';
import { scheduleHelp } from '../../text/cli/help/jobs/schedule';
import { scheduleFailures, scheduleText } from '../../text/cli/saved/schedule';

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
    .description(scheduleHelp.commands.schedule)
    .option('--daily <time>', scheduleHelp.options.daily, timeOf(parseDaily))
    .option('--weekly <day-time>', scheduleHelp.options.weekly, timeOf(parseWeekly))
    .addOption(new Option('--with <scheduler>', scheduleHelp.options.with).choices(schedulerKinds))
    .option('--option-file <file>', scheduleHelp.options.optionFile)
    .option('--on-failure <command>', scheduleHelp.options.onFailure)
    .option('--no-require-complete', scheduleHelp.options.noRequireComplete)
    .option('--print', scheduleHelp.options.print, false)
    .option('--install', scheduleHelp.options.install, false)
    .option('--remove', scheduleHelp.options.remove, false)
    .option('--yes', scheduleHelp.options.yes, false)
    .addHelpText('after', scheduleHelp.after)
    .action(async (job: string, options: ScheduleArguments) => {
      await scheduleJob(job, options);
      finish(0);
    });
}

async function scheduleJob(name: string, options: ScheduleArguments): Promise<void> {
  if (options.install && options.remove) throw scheduleFailures.installAndRemove();
  const job = await new SavedJobs(jobsFile()).find(name);
  const units = systemdUserFolder();
  if (options.remove) {
    const removed = await unschedule(job.id, units);
    print(removed ? scheduleText.removed(job.name) : scheduleText.notScheduled(job.name));
    return;
  }
  const timetable = timetableOf(options);
  const { optionFile, onFailure, requireComplete } = options;
  const { env, execPath, argv } = process;
  const command = scheduledCommand(job, {
    program: [execPath, resolve(argv[1] ?? '')],
    environment: env,
    isThere: existsSync,
    optionFile: optionFile === undefined ? null : resolve(optionFile),
    onFailure: onFailure ?? null,
    requireComplete,
  });
  const kind = options.with ?? (await usualScheduler());
  print(openScheduler(kind, units).preview(timetable, command));
  if (!options.install) return;
  if (!options.yes && !(await agrees())) {
    print(scheduleText.notWritten);
    return;
  }
  await schedule(kind, units, timetable, command);
  print(scheduleText.scheduled(job.name));
  const warning = await logoutWarning([{ scheduler: kind }]);
  if (warning !== null) printToStderr(failureLines(resultText.warning, warning));
}

function timetableOf({ daily, weekly }: ScheduleArguments): Timetable {
  const timetable = daily ?? weekly;
  if (timetable === undefined || (daily !== undefined && weekly !== undefined))
    throw scheduleFailures.timeMissing();
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
  if (!process.stdin.isTTY) throw scheduleFailures.nobodyToAsk();
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await new Promise<string>((found) => lines.question(scheduleText.question, found));
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
