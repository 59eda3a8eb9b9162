import { mkdirSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettingsStore } from '../../app/storage/settings';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { answerFolderDialogs, chooseOption, pickSchema, resultState } from './harness/steps';
import { lookAtNarrow } from './harness/windows';

/** Not a verdict on speed: it only ends a wait for what will never come. */
const HANG_GUARD_MS = 3 * 60_000;
const SCHEMA = 'e2e_settings';

/** Calls to the desktop, as the main process keeps it for the test. */
interface Told {
  readonly title: string;
  readonly body: string;
}

describe('the settings', () => {
  let home: Home;
  let app: RunningApp;
  let folder: string;
  beforeAll(async () => {
    await onTestServer('mysql', (session) => makeSchema(session, SCHEMA, 100));
    home = makeHome();
    folder = join(home.path, 'backups');
    mkdirSync(folder);
    await saveProfile(home, testProfile('mysql', 'server'));
    app = await start();
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA IF EXISTS ${SCHEMA}`));
  });

  const start = async () => {
    const started = await launch(home);
    await started.request('profiles/unlock', {
      profileId: 'server',
      password: testServer('mysql').password,
    });
    return started;
  };
  const stored = () => new SettingsStore(join(home.config, 'sluice', 'settings.json')).read();
  const waitForStored = (wanted: object) =>
    expect.poll(stored, { timeout: HANG_GUARD_MS }).toMatchObject(wanted);
  const setUpDump = async () => {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
  };
  const notify = (isFocused: boolean) =>
    app.electron.evaluate(({ BrowserWindow, Notification }, focused) => {
      const [window] = BrowserWindow.getAllWindows();
      if (window !== undefined) window.isFocused = () => focused;
      const kept = globalThis as unknown as { told?: Electron.Notification[] };
      const told = kept.told ?? [];
      kept.told = told;
      Notification.isSupported = () => true;
      Notification.prototype.show = function show(this: Electron.Notification) {
        told.push(this);
      };
    }, isFocused);
  const told = () =>
    app.electron.evaluate(() =>
      ((globalThis as unknown as { told?: Told[] }).told ?? []).map(({ title, body }) => ({ title, body })),
    );

  it('are opened by the menu, and begin with the defaults', async () => {
    await app.menu('show-settings');
    await app.byId('screen-settings').waitFor();
    await expect.poll(() => app.byId('settings-threads').inputValue()).toBe('4');
    await lookAt(app, 'settings');
    await lookAtNarrow(app, 'settings-narrow');
  });

  it('are kept when they are changed, and are what a new dump begins with', async () => {
    for (const typed of ['1e2', '9999']) {
      await app.byId('settings-threads').fill(typed);
      await app
        .byId('screen-settings')
        .getByText('Enter a whole number from 1 to 256; 4 stays in effect.')
        .waitFor();
    }
    await lookAt(app, 'settings-threads-refused');
    await app.byId('settings-threads').fill('7');
    await waitForStored({ threads: 7 });
    await chooseOption(app, 'settings-memory', String(512 * 1_048_576));
    await answerFolderDialogs(app, folder);
    await app.byId('settings-choose-folder').click();
    await app.byId('settings-reset-folder').waitFor();
    await waitForStored({ threads: 7, memoryLimitBytes: 512 * 1_048_576, dumpsFolder: folder });
    await setUpDump();
    await expect.poll(() => app.byId('dump-threads').inputValue()).toBe('7');
    await expect.poll(() => app.byId('dump-folder').textContent()).toContain('backups/e2e_settings-');
    await app.byId('dump-review').click();
    const command = app.byId('review-command');
    await command.waitFor();
    await expect.poll(() => command.textContent()).toMatch(/--threads 7.*--memory-limit 536870912/s);
    await app.page.keyboard.press('Escape');
  });

  it('refuse conflicting values, and stay unchanged', async () => {
    await app.menu('show-settings');
    await app.byId('settings-threads').fill('64');
    await waitForStored({ threads: 64 });
    await chooseOption(app, 'settings-memory', String(64 * 1_048_576));
    await app.byId('toast').waitFor();
    expect(await stored()).toMatchObject({ threads: 64, memoryLimitBytes: 512 * 1_048_576 });
    await app.byId('settings-threads').fill('2');
    await waitForStored({ threads: 2 });
  });

  it('have the window follow a theme, and the desktop again', async () => {
    for (const theme of ['dark', 'light'] as const) {
      await chooseOption(app, 'settings-appearance', theme);
      await app.page.locator(`html[data-theme="${theme}"]`).waitFor();
    }
    await chooseOption(app, 'settings-appearance', 'system');
    await waitForStored({ appearance: 'system' });
  });

  it('are there at the next start, before the first paint', async () => {
    await chooseOption(app, 'settings-appearance', 'dark');
    await waitForStored({ appearance: 'dark' });
    await app.close();
    app = await start();
    // Playwright has the page itself prefer light: what the shell was told is asked for.
    const source = await app.electron.evaluate(({ nativeTheme }) => nativeTheme.themeSource);
    expect(source).toBe('dark');
    await expect.poll(() => app.page.locator('html').getAttribute('data-theme')).toBe('dark');
    await app.byId('nav-settings').click();
    await expect.poll(() => app.byId('settings-threads').inputValue()).toBe('2');
    await app.byId('settings-reset-folder').click();
    await waitForStored({ dumpsFolder: null });
  });

  it('show a desktop notification for a run that ends unwatched, which a click opens', async () => {
    await notify(false);
    await setUpDump();
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    await expect.poll(told, { timeout: HANG_GUARD_MS }).toMatchObject([{ title: 'Dump done' }]);
    await app.menu('show-settings');
    await app.byId('screen-settings').waitFor();
    await app.electron.evaluate(() => {
      (globalThis as unknown as { told: Electron.Notification[] }).told[0]?.emit('click');
    });
    await app.byId('screen-run').waitFor();
  });

  it('show no notification while the window has the focus, or where it is switched off', async () => {
    const before = (await told()).length;
    await notify(true);
    await setUpDump();
    await app.byId('dump-start').click();
    const waitForRuns = (count: number) =>
      app.page.waitForFunction(
        (wanted) => document.querySelectorAll('[role="tab"]').length === wanted,
        count,
      );
    await waitForRuns(2);
    expect(await resultState(app, 'dump')).toBe('done');
    await app.menu('show-settings');
    await app.byId('settings-notifications').click();
    await waitForStored({ notifications: false });
    await notify(false);
    await setUpDump();
    await app.byId('dump-start').click();
    await waitForRuns(3);
    expect(await resultState(app, 'dump')).toBe('done');
    expect(await told()).toHaveLength(before);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
