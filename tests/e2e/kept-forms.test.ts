import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, pickSchema, resultState, setCondition, setThreads } from './harness/steps';

const SCHEMA = 'e2e_kept_forms';
/** Schema that has the tables already, with somebody's rows. */
const TAKEN = 'e2e_kept_taken';
const TABLES = 8;

/** A development connection: nothing but the question itself stands before rows that exist. */
describe('forms that were filled in', () => {
  let home: Home;
  let app: RunningApp;

  beforeAll(async () => {
    await onTestServer('mysql', async (session) => {
      for (const schema of [SCHEMA, TAKEN]) {
        await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
        await makeSchema(session, schema, 200);
      }
      await session.run(`UPDATE ${TAKEN}.part0 SET label = 'mine'`);
    });
    home = makeHome();
    await saveProfile(home, { ...testProfile('mysql', 'server'), name: 'Server' });
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mysql').password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', async (session) => {
      for (const schema of [SCHEMA, TAKEN]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });
  });

  const lookElsewhere = async (back: string): Promise<void> => {
    await app.byId('nav-history').click();
    await app.byId('screen-history').waitFor();
    await app.byId(`nav-${back}`).click();
    await app.byId(`screen-${back}`).waitFor();
  };
  const checked = (id: string) => app.byId(id).getAttribute('aria-checked');
  const runs = async () => (await app.request('history/list', null)).length;
  const mine = () =>
    onTestServer('mysql', async (session) =>
      Number(await session.scalar(`SELECT COUNT(*) FROM ${TAKEN}.part0 WHERE label = 'mine'`)),
    );

  /** The second click of a slow double click: it lands where the button is, under a question that came in between. */
  const clickLate = async (id: string): Promise<void> => {
    const box = await app.byId(id).boundingBox();
    if (box === null) throw new Error(`${id} is not on the screen`);
    await app.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };

  it('keep what a dump was to take, and start it once', async () => {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await setCondition(app, `${SCHEMA}.part1`, 'id > 0');
    await setThreads(app, 'dump', 3);
    await lookElsewhere('dump');
    await expect.poll(() => checked(`tree-check-${SCHEMA}`)).toBe('true');
    await expect.poll(() => app.byId('dump-threads').inputValue()).toBe('3');
    await app.byId('dump-review').click();
    await expect.poll(() => app.byId('review-command').textContent()).toContain(`${SCHEMA}.part1=id > 0`);
    await app.page.keyboard.press('Escape');
    await app.page.locator('[data-testid="dump-start"]:not([disabled])').dblclick();
    expect(await resultState(app, 'dump')).toBe('done');
    expect(await runs()).toBe(1);
  });

  it('keep what a load was to take, under which names', async () => {
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(TAKEN);
    await chooseOption(app, 'load-policy', 'drop');
    await app.byId(`load-take-${SCHEMA}.part7`).click();
    await lookElsewhere('load');
    await expect.poll(() => checked(`load-take-${SCHEMA}.part7`)).toBe('false');
    expect(await checked(`load-take-${SCHEMA}`)).toBe('mixed');
    await expect.poll(() => app.byId(`load-rename-${SCHEMA}`).inputValue()).toBe(TAKEN);
    await app.byId('load-policy').getByText('Drop').waitFor();
  });

  it('ask once before a load destroys rows, with the tables and their rows', async () => {
    const begun = await runs();
    await app.page.locator('[data-testid="load-start"]:not([disabled])').dblclick();
    const question = app.byId('confirm-dialog');
    await question.waitFor();
    await clickLate('load-start');
    await lookAt(app, 'load-replace-question');
    const words = (await question.textContent()) ?? '';
    expect(words).toContain(`Drop ${String(TABLES - 1)} tables on “Server”?`);
    expect(words).toMatch(new RegExp(`${TAKEN}\\.part0 \\(.*rows?\\)`));
    await app.byId('confirm-refuse').click();
    expect(await runs()).toBe(begun);
    expect(await mine()).toBeGreaterThan(0);
    await app.byId('load-start').click();
    await app.byId('confirm-accept').dblclick();
    expect(await resultState(app, 'load')).toBe('done');
    expect(await runs()).toBe(begun + 1);
    expect(await mine()).toBe(0);
  });

  it('keep what a migration was to take, and ask before it destroys rows', async () => {
    await onTestServer('mysql', (session) => session.run(`UPDATE ${TAKEN}.part0 SET label = 'mine'`));
    await app.menu('new-migration');
    await chooseOption(app, 'migrate-source', 'server');
    await app.byId(`tree-check-${SCHEMA}`).click();
    const next = async (step: string) => {
      await app.page.locator('[data-testid="migrate-next"]:not([disabled])').click();
      await app.byId(`migrate-step-${step}`).waitFor();
    };
    await next('target');
    await chooseOption(app, 'migrate-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(TAKEN);
    await chooseOption(app, 'migrate-policy', 'drop');
    await lookElsewhere('migrate');
    await expect.poll(() => checked(`tree-check-${SCHEMA}`)).toBe('true');
    await next('target');
    await expect.poll(() => app.byId(`load-rename-${SCHEMA}`).inputValue()).toBe(TAKEN);
    await next('check');
    await next('plan');
    const begun = await runs();
    await app.page.locator('[data-testid="migrate-start"]:not([disabled])').dblclick();
    const question = app.byId('confirm-dialog');
    await question.waitFor();
    await clickLate('migrate-start');
    await expect.poll(() => question.textContent()).toContain(`Drop ${String(TABLES)} tables on “Server”?`);
    await app.byId('confirm-refuse').click();
    expect(await runs()).toBe(begun);
    expect(await mine()).toBeGreaterThan(0);
    await app.byId('migrate-start').click();
    await app.byId('confirm-accept').dblclick();
    expect(await resultState(app, 'migrate')).toBe('done');
    expect(await runs()).toBe(begun + 1);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
