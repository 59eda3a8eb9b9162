import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeGate, openGate, waitsAt, type Gate } from '../integration/harness/gate';
import { connectPlain } from '../integration/harness/servers';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, pickSchema, resultState, setCondition, setThreads } from './harness/steps';

const SCHEMA = 'e2e_run_view';
const TABLES = 8;
/** A row of the table `part3`: its lane waits there as long as the gate is closed, in the middle of the run. */
const GATE: Gate = { column: 'id', value: 2 };

describe.each(testVendors)('a run in its middle: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let keeper: Connection;
  beforeAll(async () => {
    await onTestServer(vendor, (session) => makeSchema(session, SCHEMA, 4000));
    keeper = await connectPlain(vendor);
    await closeGate(keeper, GATE);
    home = makeHome();
    await saveProfile(home, testProfile(vendor, 'server'));
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer(vendor).password });
    await app.electron.evaluate(({ BrowserWindow }) => {
      const shown: number[] = [];
      Object.assign(globalThis, { shown });
      const [window] = BrowserWindow.getAllWindows();
      if (window !== undefined) window.setProgressBar = (share: number) => void shown.push(share);
    });
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await setCondition(app, `${SCHEMA}.part3`, waitsAt(GATE));
    await setThreads(app, 'dump', 3);
    await app.byId('dump-start').click();
    await app.page
      .locator('[data-testid="total-tables"]', { hasText: new RegExp(`^${String(TABLES - 1)}$`) })
      .waitFor();
  });
  afterAll(async () => {
    await keeper.end();
    await app.close();
    home.remove();
    await onTestServer(vendor, (session) => session.run(`DROP SCHEMA ${SCHEMA}`));
  });

  /** Progress shown in the taskbar, in order: -1 takes the bar away. */
  const taskbar = () =>
    app.electron.evaluate(() => (globalThis as unknown as { readonly shown: readonly number[] }).shown);
  const lines = () => app.byId('run-log').locator('[data-level]').allTextContents();

  it('says how its server is doing', async () => {
    await expect.poll(() => app.byId('health-threads').textContent()).toMatch(/^[1-9]\d*$/);
    await expect.poll(() => app.byId('health-locks').textContent()).toMatch(/^\d+$/);
    await expect.poll(() => app.byId('health-dirty').textContent()).toMatch(/%$/);
    await app.byId('total-history-list').waitFor();
  });

  it('has its log by level and by words', async () => {
    const [all] = await lines();
    expect(all).toBeDefined();
    await chooseOption(app, 'log-level', 'error');
    expect(await lines()).toEqual([]);
    await app.byId('run-log').getByText('Nothing logged at this level').waitFor();
    await chooseOption(app, 'log-level', 'debug');
    const search = app.byId('run-log').getByRole('textbox');
    await search.fill('no line says this');
    expect(await lines()).toEqual([]);
    await search.press('Escape');
    expect((await lines()).length).toBeGreaterThan(0);
  });

  it('follows the newest line of its log until the user scrolls up', async () => {
    const log = app.byId('run-log').getByRole('log');
    const newest = app.byId('run-log').getByRole('button', { name: 'Newest' });
    const twoFrames = () =>
      app.page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    // A scroll to the end is told a frame later: more lines may have come by then.
    await log.evaluate((box) => {
      (box.firstElementChild as HTMLElement).style.minHeight = '4000px';
      box.dispatchEvent(new Event('scroll'));
    });
    await twoFrames();
    expect(await newest.count()).toBe(0);
    for (const top of [900, 600]) {
      await log.evaluate((box, to) => {
        box.scrollTop = to;
      }, top);
      await twoFrames();
    }
    await newest.click();
    await newest.waitFor({ state: 'detached' });
    const below = () => log.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
    await expect.poll(below).toBeLessThan(2);
    await log.evaluate((box) => (box.firstElementChild as HTMLElement).style.removeProperty('min-height'));
  });

  it('gives its other lanes up and takes them back', async () => {
    const [fewer, more] = [app.byId('run-fewer-threads'), app.byId('run-more-threads')];
    expect(await more.isDisabled()).toBe(false);
    await fewer.click();
    await fewer.click();
    await expect.poll(() => app.byId('run-threads').textContent()).toBe('1 thread');
    await expect.poll(() => fewer.isDisabled()).toBe(true);
    await more.click();
    await expect.poll(() => app.byId('run-threads').textContent()).toBe('2 threads');
  });

  it('has an axis for the data and one for the rows per second, each with its unit', async () => {
    const levels = (axis: string) => app.byId(`throughput-${axis}`).locator('span').allTextContents();
    await expect
      .poll(async () => [...(await levels('bytes')), ...(await levels('rows'))].length)
      .toBeGreaterThan(1);
    for (const level of await levels('bytes')) expect(level).toMatch(/^\d+(\.\d)? [kMG]?B\/s$/);
    for (const level of await levels('rows')) expect(level).toMatch(/^\d+(\.\d)?( [kMG])? rows\/s$/);
    expect(await axesBesideEachOther(app)).toBe(true);
    await app.page.getByText('Data/s (left axis)').waitFor();
    await app.page.getByText('Rows/s (right axis)').waitFor();
    if (vendor === 'mysql') await lookAt(app, 'run-view');
  });

  it('shows on the taskbar how far it is, and nothing when it has ended', async () => {
    const share = (await taskbar()).slice(-1)[0] ?? Number.NaN;
    expect(share).toBeGreaterThan(0);
    // The expected rows of a dump are an estimate, and may be reached before the end.
    expect(share).toBeLessThanOrEqual(1);
    await openGate(keeper, GATE);
    expect(await resultState(app, 'dump')).toBe('done');
    expect((await taskbar()).slice(-1)).toEqual([-1]);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

/** True if the labels of the data's axis stand at the left of the picture, and those of the rows' at its right. */
const axesBesideEachOther = (app: RunningApp): Promise<boolean> =>
  app.page.evaluate(() => {
    const boxesOf = (axis: string) =>
      Array.from(document.querySelectorAll(`[data-testid="throughput-${axis}"] span`), (label) =>
        label.getBoundingClientRect(),
      );
    const picture = document.querySelector('[data-testid="throughput"]')?.getBoundingClientRect();
    const [bytes, rows] = [boxesOf('bytes'), boxesOf('rows')];
    if (picture === undefined || bytes.length === 0 || rows.length === 0) return false;
    return (
      bytes.every(({ left }) => left - picture.left < 10) &&
      rows.every(({ right }) => picture.right - right < 10) &&
      [...bytes, ...rows].every(({ top, bottom }) => top >= picture.top && bottom <= picture.bottom)
    );
  });
