import { exists } from '../storage/exists';
import { promises as fs } from 'fs';
import { dirname, join } from 'path';
import { SluiceError } from '../contract/failure';
import {
  schedulerKinds,
  type JobSchedule,
  type SchedulerKind,
  type Timetable,
} from '../contract/jobs/schedule';
import { failureOf } from '../engine/failures';
import { replaceFile } from '../storage/atomic-file';
import {
  cronLine,
  readCrontab,
  readTimer,
  timerUnits,
  unitName,
  withCronLine,
  type ScheduledCommand,
} from './schedule';
import { runProgram } from './run-program';
import { makeFolder } from '../storage/make-folder';
import { jobFailures } from '../text/runs/jobs';

/** The machine's own scheduler. Everything that it would receive can be previewed. */
export interface Scheduler {
  /** Returns the text that `install` would write, with the place of each part. */
  preview(timetable: Timetable, command: ScheduledCommand): string;
  install(timetable: Timetable, command: ScheduledCommand): Promise<void>;
  /** Lists our jobs that it runs. */
  list(): Promise<readonly JobSchedule[]>;
  /** @returns whether there was anything to remove */
  remove(jobId: string): Promise<boolean>;
}

/** `unitFolder` is where the user's systemd units are. */
export function openScheduler(kind: SchedulerKind, unitFolder: string): Scheduler {
  return kind === 'cron' ? new Cron() : new SystemdTimers(unitFolder);
}

/** systemd where it runs the machine, else cron. */
export async function usualScheduler(): Promise<SchedulerKind> {
  return await fs.access('/run/systemd/system').then(
    () => 'systemd',
    () => 'cron',
  );
}

/** The jobs that this machine runs by itself, whichever scheduler does. */
export async function allSchedules(unitFolder: string): Promise<readonly JobSchedule[]> {
  const lists = schedulerKinds.map((kind) => openScheduler(kind, unitFolder).list());
  return (await Promise.all(lists)).reduce((all, list) => [...all, ...list], []);
}

/**
 * Schedules a job with one of the schedulers, and takes it away from the other ones then: a job that both have would run
 * twice, and one that was taken away first would not run where the new schedule is refused.
 */
export async function schedule(
  kind: SchedulerKind,
  unitFolder: string,
  timetable: Timetable,
  command: ScheduledCommand,
): Promise<void> {
  await openScheduler(kind, unitFolder).install(timetable, command);
  const { jobId, jobName: job } = command;
  for (const other of schedulerKinds.filter((one) => one !== kind)) {
    try {
      await openScheduler(other, unitFolder).remove(jobId);
    } catch (error) {
      throw jobFailures.mayRunTwice({ job, kind, other, reason: failureOf(error).message });
    }
  }
}

/**
 * Takes a job away from all schedulers that have it, also where its schedule was edited by hand. One that fails does not
 * spare the others.
 * @returns whether there was anything to remove
 */
export async function unschedule(jobId: string, unitFolder: string): Promise<boolean> {
  const errors: unknown[] = [];
  let removed = false;
  for (const kind of schedulerKinds) {
    try {
      removed = (await openScheduler(kind, unitFolder).remove(jobId)) || removed;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return removed;
}

class Cron implements Scheduler {
  preview(timetable: Timetable, command: ScheduledCommand): string {
    return `crontab:\n${cronLine(timetable, command)}\n`;
  }

  async install(timetable: Timetable, command: ScheduledCommand): Promise<void> {
    const now = await askCrontab();
    await runProgram('crontab', ['-'], {
      input: withCronLine(now, command.jobId, cronLine(timetable, command)),
    });
  }

  async list(): Promise<readonly JobSchedule[]> {
    return readCrontab(await askCrontab()).map((entry) => ({ ...entry, scheduler: 'cron' }));
  }

  async remove(jobId: string): Promise<boolean> {
    const now = await askCrontab();
    const without = withCronLine(now, jobId, null);
    if (without === withCronLine(now, '', null)) return false;
    await runProgram('crontab', ['-'], { input: without });
    return true;
  }
}

class SystemdTimers implements Scheduler {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  preview(timetable: Timetable, command: ScheduledCommand): string {
    return Object.entries(timerUnits(timetable, command))
      .map(([name, text]) => `${join(this.#folder, name)}:\n${text}`)
      .join('\n');
  }

  async install(timetable: Timetable, command: ScheduledCommand): Promise<void> {
    const files = this.#filesOf(command.jobId);
    const isNew = !(await exists(files.timer));
    try {
      await this.#install(timetable, command);
    } catch (error) {
      // A timer that systemd did not take is no schedule, and would be listed as one.
      if (isNew) await removeFiles(Object.values(files));
      throw error;
    }
  }

  async #install(timetable: Timetable, command: ScheduledCommand): Promise<void> {
    for (const [name, text] of Object.entries(timerUnits(timetable, command))) {
      const file = join(this.#folder, name);
      await makeFolder(dirname(file));
      await replaceFile(file, text);
    }
    await runProgram('systemctl', ['--user', 'daemon-reload']);
    await runProgram('systemctl', ['--user', 'enable', '--now', `${unitName(command.jobId)}.timer`]);
  }

  async list(): Promise<readonly JobSchedule[]> {
    const names = await fs.readdir(this.#folder).catch(() => []);
    const schedules: JobSchedule[] = [];
    for (const name of names) {
      const jobId = /^sluice-([0-9a-f]{16})\.timer$/.exec(name)?.[1];
      if (jobId === undefined) continue;
      const timetable = readTimer(await fs.readFile(join(this.#folder, name), 'utf8'));
      if (timetable !== null) schedules.push({ jobId, scheduler: 'systemd', timetable });
    }
    return schedules;
  }

  async remove(jobId: string): Promise<boolean> {
    const files = this.#filesOf(jobId);
    if (!(await exists(files.timer))) return false;
    await runProgram('systemctl', ['--user', 'disable', '--now', `${unitName(jobId)}.timer`]);
    await removeFiles(Object.values(files));
    await runProgram('systemctl', ['--user', 'daemon-reload']);
    return true;
  }

  #filesOf(jobId: string): { readonly timer: string; readonly service: string } {
    const path = join(this.#folder, unitName(jobId));
    return { timer: `${path}.timer`, service: `${path}.service` };
  }
}

async function removeFiles(files: readonly string[]): Promise<void> {
  for (const file of files) await fs.rm(file, { force: true });
}

/** Answers of crontab(1) to a user who has none, or may have none (cron.deny). */
const NO_CRONTAB = /no crontab for|not allowed to use this program/i;

/**
 * Reads the crontab; empty where the user has none, or the machine no cron. Any other failure is thrown, so that a
 * crontab that could not be read is not overwritten.
 */
async function askCrontab(): Promise<string> {
  try {
    return await runProgram('crontab', ['-l']);
  } catch (error) {
    if (error instanceof SluiceError && (isMissing(error) || NO_CRONTAB.test(error.message))) return '';
    throw error;
  }
}

function isMissing({ failure }: SluiceError): boolean {
  return failure.parameters?.program !== undefined;
}
