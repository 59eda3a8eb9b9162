import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, pickSchema, resultState } from './harness/steps';

const SCHEMA = 'e2e_changed';
const LOADED = 'e2e_changed_loaded';
const MIGRATED = 'e2e_changed_migrated';
const BOSS = 'e2e_boss@%';
const HEIR = 'e2e_heir@%';

/** A table without a primary key and a view of another account: what the choices of a form change. */
describe('choices that change definitions', () => {
  let home: Home;
  let app: RunningApp;

  beforeAll(async () => {
    await clear();
    await onTestServer('mysql', async (session) => {
      for (const account of [BOSS, HEIR]) {
        await session.run(`CREATE USER ${quoted(account)}`);
        await session.run(`GRANT SELECT ON *.* TO ${quoted(account)}`);
      }
      await session.run(`CREATE SCHEMA ${SCHEMA}`);
      await session.run(`CREATE TABLE ${SCHEMA}.keyless (a INT, b VARCHAR(20))`);
      await session.run(`INSERT INTO ${SCHEMA}.keyless VALUES (1, 'one'), (2, 'two')`);
      await session.run(
        `CREATE DEFINER = ${quoted(BOSS)} VIEW ${SCHEMA}.seen AS SELECT a FROM ${SCHEMA}.keyless`,
      );
    });
    home = makeHome();
    await saveProfile(home, { ...testProfile('mysql', 'server'), name: 'Server' });
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mysql').password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await clear();
  });

  it('leave the definers out of a dump', async () => {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await chooseOption(app, 'dump-definers', 'strip');
    await lookAt(app, 'dump-definers');
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    expect(readFileSync(join(newestDump(), `${SCHEMA}@seen.sql`), 'utf8')).not.toContain('e2e_boss');
  });

  it('give a load other definers, account by account, and tables without a primary key an invisible one', async () => {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await chooseOption(app, 'dump-definers', 'keep');
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(LOADED);
    await chooseOption(app, 'load-definers', 'map');
    await app.byId('load-definers-map').fill(`${BOSS}=`);
    await app.page.getByText('Not written as user@host=user@host').waitFor();
    await lookAt(app, 'load-definers-unread');
    await app.byId('load-definers-map').fill(`${BOSS}=${HEIR}`);
    await chooseOption(app, 'load-missing-primary-key', 'add-invisible');
    await lookAt(app, 'load-definers');
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toBe('done');
    expect(await definitionsOf(LOADED)).toEqual({ definer: HEIR, keys: ['my_row_id'], rows: 2 });
  });

  it('give a migration the definer that connects to the target, and the key', async () => {
    await app.menu('new-migration');
    await chooseOption(app, 'migrate-source', 'server');
    await app.byId(`tree-check-${SCHEMA}`).click();
    await nextStep('target');
    await chooseOption(app, 'migrate-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(MIGRATED);
    await chooseOption(app, 'migrate-definers', 'current');
    await chooseOption(app, 'migrate-missing-primary-key', 'add-invisible');
    await lookAt(app, 'migrate-definers');
    for (const step of ['check', 'plan']) await nextStep(step);
    await app.page.locator('[data-testid="migrate-start"]:not([disabled])').click();
    expect(await resultState(app, 'migrate')).toBe('done');
    const { definer, ...others } = await definitionsOf(MIGRATED);
    expect(others).toEqual({ keys: ['my_row_id'], rows: 2 });
    expect(definer).toMatch(new RegExp(`^${testServer('mysql').user}@`));
  });

  const newestDump = () => join(home.dumps, readdirSync(home.dumps).sort().at(-1) ?? '');

  async function nextStep(step: string): Promise<void> {
    await app.page.locator('[data-testid="migrate-next"]:not([disabled])').click();
    await app.byId(`migrate-step-${step}`).waitFor();
  }
});

async function clear(): Promise<void> {
  await onTestServer('mysql', async (session) => {
    for (const schema of [SCHEMA, LOADED, MIGRATED]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    for (const account of [BOSS, HEIR]) await session.run(`DROP USER IF EXISTS ${quoted(account)}`);
  });
}

function quoted(account: string): string {
  return account
    .split('@')
    .map((part) => `'${part}'`)
    .join('@');
}

/** Reads what became of the view's definer, the primary key of the table and its rows. */
async function definitionsOf(schema: string) {
  return await onTestServer('mysql', async (session) => ({
    definer: await session.scalar('SELECT DEFINER FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ?', [
      schema,
    ]),
    keys: (
      await session.rows(
        `SELECT COLUMN_NAME AS name FROM information_schema.STATISTICS
         WHERE TABLE_SCHEMA = ? AND INDEX_NAME = 'PRIMARY'`,
        [schema],
      )
    ).map(({ name }) => name),
    rows: Number(await session.scalar(`SELECT COUNT(*) FROM \`${schema}\`.keyless`)),
  }));
}
