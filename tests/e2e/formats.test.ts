import { existsSync, readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { gunzipSync } from 'zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { checksums, makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, pickSchema, resultState } from './harness/steps';
import { lookAtNarrow } from './harness/windows';

const SCHEMA = 'e2e_formats';
const COPY = 'e2e_formats_copy';
/** The names of mydumper’s files would not tell it. */
const ODD = 'e2e.formats';

describe.each(testVendors)('the format of a dump, in the window: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  const dropAll = () =>
    onTestServer(vendor, async (session) => {
      for (const schema of [SCHEMA, COPY, ODD]) await session.run(`DROP SCHEMA IF EXISTS \`${schema}\``);
    });
  /** The screens are the same for both vendors. */
  const look = async (name: string) => {
    if (vendor === 'mysql') await lookAt(app, name);
  };

  beforeAll(async () => {
    await dropAll();
    await onTestServer(vendor, (session) => makeSchema(session, SCHEMA, 4000));
    home = makeHome();
    await saveProfile(home, { ...testProfile(vendor, 'server'), name: 'Server' });
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer(vendor).password });
    await openForm();
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await dropAll();
  });

  async function openForm(): Promise<void> {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
  }

  const suggested = () => app.byId('dump-folder').textContent();

  it('is chosen with what each is for and what it loses', async () => {
    const format = app.byId('dump-format');
    await expect.poll(() => format.textContent()).toBe('Sluice folder');
    await expect.poll(suggested).toMatch(/e2e_formats-\d{4}-\d\d-\d\d-\d{4}$/);
    await format.click();
    const options = app.page.getByRole('option');
    await expect.poll(() => options.count()).toBe(6);
    for (const words of await options.allInnerTexts()) expect(words).toMatch(/\nFor .+\. Loses .+\.$/);
    await look('dump-formats');
    await app.page.keyboard.press('Escape');
    // By the keyboard alone.
    await format.focus();
    await app.page.keyboard.press('ArrowDown');
    await app.page.keyboard.press('ArrowDown');
    await app.page.keyboard.press('Enter');
    await expect.poll(() => format.textContent()).toBe('SQL script');
    const note = await format.getAttribute('aria-describedby');
    await expect
      .poll(() => app.page.locator(`[id="${note ?? ''}"]`).textContent())
      .toMatch(/^For .+\. Loses .+\.$/);
    await expect.poll(() => app.byId('save-job').isDisabled()).toBe(true);
    await expect.poll(() => app.byId('dump-no-job').textContent()).toMatch(/Sluice folder/);
  });

  it('names the file that is written, and the command line that does the same', async () => {
    await expect.poll(suggested).toMatch(/e2e_formats-\d{4}-\d\d-\d\d-\d{4}\.sql$/);
    await chooseOption(app, 'dump-packing', 'gzip');
    await expect.poll(suggested).toMatch(/\.sql\.gz$/);
    await app.page.locator('[data-testid="dump-start"]:not([disabled])').waitFor();
    await look('dump-format-sql');
    if (vendor === 'mysql') await lookAtNarrow(app, 'dump-format-sql-narrow');
    await app.byId('dump-review').click();
    await expect
      .poll(() => app.byId('review-command').textContent())
      .toMatch(/--out .+\.sql\.gz'? .*--format sql --compression gzip:6/);
    await expect.poll(() => app.byId('review-facts').innerText()).toMatch(/Format\s+SQL script/);
    await app.page.keyboard.press('Escape');
    await app.byId('review-dialog').waitFor({ state: 'detached' });
  });

  it('writes one SQL script, and says what was written and where', async () => {
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    const [file, ...others] = readdirSync(home.dumps);
    expect(others).toEqual([]);
    expect(file).toMatch(/\.sql\.gz$/);
    const script = gunzipSync(readFileSync(join(home.dumps, file ?? ''))).toString();
    expect(script).toContain('CREATE TABLE `part7`');
    const written = await app.byId('result-written').innerText();
    expect(written).toContain('SQL script');
    await expect.poll(() => app.byId('result-written-path').textContent()).toBe(join(home.dumps, file ?? ''));
    const figures = await app.page.getByRole('region', { name: 'Figures' }).innerText();
    expect(figures).toMatch(/in 1 file\b/);
    // Nothing of it could be verified or inspected.
    for (const button of ['result-verify-again', 'result-inspect', 'result-resume'])
      expect(await app.byId(button).count()).toBe(0);
    for (const button of ['result-prove', 'result-load-this', 'result-open-folder', 'result-repeat'])
      await expect.poll(() => app.byId(button).count()).toBe(1);
    await look('result-written');
    await app.byId('run-show-timeline').click();
    await look('run-written');
    await app.byId('run-show-result').click();
  });

  it('that others read is read here too', async () => {
    await app.byId('result-load-this').click();
    await app.byId('load-summary').waitFor();
    await chooseOption(app, 'load-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toBe('done');
    await onTestServer(vendor, async (session) => {
      expect(await checksums(session, COPY)).toEqual(await checksums(session, SCHEMA));
    });
  });

  it('of rows is offered to be loaded and proved', async () => {
    await openForm();
    await chooseOption(app, 'dump-format', 'jsonl');
    await chooseOption(app, 'dump-packing', 'none');
    await expect.poll(suggested).toMatch(/-\d{4}$/);
    await app.page.locator('[data-testid="dump-start"]:not([disabled])').click();
    await app.byId('result-written').getByText('JSON Lines', { exact: false }).first().waitFor();
    const folder = (await app.byId('result-written-path').textContent()) ?? '';
    expect(readdirSync(folder)).toContain(`${SCHEMA}.part0.jsonl`);
    await expect.poll(() => app.byId('result-load-this').count()).toBe(1);
    await expect.poll(() => app.byId('result-prove').count()).toBe(1);
  });

  it('of Parquet compresses its pages unless told otherwise, and says where its files are', async () => {
    await openForm();
    await chooseOption(app, 'dump-format', 'parquet');
    await expect.poll(() => app.byId('dump-packing').textContent()).toMatch(/^zstd/);
    await app.page.locator('[data-testid="dump-start"]:not([disabled])').waitFor();
    await look('dump-format-parquet');
    await app.page.locator('[data-testid="dump-start"]:not([disabled])').click();
    await app.byId('result-written').getByText('Parquet files', { exact: false }).first().waitFor();
    const folder = (await app.byId('result-written-path').textContent()) ?? '';
    const file = readFileSync(join(folder, `${SCHEMA}.part0.parquet`));
    expect([file.subarray(0, 4), file.subarray(-4)].map(String)).toEqual(['PAR1', 'PAR1']);
    expect(await app.byId('result-load-this').count()).toBe(0);
    expect(await app.byId('result-prove').count()).toBe(0);
  });

  it('is that of the run when it is repeated from the history', async () => {
    await app.byId('nav-history').click();
    await app.page.locator('[data-testid^="history-row-"][data-kind="dump"]').first().click();
    await app.byId('history-repeat').click();
    await app.byId('result-written').waitFor();
    await expect
      .poll(() =>
        readdirSync(home.dumps).filter((name) =>
          existsSync(join(home.dumps, name, `${SCHEMA}.part0.parquet`)),
        ),
      )
      .toHaveLength(2);
  });

  it('that can’t hold a schema is refused with the reason, and leaves nothing behind', async () => {
    const before = readdirSync(home.dumps);
    await onTestServer(vendor, (session) => makeSchema(session, `\`${ODD}\``, 8));
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await app.page.getByRole('button', { name: 'Refresh' }).click();
    await app.byId(`tree-check-${SCHEMA}`).click();
    await pickSchema(app, ODD);
    await chooseOption(app, 'dump-format', 'mydumper');
    await app.page.locator('[data-testid="dump-start"]:not([disabled])').click();
    await app.page.locator('[data-testid="result-state"][data-kind="dump"][data-state="failed"]').waitFor();
    await expect
      .poll(() => app.byId('result-errors').innerText())
      .toContain(`The schema ${ODD} can’t be in a folder of mydumper`);
    expect(await app.byId('result-written').count()).toBe(0);
    expect(readdirSync(home.dumps)).toEqual(before);
    await look('result-not-written');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
