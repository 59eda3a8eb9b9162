import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSluice } from '../integration/harness/command';
import { ALL_SPEED_UPS, settingsOf, type Settings } from '../integration/load/changed-settings';
import { CrashTarget } from '../integration/load/crash-target';
import { testVendors } from '../servers/test-server';
import { words } from '../unit/command-words';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { saveProfile, testProfile } from './harness/server';
import { lookAtNarrow } from './harness/windows';

const NAME = 'Reporting copy';

describe.each(testVendors)('settings that a killed load has left, in the window: %s', (vendor) => {
  let home: Home;
  let target: CrashTarget;
  let before: Settings;
  const wishes = (ALL_SPEED_UPS[vendor] ?? []).join(',');

  beforeAll(async () => {
    target = await CrashTarget.make(vendor, { source: 'e2e_left_settings', copy: 'e2e_left_settings_copy' });
    before = await settingsOf(target);
    home = makeHome();
    const { address, user, tls } = target.server.endpoint;
    await saveProfile(home, { ...testProfile(vendor, 'reporting'), name: NAME, address, user, tls });
  });
  afterAll(async () => {
    await target.end();
    home.remove();
  });

  /** A command line's load of the same user, killed in its middle. */
  async function killLoad(server: string): Promise<void> {
    await target.clear();
    const { exitCode, output } = await target.loadElsewhere(['--target', server, '--fast-unsafe', wishes], {
      ...(home.environment as Record<string, string>),
      SLUICE_CRASH: 'after-commit:3',
    }).ended;
    expect(exitCode, output).toBeNull();
    expect(await settingsOf(target)).not.toEqual(before);
  }

  async function inWindow(work: (app: RunningApp) => Promise<void>): Promise<void> {
    const app = await launch(home);
    try {
      await work(app);
    } finally {
      await app.close();
    }
  }

  it('are offered to be put back over the saved connection, for its password', async () => {
    await killLoad(NAME);
    await inWindow(async (app) => {
      await app.byId('left-settings').waitFor();
      const said = await app.byId('left-settings').innerText();
      expect(said).toContain(`A killed load left settings of ${NAME} changed`);
      expect(said).toContain('innodb_flush_log_at_trx_commit, which was 1');
      if (vendor === 'mysql') {
        expect(said).toContain('redo log, which was ON');
        await lookAt(app, 'left-settings');
        await lookAtNarrow(app, 'left-settings-narrow');
      }
      await app.byId('left-settings-restore').click();
      await app.byId('unlock-password').fill(target.server.endpoint.password);
      await app.byId('unlock-submit').click();
      await app.byId('left-settings').waitFor({ state: 'detached' });
    });
    expect(await settingsOf(target)).toEqual(before);
  });

  it('are put back over the saved connection that leads there, where the load named an address', async () => {
    await killLoad(target.dsn);
    await inWindow(async (app) => {
      await app.byId('left-settings').getByText(`left settings of ${NAME} changed`).waitFor();
      expect(await app.byId('left-settings-command').count()).toBe(0);
      await app.byId('left-settings-restore').click();
      await app.byId('unlock-password').fill(target.server.endpoint.password);
      await app.byId('unlock-submit').click();
      await app.byId('left-settings').waitFor({ state: 'detached' });
    });
    expect(await settingsOf(target)).toEqual(before);
  });

  it('are put back by the command that is shown where no saved connection leads there', async () => {
    await killLoad(target.dsn);
    let command = '';
    await inWindow(async (app) => {
      await app.request('profiles/remove', { profileId: 'reporting' });
      await app.page.reload();
      command = await app.byId('left-settings-command').innerText();
      if (vendor === 'mysql') await lookAt(app, 'left-settings-command');
      await app.byId('left-settings-copy').click();
      await expect
        .poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText()))
        .toBe(command.trim());
      await app.byId('left-settings-later').click();
      await app.byId('left-settings').waitFor({ state: 'detached' });
    });
    const [program, ...rest] = words(command);
    expect(program).toBe('sluice');
    expect(rest).toEqual(['restore-server-settings', '--target', expect.stringContaining(target.dsn)]);
    const { exitCode, output } = await runSluice(rest, {
      ...(home.environment as Record<string, string>),
      ...target.secret,
    });
    expect(exitCode, output).toBe(0);
    expect(await settingsOf(target)).toEqual(before);
  });

  it('are asked of no more when they are back', async () => {
    await inWindow(async (app) => {
      expect(await app.request('left-settings/list', null)).toEqual([]);
    });
  });
});
