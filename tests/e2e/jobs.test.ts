import { existsSync, readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSluice } from '../integration/harness/command';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { checksums, makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, pickSchema, resultState } from './harness/steps';
import { lookAtNarrow } from './harness/windows';

/** Not a verdict on speed: it only ends a wait for what will never come. */
const HANG_GUARD_MS = 5 * 60_000;

const SCHEMA = 'e2e_jobs';
const COPY = 'e2e_jobs_copy';
const LONG_NAME = 'Every table of the northern warehouse, each night before the stocktaking begins';

describe.each(['mysql', 'mariadb'] as const)('saved jobs: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  const { password } = testServer(vendor);
  beforeAll(async () => {
    await onTestServer(vendor, (session) => makeSchema(session, SCHEMA, 2000));
    home = makeHome();
    await saveProfile(home, testProfile(vendor, 'server'));
    // By its socket file, for a production connection guards all others to the same address.
    const address = { kind: 'socket', path: testServer(vendor).socket } as const;
    const live = {
      ...testProfile(vendor, 'live'),
      name: 'Live',
      environment: 'production',
      address,
    } as const;
    await saveProfile(home, live);
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password });
    await app.request('profiles/unlock', { profileId: 'live', password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer(vendor, async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });
  });
  /** The screens are the same whatever the server: one vendor's are enough to look at. */
  const look = async (name: string) => {
    if (vendor === 'mysql') await lookAt(app, name);
  };
  const openJobs = async () => {
    await app.byId('nav-jobs').click();
    await app.byId('screen-jobs').waitFor();
  };
  const saveAs = async (name: string) => {
    await app.page.locator('[data-testid="save-job"]:not([disabled])').click();
    await app.byId('job-name').fill(name);
    await app.byId('job-save').click();
    await app.byId('save-job-dialog').waitFor({ state: 'detached' });
  };
  const waitForRuns = (count: number) =>
    app.page.waitForFunction((wanted) => document.querySelectorAll('[role="tab"]').length === wanted, count);
  const dumps = () => readdirSync(home.dumps).sort();

  it('has none at first', async () => {
    await openJobs();
    await look('jobs-empty');
  });

  it('saves a dump as a job that keeps its last dump, and runs it by a click', async () => {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await app.byId('save-job').click();
    await app.byId('job-name').fill('Nightly');
    await chooseOption(app, 'job-keep', '1');
    await look('job-save');
    await app.byId('job-save').click();
    await app.byId('save-job-dialog').waitFor({ state: 'detached' });
    await openJobs();
    await app.byId('job-run-Nightly').click();
    await waitForRuns(1);
    expect(await resultState(app, 'dump')).toBe('done');
    expect(dumps()).toHaveLength(1);
  });

  it('shows what the next dump would remove, and then removes just that', async () => {
    const [first] = dumps();
    await openJobs();
    await app.byId('job-edit-Nightly').click();
    await app.page.locator('[data-testid="job-dumps"] [data-goes="true"]').waitFor();
    await look('job-edit');
    await app.page.keyboard.press('Escape');
    await app.byId('edit-job-dialog').waitFor({ state: 'detached' });
    await app.menu('command-palette');
    await app.byId('command-palette').getByRole('combobox').fill('run nightly');
    await app.page.keyboard.press('Enter');
    await waitForRuns(2);
    expect(await resultState(app, 'dump')).toBe('done');
    expect(dumps()).toHaveLength(1);
    expect(dumps()).not.toContain(first);
  });

  it('runs it by its name on the command line, which keeps to the same retention', async () => {
    const [before] = dumps();
    const environment = { ...(home.environment as Record<string, string>), SLUICE_PASSWORD: password };
    const { exitCode } = await runSluice(['run', 'Nightly', '--json'], environment);
    expect(exitCode).toBe(0);
    expect(dumps()).toHaveLength(1);
    expect(dumps()).not.toContain(before);
  });

  it('saves a load as a job, and asks before it runs it', async () => {
    await app.electron.evaluate(
      ({ dialog }, path) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
      },
      join(home.dumps, dumps()[0] ?? ''),
    );
    await app.menu('new-load');
    await app.byId('load-choose').click();
    await app.byId('load-summary').waitFor();
    await chooseOption(app, 'load-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await saveAs('Fill the copy');
    await openJobs();
    await app.byId('job-run-Fill the copy').click();
    await app.byId('confirm-accept').click();
    await waitForRuns(3);
    expect({
      state: await resultState(app, 'load'),
      errors: await app.byId('result-errors').allTextContents(),
    }).toEqual({ state: 'done', errors: [] });
    const { source, copy } = await onTestServer(vendor, async (session) => ({
      source: await checksums(session, SCHEMA),
      copy: await checksums(session, COPY),
    }));
    expect(copy).toEqual(source);
  });

  it('leads from a job that failed to the run and its error', async () => {
    await openJobs();
    // Its tables exist now, and a load drops nothing by itself.
    await app.byId('job-run-Fill the copy').click();
    await app.byId('confirm-accept').click();
    await waitForRuns(4);
    expect(await resultState(app, 'load')).toBe('failed');
    await app.page.getByRole('tab').first().click();
    expect(await resultState(app, 'dump')).toBe('done');
    await openJobs();
    const problem = await app.byId('job-problem-Fill the copy').innerText();
    expect(problem).toContain(COPY);
    const last = app.byId('job-last-Fill the copy');
    await expect.poll(() => last.innerText()).toBe('Failed');
    await last.click();
    expect(await resultState(app, 'load')).toBe('failed');
    await expect.poll(() => app.byId('result-errors').innerText()).toContain(problem);
    await look('jobs-failed');
  });

  it('never loads into a production server without another look', async () => {
    await app.menu('new-load');
    await app.byId('load-summary').waitFor();
    await chooseOption(app, 'load-target', 'live');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await saveAs('Fill the live one');
    await openJobs();
    await app.byId('job-run-Fill the live one').click();
    await app.byId('load-confirm-name').waitFor();
    await expect.poll(() => app.byId(`load-rename-${SCHEMA}`).inputValue()).toBe(COPY);
    await expect.poll(() => app.byId('load-start').isDisabled()).toBe(true);
    const environment = { ...(home.environment as Record<string, string>), SLUICE_PASSWORD: password };
    const { exitCode, result } = await runSluice(['run', 'Fill the live one', '--json'], environment);
    expect({ exitCode, code: result.errors[0]?.code }).toEqual({ exitCode: 5, code: 'target-protected' });
  });

  it('renames, duplicates, exports, imports and removes', async () => {
    await openJobs();
    await app.byId('job-edit-Nightly').click();
    await app.byId('job-name').fill(LONG_NAME);
    await app.byId('job-save').click();
    await app.byId(`job-duplicate-${LONG_NAME}`).click();
    const copy = `${LONG_NAME.slice(0, 74)} 2`;
    await app.byId(`job-row-${copy}`).waitFor();
    await app.byId(`job-edit-${copy}`).click();
    await chooseOption(app, 'job-keep', '7d4w');
    await app.byId('job-save').click();
    await app.byId(`job-row-${copy}`).getByText('7 daily, 4 weekly').waitFor();
    const file = join(home.path, 'job.json');
    await app.electron.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
    }, file);
    await app.byId(`job-export-Fill the copy`).click();
    // The toast that says so goes by itself: the file is waited for.
    await expect
      .poll(() => (existsSync(file) ? readFileSync(file, 'utf8') : ''), { timeout: HANG_GUARD_MS })
      .toContain('"sluice":"job"');
    expect(readFileSync(file, 'utf8')).not.toContain(password);
    await app.byId('jobs-import').click();
    await app.byId('job-row-Fill the copy 2').waitFor();
    await look('jobs');
    if (vendor === 'mysql') await lookAtNarrow(app, 'jobs-narrow');
    await app.byId('job-remove-Fill the copy 2').click();
    await app.byId('confirm-accept').click();
    await app.byId('job-row-Fill the copy 2').waitFor({ state: 'detached' });
    await expect.poll(() => app.page.locator('[data-testid^="job-row-"]').count()).toBe(4);
  });

  it('leads from a job’s last state to that run', async () => {
    await app.byId(`job-last-${LONG_NAME}`).click();
    expect(await resultState(app, 'dump')).toBe('done');
  });

  it('shows its job’s name in the history', async () => {
    await app.byId('nav-history').click();
    await app.byId('history-search').fill('nightly');
    await app.page.waitForFunction(
      () => document.querySelectorAll('[data-testid^="history-row-"]').length === 3,
    );
    await look('history-jobs');
  });

  it('does a job’s run again as the job: its last dump stays, the one before goes', async () => {
    const marked = () => dumps().filter((name) => existsSync(join(home.dumps, name, '@.sluice-job.json')));
    const before = marked();
    expect(before).toHaveLength(1);
    const runsBefore = (await app.request('runs/list', null)).length;
    await app.byId('history-search').fill('nightly dump done');
    await app.page.locator('[data-testid^="history-row-"]').first().click();
    await app.byId('history-repeat').click();
    await waitForRuns(runsBefore + 1);
    expect(await resultState(app, 'dump')).toBe('done');
    await expect.poll(() => marked().length).toBe(1);
    expect(marked()).not.toEqual(before);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
