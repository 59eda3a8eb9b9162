import { spawn } from 'child_process';
import { promises as fs } from 'fs';
import { dirname, join } from 'path';
import { childEnvironment } from '../catalog/connect/child-environment';
import { SluiceError } from '../contract/failure';
import {
  schedulerKinds,
  type JobSchedule,
  type SchedulerKind,
  type Timetable,
} from '../contract/jobs/schedule';
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

/** Takes a job away from whichever scheduler runs it. */
export async function unschedule(jobId: string, unitFolder: string): Promise<boolean> {
  const scheduled = (await allSchedules(unitFolder)).filter((schedule) => schedule.jobId === jobId);
  for (const { scheduler } of scheduled) await openScheduler(scheduler, unitFolder).remove(jobId);
  return scheduled.length > 0;
}

class Cron implements Scheduler {
  preview(timetable: Timetable, command: ScheduledCommand): string {
    return `crontab:\n${cronLine(timetable, command)}\n`;
  }

  async install(timetable: Timetable, command: ScheduledCommand): Promise<void> {
    const now = await askCrontab();
    await run('crontab', ['-'], withCronLine(now, command.jobId, cronLine(timetable, command)));
  }

  async list(): Promise<readonly JobSchedule[]> {
    return readCrontab(await askCrontab()).map((entry) => ({ ...entry, scheduler: 'cron' }));
  }

  async remove(jobId: string): Promise<boolean> {
    const now = await askCrontab();
    const without = withCronLine(now, jobId, null);
    if (without === withCronLine(now, '', null)) return false;
    await run('crontab', ['-'], without);
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
    for (const [name, text] of Object.entries(timerUnits(timetable, command))) {
      const file = join(this.#folder, name);
      await makeFolder(dirname(file));
      await replaceFile(file, text);
    }
    await run('systemctl', ['--user', 'daemon-reload']);
    await run('systemctl', ['--user', 'enable', '--now', `${unitName(command.jobId)}.timer`]);
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
    const files = ['timer', 'service'].map((kind) => join(this.#folder, `${unitName(jobId)}.${kind}`));
    const [timer = ''] = files;
    if (!(await exists(timer))) return false;
    await run('systemctl', ['--user', 'disable', '--now', `${unitName(jobId)}.timer`]);
    for (const file of files) if (await exists(file)) await fs.unlink(file);
    await run('systemctl', ['--user', 'daemon-reload']);
    return true;
  }
}

/**
 * Reads the crontab; empty where the user has none, or the machine no cron. Any other failure is thrown, so that a
 * crontab that could not be read is not overwritten.
 */
async function askCrontab(): Promise<string> {
  try {
    return await run('crontab', ['-l']);
  } catch (error) {
    if (error instanceof SluiceError && (isMissing(error) || /no crontab for/i.test(error.message)))
      return '';
    throw error;
  }
}

/** @returns what it printed; fails with `schedule-failed` and what it complained of */
function run(program: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const command = [program, ...args].join(' ');
    const fail = (reason: string) => reject(jobFailures.schedulerFailed({ command, reason: reason.trim() }));
    const child = spawn(program, args, { env: childEnvironment(), stdio: 'pipe' });
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') reject(jobFailures.noProgram({ program }));
      else fail(error.message);
    });
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else if (complaint === '') reject(jobFailures.schedulerEnded({ command, exitCode: code }));
      else fail(complaint);
    });
    // A program that ends without reading is reported by its exit code.
    child.stdin.once('error', () => undefined);
    child.stdin.end(input);
  });
}

function isMissing({ failure }: SluiceError): boolean {
  return failure.parameters?.program !== undefined;
}

async function exists(file: string): Promise<boolean> {
  return await fs.access(file).then(
    () => true,
    () => false,
  );
}
