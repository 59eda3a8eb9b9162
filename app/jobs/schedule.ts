import { delimiter } from 'path';
import { shellWord } from '../contract/commands/command-line';
import { formatTime, readTime, type Timetable } from '../contract/jobs/schedule';
import { jobFailures } from '../text/runs/jobs';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Reads `02:30`; fails with `usage`. */
export function parseDaily(text: string): Timetable {
  const time = readTime(text);
  if (time === null) throw jobFailures.noTime({ text });
  return { ...time, weekday: null };
}

/** Reads `Sun 02:30`; fails with `usage`. */
export function parseWeekly(text: string): Timetable {
  const [day = '', time = ''] = text.trim().split(/\s+/);
  const weekday = WEEKDAYS.findIndex((name) => name.toLowerCase() === day.slice(0, 3).toLowerCase());
  if (weekday < 0) throw jobFailures.noDay({ text });
  return { ...parseDaily(time), weekday };
}

/** The scheduled command: program and arguments, and the variables that it needs to find the job. */
export interface ScheduledCommand {
  readonly jobId: string;
  readonly jobName: string;
  readonly program: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Marks our lines in a crontab: just those of this job are ever replaced or removed. */
const tagOf = (jobId: string): string => `# sluice job ${jobId}`;

/** Longest command that every cron runs whole, in bytes: crontab(5) of Debian. */
const MOST_COMMAND_BYTES = 998;

/**
 * One line for crontab(5): in it `%` ends the command, and a shell reads the rest. Where cron would cut the command off, the last
 * folders of PATH that are none of the system's are left out; fails with `usage` where that is not enough.
 */
export function cronLine({ hour, minute, weekday }: Timetable, command: ScheduledCommand): string {
  return `${minute} ${hour} * * ${weekday ?? '*'} ${cronCommand(command)}`;
}

function cronCommand({ environment, program, jobId }: Omit<ScheduledCommand, 'jobName'>): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${shellWord(value)}`);
  const words = [...variables, ...program.map(shellWord)].join(' ').replace(/%/g, '\\%');
  const line = `${words} ${tagOf(jobId)}`;
  const bytes = Buffer.byteLength(line);
  if (bytes <= MOST_COMMAND_BYTES) return line;
  const { PATH: path, ...others } = environment;
  if (path === undefined) throw jobFailures.longCronLine({ bytes, most: MOST_COMMAND_BYTES });
  const shorter = shorterPath(path);
  const next = shorter === null ? others : { ...environment, PATH: shorter };
  return cronCommand({ environment: next, program, jobId });
}

/** Folders of the system's own programs, without which nothing runs. */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set([
  ...['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
]);

/** Leaves out the last folder that is none of the system's; null where nothing else is left. */
function shorterPath(path: string): string | null {
  const folders = path.split(delimiter);
  const [last] = folders.filter((folder) => !SYSTEM_FOLDERS.has(folder)).reverse();
  if (last === undefined || folders.length === 1) return null;
  folders.splice(folders.lastIndexOf(last), 1);
  return folders.join(delimiter);
}

/** Finds our jobs in a crontab; a line that was edited by hand into something else is none. */
export function readCrontab(crontab: string): readonly { jobId: string; timetable: Timetable }[] {
  return crontab.split('\n').flatMap((line) => {
    const match = /^(\d+) (\d+) \* \* (\*|[0-6]) .*# sluice job ([0-9a-f]{16})$/.exec(line);
    if (match === null) return [];
    const [, minute, hour, day, jobId = ''] = match;
    const weekday = day === '*' ? null : Number(day);
    return [{ jobId, timetable: { hour: Number(hour), minute: Number(minute), weekday } }];
  });
}

/** Timetable of one of our timers; null where it was edited by hand into something else. */
export function readTimer(unit: string): Timetable | null {
  const match = /^OnCalendar=(?:(\w{3}) )?\*-\*-\* (\d\d:\d\d):00$/m.exec(unit);
  const time = match === null ? null : readTime(match[2] ?? '');
  if (match === null || time === null) return null;
  const weekday = match[1] === undefined ? null : WEEKDAYS.findIndex((name) => name === match[1]);
  return weekday === -1 ? null : { ...time, weekday };
}

/** Replaces this job's line in a crontab; null removes it. Every other line is kept unchanged. */
export function withCronLine(crontab: string, jobId: string, line: string | null): string {
  const tag = tagOf(jobId);
  const others = crontab.split('\n').filter((other) => !other.endsWith(tag));
  while (others.length > 0 && others[others.length - 1] === '') others.pop();
  const lines = line === null ? others : [...others, line];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** The files of a systemd user timer by their names (systemd.service(5), systemd.timer(5)). */
export function timerUnits(
  timetable: Timetable,
  command: ScheduledCommand,
): Readonly<Record<string, string>> {
  const { weekday } = timetable;
  const day = weekday === null ? '' : `${WEEKDAYS[weekday] ?? ''} `;
  const description = `Sluice: ${command.jobName.replace(/\s+/g, ' ').replace(/%/g, '%%')}`;
  const environment = Object.entries(command.environment).map(
    ([name, value]) => `Environment=${unitWord(`${name}=${value}`)}`,
  );
  return {
    [`${unitName(command.jobId)}.service`]: unitText([
      ['Unit', [`Description=${description}`]],
      [
        'Service',
        [
          'Type=oneshot',
          // Done with warnings is done.
          'SuccessExitStatus=3',
          ...environment,
          `ExecStart=${command.program.map(execWord).join(' ')}`,
        ],
      ],
    ]),
    [`${unitName(command.jobId)}.timer`]: unitText([
      ['Unit', [`Description=${description}`]],
      // A run that the machine slept through is run later.
      ['Timer', [`OnCalendar=${day}*-*-* ${formatTime(timetable)}:00`, 'Persistent=true']],
      ['Install', ['WantedBy=timers.target']],
    ]),
  };
}

export function unitName(jobId: string): string {
  return `sluice-${jobId}`;
}

function unitText(sections: readonly (readonly [name: string, lines: readonly string[]])[]): string {
  return sections.map(([name, lines]) => `[${name}]\n${lines.join('\n')}\n`).join('\n');
}

/** Escapes a word: systemd expands `%` everywhere and interprets quotes and backslashes. */
function unitWord(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/%/g, '%%')}"`;
}

/** Escapes a word of a command, where `$` is expanded too. */
function execWord(text: string): string {
  return unitWord(text).replace(/\$/g, '$$$$');
}
