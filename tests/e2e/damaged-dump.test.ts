import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'fs';
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
  let flipped = '';
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
    flipped = join(home.dumps, 'flipped');
    cpSync(folder, flipped, { recursive: true });
    flipLargest(flipped);
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

  /** The only recent dump that the history, or that the folder for dumps alone knows. */
  const recent = (from: 'history' | 'folder') =>
    app.page.locator(`[data-testid^="load-recent-"][data-from="${from}"]`);

  it('is found out by its verification, which names the file', async () => {
    await app.byId('result-verify-again').click();
    expect(await resultState(app, 'verify')).toBe('failed');
    await expect.poll(() => app.byId('result-errors').innerText()).toContain(cut);
    await look('result-verify-damaged');
  });

  it('is called damaged in the history, where a load of it is not the main action any more', async () => {
    await app.byId('nav-history').click();
    await app.page.locator('[data-testid^="history-row-"][data-kind="dump"]').click();
    await expect
      .poll(() => app.byId('history-standing').innerText())
      .toBe('Damaged, as a later check of its files found');
    await expect.poll(() => app.byId('history-restore').getAttribute('data-look')).toBe('plain');
    await look('history-damaged-unproved');
  });

  it('is not loaded: the failure names the file, and nothing is touched', async () => {
    await answerFolderDialogs(app, folder);
    await app.menu('new-load');
    await app.byId('load-choose').click();
    await app.byId('load-summary').waitFor();
    await chooseOption(app, 'load-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.byId('load-review').click();
    await app.page.locator('[data-testid="plan-verdict"][data-free="false"]').waitFor();
    await expect
      .poll(() => app.page.locator('[data-testid="plan-dialog"] [data-code="dump-damaged"]').innerText())
      .toContain(cut);
    await expect.poll(() => app.byId('plan-start').isDisabled()).toBe(true);
    await look('load-plan-damaged');
    await app.page.keyboard.press('Escape');
    await app.byId('plan-dialog').waitFor({ state: 'detached' });
  });

  it('a dump whose damage shows during a load is mended before the load is resumed', async () => {
    await answerFolderDialogs(app, flipped);
    await app.menu('new-load');
    await app.byId('load-choose').click();
    // Until then the form is that of the dump before.
    await app.byId('load-summary').getByText('flipped').waitFor();
    await chooseOption(app, 'load-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toBe('incomplete');
    await expect.poll(() => app.byId('result-mend-first').innerText()).toContain('must be whole again');
    await expect.poll(() => app.byId('result-resume').getAttribute('data-look')).toBe('plain');
    await app.byId('result-roll-back').click();
    await expect.poll(() => app.byId('roll-back-dialog').innerText()).toContain('can’t be resumed');
    await app.byId('roll-back-refuse').click();
    await app.byId('roll-back-dialog').waitFor({ state: 'detached' });
    await look('result-mend-first');
    await app.byId('nav-history').click();
    await app.page.locator('[data-testid^="history-row-"][data-kind="load"]').first().click();
    expect(await app.byId('history-details').innerText()).not.toContain('0 B on disk');
    await expect.poll(() => app.byId('history-resume').getAttribute('data-look')).toBe('plain');
    await app.byId('history-roll-back').click();
    await app.byId('roll-back-accept').click();
    expect(await resultState(app, 'rollback')).toBe('done');
  });

  it('that was never finished is called so', async () => {
    rmSync(join(folder, '@.done.json'));
    // While the process that wrote it lives, a dump without its end counts as still being written.
    await app.close();
    app = await launch(home);
    await answerFolderDialogs(app, folder);
    await app.menu('new-load');
    await recent('history').getByText('Damaged', { exact: true }).waitFor();
    await look('load-recent');
    await recent('history').click();
    await app.page.locator('[data-testid="load-complete"][data-state="incomplete"]').waitFor();
    await look('load-incomplete');
    await onTestServer(vendor, async (session) => {
      expect(await session.rows(`SHOW SCHEMAS LIKE '${COPY}'`)).toEqual([]);
    });
  });

  it('is offered beside a copy of it that is in the folder for dumps and in no history', async () => {
    await app.close();
    app = await launch(home);
    await app.menu('new-load');
    await expect
      .poll(() => recent('folder').innerText())
      .toMatch(
        /^flipped\n[\d-]+ \d\d:\d\d\n\d+ kB\n(MySQL|MariaDB) \d+\.\d+\.\d+ · Not verified\n.*flipped$/,
      );
    await recent('folder').click();
    await app.byId('load-summary').getByText('flipped').waitFor();
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

function largestOf(folder: string): string {
  const sizeOf = (name: string) => statSync(join(folder, name)).size;
  const [largest = ''] = readdirSync(folder)
    .filter((name) => name.endsWith('.tsv.zst'))
    .sort((a, b) => sizeOf(b) - sizeOf(a));
  return largest;
}

/** Changes bytes in the middle of the largest data file, which keeps its size. */
function flipLargest(folder: string): void {
  const file = join(folder, largestOf(folder));
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  for (let at = middle; at < middle + 64; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

/** Leaves half of the largest data file, and says which it is. */
function truncateLargest(folder: string): string {
  const largest = largestOf(folder);
  const file = join(folder, largest);
  truncateSync(file, Math.floor(statSync(file).size / 2));
  return largest;
}
