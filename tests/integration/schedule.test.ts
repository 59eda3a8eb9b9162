import { existsSync, readdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../app/contract/runs/options';
import { SavedJobs } from '../../app/jobs/saved-jobs';
import { startSluice } from './harness/command';
import { withFolder } from './harness/runs';
import { BROKEN, makeSchedulers, NOT_LINGERING, NOT_LOGGED_IN } from './harness/schedulers';

interface Machine {
  readonly config: string;
  readonly cronFile: string;
  readonly log: string;
  readonly jobId: string;
  readonly sluice: (...command: readonly string[]) => Promise<{ exitCode: number | null; output: string }>;
  readonly sluiceWith: (
    more: Readonly<Record<string, string>>,
    ...command: readonly string[]
  ) => Promise<{ exitCode: number | null; output: string }>;
  readonly put: (program: string, text: string) => void;
}

async function withMachine(work: (machine: Machine) => Promise<void>): Promise<void> {
  await withFolder(async (parent) => {
    const config = join(parent, 'config');
    const { environment: schedulers, cronFile, log, put } = makeSchedulers(parent);
    const { id } = await new SavedJobs(join(config, 'sluice', 'jobs.json')).add({
      name: 'Nightly',
      keep: 7,
      setup: {
        kind: 'dump',
        server: { name: 'db1', profileId: 'p1' },
        folder: '/backups/shop',
        options: { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: 'shop' }]) },
      },
    });
    const environment = { ...schedulers, HOME: parent, XDG_CONFIG_HOME: config };
    const sluiceWith = (more: Readonly<Record<string, string>>, ...command: readonly string[]) =>
      startSluice(command, { ...environment, ...more }).ended;
    const sluice = (...command: readonly string[]) => sluiceWith({}, ...command);
    await work({ config, cronFile, log, jobId: id, sluice, sluiceWith, put });
  });
}

const DAILY = ['schedule', 'Nightly', '--daily', '02:30'] as const;

