import { readdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccounts } from '../../app/catalog/privileges/accounts';
import { shellWord } from '../../app/contract/commands/command-line';
import { usersScript } from '../../app/format/sql/files';
import { runSluice } from '../integration/harness/command';
import { FaultyNetwork } from '../integration/harness/faulty-network';
import { testServer } from '../servers/test-server';
import { unseal } from '../integration/harness/unseal';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { checksums, makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, pickSchema, resultState } from './harness/steps';

const SCHEMA = 'e2e_dry_run';
const COPY = 'e2e_dry_run_copy';
const ACCOUNT = 'e2e_reader@%';
const QUOTED = "'e2e_reader'@'%'";

describe('a load that is looked at first', () => {
  let home: Home;
  let app: RunningApp;
  let network: FaultyNetwork;
  beforeAll(async () => {
    await onTestServer('mysql', async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
      await makeSchema(session, SCHEMA, 1000);
      await session.run(`DROP USER IF EXISTS ${QUOTED}`);
    });
    home = makeHome();
    await saveProfile(home, { ...testProfile('mysql', 'server'), name: 'Server' });
    network = await FaultyNetwork.to(testServer('mysql'));
    const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
    await saveProfile(home, { ...testProfile('mysql', 'silent'), name: 'Silent', address });
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mysql').password });
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    await addAccount(dumpFolder());
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'server');
    await app.byId('load-review').waitFor();
  });
  afterAll(async () => {
    await app.close();
    await network.close();
    home.remove();
    await onTestServer('mysql', async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
      await session.run(`DROP USER IF EXISTS ${QUOTED}`);
    });
  });

  const dumpFolder = () => join(home.dumps, readdirSync(home.dumps)[0] ?? '');

  const schemas = () =>
    onTestServer('mysql', async (session) =>
      (await session.rows('SHOW SCHEMAS')).map((row) => Object.values(row)[0]),
    );

  it('is not waited for longer than the user likes', async () => {
    const { password } = testServer('mysql');
    await app.request('profiles/unlock', { profileId: 'silent', password });
    await chooseOption(app, 'load-target', 'silent');
    await app.page.locator('[data-testid="load-review"]:not([disabled])').waitFor();
    network.silence();
    await app.byId('load-review').click();
    await expect.poll(() => app.byId('plan-close').innerText()).toBe('Cancel');
    await lookAt(app, 'load-planning');
    await app.byId('plan-close').click();
    await app.byId('plan-dialog').waitFor({ state: 'detached' });
    await chooseOption(app, 'load-target', 'server');
  });

  it('is shown all blockers at once, and can’t be started', async () => {
    await app.byId('load-review').click();
    await app.page.locator('[data-testid="plan-verdict"][data-free="false"]').waitFor();
    await expect.poll(() => app.page.locator('[data-code="target-exists"]').count()).toBe(1);
    await expect
      .poll(() => app.byId(`plan-table-${SCHEMA}.part0`).getAttribute('data-action'))
      .toBe('refuse');
    await expect.poll(() => app.byId('plan-start').isDisabled()).toBe(true);
    await lookAt(app, 'load-plan-refused');
    await app.page.keyboard.press('Escape');
  });

  it('takes tables out and gives them other names, by the keys alone', async () => {
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.byId('load-contents').focus();
    await app.page.keyboard.press('End');
    await app.page.keyboard.press('Space');
    const last = app.byId(`load-take-${SCHEMA}.part7`);
    await expect.poll(() => last.getAttribute('aria-checked')).toBe('false');
    await expect.poll(() => app.byId(`load-take-${SCHEMA}`).getAttribute('aria-checked')).toBe('mixed');
    await app.page.keyboard.press('ArrowUp');
    for (let stop = 0; stop < 2; stop += 1) await app.page.keyboard.press('Tab');
    await app.page.keyboard.press('Control+A');
    await app.page.keyboard.type('another');
    await expect.poll(() => app.byId(`load-rename-table-${SCHEMA}.part6`).inputValue()).toBe('another');
    await app.byId(`load-account-${ACCOUNT}`).click();
    await expect.poll(() => app.byId('load-accounts-all').getAttribute('aria-checked')).toBe('true');
    await lookAt(app, 'load-picked');
  });

  it('would compare the accounts that are chosen', async () => {
    await app.page.locator('[data-testid="load-compare"]:not([disabled])').click();
    await expect.poll(() => app.byId('compare-command').textContent()).toContain(' --users ');
    await app.page.keyboard.press('Escape');
    await app.byId('compare-dialog').waitFor({ state: 'detached' });
  });

  it('shows its plan, touches nothing, and is the same on the command line', async () => {
    await app.byId('load-review').click();
    await app.page.locator('[data-testid="plan-verdict"][data-free="true"]').waitFor();
    await expect
      .poll(() => app.byId(`plan-table-${COPY}.another`).getAttribute('data-action'))
      .toBe('create');
    await expect.poll(() => app.page.locator('[data-testid^="plan-table-"]').count()).toBe(7);
    await lookAt(app, 'load-plan');
    expect(await schemas()).not.toContain(COPY);
    await expect
      .poll(() => app.byId('plan-command').textContent())
      .toBe(
        `sluice load --target Server --dump ${shellWord(dumpFolder())} --schema-map ${SCHEMA}=${COPY} ` +
          `--exclude-tables ${SCHEMA}.part7 --users ${shellWord('e2e_reader@\\%')} --rename ${SCHEMA}.part6=${COPY}.another --threads 4`,
      );
  });

  it('is saved as a job with all of that', async () => {
    await app.page.keyboard.press('Escape');
    await app.byId('save-job').click();
    await app.byId('job-name').fill('Most of it');
    await app.byId('job-save').click();
    await app.byId('save-job-dialog').waitFor({ state: 'detached' });
    const environment = {
      ...(home.environment as Record<string, string>),
      SLUICE_PASSWORD: testServer('mysql').password,
    };
    const { exitCode, result } = await runSluice(['run', 'Most of it', '--json'], environment);
    expect({ exitCode, tables: result.tables }).toEqual({ exitCode: 0, tables: 7 });
    await expectCopy();
  });

  it('starts out of its plan', async () => {
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA ${COPY}`));
    await app.byId('load-review').click();
    await app.page.locator('[data-testid="plan-start"]:not([disabled])').waitFor();
    await app.byId('plan-start').click();
    expect(await resultState(app, 'load')).toBe('done');
    await expectCopy();
  });

  it('is set up again from the history as it was', async () => {
    const runs = await app.request('runs/list', null);
    const { options } = await app.request('history/load-draft', {
      runId: runs.find(({ kind }) => kind === 'load')?.runId ?? '',
    });
    expect(options.selection.exclude).toEqual([{ kind: 'table', schema: SCHEMA, name: 'part7' }]);
    expect(options.tableRenames).toEqual([{ schema: SCHEMA, table: 'part6', to: 'another' }]);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });

  /** The copy holds what was taken, under the names that were wished. */
  async function expectCopy(): Promise<void> {
    const [source, copy] = await onTestServer('mysql', async (session) => [
      await checksums(session, SCHEMA),
      await checksums(session, COPY),
    ]);
    const { part6, part7, ...others } = source;
    expect(part7).toBeDefined();
    expect(copy).toEqual({ ...others, another: part6 });
    const grants = await onTestServer('mysql', (session) => session.rows(`SHOW GRANTS FOR ${QUOTED}`));
    expect(grants.map((row) => Object.values(row)[0])).toContainEqual(
      expect.stringContaining(`SELECT ON \`${COPY.replaceAll('_', '\\_')}\`.*`),
    );
  }
});

/** Lets the dump hold an account that is on the server no more, as if it had been told to take it. */
async function addAccount(folder: string): Promise<void> {
  await onTestServer('mysql', async (session) => {
    await session.run(`CREATE USER ${QUOTED} IDENTIFIED BY 'Reader-1!'`);
    await session.run(`GRANT SELECT ON ${SCHEMA}.* TO ${QUOTED}`);
    const accounts = await readAccounts(session, (name) => name === ACCOUNT);
    await session.run(`DROP USER ${QUOTED}`);
    writeFileSync(join(folder, '@.users.sql'), usersScript(accounts));
    const file = join(folder, '@.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...manifest, users: accounts.map(({ account }) => account) }));
    await unseal(folder);
  });
}
