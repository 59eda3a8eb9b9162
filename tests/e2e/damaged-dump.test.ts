import { readdirSync, rmSync, statSync, truncateSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { answerFolderDialogs, chooseOption, pickSchema, resultState } from './harness/steps';

const SCHEMA = 'e2e_damaged';
const COPY = 'e2e_damaged_copy';

describe.each(testVendors)('a truncated dump, in the window: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let folder = '';
  let cut = '';
  const dropAll = () =>
    onTestServer(vendor, async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });

  beforeAll(async () => {
    await dropAll();
    await onTestServer(vendor, (session) => makeSchema(session, SCHEMA, 4000));
    home = makeHome();
    await saveProfile(home, testProfile(vendor, 'server'));
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer(vendor).password });
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    folder = join(home.dumps, readdirSync(home.dumps)[0] ?? '');
    cut = truncateLargest(folder);
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await dropAll();
  });

  const look = async (name: string) => {
    if (vendor === 'mysql') await lookAt(app, name);
  };

  it('is found out by its verification, which names the file', async () => {
    await app.byId('result-verify-again').click();
    expect(await resultState(app, 'verify')).toBe('failed');
    expect(await app.byId('result-errors').innerText()).toContain(cut);
    await look('result-verify-damaged');
  });

  it('is not loaded: what is in the way names the file, and nothing is touched', async () => {
    await answerFolderDialogs(app, folder);
    await app.menu('new-load');
    await app.byId('load-choose').click();
    await app.byId('load-summary').waitFor();
    await chooseOption(app, 'load-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.byId('load-review').click();
    await app.page.locator('[data-testid="plan-verdict"][data-free="false"]').waitFor();
    expect(
      await app.page.locator('[data-testid="plan-dialog"] [data-code="dump-damaged"]').innerText(),
    ).toContain(cut);
    expect(await app.byId('plan-start').isDisabled()).toBe(true);
    await look('load-plan-damaged');
    await app.page.keyboard.press('Escape');
  });

  it('that was never finished is called so', async () => {
    rmSync(join(folder, '@.done.json'));
    // While the process that wrote it lives, a dump without its end counts as still being written.
    await app.close();
    app = await launch(home);
    await answerFolderDialogs(app, folder);
    await app.menu('new-load');
    await app.byId('load-recent').getByText('Not verified').waitFor();
    await look('load-recent');
    await app.byId('load-choose').click();
    await app.page.locator('[data-testid="load-complete"][data-state="incomplete"]').waitFor();
    await look('load-incomplete');
    await onTestServer(vendor, async (session) => {
      expect(await session.rows(`SHOW SCHEMAS LIKE '${COPY}'`)).toEqual([]);
    });
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

/** Leaves half of the largest data file, and says which it is. */
function truncateLargest(folder: string): string {
  const sizeOf = (name: string) => statSync(join(folder, name)).size;
  const [largest = ''] = readdirSync(folder)
    .filter((name) => name.endsWith('.tsv.zst'))
    .sort((a, b) => sizeOf(b) - sizeOf(a));
  truncateSync(join(folder, largest), Math.floor(sizeOf(largest) / 2));
  return largest;
}
