import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../app/contract/options';
import { SavedJobs } from '../../app/jobs/saved-jobs';
import { startSluice } from './harness/command';
import { withFolder } from './harness/runs';

/**
 * The schedulers are stand-ins that do as crontab(1) and systemctl(1) say: the machine that runs the tests must not be
 * changed, and need not have either. What they are given is what is judged.
 */
const CRONTAB = `#!/bin/sh
case "$1" in
  -l) if [ -f "$CRON_FILE" ]; then cat "$CRON_FILE"; else echo "no crontab for $USER" >&2; exit 1; fi ;;
  -) cat > "$CRON_FILE" ;;
  *) exit 2 ;;
esac
`;
const BROKEN = '#!/bin/sh\necho "the spool is not readable" >&2\nexit 1\n';
const SYSTEMCTL = '#!/bin/sh\necho "$@" >> "$SYSTEMCTL_LOG"\n';

interface Machine {
  readonly config: string;
  readonly cronFile: string;
  readonly log: string;
  readonly jobId: string;
  readonly sluice: (...command: readonly string[]) => Promise<{ exitCode: number | null; output: string }>;
  readonly put: (program: string, text: string) => void;
}

async function withMachine(work: (machine: Machine) => Promise<void>): Promise<void> {
  await withFolder(async (parent) => {
    const [config, programs] = [join(parent, 'config'), join(parent, 'bin')];
    mkdirSync(programs);
    const put = (program: string, text: string) => {
      writeFileSync(join(programs, program), text);
      chmodSync(join(programs, program), 0o755);
    };
    put('crontab', CRONTAB);
    put('systemctl', SYSTEMCTL);
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
    const [cronFile, log] = [join(parent, 'crontab'), join(parent, 'systemctl.log')];
    const environment = {
      PATH: `${programs}:${process.env.PATH ?? ''}`,
      HOME: parent,
      XDG_CONFIG_HOME: config,
      CRON_FILE: cronFile,
      SYSTEMCTL_LOG: log,
    };
    const sluice = (...command: readonly string[]) => startSluice(command, environment).ended;
    await work({ config, cronFile, log, jobId: id, sluice, put });
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
        /^0 3 \* \* 0 .*cli\.cjs run [0-9a-f]{16} --option-file \/.*\/my\.cnf --json # sluice job/,
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
});
