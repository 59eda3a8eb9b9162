import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FaultyNetwork } from '../integration/harness/faulty-network';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { cancelRun, chooseOption, pickSchema, resultState } from './harness/steps';

const SCHEMA = 'e2e_compare';
const COPY = 'e2e_compare_copy';
const TABLES = 8;

describe.each(testVendors)('a server compared with a dump, in the window: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let network: FaultyNetwork;
  /** The screens are the same for both vendors. */
  const look = async (name: string) => {
    if (vendor === 'mysql') await lookAt(app, name);
  };
  beforeAll(async () => {
    await onTestServer(vendor, async (session) => {
      await makeSchema(session, SCHEMA, 4000);
      await session.use(SCHEMA);
      await session.run('CREATE VIEW seen AS SELECT id FROM part1');
      await session.run('CREATE FUNCTION one() RETURNS INT DETERMINISTIC RETURN 1');
      await session.run(`DROP SCHEMA IF EXISTS ${COPY}`);
    });
    network = await FaultyNetwork.to(testServer(vendor));
    home = makeHome();
    await saveProfile(home, { ...testProfile(vendor, 'server'), name: 'Server' });
    const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
    // The network must be able to read the statements that it holds.
    const tls = { mode: 'disabled' } as const;
    await saveProfile(home, { ...testProfile(vendor, 'held'), name: 'Held', address, tls });
    app = await launch(home);
    const { password } = testServer(vendor);
    for (const profileId of ['server', 'held']) await app.request('profiles/unlock', { profileId, password });
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'server');
    await nameTheCopy();
  });
  afterAll(async () => {
    await app.close();
    await network.close();
    home.remove();
    await onTestServer(vendor, async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });
  });

  /** Gives the dump's schema, and one of its tables, new names on the server. */
  async function nameTheCopy(): Promise<void> {
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.byId(`load-rename-table-${SCHEMA}.part0`).fill('first');
  }

  /** Sets the screen up to load the dump as the copy, and asks for a comparison. */
  async function openComparison(target: string): Promise<void> {
    await app.menu('new-load');
    await chooseOption(app, 'load-target', target);
    await nameTheCopy();
    await app.page.locator('[data-testid="load-compare"]:not([disabled])').click();
    await app.byId('compare-dialog').waitFor();
  }

  /** Waits for a comparison that comes to this; an older one's result may still be in front. */
  const ends = (state: string) =>
    app.page.locator(`[data-testid="result-state"][data-kind="verify"][data-state="${state}"]`).waitFor();

  it('is asked for where a dump is loaded, and is a command line that does the same', async () => {
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toBe('done');
    await openComparison('server');
    await expect
      .poll(() => app.byId('compare-command').textContent())
      .toMatch(
        new RegExp(
          `^sluice verify --dump .* --target Server --schema-map ${SCHEMA}=${COPY} --rename ${SCHEMA}.part0=${COPY}.first --checksum`,
        ),
      );
    await look('compare-dialog');
  });

  it('lists every table and object with what was compared, under the names on the screen', async () => {
    await app.byId('compare-start').click();
    await ends('done');
    const rows = app.page.locator('[data-testid^="verdict-row-"]');
    await expect.poll(() => rows.count()).toBe(TABLES);
    for (const words of await rows.allTextContents())
      expect(words).toMatch(/Rows equal.*Definition.*Checksum equal/);
    await expect.poll(() => rows.first().getAttribute('data-testid')).toBe(`verdict-row-${COPY}.first`);
    const objects = app.page.locator('[data-testid^="verdict-object-"]');
    await expect
      .poll(() => objects.allTextContents())
      .toEqual([`${COPY}.oneFunctionDefinition equal`, `${COPY}.seenViewDefinition equal`]);
    await look('result-compare');
  });

  it('names the table whose values differ, and the view that is missing', async () => {
    await onTestServer(vendor, async (session) => {
      await session.run(`UPDATE ${COPY}.part3 SET label = 'other' LIMIT 1`);
      await session.run(`DROP VIEW ${COPY}.seen`);
    });
    await openComparison('server');
    await app.byId('compare-start').click();
    await ends('failed');
    const errors = await app.byId('result-errors').textContent();
    for (const name of ['part3', 'seen']) expect(errors).toContain(`${COPY}.${name}`);
    await look('result-compare-differs');
  });

  it('is made again from its result, and finds what was mended', async () => {
    await onTestServer(vendor, async (session) => {
      await session.run(`DELETE FROM ${COPY}.part3`);
      await session.run(`INSERT INTO ${COPY}.part3 SELECT * FROM ${SCHEMA}.part3`);
      await session.use(COPY);
      await session.run('CREATE VIEW seen AS SELECT id FROM part1');
    });
    await app.byId('result-verify-again').click();
    await ends('done');
    await expect.poll(() => app.page.locator('[data-testid^="verdict-row-"]').count()).toBe(TABLES);
  });

  it('shows how far it is, table by table, and is cancelled', async () => {
    const held = network.at('read', 'hold-repeated');
    await openComparison('held');
    await app.byId('compare-start').click();
    await held;
    await expect.poll(() => app.byId('total-tables').textContent()).toBe(String(TABLES - 1));
    const states = app.page.locator('[data-testid^="run-table-"]');
    expect(
      (await states.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-state')))).sort(),
    ).toEqual([...Array.from({ length: TABLES - 1 }, () => 'done'), 'verifying']);
    await look('run-compare');
    await cancelRun(app);
    await ends('cancelled');
    network.mend();
  });

  it('is shown so of a load as well whose rows are read again', async () => {
    await onTestServer(vendor, (session) => session.run(`DROP SCHEMA ${COPY}`));
    await app.menu('new-load');
    await chooseOption(app, 'load-target', 'held');
    await nameTheCopy();
    await chooseOption(app, 'load-verify', 'checksum');
    // However long it is looked at: a silent connection is given up, and its statement repeated.
    const held = network.at('read', 'hold-repeated');
    await app.byId('load-start').click();
    await held;
    await app.page.locator('[data-testid="run-stage"][data-stage="verify"]').waitFor();
    await expect.poll(() => app.byId('total-tables').textContent()).toBe(String(TABLES - 1));
    await app.page.locator('[data-testid^="run-table-"][data-state="verifying"]').waitFor();
    await expect
      .poll(() => app.byId('run-totals').innerText())
      .toMatch(/^Rows compared$[^]*^Data compared$[^]*^comparison \d+ %/m);
    await look('run-load-verifying');
    await cancelRun(app);
    expect(await resultState(app, 'load')).toBe('cancelled');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
