import { execFileSync } from 'child_process';
import { describe, expect, it } from 'vitest';
import {
  cronLine,
  parseDaily,
  parseWeekly,
  readCrontab,
  readTimer,
  timerUnits,
  withCronLine,
} from '../../../app/jobs/schedule';
import { failingWith } from '../harness/failure';

const COMMAND = {
  jobId: '0123456789abcdef',
  jobName: '100% of the\nshop',
  program: [
    '/usr/bin/node',
    "/home/a b/it's/cli.cjs",
    'run',
    '0123456789abcdef',
    '--option-file',
    '/etc/$x/50%.cnf',
  ],
  environment: { XDG_CONFIG_HOME: '/home/a b/config' },
};

describe('parseDaily and parseWeekly', () => {
  it('read times and days', () => {
    expect(parseDaily('02:30')).toEqual({ hour: 2, minute: 30, weekday: null });
    expect(parseDaily('23:59')).toEqual({ hour: 23, minute: 59, weekday: null });
    expect(parseWeekly('Sun 7:05')).toEqual({ hour: 7, minute: 5, weekday: 0 });
    expect(parseWeekly('saturday 00:00')).toEqual({ hour: 0, minute: 0, weekday: 6 });
  });

  it.each(['24:00', '2', '02:60', '02:30\n* * * * * rm', ''])('refuse the time %j', (text) => {
    expect(() => parseDaily(text)).toThrow(failingWith('usage'));
  });

  it.each(['02:30', 'noday 02:30', 'Sun', ''])('refuse the day %j', (text) => {
    expect(() => parseWeekly(text)).toThrow(failingWith('usage'));
  });
});

describe('cronLine', () => {
  it('is one line whose command a shell reads as it was meant', () => {
    const line = cronLine({ hour: 2, minute: 30, weekday: null }, COMMAND);
    expect(line).toMatch(/^30 2 \* \* \* /);
    expect(line).not.toContain('\n');
    // cron's own reading: `\%` becomes `%`, an unescaped one would end the command.
    expect(/(^|[^\\])%/.test(line)).toBe(false);
    const command = line.replace(/^(\S+ ){5}/, '').replace(/\\%/g, '%');
    const echo = command.replace(/\/usr\/bin\/node/, `printf '%s\\n'`);
    const words = execFileSync('sh', ['-c', echo]).toString().trimEnd().split('\n');
    expect(words).toEqual(COMMAND.program.slice(1));
  });

  const lineWith = (environment: Readonly<Record<string, string>>) =>
    cronLine(parseDaily('02:30'), { ...COMMAND, environment });

  it('leaves out the last folders of PATH, but none of the system’s, where cron would cut it off', () => {
    const [a, b] = [`/${'ä'.repeat(200)}`, `/${'b'.repeat(600)}`];
    expect(lineWith({ PATH: `${a}:/bin` })).toContain(`PATH='${a}:/bin' `);
    expect(lineWith({ PATH: `${a}:${b}:/bin` })).toContain(`PATH='${a}:/bin' `);
    expect(lineWith({ PATH: '/'.padEnd(1000, 'c'), TMPDIR: '/tmp' })).toMatch(
      /^30 2 \* \* \* TMPDIR=\/tmp \//,
    );
  });

  it('is refused where cron would cut it off for another reason', () => {
    expect(() => lineWith({ TMPDIR: '/'.padEnd(1000, 'c') })).toThrow(failingWith('usage'));
  });

  it('names the day of the week', () => {
    expect(cronLine(parseWeekly('Fri 23:05'), COMMAND)).toMatch(/^5 23 \* \* 5 /);
  });
});

describe('withCronLine', () => {
  const others = '# mine\n0 1 * * * backup # sluice job 9999999999999999\n\nMAILTO=me\n';
  const line = cronLine(parseDaily('02:30'), COMMAND);

  it('adds, replaces and takes out this job’s line, and leaves all others', () => {
    const added = withCronLine(others, COMMAND.jobId, line);
    expect(added).toBe(`${others}${line}\n`);
    const other = cronLine(parseDaily('05:00'), COMMAND);
    expect(withCronLine(added, COMMAND.jobId, other)).toBe(`${others}${other}\n`);
    expect(withCronLine(added, COMMAND.jobId, null)).toBe(others);
    expect(withCronLine('', COMMAND.jobId, null)).toBe('');
  });
});

describe('timerUnits', () => {
  it('are a service and its timer, quoted as systemd reads them', () => {
    const units = timerUnits(parseWeekly('Mon 02:05'), COMMAND);
    expect(Object.keys(units)).toEqual(['sluice-0123456789abcdef.service', 'sluice-0123456789abcdef.timer']);
    const [service = '', timer = ''] = Object.values(units);
    expect(timer).toContain('OnCalendar=Mon *-*-* 02:05:00\n');
    expect(timer).toContain('WantedBy=timers.target\n');
    expect(service).toContain('Description=Sluice: 100%% of the shop\n');
    expect(service).toContain('SuccessExitStatus=3\n');
    expect(service).toContain('Environment="XDG_CONFIG_HOME=/home/a b/config"\n');
    expect(service).toContain(
      `ExecStart="/usr/bin/node" "/home/a b/it's/cli.cjs" "run" "0123456789abcdef" "--option-file" "/etc/$$x/50%%.cnf"\n`,
    );
  });
});

describe('readCrontab and readTimer', () => {
  it.each([null, 0, 3, 6])('read back when a job was scheduled, on day %j', (weekday) => {
    const timetable = { hour: 2, minute: 5, weekday };
    expect(readCrontab(withCronLine('# mine\n', COMMAND.jobId, cronLine(timetable, COMMAND)))).toEqual([
      { jobId: COMMAND.jobId, timetable },
    ]);
    expect(readTimer(timerUnits(timetable, COMMAND)[`sluice-${COMMAND.jobId}.timer`] ?? '')).toEqual(
      timetable,
    );
  });

  it('read nothing out of what somebody else wrote', () => {
    expect(readCrontab('5 4 * * * something\n*/5 * * * * run # sluice job 0123456789abcdef\n')).toEqual([]);
    expect(readTimer('[Timer]\nOnCalendar=hourly\n')).toBeNull();
  });
});
