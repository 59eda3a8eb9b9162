import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { openScreen, SCREENS } from './harness/screens';
import { chooseOption, pickSchema } from './harness/steps';

const SCHEMA = 'e2e_focus';
/** Places that somebody at the keyboard can go on from. */
const IN_SCREEN = 'main';

/** Focus after what had it is gone: never on the page itself, from where Tab begins at the top again. */
describe('the focus', () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    await onTestServer('mysql', (session) => makeSchema(session, SCHEMA, 16));
    home = makeHome();
    await saveProfile(home, testProfile('mysql', 'server'));
    app = await launch(home);
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA ${SCHEMA}`));
  });

  const press = (key: string) => app.page.keyboard.press(key);
  /** Test id of the element that has the focus, or its tag; and the closest of these parts around it. */
  const focused = (part = IN_SCREEN) =>
    app.page.evaluate((selector) => {
      const element = document.activeElement;
      const name = element?.getAttribute('data-testid') ?? element?.tagName ?? '';
      return { name, isWithin: element?.closest(selector) != null };
    }, part);
  const isWithin = (part = IN_SCREEN) => expect.poll(async () => (await focused(part)).isWithin).toBe(true);
  const isOn = (testId: string) => expect.poll(async () => (await focused()).name).toBe(testId);
  const openPalette = async (words: string) => {
    await app.menu('command-palette');
    await app.byId('command-palette').waitFor();
    await app.page.keyboard.type(words);
  };
  const paletteIsClosed = () => app.byId('command-palette').waitFor({ state: 'detached' });

  it('is in the screen when the palette closes that was opened before anything had the focus', async () => {
    await openPalette('');
    await press('Escape');
    await paletteIsClosed();
    await isWithin();
  });

  it('is in the screen that a command of the palette leads to, and Tab goes on there', async () => {
    await openScreen(app, 'connections');
    await app.byId('new-connection').focus();
    await openPalette('settings');
    await press('Enter');
    await paletteIsClosed();
    await app.byId('screen-settings').waitFor();
    await isWithin();
    await press('Tab');
    await isWithin('[data-testid="screen-settings"]');
  });

  it('is in the dialog that a command of the palette opens', async () => {
    await app.byId('settings-appearance').focus();
    await openPalette('new connection');
    await press('Enter');
    await paletteIsClosed();
    await app.byId('connection-form').waitFor();
    await isWithin('[data-testid="connection-form"]');
    await press('Escape');
    await app.byId('connection-form').waitFor({ state: 'detached' });
    await isWithin();
  });

  it('is in the screen that the menu leads to from a control of another one', async () => {
    await openScreen(app, 'connections');
    await app.byId('new-connection').focus();
    await app.menu('show-history');
    await app.byId('screen-history').waitFor();
    await isWithin();
  });

  it('stays on the screen’s name in the sidebar that was pressed', async () => {
    for (const screen of SCREENS.filter((each) => each !== 'settings')) {
      await app.byId(`nav-${screen}`).focus();
      await press('Enter');
      await isOn(`nav-${screen}`);
    }
  });

  it('is in the screen when no password is given, and when it is', async () => {
    await openScreen(app, 'dump');
    await chooseOption(app, 'dump-connection', 'server');
    await app.byId('unlock-dialog').waitFor();
    await press('Escape');
    await app.byId('unlock-dialog').waitFor({ state: 'detached' });
    await isWithin();
    await press('Tab');
    await isOn('dump-connection');
    await app.page.getByRole('button', { name: 'Try again' }).focus();
    await press('Enter');
    await app.byId('unlock-password').fill(testServer('mysql').password);
    await press('Enter');
    await app.byId('unlock-dialog').waitFor({ state: 'detached' });
    await app.byId(`tree-row-${SCHEMA}`).waitFor();
    await isWithin('[data-testid="screen-dump"]');
  });

  it('is on a control beside a job that is removed, and in the screen when the last one is', async () => {
    await pickSchema(app, SCHEMA);
    for (const name of ['First', 'Second']) {
      await app.byId('save-job').click();
      await app.byId('job-name').fill(name);
      await app.byId('job-save').click();
      await app.byId('save-job-dialog').waitFor({ state: 'detached' });
      await isOn('save-job');
    }
    await openScreen(app, 'jobs');
    for (const name of ['First', 'Second']) {
      await app.byId(`job-remove-${name}`).focus();
      await press('Enter');
      await app.byId('confirm-dialog').waitFor();
      await press('Tab');
      await press('Enter');
      await app.byId(`job-row-${name}`).waitFor({ state: 'detached' });
      await isWithin(name === 'First' ? '[data-testid="job-row-Second"]' : '[data-testid="screen-jobs"]');
    }
  });

  it('is in the screen when a tab is closed by the mouse, and on the next tab when by a key', async () => {
    await openScreen(app, 'dump');
    const tabs = app.page.getByRole('tab');
    for (let count = 1; count <= 3; count += 1) {
      await app.byId('nav-dump').click();
      await app.byId('dump-start').click();
      await expect.poll(() => tabs.count()).toBe(count);
      await expect.poll(() => app.page.locator('[data-testid^="run-close-"]').count()).toBe(count);
    }
    await app.page.locator('[data-testid^="run-close-"]').last().click();
    await expect.poll(() => tabs.count()).toBe(2);
    await isWithin('[data-testid="screen-run"]');
    await tabs.last().focus();
    await press('Delete');
    await isWithin('[role="tab"]');
    await press('Delete');
    await app.page.getByText('No open runs').waitFor();
    await isWithin('[data-testid="screen-run"]');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
