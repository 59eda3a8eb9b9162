import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS, type SpeedUp } from '../../../app/contract/runs/options';
import type { ChangedServer } from '../../../app/contract/connections/changed-server';
import { Cancellation } from '../../../app/engine/cancellation';
import { planLoad } from '../harness/plans';
import { testVendors } from '../../servers/test-server';
import { isStopped, runSluice } from '../harness/command';
import { newRegistry } from '../harness/runs';
import { ALL_SPEED_UPS, settingsOf, type Settings } from './changed-settings';
import { CrashTarget } from './crash-target';

const SOURCE = 'speed_source';
const COPY = 'speed_copy';

describe.each(testVendors)('speed-ups that risk the target, %s', (vendor) => {
  let target: CrashTarget;
  let state = '';
  let before: Settings;
  const fastUnsafe = [...(ALL_SPEED_UPS[vendor] ?? [])];
  const oldState = process.env.XDG_STATE_HOME;

  beforeAll(async () => {
    target = await CrashTarget.make(vendor, { source: SOURCE, copy: COPY });
    before = await settingsOf(target);
  });

  afterAll(() => target.end());

  beforeEach(async () => {
    state = await mkdtemp(join(tmpdir(), 'sluice-state-'));
    process.env.XDG_STATE_HOME = state;
    await target.clear();
  });

  afterEach(async () => {
    if (oldState === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = oldState;
    await rm(state, { recursive: true, force: true });
  });

  const sluice = (...words: readonly string[]) => runSluice(words, target.secret);

  async function changed(): Promise<readonly ChangedServer[]> {
    const { output } = await sluice('restore-server-settings', '--list', '--json');
    return output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ChangedServer);
  }

  it('are on during the load and off after kill -9; the next start says so and puts them back', async () => {
    const killed = await target.loadElsewhere(['--fast-unsafe', fastUnsafe.join(',')], {
      SLUICE_CRASH: 'after-commit:3',
    }).ended;
    expect(killed.exitCode, killed.output).toBeNull();
    const during = await settingsOf(target);
    expect(during).toMatchObject({ innodb_flush_log_at_trx_commit: '2', sync_binlog: '0' });
    if (vendor === 'mysql')
      expect(during).toMatchObject({ innodb_doublewrite: 'DETECT_ONLY', Innodb_redo_log_enabled: 'OFF' });
    expect(await changed()).toMatchObject([{ target: target.dsn, inUse: false }]);
    const { output: reminded } = await sluice('history');
    expect(reminded).toContain(`Warning: A load that was killed has left settings changed: ${target.dsn}`);
    const restored = await sluice('restore-server-settings');
    expect(restored.exitCode, restored.output).toBe(0);
    expect(await settingsOf(target)).toEqual(before);
    expect(await changed()).toEqual([]);
    expect((await sluice('history')).output).not.toContain('Warning');
    const { errors, state: ended } = await target.load({ resume: true });
    expect({ errors, ended }).toEqual({ errors: [], ended: 'done' });
    await target.expectWhole();
  });

  it('are put back at the end, by a resumed load also what the killed one had left', async () => {
    await target.loadElsewhere(['--fast-unsafe', 'flush'], { SLUICE_CRASH: 'after-commit:3' }).ended;
    const { exitCode, result } = await target.loadElsewhere([
      '--resume',
      '--fast-unsafe',
      fastUnsafe.join(','),
    ]).ended;
    expect(result.errors).toEqual([]);
    expect(exitCode).toBe(0);
    expect(result.speedUps).toContain('innodb_flush_log_at_trx_commit is 1 again.');
    expect(await settingsOf(target)).toEqual(before);
    expect(await changed()).toEqual([]);
    await target.expectWhole();
  });

  it.each(['SIGINT', 'SIGHUP'] as const)('are put back when %s cancels the load', async (signal) => {
    const command = target.loadElsewhere(['--fast-unsafe', fastUnsafe.join(',')], {
      SLUICE_CRASH: 'after-commit:2',
      SLUICE_CRASH_STOPS: '1',
    });
    await expect.poll(() => isStopped(command)).toBe(true);
    expect(await settingsOf(target)).not.toEqual(before);
    command.process.kill(signal);
    command.process.kill('SIGCONT');
    const { exitCode } = await command.ended;
    expect(exitCode).toBe(130);
    expect(await settingsOf(target)).toEqual(before);
    expect(await changed()).toEqual([]);
  });

  it('that can’t be put back make the run fail, and stay on the list until the server can be asked', async () => {
    const loading = target.load({ fastUnsafe: ['flush'] });
    await target.server.network.at('count', 'hold', 1);
    await target.kill();
    const { state: ended, errors } = await loading;
    expect(ended).toBe('incomplete');
    expect(errors.map(({ code }) => code)).toContain('settings-not-restored');
    await target.comeBack();
    // The load's process is this test's own, which lives: to others it looks as if its load still ran.
    expect(await changed()).toMatchObject([{ inUse: true }]);
    // A server that was started again has the settings of its configuration.
    expect(await settingsOf(target)).toEqual(before);
  });

  it('are refused while another client writes, and nothing is touched', async () => {
    await target.onServer(async (other) => {
      await other.query('CREATE DATABASE IF NOT EXISTS others');
      await other.query('CREATE TABLE IF NOT EXISTS others.t (id INT)');
      await other.query('BEGIN');
      await other.query('INSERT INTO others.t VALUES (1)');
      const { errors } = await target.load({ fastUnsafe: ['flush'] });
      expect(errors).toMatchObject([{ code: 'speed-up-refused' }]);
      expect(errors[0]?.message).toContain(`connection ${String(other.threadId)} writes`);
      await other.query('ROLLBACK');
      const [schemas] = await other.query(`SHOW DATABASES LIKE '${target.copy}'`);
      expect(schemas).toEqual([]);
    });
    expect(await settingsOf(target)).toEqual(before);
  });

  it('are refused on a production connection, without the privileges, and where the server can’t', async () => {
    await target.onServer(async (connection) => {
      await connection.query("CREATE USER IF NOT EXISTS 'plain'@'%' IDENTIFIED BY 'plain'");
      await connection.query(
        "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, REFERENCES ON *.* TO 'plain'@'%'",
      );
      await connection.query(
        "GRANT CREATE VIEW, SHOW VIEW, CREATE ROUTINE, TRIGGER, EVENT ON *.* TO 'plain'@'%'",
      );
      const others =
        vendor === 'mysql'
          ? 'SESSION_VARIABLES_ADMIN, SET_ANY_DEFINER, SYSTEM_USER, SHOW_ROUTINE'
          : 'SET USER';
      await connection.query(`GRANT ${others} ON *.* TO 'plain'@'%'`);
    });
    const { endpoint } = target.server;
    const refusal = async (more: object, wish: readonly SpeedUp[] = ['flush']) => {
      const options = { ...LOAD_DEFAULTS, schemaMap: { [SOURCE]: target.copy }, fastUnsafe: [...wish] };
      const request = { endpoint, profile: null, folder: target.folder, options, ...more };
      const { conflicts, speedUps } = await planLoad(request, new Cancellation());
      expect(speedUps).toEqual([]);
      const registry = newRegistry();
      const { errors } = await registry.finished(registry.startLoad(vendor, request).runId);
      expect(errors).toHaveLength(1);
      expect(conflicts).toContainEqual(errors[0]);
      return errors[0];
    };
    const options = {
      ...LOAD_DEFAULTS,
      schemaMap: { [SOURCE]: target.copy },
      ...{ fastUnsafe: ['flush'], confirmedTarget: 'Shop' },
    };
    const profile = { name: 'Shop', environment: 'production' };
    expect(await refusal({ profile, options })).toMatchObject({ code: 'speed-up-refused' });
    const plain = { ...endpoint, user: 'plain', password: 'plain' };
    const missing = await refusal({ endpoint: plain });
    expect(missing).toMatchObject({ code: 'privilege-missing' });
    expect(missing?.message).toContain('PROCESS');
    if (vendor === 'mariadb')
      for (const wish of ['redo', 'doublewrite'] as const)
        expect(await refusal({}, [wish])).toMatchObject({ code: 'speed-up-refused' });
    expect(await settingsOf(target)).toEqual(before);
  });

  it('are explained by the plan', async () => {
    const { exitCode, output } = await sluice(
      ...[
        'load',
        '--target',
        target.dsn,
        '--dump',
        target.folder,
        '--schema-map',
        `${SOURCE}=${target.copy}`,
      ],
      ...['--dry-run', '--fast-unsafe', fastUnsafe.join(',')],
    );
    expect(exitCode, output).toBe(0);
    expect(output).toContain('the last second of every client’s commits is lost');
    if (vendor === 'mysql') expect(output).toContain('every database on it is lost');
    expect(await settingsOf(target)).toEqual(before);
  });
});
