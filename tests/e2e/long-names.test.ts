import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, pickSchema, resultState } from './harness/steps';

/** As long as both vendors let a name be. */
const LONGEST = 64;
const longName = (beginning: string) => beginning.padEnd(LONGEST, '_of_the_northern_branch_office');
const SCHEMA = longName('e2e_customers');
const COPY = longName('e2e_copies');
/** A field of one line would drop the line break. */
const BROKEN = 'line\nbreak';
const TABLES = ['orders', 'deliveries', 'complaints'].map(longName);

describe('names of 64 characters', () => {
  let home: Home;
  let app: RunningApp;
  const dropAll = () =>
    onTestServer('mysql', async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });

  beforeAll(async () => {
    await dropAll();
    await onTestServer('mysql', async (session) => {
      await session.run(`CREATE SCHEMA ${SCHEMA}`);
      for (const table of TABLES) {
        await session.run(
          `CREATE TABLE ${SCHEMA}.${table} (id INT PRIMARY KEY, ${longName('note')} TEXT, KEY ${longName('key')} (${longName('note')}(10)))`,
        );
        await session.run(`INSERT INTO ${SCHEMA}.${table} VALUES (1, 'a'), (2, 'b')`);
      }
      await session.run(`CREATE TABLE ${SCHEMA}.\`${BROKEN}\` (id INT PRIMARY KEY)`);
    });
    home = makeHome();
    const profile = { ...testProfile('mysql', 'server'), name: longName('Reporting') };
    await saveProfile(home, profile);
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mysql').password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await dropAll();
  });

  /** Looks at the screen, on which nothing is wider than its place. */
  async function expectFits(name: string): Promise<void> {
    await lookAt(app, `long-names-${name}`);
    expect(await tooWide(app), name).toEqual([]);
  }

  it('fit the screens on which a dump is set up and shown', async () => {
    await expectFits('connections');
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await expectFits('dump');
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    await expectFits('result-dump');
    await app.byId('run-show-timeline').click();
    await expectFits('run');
    await app.byId('run-show-result').click();
  });

  it('fit the screens on which a load is set up and shown', async () => {
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'server');
    await app.page.getByText('Exists: rename').waitFor();
    await expectFits('load-taken');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    const name = app.byId(`load-rename-table-${SCHEMA}.${BROKEN}`);
    await expect.poll(() => name.inputValue()).toBe('line␊break');
    await name.press('End');
    await name.pressSequentially('s');
    await app.byId('load-review').click();
    await app.page.locator('[data-testid="plan-verdict"][data-free="true"]').waitFor();
    await expectFits('load-plan');
    await app.byId('plan-start').click();
    expect(await resultState(app, 'load')).toBe('done');
    await expectFits('result-load');
    await onTestServer('mysql', async (session) => {
      const named = await session.rows(
        "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME LIKE 'line%'",
        [COPY],
      );
      expect(named).toEqual([{ name: `${BROKEN}s` }]);
    });
  });

  it('fit the lists of what was done and is kept', async () => {
    await app.byId('nav-history').click();
    await app.page.locator('[data-testid^="history-row-"]').first().click();
    await expectFits('history');
    await app.menu('new-migration');
    await chooseOption(app, 'migrate-source', 'server');
    await app.byId(`tree-check-${SCHEMA}`).click();
    await expectFits('migrate');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

/** Elements that can be scrolled sideways, and the page itself where it can: in words that find the place. */
async function tooWide(app: RunningApp): Promise<readonly string[]> {
  return await app.page.evaluate(() => {
    const isScrollable = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    return Array.from(document.querySelectorAll('*'))
      .filter((element) => element === document.documentElement || isScrollable(element))
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map(
        (element) => `${element.tagName} ${element.className} ${element.getAttribute('data-testid') ?? ''}`,
      );
  });
}
