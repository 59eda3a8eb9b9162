import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../app/contract/connections/connection';
import { closeGate, openGate, waitsAt, type Gate } from '../integration/harness/gate';
import { connectPlain } from '../integration/harness/servers';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import {
  cancelRun,
  chooseOption,
  pickSchema,
  resultState,
  setCondition,
  waitForRunState,
} from './harness/steps';

const SCHEMA = 'e2e_two_runs';
const COPY = 'e2e_two_runs_copy';
const GATE: Gate = { column: 'id', value: 2 };

/** Each run waits at a gate of its own server, so that both are in their middle until the test has looked. */
describe('two runs at once', () => {
  let home: Home;
  let app: RunningApp;
  const gates = new Map<Vendor, Connection>();

  beforeAll(async () => {
    home = makeHome();
    for (const vendor of testVendors) {
      await onTestServer(vendor, (session) => makeSchema(session, SCHEMA, 400));
      await saveProfile(home, testProfile(vendor, vendor));
      const gate = await connectPlain(vendor);
      await closeGate(gate, GATE);
      gates.set(vendor, gate);
    }
    app = await launch(home);
    for (const vendor of testVendors)
      await app.request('profiles/unlock', { profileId: vendor, password: testServer(vendor).password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    for (const gate of gates.values()) await gate.end();
    for (const vendor of testVendors)
      await onTestServer(vendor, async (session) => {
        for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
      });
  });

  async function startDump(vendor: Vendor): Promise<void> {
    await app.byId('nav-connections').click();
    await app.byId(`connection-dump-${vendor}`).click();
    await pickSchema(app, SCHEMA);
    await setCondition(app, `${SCHEMA}.part0`, waitsAt(GATE));
    await app.byId('dump-start').click();
    await app.page.locator('[data-testid="run-state"][data-state="running"]').waitFor();
  }

  const tabs = () => app.page.getByRole('tab');

  it('each have a tab, and keep running while others are shown', async () => {
    await startDump('mysql');
    await startDump('mariadb');
    await expect.poll(() => tabs().count()).toBe(2);
    await app.page.getByText(/^2 runs · /).waitFor();
    await lookAt(app, 'run-two');
    await tabs().first().click();
    await waitForRunState(app, 'running');
  });

  it('are cancelled one by one', async () => {
    await cancelRun(app);
    expect(await resultState(app, 'dump')).toBe('cancelled');
    await app.page.getByText(/^1 run · /).waitFor();
    await tabs().last().click();
    await waitForRunState(app, 'running');
  });

  it('come to their own ends', async () => {
    const gate = gates.get('mariadb');
    if (gate !== undefined) await openGate(gate, GATE);
    expect(await resultState(app, 'dump')).toBe('done');
    await tabs().first().click();
    await app.page.locator('[data-testid="result-state"][data-state="cancelled"]').waitFor();
  });

  it('says that a dump of the other vendor is converted, leads to a migration, and loads it', async () => {
    await tabs().last().click();
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'mysql');
    await app.byId('load-other-vendor').getByText('its definitions are converted').waitFor();
    await lookAt(app, 'load-other-vendor');
    await app.byId('load-migrate').click();
    await app.byId('screen-migrate').waitFor();
    await app.byId('nav-load').click();
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.byId('load-rule-collations').click();
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toMatch(/^done/);
    await tabs().last().focus();
    await app.page.keyboard.press('Delete');
    await expect.poll(() => tabs().count()).toBe(2);
  });

  it('leave their tabs by a click and by a key, and are opened again from the history', async () => {
    await app.byId('nav-runs').click();
    const closers = app.page.locator('[data-testid^="run-close-"]');
    await expect.poll(() => closers.count()).toBe(2);
    await closers.first().click();
    await expect.poll(() => tabs().count()).toBe(1);
    await tabs().first().focus();
    await app.page.keyboard.press('Delete');
    await app.page.getByText('No open runs').waitFor();
    await app.byId('nav-history').click();
    await app.page.locator('[data-testid^="history-row-"][data-state="cancelled"]').dblclick();
    await app.page.locator('[data-testid="result-state"][data-state="cancelled"]').waitFor();
    await expect.poll(() => tabs().count()).toBe(1);
  });

  it('are listed where there is no room for their tabs', async () => {
    const gate = gates.get('mysql');
    if (gate !== undefined) await openGate(gate, GATE);
    for (let count = 1; count < 4; count += 1) {
      await app.byId('result-repeat').click();
      await expect.poll(() => tabs().count()).toBe(count + 1);
      expect(await resultState(app, 'dump')).toBe('done');
    }
    const dumps = (await tabs().allInnerTexts()).slice(1);
    for (const words of dumps) expect(words).toMatch(/^Dump\s+Test mysql[^]*\d\d:\d\d:\d\d$/);
    expect(new Set(dumps).size).toBe(dumps.length);
    const [first] = await tabs().all();
    const box = await first?.boundingBox();
    expect(box?.width ?? 0).toBeGreaterThan(250);
    await lookAt(app, 'run-many-tabs');
    await app.byId('run-menu').click();
    await app.page.getByRole('option', { name: 'Cancelled' }).click();
    await app.page.locator('[data-testid="result-state"][data-state="cancelled"]').waitFor();
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
