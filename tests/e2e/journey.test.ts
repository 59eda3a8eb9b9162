import { existsSync, readdirSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER_USER } from '../../app/sandbox/server-options';
import { FaultyNetwork } from '../integration/harness/faulty-network';
import { closeGate, waitsAt, type Gate } from '../integration/harness/gate';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { checksums, onPracticeServer, practiceState, testProfile, withPlainPractice } from './harness/server';
import {
  chooseOption,
  pickSchema,
  resultState,
  resumeRun,
  setCondition,
  setThreads,
  startAndPause,
  startPractice,
  waitForPractice,
} from './harness/steps';

/** An order: the dump waits there while the gate is closed. */
const GATE: Gate = { column: 'id', value: 2 };

/** From a fresh home to a copy of the shop, by clicks alone; every screen is looked at on the way. */
describe.each(['mysql', 'mariadb'] as const)('from the practice server to a verified copy: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let network: FaultyNetwork | null = null;
  beforeAll(async () => {
    home = makeHome();
    app = await launch(home);
  });
  afterAll(async () => {
    await app.close();
    await network?.close();
    home.remove();
  });
  /** The screens are the same whatever the server: one vendor's are enough to look at. */
  const look = async (name: string) => {
    if (vendor === 'mysql') await lookAt(app, name);
  };

  it('offers the practice server, and starts and fills it', async () => {
    await look('connections-fresh');
    await startPractice(app, vendor);
    await app.page.locator(`[data-testid="practice-${vendor}"][data-state="starting"]`).waitFor();
    await look('connections-starting');
    await waitForPractice(app, vendor);
    await look('connections-running');
  });

  it('shows the shop and says how the dump will be consistent', async () => {
    await app.byId(`practice-${vendor}-dump`).click();
    await app.byId('tree-row-shop').waitFor();
    await look('dump-tree');
    await pickSchema(app, 'shop');
    await expect.poll(() => app.byId('dump-preflight').textContent()).not.toBe('');
    await expect.poll(() => app.byId('dump-folder').textContent()).toMatch(/shop-\d{4}-\d\d-\d\d-\d{4}/);
    await look('dump-ready');
  });

  it('dumps the shop and says what was verified', async () => {
    await setThreads(app, 'dump', 2);
    await setCondition(app, 'shop.orders', waitsAt(GATE));
    await withPlainPractice(home, vendor, async (gate) => {
      await closeGate(gate, GATE);
      await startAndPause(app, 'dump');
      await look('run-dump');
      await app.byId('nav-connections').click();
      await app.byId(`practice-${vendor}-stop`).click();
      await app.byId('confirm-dialog').getByText('A run works on this server').waitFor();
      await look('connections-stop-used');
      await app.byId('confirm-refuse').click();
    });
    await app.byId('nav-runs').click();
    await resumeRun(app);
    expect(await resultState(app, 'dump')).toBe('done');
    expect(await app.byId('result-stage-times').textContent()).toMatch(/^Where the time went.*Data.*%/);
    await look('result-dump');
  });

  it('has written a whole dump where it said', () => {
    const [folder, ...others] = readdirSync(home.dumps);
    expect(others).toEqual([]);
    expect(existsSync(join(home.dumps, folder ?? '', '@.done.json'))).toBe(true);
  });

  it('shows as many rows as the server counts', async () => {
    const orders = await onPracticeServer(home, vendor, (session) =>
      session.scalar('SELECT COUNT(*) FROM shop.orders'),
    );
    const row = await app.byId('verdict-row-shop.orders').textContent();
    expect(row).toContain(Number(orders).toLocaleString('en-US'));
  });

  it('verifies the dump again from its files', async () => {
    await app.byId('result-verify-again').click();
    expect(await resultState(app, 'verify')).toBe('done');
    await look('result-verify');
  });

  it('loads the dump beside the source under another name', async () => {
    const { port, password } = await practiceState(home, vendor);
    network = await FaultyNetwork.to({ host: '127.0.0.1', port });
    const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
    const far = { ...testProfile(vendor, 'far'), name: 'Practice server', address, user: SERVER_USER };
    await app.request('profiles/save', { profile: { ...far, tls: { mode: 'disabled' } }, password });
    await app.page.reload();
    await app.byId('nav-runs').click();
    const dumpRun = (await app.request('runs/list', null)).find(({ kind }) => kind === 'dump');
    await app.byId(`run-tab-${dumpRun?.runId ?? ''}`).click();
    await app.byId('result-load-this').click();
    await app.byId('load-summary').waitFor();
    await chooseOption(app, 'load-target', 'far');
    const name = app.byId('load-rename-shop');
    await name.focus();
    const found = await name.inputValue();
    await app.page.locator('[data-testid="load-start"]:not([disabled])').waitFor();
    await expect.poll(() => name.inputValue()).toBe(found);
    await name.fill('shop_copy');
    await look('load-ready');
    await app.byId('load-first-rows-shop.orders').click();
    await app.byId('first-rows').waitFor();
    await expect.poll(() => app.byId('first-rows').locator('tbody tr').count()).toBe(50);
    await look('load-first-rows');
    await app.page.keyboard.press('Escape');
    void network.at('commit', 'wait');
    await startAndPause(app, 'load');
    await look('run-load');
    network.release();
    await resumeRun(app);
    expect(await resultState(app, 'load')).toBe('done');
    await look('result-load');
  });

  it('has made an equal copy', async () => {
    const { source, copy } = await onPracticeServer(home, vendor, async (session) => ({
      source: await checksums(session, 'shop'),
      copy: await checksums(session, 'shop_copy'),
    }));
    expect(Object.keys(source)).toContain('orders');
    expect(copy).toEqual(source);
  });

  it('keeps all runs to look at again', async () => {
    await app.byId('nav-runs').click();
    await expect.poll(() => app.page.getByRole('tab').count()).toBe(3);
    await app.byId('run-show-timeline').click();
    await look('runs-timeline');
  });

  it('shows a practice server that was killed as stopped, and starts it again', async () => {
    await app.byId('nav-connections').click();
    process.kill((await practiceState(home, vendor)).process.pid, 'SIGKILL');
    await app.page.locator(`[data-testid="practice-${vendor}"][data-state="stopped"]`).waitFor();
    await startPractice(app, vendor);
    await waitForPractice(app, vendor);
  });

  it('shows the true state of the practice server after the app was killed', async () => {
    const gone = new Promise((resolve) => app.electron.process().once('exit', resolve));
    app.electron.process().kill('SIGKILL');
    await gone;
    app = await launch(home);
    await app.byId('nav-connections').click();
    const shown = () => app.byId(`practice-${vendor}`).getAttribute('data-state');
    const isUp = () =>
      onPracticeServer(home, vendor, (session) => session.scalar('SELECT 1')).then(
        () => true,
        () => false,
      );
    await expect.poll(async () => (await shown()) === ((await isUp()) ? 'running' : 'stopped')).toBe(true);
    if (await isUp()) return;
    await startPractice(app, vendor);
    await waitForPractice(app, vendor);
  });

  it('shows its version and licences', async () => {
    await app.byId('about-open').click();
    await app.byId('about-dialog').waitFor();
    await look('about');
    await app.byId('about-licences').click();
    await expect
      .poll(() => app.byId('licences').textContent())
      .toMatch(/\nreact \d.*MIT.*\nMariaDB Connector\/C.*LGPL/s);
    await look('licences');
    await app.page.keyboard.press('Escape');
    await app.menu('command-palette');
    await app.byId('command-palette').waitFor();
    await look('palette');
    await app.page.keyboard.press('Escape');
  });

  it('stops the practice server', async () => {
    await app.byId('nav-connections').click();
    await app.byId(`practice-${vendor}-stop`).click();
    await app.page.locator(`[data-testid="practice-${vendor}"][data-state="stopped"]`).waitFor();
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
