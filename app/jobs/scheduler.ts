import { spawn } from 'child_process';
import { promises as fs } from 'fs';
import { dirname, join } from 'path';
import { SluiceError } from '../contract/failure';
import { replaceFile } from '../storage/atomic-file';
import {
  cronLine,
  timerUnits,
  unitName,
  withCronLine,
  type ScheduledCommand,
  type Timetable,
} from './schedule';

export const schedulerKinds = ['systemd', 'cron'] as const;
export type SchedulerKind = (typeof schedulerKinds)[number];

/** The machine's own scheduler. What it would be told is shown before it is told. */
export interface Scheduler {
  /** What `install` would write, with the place of each part. */
  preview(timetable: Timetable, command: ScheduledCommand): string;
  install(timetable: Timetable, command: ScheduledCommand): Promise<void>;
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

class Cron implements Scheduler {
  preview(timetable: Timetable, command: ScheduledCommand): string {
    return `crontab:\n${cronLine(timetable, command)}\n`;
  }

  async install(timetable: Timetable, command: ScheduledCommand): Promise<void> {
    const now = await readCrontab();
    await run('crontab', ['-'], withCronLine(now, command.jobId, cronLine(timetable, command)));
  }

  async remove(jobId: string): Promise<boolean> {
    const now = await readCrontab();
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
      await fs.mkdir(dirname(file), { recursive: true });
      await replaceFile(file, text);
    }
    await run('systemctl', ['--user', 'daemon-reload']);
    await run('systemctl', ['--user', 'enable', '--now', `${unitName(command.jobId)}.timer`]);
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

/** Empty where the user has none. Anything else that keeps it from being read must not have it overwritten. */
async function readCrontab(): Promise<string> {
  try {
    return await run('crontab', ['-l']);
  } catch (error) {
    if (error instanceof SluiceError && /no crontab for/i.test(error.message)) return '';
    throw error;
  }
}

/** @returns what it printed; fails with `schedule-failed` and what it complained of */
function run(program: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      reject(new SluiceError('schedule-failed', `${[program, ...args].join(' ')}: ${reason.trim()}`));
    };
    const child = spawn(program, args, { stdio: 'pipe' });
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else fail(complaint === '' ? `it ended with ${String(code)}` : complaint);
    });
    // One that ends without reading is told of by its exit code.
    child.stdin.once('error', () => undefined);
    child.stdin.end(input);
  });
}

async function exists(file: string): Promise<boolean> {
  return await fs.access(file).then(
    () => true,
    () => false,
  );
}
