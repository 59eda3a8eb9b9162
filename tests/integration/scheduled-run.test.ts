import { spawnSync } from 'child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../app/contract/runs/options';
import { SavedJobs } from '../../app/jobs/saved-jobs';
import { ProfileStore } from '../../app/profiles/store';
import { testServer, testVendors } from '../servers/test-server';
import { startSluice } from './harness/command';
import { withFolder } from './harness/runs';
import { makeSchedulers } from './harness/schedulers';
import { dropSchemas, withPlain } from './harness/servers';

const SCHEMA = 'scheduled_run';
const NAME = 'Nightly shop';

/** Only the machine's clock is stood in for: the line that was written is run as cron(8) would run it. */
describe.each(testVendors)('a job that its schedule runs: %s', (vendor) => {
  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
      await connection.query(`INSERT INTO ${SCHEMA}.t VALUES (1), (2)`);
    });
  });
  afterAll(() => dropSchemas(vendor, SCHEMA));

  it('has what was given for a failure run when it fails, and only then', async () => {
    await withFolder(async (parent) => {
      const config = join(parent, 'config');
      const told = join(parent, 'told');
      const optionFile = join(parent, 'my.cnf');
      const setPassword = (password: string) =>
        writeFileSync(optionFile, `[client]\npassword="${password}"\n`, { mode: 0o600 });
      await saveJob(config, parent);
      const { environment, cronFile } = makeSchedulers(parent);
      const hook = `{ echo "$SLUICE_JOB|$SLUICE_STATE"; cat; } >> '${told}'`;
      const places = {
        ...{ ...environment, HOME: parent, XDG_CONFIG_HOME: config },
        XDG_STATE_HOME: join(parent, 'state'),
      };
      const scheduled = await startSluice(
        [
          ...['schedule', NAME, '--daily', '02:30', '--with', 'cron', '--install', '--yes'],
          ...['--option-file', optionFile, '--on-failure', hook],
        ],
        places,
      ).ended;
      expect(scheduled.exitCode, scheduled.output).toBe(0);
      const dumps = () => readdirSync(parent).filter((name) => name.startsWith('dumps-'));

      setPassword(testServer(vendor).password);
      const good = runAsCron(cronFile, parent);
      expect(good.status, good.output).toBe(0);
      expect(dumps()).toHaveLength(1);
      expect(existsSync(join(parent, dumps()[0] ?? '', '@.done.json'))).toBe(true);
      expect(existsSync(told)).toBe(false);

      await withPlain(vendor, async (connection) => {
        await connection.query(`CREATE TABLE ${SCHEMA}.gone (id INT)`);
        await connection.query(`CREATE VIEW ${SCHEMA}.lost AS SELECT id FROM ${SCHEMA}.gone`);
        await connection.query(`DROP TABLE ${SCHEMA}.gone`);
      });
      const lacking = runAsCron(cronFile, parent);
      expect(lacking.status, lacking.output).toBe(5);
      expect(readFileSync(told, 'utf8')).toContain('lost: they refer to');
      expect(dumps()).toHaveLength(1);
      rmSync(told);
      const byHand = await startSluice(['run', NAME, '--option-file', optionFile, '--json'], places).ended;
      expect(byHand.exitCode, byHand.output).toBe(3);
      expect(byHand.output).toContain('"state":"done-with-warnings"');
      expect(dumps()).toHaveLength(2);

      setPassword('not the password');
      const bad = runAsCron(cronFile, parent);
      expect(bad.status, bad.output).toBe(5);
      const [head, mail, message] = readFileSync(told, 'utf8').split('\n');
      expect([head, mail]).toEqual([`${NAME}|failed`, `${NAME}: failed`]);
      expect(message).toContain('Access denied');
      expect(readFileSync(told, 'utf8')).not.toContain('not the password');
      expect(dumps()).toHaveLength(2);
    });
  });

  it('finds the program that gives the password where the scheduling user finds it', async () => {
    await withFolder(async (parent) => {
      const config = join(parent, 'config');
      const { environment, cronFile, put } = makeSchedulers(parent);
      put('give-password', `#!/bin/sh\necho '${testServer(vendor).password}'\n`);
      await saveJob(config, parent, 'give-password');
      const places = { ...environment, HOME: parent, XDG_CONFIG_HOME: config };
      const scheduled = await startSluice(
        [
          'schedule',
          NAME,
          '--daily',
          '02:30',
          '--with',
          'cron',
          '--install',
          '--yes',
          '--no-require-complete',
        ],
        { ...places, XDG_STATE_HOME: join(parent, 'state') },
      ).ended;
      expect(scheduled.exitCode, scheduled.output).toBe(0);
      const { status, output } = runAsCron(cronFile, parent);
      expect(output).not.toContain('password-unavailable');
      expect([0, 3], output).toContain(status);
    });
  });

  async function saveJob(config: string, parent: string, passwordCommand?: string): Promise<void> {
    const { host, port, user } = testServer(vendor);
    await new ProfileStore(join(config, 'sluice', 'profiles.json')).save({
      id: 'server',
      name: 'Shop server',
      address: { kind: 'tcp', host, port },
      user,
      tls: { mode: 'preferred' },
      environment: 'development',
      colour: 'teal',
      ...(passwordCommand !== undefined && { passwordFrom: { kind: 'command', command: passwordCommand } }),
    });
    await new SavedJobs(join(config, 'sluice', 'jobs.json')).add({
      name: NAME,
      keep: 7,
      setup: {
        kind: 'dump',
        server: { name: 'Shop server', profileId: 'server' },
        folder: join(parent, 'dumps'),
        options: { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: SCHEMA }]) },
      },
    });
  }
});

/** The command of a crontab's only line: crontab(5), "sh" with a few variables and nothing of the user's session. */
function runAsCron(
  cronFile: string,
  home: string,
): { readonly status: number | null; readonly output: string } {
  const line = readFileSync(cronFile, 'utf8').trim();
  const command = /^30 2 \* \* \* (.*)$/.exec(line)?.[1];
  if (command === undefined) throw new Error(`No daily line: ${line}`);
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command.replace(/\\%/g, '%')], {
    env: { HOME: home, SHELL: '/bin/sh', PATH: '/usr/bin:/bin', LOGNAME: 'sluice' },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}
