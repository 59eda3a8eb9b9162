import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, resultState } from './harness/steps';

/** `SLUICE_TABLES=100000 npm test -- many-tables --suite e2e` has the lists of as many; the figures are for both. */
const TABLES = Number(process.env.SLUICE_TABLES ?? 400);
const TABLES_EACH = 20;
/** Rows of all lists of a screen that are in the document, whatever a catalogue has. */
const MOST_ROWS = 150;
/** Only ends a wait for what never comes. */
const HANG_GUARD_MS = Math.max(300_000, TABLES * 20);
const TEMPLATE = 'tenant_of_all';

const schemaAt = (at: number) => `tenant_${String(at).padStart(5, '0')}`;
const SCHEMAS = Array.from({ length: TABLES / TABLES_EACH }, (_, at) => schemaAt(at));
const EACH = Array.from({ length: TABLES_EACH }, (_, at) => `orders_${String(at).padStart(2, '0')}`);
const figure = (count: number) => count.toLocaleString('en-US');

/** To MariaDB a schema is there once its folder is, and a table of the MEMORY engine once its .frm file is. */
async function makeByFiles(): Promise<void> {
  const { dataDir } = testServer('mariadb');
  await onTestServer('mariadb', async (session) => {
    await session.run(`CREATE SCHEMA ${TEMPLATE}`);
    await session.run(`CREATE TABLE ${TEMPLATE}.orders (id INT PRIMARY KEY, KEY of_id (id)) ENGINE = MEMORY`);
  });
  for (const schema of SCHEMAS) {
    mkdirSync(join(dataDir, schema));
    writeFileSync(join(dataDir, schema, 'db.opt'), 'default-character-set=utf8mb4\n');
    for (const table of EACH)
      copyFileSync(join(dataDir, TEMPLATE, 'orders.frm'), join(dataDir, schema, `${table}.frm`));
  }
}

async function dropAll(): Promise<void> {
  await onTestServer('mariadb', async (session) => {
    await session.run('FLUSH TABLES');
    for (const schema of SCHEMAS)
      rmSync(join(testServer('mariadb').dataDir, schema), { recursive: true, force: true });
    await session.run(`DROP SCHEMA IF EXISTS ${TEMPLATE}`);
    await session.run('FLUSH TABLES');
  });
}

/** Each list of the window with the tables of a server of many tenants: it holds the rows in view. */
describe(`the lists of ${figure(TABLES)} tables`, { timeout: HANG_GUARD_MS }, () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    await makeByFiles();
    home = makeHome();
    await saveProfile(home, testProfile('mariadb', 'server'));
    app = await launch(home);
    app.page.setDefaultTimeout(HANG_GUARD_MS);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mariadb').password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await dropAll();
  });

  const rowsInDocument = () => app.page.locator('[role="row"]').count();

  /** Looks at a screen that is at rest and whose lists are long, and at what of them the document holds. */
  async function lookAtList(name: string): Promise<void> {
    expect(await rowsInDocument()).toBeLessThan(MOST_ROWS);
    await lookAt(app, `many-tables-${name}`);
  }

  it('the tree of what can be dumped', async () => {
    await app.byId('connection-dump-server').click();
    await app.byId('tree-filter').fill('tenant_0');
    await app.byId(`tree-row-${schemaAt(0)}`).waitFor();
    await app.byId('tree-select-all').click();
    await app.page.locator('[data-testid="dump-start"]:not([disabled])').waitFor();
    await app.byId('object-tree').press('End');
    await lookAtList('tree');
  });

  it('the tables of a dump that runs, and of its result', async () => {
    await app.byId('dump-start').click();
    await app.byId('run-tables').waitFor();
    expect(await rowsInDocument()).toBeLessThan(MOST_ROWS);
    // The engine of the tables has no transactions: a dump says that they may have changed meanwhile.
    expect(await resultState(app, 'dump')).toBe('done-with-warnings');
    await app.byId('result-verdicts').waitFor();
    await lookAtList('dumped');
  });

  it('the contents of the dump, and the plan of its load', async () => {
    await dropAll();
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'server');
    await app.byId(`load-rename-${schemaAt(0)}`).waitFor();
    await lookAtList('contents');
    await app.byId('load-review').click();
    await app.byId('plan-verdict').waitFor();
    await lookAtList('plan');
    await app.byId('plan-close').click();
  });

  it('the tables of the load, and of its result', async () => {
    await app.byId('load-start').click();
    await app.byId('run-tables').waitFor();
    expect(await rowsInDocument()).toBeLessThan(MOST_ROWS);
    expect(await resultState(app, 'load')).toBe('done');
    await lookAtList('loaded');
  });

  it('the tables that can be inspected', async () => {
    await app.byId('result-inspect').click();
    // None of them is InnoDB's.
    await app.byId('inspect-list').waitFor();
    await lookAtList('inspect');
  });

  it('the history, with both runs', async () => {
    await app.byId('nav-history').click();
    await app.byId('screen-history').waitFor();
    await app.page.locator('[data-testid^="history-row-"]').first().click();
    await app.byId('history-details').waitFor();
    await lookAtList('history');
    await app.byId('history-open').click();
    await app.byId('result-verdicts').waitFor();
    await lookAtList('history-result');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
