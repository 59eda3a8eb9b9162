import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ControlSession } from '../../app/catalog/session/control-session';
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
const FILES = ['frm', 'MYD', 'MYI'];

const schemaAt = (at: number) => `tenant_${String(at).padStart(5, '0')}`;
const SCHEMAS = Array.from({ length: TABLES / TABLES_EACH }, (_, at) => schemaAt(at));
const EACH = Array.from({ length: TABLES_EACH }, (_, at) => `orders_${String(at).padStart(2, '0')}`);
const figure = (count: number) => count.toLocaleString('en-US');

/**
 * To MariaDB a schema is there once its folder is, and a table of MyISAM once its files are. Tables of MEMORY need one file,
 * but the server keeps them in a list that it searches from the beginning (measured on 10.11: 20 ms for each of 80,000).
 */
async function makeByFiles(): Promise<void> {
  const { dataDir } = testServer('mariadb');
  await onTestServer('mariadb', async (session) => {
    await session.run(`CREATE SCHEMA ${TEMPLATE}`);
    await session.run(`CREATE TABLE ${TEMPLATE}.orders (id INT PRIMARY KEY, KEY of_id (id)) ENGINE = MyISAM`);
    await session.run('FLUSH TABLES');
  });
  for (const schema of SCHEMAS) {
    mkdirSync(join(dataDir, schema));
    writeFileSync(join(dataDir, schema, 'db.opt'), 'default-character-set=utf8mb4\n');
    for (const table of EACH)
      for (const suffix of FILES)
        copyFileSync(
          join(dataDir, TEMPLATE, `orders.${suffix}`),
          join(dataDir, schema, `${table}.${suffix}`),
        );
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

const SESSIONS = 4;
const SPACE = 'of_many_tables';

/** InnoDB's are all in one file: they differ in nothing for a list, and a file each takes ten times the time. */
async function makeInnoDb(): Promise<void> {
  await onTestServer('mysql', (session) =>
    session.run(`CREATE TABLESPACE ${SPACE} ADD DATAFILE '${SPACE}.ibd' ENGINE = InnoDB`),
  );
  const waiting = [...SCHEMAS];
  await onSessions(async (session) => {
    for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
      await session.run(`CREATE SCHEMA ${schema}`);
      for (const table of EACH)
        await session.run(`CREATE TABLE ${schema}.${table} (id INT PRIMARY KEY) TABLESPACE ${SPACE}`);
    }
  });
}

async function dropInnoDb(): Promise<void> {
  const waiting = [...SCHEMAS];
  await onSessions(async (session) => {
    for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop())
      await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
  });
  await onTestServer('mysql', async (session) => {
    const made = await session.rows('SELECT 1 FROM information_schema.INNODB_TABLESPACES WHERE NAME = ?', [
      SPACE,
    ]);
    if (made.length > 0) await session.run(`DROP TABLESPACE ${SPACE}`);
  });
}

async function onSessions(work: (session: ControlSession) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: SESSIONS }, () => onTestServer('mysql', work)));
}

/** Each list of the window with the tables of a server of many tenants: it holds the rows in view. */
describe(`the lists of ${figure(TABLES)} tables`, { timeout: HANG_GUARD_MS }, () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    await makeByFiles();
    home = makeHome();
    await saveProfile(home, testProfile('mariadb', 'server'));
    await saveProfile(home, testProfile('mysql', 'innodb'));
    app = await launch(home);
    app.page.setDefaultTimeout(HANG_GUARD_MS);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mariadb').password });
    await app.request('profiles/unlock', { profileId: 'innodb', password: testServer('mysql').password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await dropAll();
    await dropInnoDb();
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
    await dropAll();
    await makeInnoDb();
    await chooseOption(app, 'inspect-connection', 'innodb');
    await app.byId('inspect-filter').fill('tenant_');
    await app.byId('inspect-sort-name').click();
    await app.byId(`inspect-row-${schemaAt(0)}.orders_00`).waitFor();
    await app.byId('inspect-list').press('End');
    await app.byId(`inspect-row-${SCHEMAS[SCHEMAS.length - 1]}.orders_19`).waitFor();
    await expect
      .poll(() => app.byId('inspect-totals').textContent())
      .toMatch(new RegExp(`^${figure(TABLES)} tables`));
    await lookAtList('inspect');
  });

  it('inspects some of them, chosen by a filter', async () => {
    await app.byId('inspect-filter').fill(`${schemaAt(7)}.`);
    // Any other source reads the one file that all of them are in, for each.
    await chooseOption(app, 'inspect-tier', 'statistics');
    await app.byId('inspect-all').click();
    await app.byId('inspect-all').waitFor();
    await expect.poll(() => app.byId('inspect-totals').textContent()).toMatch(/^20 tables/);
    await expect.poll(() => app.page.getByText('Not inspected').count()).toBe(0);
    await app.byId('inspect-filter').fill('tenant_');
    await expect
      .poll(() => app.byId('inspect-totals').textContent())
      .toMatch(new RegExp(`^${figure(TABLES)} tables, 20 inspected`));
    await lookAtList('inspected');
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