describe('a schedule for a job', () => {
  it('is shown, and nothing is written, until it is to be installed', async () => {
    await withMachine(async ({ cronFile, config, jobId, sluice }) => {
      for (const kind of ['cron', 'systemd']) {
        const { exitCode, output } = await sluice(...DAILY, '--with', kind, '--print');
        expect(exitCode).toBe(0);
        expect(output).toContain(jobId);
        expect(output).toContain(kind === 'cron' ? '30 2 * * *' : 'OnCalendar=*-*-* 02:30:00');
      }
      const unasked = await sluice(...DAILY, '--with', 'cron', '--install');
      expect(unasked.exitCode).toBe(2);
      expect(unasked.output).toContain('--yes');
      expect(existsSync(cronFile)).toBe(false);
      expect(existsSync(join(config, 'systemd'))).toBe(false);
    });
  });

  it('goes into the crontab beside what is there, is replaced, and goes again', async () => {
    await withMachine(async ({ cronFile, jobId, sluice }) => {
      const others = '# of the user\n5 4 * * * something else\n';
      writeFileSync(cronFile, others);
      expect((await sluice(...DAILY, '--with', 'cron', '--install', '--yes')).exitCode).toBe(0);
      const again = ['schedule', 'Nightly', '--weekly', 'Sun 03:00', '--option-file', 'my.cnf'];
      expect((await sluice(...again, '--with', 'cron', '--install', '--yes')).exitCode).toBe(0);
      const lines = readFileSync(cronFile, 'utf8').trimEnd().split('\n');
      expect(lines.slice(0, 2).join('\n')).toBe(others.trimEnd());
      expect(lines).toHaveLength(3);
      expect(lines[2]).toMatch(
        /^0 3 \* \* 0 .*cli\.cjs run [0-9a-f]{16} --option-file \/.*\/my\.cnf --require-complete --json # sluice job/,
      );
      expect(lines[2]).toContain(jobId);
      expect((await sluice('schedule', 'Nightly', '--with', 'cron', '--remove')).output).toContain(
        'no longer',
      );
      expect(readFileSync(cronFile, 'utf8')).toBe(others);
      expect((await sluice('schedule', 'Nightly', '--with', 'cron', '--remove')).output).toContain('was not');
    });
  });

  it('begins a crontab where the user has none', async () => {
    await withMachine(async ({ cronFile, sluice }) => {
      expect((await sluice(...DAILY, '--with', 'cron', '--install', '--yes')).exitCode).toBe(0);
      expect(readFileSync(cronFile, 'utf8').split('\n')).toHaveLength(2);
    });
  });

  it('never overwrites a crontab that it could not read', async () => {
    await withMachine(async ({ cronFile, sluice, put }) => {
      put('crontab', BROKEN);
      const { exitCode, output } = await sluice(...DAILY, '--with', 'cron', '--install', '--yes');
      expect(exitCode).toBe(1);
      expect(output).toContain('the spool is not readable');
      expect(existsSync(cronFile)).toBe(false);
    });
  });

  it('names the program that the machine lacks, and what to install', async () => {
    await withMachine(async ({ config, sluiceWith }) => {
      const { exitCode, output } = await sluiceWith(
        { PATH: config },
        ...DAILY,
        '--with',
        'cron',
        '--install',
        '--yes',
      );
      expect(exitCode).toBe(1);
      expect(output).toContain('This machine has no program “crontab”.');
      expect(output).toContain('Install cron');
      expect(output).not.toContain('ENOENT');
    });
  });

  it('becomes a user timer of systemd, and goes again', async () => {
    await withMachine(async ({ config, log, jobId, sluice }) => {
      const units = join(config, 'systemd', 'user');
      expect((await sluice(...DAILY, '--with', 'systemd', '--install', '--yes')).exitCode).toBe(0);
      expect(readdirSync(units).sort()).toEqual([`sluice-${jobId}.service`, `sluice-${jobId}.timer`]);
      expect(readFileSync(join(units, `sluice-${jobId}.service`), 'utf8')).toContain(`"run" "${jobId}"`);
      expect((await sluice('schedule', 'Nightly', '--with', 'systemd', '--remove')).exitCode).toBe(0);
      expect(readdirSync(units)).toEqual([]);
      expect(readFileSync(log, 'utf8').trimEnd().split('\n')).toEqual([
        '--user daemon-reload',
        `--user enable --now sluice-${jobId}.timer`,
        `--user disable --now sluice-${jobId}.timer`,
        '--user daemon-reload',
      ]);
    });
  });

  it.each([
    ['systemd', NOT_LINGERING, true],
    ['systemd', NOT_LOGGED_IN, true],
    ['systemd', null, false],
    ['cron', NOT_LINGERING, false],
  ])('says where it ends with the session: %s, %j: %s', async (kind, loginctl, ends) => {
    await withMachine(async ({ sluice, put }) => {
      if (loginctl !== null) put('loginctl', loginctl);
      const { exitCode, output } = await sluice(...DAILY, '--with', kind, '--install', '--yes');
      expect(exitCode).toBe(0);
      expect(output).toContain('“Nightly” is scheduled.');
      expect(/only while .* is logged in[^]*loginctl enable-linger \S/.test(output)).toBe(ends);
    });
  });

  it('is removed from the scheduler that has it, whichever is usual here', async () => {
    await withMachine(async ({ config, cronFile, sluice }) => {
      for (const kind of ['cron', 'systemd']) {
        expect((await sluice(...DAILY, '--with', kind, '--install', '--yes')).exitCode).toBe(0);
        const { exitCode, output } = await sluice('schedule', 'Nightly', '--remove');
        expect({ exitCode, output: output.trim() }).toEqual({
          exitCode: 0,
          output: '“Nightly” is no longer scheduled.',
        });
      }
      expect(readFileSync(cronFile, 'utf8')).toBe('');
      expect(readdirSync(join(config, 'systemd', 'user'))).toEqual([]);
    });
  });

  it('is removed from systemd where the user may have no crontab', async () => {
    await withMachine(async ({ config, sluice, put }) => {
      put('crontab', '#!/bin/sh\necho "You (a) are not allowed to use this program (crontab)" >&2\nexit 1\n');
      expect((await sluice(...DAILY, '--with', 'systemd', '--install', '--yes')).exitCode).toBe(0);
      expect((await sluice('schedule', 'Nightly', '--remove')).exitCode).toBe(0);
      expect(readdirSync(join(config, 'systemd', 'user'))).toEqual([]);
      const refused = await sluice(...DAILY, '--with', 'cron', '--install', '--yes');
      expect(refused.exitCode).toBe(1);
      expect(refused.output).toContain('not allowed to use');
    });
  });

  it('takes the place of the other scheduler’s, which stays where the new one is refused', async () => {
    await withMachine(async ({ config, cronFile, jobId, sluice, put }) => {
      const units = join(config, 'systemd', 'user');
      const install = (kind: string) => sluice(...DAILY, '--with', kind, '--install', '--yes');
      expect((await install('cron')).exitCode).toBe(0);
      expect((await install('systemd')).exitCode).toBe(0);
      expect(readFileSync(cronFile, 'utf8')).toBe('');
      expect((await install('cron')).exitCode).toBe(0);
      expect(readdirSync(units)).toEqual([]);
      put('systemctl', '#!/bin/sh\necho "Failed to connect to bus" >&2\nexit 1\n');
      const refused = await install('systemd');
      expect(refused.exitCode).toBe(1);
      expect(refused.output).toContain('Failed to connect to bus');
      expect(readFileSync(cronFile, 'utf8')).toContain(jobId);
      expect(readdirSync(units)).toEqual([]);
    });
  });

  it('says that the job may run twice where the other scheduler could not be asked', async () => {
    await withMachine(async ({ config, sluice, put }) => {
      put('crontab', BROKEN);
      const { exitCode, output } = await sluice(...DAILY, '--with', 'systemd', '--install', '--yes');
      expect(exitCode).toBe(1);
      expect(output).toContain('“Nightly” is scheduled with systemd, but whether cron runs it too');
      expect(output).toContain('the spool is not readable');
      expect(readdirSync(join(config, 'systemd', 'user'))).toHaveLength(2);
    });
  });

  it.each(['cron', 'systemd'])('goes with its job, where it is one of %s', async (kind) => {
    await withMachine(async ({ config, cronFile, sluice }) => {
      expect((await sluice(...DAILY, '--with', kind, '--install', '--yes')).exitCode).toBe(0);
      expect((await sluice('jobs', 'remove', 'Nightly')).exitCode).toBe(0);
      if (kind === 'cron') expect(readFileSync(cronFile, 'utf8')).toBe('');
      else expect(readdirSync(join(config, 'systemd', 'user'))).toEqual([]);
    });
  });

  it('keeps its job where it can’t be removed', async () => {
    await withMachine(async ({ cronFile, jobId, sluice, put }) => {
      expect((await sluice(...DAILY, '--with', 'cron', '--install', '--yes')).exitCode).toBe(0);
      put('crontab', BROKEN);
      const { exitCode, output } = await sluice('jobs', 'remove', 'Nightly');
      expect(exitCode).toBe(1);
      expect(output).toContain('The job “Nightly” was not removed');
      expect(output).toContain('the spool is not readable');
      expect(readFileSync(cronFile, 'utf8')).toContain(jobId);
      expect((await sluice('jobs', 'list')).output).toContain('Nightly');
    });
  });

  it('carries what is to be done when the job fails, in one line', async () => {
    await withMachine(async ({ sluice }) => {
      const hook = ['--on-failure', `mail -s "it's $SLUICE_JOB" ops`];
      const { output } = await sluice(...DAILY, '--with', 'cron', ...hook, '--print');
      expect(output).toContain(`--on-failure 'mail -s "it'\\''s $SLUICE_JOB" ops' --json`);
      const torn = await sluice(...DAILY, '--with', 'cron', '--on-failure', 'a\n* * * * * b', '--print');
      expect(torn.exitCode).toBe(2);
    });
  });
});

describe('a scheduled job that fails', () => {
  it('has the command that was given for that run, without any password, and fails all the same', async () => {
    await withMachine(async ({ config, sluiceWith }) => {
      const told = join(config, 'told');
      const hook = `{ echo "$SLUICE_JOB|$SLUICE_STATE|$SLUICE_MESSAGE|$SLUICE_PASSWORD"; cat; } > '${told}'; echo heard`;
      const environment = { SLUICE_PASSWORD: 'never-told' };
      const run = await sluiceWith(environment, 'run', 'Nightly', '--json', '--on-failure', hook);
      expect(run.exitCode).not.toBe(0);
      const [line = '', ...mail] = readFileSync(told, 'utf8').split('\n');
      expect(line).toMatch(/^Nightly\|failed\|.+\|$/);
      expect(mail[0]).toBe('Nightly: failed');
      expect(readFileSync(told, 'utf8')).not.toContain('never-told');
    });
  });

  it('says when even that command fails', async () => {
    await withMachine(async ({ sluiceWith }) => {
      const run = await sluiceWith({}, 'run', 'Nightly', '--on-failure', 'exit 7');
      expect(run.exitCode).not.toBe(0);
      expect(run.output).toContain('--on-failure failed: it ended with 7');
    });
  });
});
