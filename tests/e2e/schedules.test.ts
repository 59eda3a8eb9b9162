import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../app/contract/connections/connection';
import { DUMP_DEFAULTS, selecting } from '../../app/contract/runs/options';
import { SavedJobs } from '../../app/jobs/saved-jobs';
import { makeSchedulers, NOT_LINGERING, type Schedulers } from '../integration/harness/schedulers';
import { testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { saveProfile, testProfile } from './harness/server';
import { answerFolderDialogs, chooseOption } from './harness/steps';

describe('a machine without a scheduler', () => {
  it('is named with what it lacks and with the remedy', async () => {
    const home = makeHome();
    const programs = join(home.path, 'none');
    mkdirSync(programs);
    await saveNightly(home, 'mysql');
    const app = await launch({ ...home, environment: { ...home.environment, PATH: programs } });
    await app.menu('show-jobs');
    await app.byId('job-schedule-Nightly').click();
    await app.byId('schedule-preview').waitFor();
    const optionFile = join(home.path, '.my.cnf');
    writeFileSync(optionFile, '[client]\npassword=x\n', { mode: 0o600 });
    await answerFolderDialogs(app, optionFile);
    await app.byId('schedule-choose-file').click();
    await app.page.locator('[data-testid="schedule-write"]:not([aria-disabled])').click();
    const failure = app.page.locator('[data-code="schedule-failed"]');
    await failure.waitFor();
    const words = await failure.innerText();
    expect(words).toContain('This machine has no program “crontab”.');
    expect(words).toContain('Install cron');
    expect(words).not.toMatch(/ENOENT|spawn|--with/);
    await lookAt(app, 'schedule-without-scheduler');
    expect(app.problems).toEqual([]);
    await app.close();
    home.remove();
  });
});

/** The machine's own schedulers are stood in for: what they are told is judged, whichever of them this machine has. */
describe.each(testVendors)('schedules: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let schedulers: Schedulers;
  let jobId: string;
  let optionFile: string;
  beforeAll(async () => {
    home = makeHome();
    schedulers = makeSchedulers(home.path);
    jobId = (await saveNightly(home, vendor)).id;
    optionFile = join(home.path, '.my.cnf');
    writeFileSync(optionFile, '[client]\npassword=x\n', { mode: 0o600 });
    app = await launch({ ...home, environment: { ...home.environment, ...schedulers.environment } });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
  });

  /** All that was written for the schedulers. */
  const written = (): string => {
    const units = join(home.config, 'systemd', 'user');
    const files = existsSync(units) ? readdirSync(units).map((name) => join(units, name)) : [];
    return [schedulers.cronFile, ...files]
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
  };
  const openDialog = async () => {
    await app.byId('job-schedule-Nightly').click();
    await app.byId('schedule-preview').waitFor();
  };

  it('are shown before they are written', async () => {
    await app.menu('show-jobs');
    await openDialog();
    await answerFolderDialogs(app, optionFile);
    await app.byId('schedule-choose-file').click();
    await chooseOption(app, 'schedule-day', '0');
    await app.byId('schedule-time').fill('03:15');
    await app.page.waitForFunction(() =>
      /15 3 \* \* 0|Sun \*-\*-\* 03:15/.test(
        document.querySelector('[data-testid="schedule-preview"]')?.textContent ?? '',
      ),
    );
    const preview = (await app.byId('schedule-preview').textContent()) ?? '';
    for (const part of [
      jobId,
      'cli.cjs',
      optionFile,
      'ELECTRON_RUN_AS_NODE=1',
      'notify-send',
      '--require-complete',
    ])
      expect(preview).toContain(part);
    if (vendor === 'mysql') await lookAt(app, 'schedule');
    expect(written()).toBe('');
  });

  it('require a complete dump until that is switched off', async () => {
    const shows = (word: string, wanted: boolean) =>
      app.page.waitForFunction(
        ([text, isWanted]) =>
          document.querySelector('[data-testid="schedule-preview"]')?.textContent.includes(text) === isWanted,
        [word, wanted] as const,
      );
    await app.byId('schedule-require-complete').click();
    await shows('--require-complete', false);
    await app.byId('schedule-require-complete').click();
    await shows('--require-complete', true);
  });

  it('write nothing while the time is none', async () => {
    await app.byId('schedule-time').fill('25:00');
    await app.page.locator('[data-testid="schedule-write"][aria-disabled="true"]').waitFor();
    await app.byId('schedule-time').fill('03:15');
    await app.page.locator('[data-testid="schedule-write"]:not([aria-disabled])').waitFor();
  });

  it('are written as shown, and listed with their job', async () => {
    const preview = (await app.byId('schedule-preview').textContent()) ?? '';
    await app.byId('schedule-write').click();
    await app.byId('schedule-dialog').waitFor({ state: 'detached' });
    await expect.poll(() => app.byId('job-when-Nightly').textContent()).toBe('Every Sunday at 03:15');
    const lines = preview.split('\n').filter((line) => line !== '' && !line.endsWith(':'));
    for (const line of lines) expect(written()).toContain(line);
    // The button that has the focus again says what it does, over the screen.
    await app.byId('nav-jobs').click();
    await app.page.locator('[data-radix-popper-content-wrapper]').waitFor({ state: 'detached' });
    if (vendor === 'mysql') await lookAt(app, 'jobs-scheduled');
  });

  it('begin with what is, and replace it', async () => {
    await openDialog();
    await expect.poll(() => app.byId('schedule-time').inputValue()).toBe('03:15');
    await chooseOption(app, 'schedule-day', 'daily');
    await app.page.locator('[data-testid="schedule-write"]:not([aria-disabled])').waitFor();
    await app.byId('schedule-write').click();
    await app.byId('schedule-dialog').waitFor({ state: 'detached' });
    await expect.poll(() => app.byId('job-when-Nightly').textContent()).toBe('Every day at 03:15');
    expect(await app.request('jobs/schedules', null)).toMatchObject({
      schedules: [{ jobId, timetable: { hour: 3, minute: 15, weekday: null } }],
    });
  });

  it('leave a run by hand to the job, which can be changed', async () => {
    await app.byId('job-edit-Nightly').click();
    await app.byId('job-require-complete').click();
    if (vendor === 'mysql') await lookAt(app, 'job-edit-complete');
    await app.byId('job-save').click();
    await app.byId('edit-job-dialog').waitFor({ state: 'detached' });
    const jobs = await app.request('jobs/list', null);
    expect(jobs).toMatchObject([{ id: jobId, requireComplete: true }]);
  });

  it('are removed again', async () => {
    await openDialog();
    await app.byId('schedule-remove').click();
    await app.byId('job-when-Nightly').waitFor({ state: 'detached' });
    expect(written()).toBe('');
  });

  it('say where they end with the session, and what to do', async () => {
    const units = join(home.config, 'systemd', 'user');
    mkdirSync(units, { recursive: true });
    const timer = join(units, `sluice-${jobId}.timer`);
    writeFileSync(timer, '[Timer]\nOnCalendar=*-*-* 02:30:00\n');
    schedulers.put('loginctl', NOT_LINGERING);
    await app.byId('nav-history').click();
    await app.byId('nav-jobs').click();
    const notice = app.page.locator('[data-code="needs-lingering"]');
    await notice.waitFor();
    expect(await notice.innerText()).toContain('loginctl enable-linger');
    if (vendor === 'mysql') await lookAt(app, 'jobs-end-at-logout');
    rmSync(timer);
    await app.byId('nav-history').click();
    await app.byId('nav-jobs').click();
    await notice.waitFor({ state: 'detached' });
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

/** Saves a dump of a server as a job. */
async function saveNightly(home: Home, vendor: Vendor) {
  await saveProfile(home, testProfile(vendor, 'server'));
  return await new SavedJobs(join(home.config, 'sluice', 'jobs.json')).add({
    name: 'Nightly',
    keep: null,
    setup: {
      kind: 'dump',
      server: { name: `Test ${vendor}`, profileId: 'server' },
      folder: join(home.path, 'shop'),
      options: { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: 'shop' }]) },
    },
  });
}
