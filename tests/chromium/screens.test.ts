import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHome, type Home } from '../e2e/harness/home';
import { launch, type RunningApp } from '../e2e/harness/launch';
import { lookAt } from '../e2e/harness/look';
import {
  chooseOption,
  pauseRun,
  pickSchema,
  resultState,
  resumeRun,
  setThreads,
  startPractice,
  waitForPractice,
} from '../e2e/harness/steps';
import { mirror } from './mirror';

/** The journey of a first day, in a Chromium of today: each screen is kept as a picture in both themes, and judged by axe. */
describe('the window’s page in Chromium', () => {
  let home: Home;
  let electron: RunningApp;
  let app: RunningApp;
  beforeAll(async () => {
    home = makeHome();
    electron = await launch(home);
    app = await mirror(electron);
  });
  afterAll(async () => {
    await app.close();
    await electron.close();
    home.remove();
  });
  const look = (name: string) => lookAt(app, `chromium-${name}`);

  it('offers the practice server, and shows its tables', async () => {
    await look('connections');
    await startPractice(app, 'mysql');
    await waitForPractice(app, 'mysql');
    await look('connections-running');
    await app.byId('practice-mysql-dump').click();
    await pickSchema(app, 'shop');
    await expect.poll(() => app.byId('dump-preflight').textContent()).not.toBe('');
    await look('dump');
  });

  it('shows a dump while it runs, and what it came to', async () => {
    await setThreads(app, 'dump', 2);
    await chooseOption(app, 'dump-compression', 'zstd6');
    await app.byId('dump-start').click();
    await pauseRun(app, 'dump');
    await look('run');
    await resumeRun(app);
    expect(await resultState(app, 'dump')).toBe('done');
    await look('result-dump');
  });

  it('loads the dump, and shows what the load did to its tables', async () => {
    await app.byId('result-load-this').click();
    await app.byId('load-summary').waitFor();
    await chooseOption(app, 'load-target', 'practice-mysql');
    await app.byId('load-rename-shop').fill('shop_copy');
    await look('load');
    await app.byId('load-start').click();
    await app.byId('result-inspect').waitFor();
    expect(await resultState(app, 'load')).toBe('done');
    await look('result-load');
    await app.byId('result-inspect').click();
    await app.byId('inspect-row-shop_copy.orders').waitFor();
    await app.byId('inspect-all').click();
    await app.byId('confirm-accept').click();
    await app.byId('inspect-all').waitFor();
    await look('inspect-list');
    await app.byId('inspect-row-shop_copy.orders').click();
    await app.byId('inspect-map-only').waitFor();
    await expect.poll(() => app.byId('inspect-verdict').textContent()).not.toBe('');
    await look('inspect-table');
  });

  it('keeps history and jobs', async () => {
    await app.byId('nav-history').click();
    await app.byId('screen-history').waitFor();
    await look('history');
    await app.byId('nav-jobs').click();
    await app.byId('screen-jobs').waitFor();
    await look('jobs');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
