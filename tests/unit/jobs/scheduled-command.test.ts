import { describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import type { SavedJob } from '../../../app/jobs/saved-jobs';
import { scheduledCommand } from '../../../app/jobs/scheduled-command';
import { failingWith } from '../harness/failure';

const JOB: SavedJob = {
  id: '0123456789abcdef',
  name: 'Nightly',
  keep: null,
  setup: {
    kind: 'dump',
    server: { name: 'db1', profileId: 'p1' },
    folder: '/backups/shop',
    options: { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: 'shop' }]) },
  },
};
const NEEDS = {
  program: ['/usr/bin/node', '/opt/cli.cjs'],
  environment: {},
  isThere: (path: string) => !path.startsWith('/gone'),
  optionFile: null,
  onFailure: null,
  requireComplete: true,
} as const;

describe('scheduledCommand', () => {
  it('names the job by its id, with what it needs at night', () => {
    const { program } = scheduledCommand(JOB, {
      ...NEEDS,
      optionFile: '/home/a/.my.cnf',
      onFailure: 'mail ops',
    });
    expect(program).toEqual([
      ...['/usr/bin/node', '/opt/cli.cjs', 'run', JOB.id, '--option-file', '/home/a/.my.cnf'],
      ...['--require-complete', '--on-failure', 'mail ops', '--json'],
    ]);
  });

  it('keeps the folders and desktop session of the scheduling user, and no secret', () => {
    const environment = {
      XDG_CONFIG_HOME: '/config',
      XDG_STATE_HOME: '',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
      TMPDIR: '/large/tmp',
      SLUICE_MYSQLD: '/opt/mysqld',
      SLUICE_PASSWORD: 'secret',
    };
    expect(scheduledCommand(JOB, { ...NEEDS, environment }).environment).toEqual({
      XDG_CONFIG_HOME: '/config',
      TMPDIR: '/large/tmp',
      SLUICE_MYSQLD: '/opt/mysqld',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    });
    const noDesktop = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
    expect(scheduledCommand(JOB, { ...NEEDS, environment: noDesktop }).environment).toEqual({});
  });

  it('keeps the PATH, by which ssh and a password’s program are found, without what leads nowhere', () => {
    const pathOf = (PATH: string) =>
      scheduledCommand(JOB, { ...NEEDS, environment: { PATH } }).environment.PATH;
    expect(pathOf('/home/a/bin:/usr/bin:/bin')).toBe('/home/a/bin:/usr/bin:/bin');
    expect(pathOf('/usr/bin:node_modules/.bin::.:/gone/bin:/opt/x:/usr/bin')).toBe('/usr/bin:/opt/x');
    expect(pathOf('')).toBeUndefined();
  });

  it('asks for completeness unless it was told not to, and never of a load', () => {
    const wordsOf = (job: SavedJob, requireComplete: boolean) =>
      scheduledCommand(job, { ...NEEDS, requireComplete }).program;
    expect(wordsOf(JOB, true)).toContain('--require-complete');
    expect(wordsOf(JOB, false)).not.toContain('--require-complete');
    const load = { ...JOB, setup: { ...JOB.setup, kind: 'load' } } as unknown as SavedJob;
    expect(wordsOf(load, true)).not.toContain('--require-complete');
  });

  it.each(['a\nb', 'a\rb'])('refuses %j, which would end the line', (onFailure) => {
    expect(() => scheduledCommand(JOB, { ...NEEDS, onFailure })).toThrow(failingWith('usage'));
  });
});
