import { writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, openFile, resultState } from './harness/steps';

const COPY = 'read_as_copy';
/** The first row looks like names, N-A is no NULL by itself, and the prices are read as numbers. */
const VALUES = 'id;name;price\n1;Zoë, Ann;1,50\n2;N-A;2,75\n';

/** Reading of files of values, chosen by hand in the window. */
describe('the reading of a CSV file', () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    home = makeHome();
    await saveProfile(home, testProfile('mysql', 'server'));
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA IF EXISTS ${COPY}`));
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mysql').password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA IF EXISTS ${COPY}`));
  });

  const open = async (name: string, text: string): Promise<void> => {
    const file = join(home.config, name);
    writeFileSync(file, text);
    await openFile(app, file);
  };
  const heads = () => app.byId('read-as-dialog').locator('th').allTextContents();
  const cells = () => app.byId('read-as-dialog').locator('td').allTextContents();
  const noteOf = async (field: string) => {
    const note = (await app.byId(field).getAttribute('aria-describedby')) ?? '';
    return (await app.page.locator(`[id="${note}"]`).textContent()) ?? '';
  };

  it('is offered for files of values alone, and shows what was found', async () => {
    await open('orders.sql', 'CREATE TABLE t (id INT);\nINSERT INTO t VALUES (1);\n');
    await app.byId('load-recognized').waitFor();
    expect(await app.byId('load-read-as').count()).toBe(0);
    await open('prices.csv', VALUES);
    await app.byId('load-read-as').click();
    await app.byId('read-as-dialog').locator('td').first().waitFor();
    expect(await heads()).toEqual(['idINT', 'nameVARCHAR(32)', expect.stringMatching(/^priceDECIMAL/)]);
    expect(await cells()).toEqual(['1', 'Zoë, Ann', '1.50', '2', 'N-A', '2.75']);
    await lookAt(app, 'read-as-found');
  });

  it('is read again at each choice, with the new rows and types', async () => {
    await chooseOption(app, 'read-header', 'no');
    await expect.poll(heads).toEqual(['column_1VARCHAR(32)', 'column_2VARCHAR(32)', 'column_3VARCHAR(32)']);
    expect((await cells()).slice(0, 3)).toEqual(['id', 'name', 'price']);
    await chooseOption(app, 'read-header', 'yes');
    await chooseOption(app, 'read-null', 'other');
    await app.page.keyboard.type('N-A');
    await app.byId('read-columns').fill('price=cost, name=label');
    await expect.poll(heads).toEqual(['idINT', 'labelVARCHAR(32)', expect.stringMatching(/^costDECIMAL/)]);
    await expect.poll(cells).toEqual(['1', 'Zoë, Ann', '1.50', '2', 'NULL', '2.75']);
    await app.byId('read-table').fill(`${COPY}.costs`);
    await expect.poll(() => app.byId('read-reading').textContent()).toContain(`--input-table ${COPY}.costs`);
    await lookAt(app, 'read-as-chosen');
  });

  it('says beside the field what does not fit, and then is not taken', async () => {
    await chooseOption(app, 'read-separator', 'comma');
    await expect
      .poll(() => noteOf('read-separator'))
      .toBe(
        'The separator does not fit: there are no commas between the values of prices.csv, but semicolons.',
      );
    await expect.poll(() => app.byId('read-apply').getAttribute('aria-disabled')).toBe('true');
    await lookAt(app, 'read-as-refused');
    await chooseOption(app, 'read-separator', 'other');
    await app.page.keyboard.type('x');
    await expect.poll(() => noteOf('read-separator')).toMatch(/^One character of ASCII/);
    await chooseOption(app, 'read-separator', 'semicolon');
    await expect.poll(() => noteOf('read-separator')).toBe('');
    await app.byId('read-columns').fill('cost=x');
    await expect.poll(() => noteOf('read-columns')).toMatch(/has no column cost, but id, name, price\.$/);
    await app.byId('read-columns').fill('price=cost, name=label');
    await expect.poll(heads).toEqual(['idINT', 'labelVARCHAR(32)', expect.stringMatching(/^costDECIMAL/)]);
  });

  it('goes with the plan and the load', async () => {
    await app.page.locator('[data-testid="read-apply"]:not([disabled]):not([aria-disabled])').click();
    await app.byId('read-as-dialog').waitFor({ state: 'detached' });
    await app.byId(`load-first-rows-${COPY}.costs`).click();
    await app.byId('first-rows').waitFor();
    await expect.poll(() => app.byId('first-rows').textContent()).toContain('label');
    await app.page.keyboard.press('Escape');
    await chooseOption(app, 'load-target', 'server');
    await app.page.locator('[data-testid="load-review"]:not([disabled])').click();
    await expect
      .poll(() => app.byId('plan-command').textContent())
      .toMatch(
        /--input-table read_as_copy\.costs --input-separator '?;'? --input-header yes --input-null N-A --input-columns price=cost,name=label/,
      );
    await app.byId('plan-close').click();
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toBe('done');
    await onTestServer('mysql', async (session) => {
      expect(await session.scalar(`SELECT GROUP_CONCAT(cost ORDER BY id) FROM ${COPY}.costs`)).toBe(
        '1.50,2.75',
      );
      expect(await session.scalar(`SELECT COUNT(*) FROM ${COPY}.costs WHERE label IS NULL`)).toBe('1');
    });
  });

  it('holds for the verification that follows', async () => {
    await app.byId('result-verify-again').click();
    expect(await resultState(app, 'verify')).toBe('done-with-warnings');
    const [run] = await app.request('runs/list', null);
    expect((await app.request('runs/folder', { runId: run?.runId ?? '' })).input).toMatchObject({
      table: { schema: COPY, name: 'costs' },
      nullWord: 'N-A',
      columns: { price: 'cost', name: 'label' },
    });
  });

  it('is there again when the load is set up again, and in a saved job', async () => {
    await app.byId('nav-history').click();
    await app.page.locator('[data-testid^="history-row-"][data-kind="load"]').click();
    await app.byId('history-repeat').click();
    await app.byId('load-read-as').click();
    await expect.poll(() => app.byId('read-columns').inputValue()).toBe('price=cost,name=label');
    await expect.poll(() => app.byId('read-table').inputValue()).toBe(`${COPY}.costs`);
    await app.page.keyboard.press('Escape');
    await app.byId('read-as-dialog').waitFor({ state: 'detached' });
    await app.page.locator('[data-testid="load-compare"]:not([disabled])').click();
    await expect.poll(() => app.byId('compare-command').textContent()).toContain('--input-null N-A');
    await app.page.keyboard.press('Escape');
    await app.byId('compare-dialog').waitFor({ state: 'detached' });
    await app.page.locator('[data-testid="save-job"]:not([disabled])').click();
    await app.byId('job-save').click();
    await app.byId('save-job-dialog').waitFor({ state: 'detached' });
    const [job] = await app.request('jobs/list', null);
    const draft = await app.request('jobs/load-draft', { jobId: job?.id ?? '' });
    expect(draft.options.input).toMatchObject({
      ...{ separator: ';', header: true, nullWord: 'N-A' },
      columns: { price: 'cost', name: 'label' },
    });
  });

  it('is found out again where all is left to the file', async () => {
    await app.byId('load-read-as').click();
    await app.byId('read-reset').click();
    await app.page.locator('[data-testid="read-apply"]:not([disabled])').click();
    await app.byId('load-first-rows-prices.prices').waitFor();
    // The focus stays where the form was opened.
    await expect
      .poll(() => app.page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('load-read-as');
  });

  it('asks for the order of dates that nothing tells', async () => {
    await open('days.csv', 'id,day\n1,1/2/2025\n2,3/4/2025\n');
    await app.byId('load-read-as').click();
    await expect.poll(heads).toEqual(['idINT', 'dayVARCHAR(32)']);
    expect(await app.byId('read-as-dialog').textContent()).toContain('Dates of days.csv (day)');
    await lookAt(app, 'read-as-dates-doubted');
    await chooseOption(app, 'read-dates', 'dmy');
    await expect.poll(heads).toEqual(['idINT', 'dayDATE']);
    expect(await cells()).toEqual(['1', '2025-02-01', '2', '2025-04-03']);
    await app.byId('read-time-zone').fill('+02');
    await expect.poll(() => noteOf('read-time-zone')).toMatch(/^An offset from -13:59/);
    await app.byId('read-time-zone').fill('+02:00');
    await expect.poll(() => app.byId('read-reading').textContent()).toContain('--input-time-zone +02:00');
    await lookAt(app, 'read-as-dates-chosen');
    await app.page.locator('[data-testid="read-apply"]:not([disabled]):not([aria-disabled])').click();
    await app.byId('read-as-dialog').waitFor({ state: 'detached' });
  });

  it('asks whether numbers that may be thousands are', async () => {
    await open('weights.csv', 'id;weight\n1;1.234\n2;12.500\n');
    await app.byId('load-read-as').click();
    await expect.poll(heads).toEqual(['idINT', 'weightDECIMAL(5,3)']);
    expect(await app.byId('read-as-dialog').textContent()).toContain('Numbers of weights.csv (weight)');
    await lookAt(app, 'read-as-numbers-doubted');
    await chooseOption(app, 'read-decimal', 'comma');
    await expect.poll(heads).toEqual(['idINT', 'weightINT']);
    expect(await cells()).toEqual(['1', '1234', '2', '12500']);
    await app.page.locator('[data-testid="read-apply"]:not([disabled]):not([aria-disabled])').click();
    await app.byId('read-as-dialog').waitFor({ state: 'detached' });
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
