import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markDump } from '../../app/jobs/retention';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, pickSchema, resultState } from './harness/steps';

const SCHEMA = 'e2e_retention';

/**
 * Dumps of the weeks before this one, by what they are called here: how many weeks ago, on which day of that week (0 is
 * Monday), at what hour. Of this week there is only the one that the test makes, on whatever day it runs.
 */
const WEEK_BEFORE = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [
  { weeks: 1, day, hour: 10 },
  { weeks: 1, day, hour: 18 },
]);
const OLDER = [
  { weeks: 2, day: 1, hour: 10 },
  { weeks: 2, day: 4, hour: 10 },
  { weeks: 3, day: 2, hour: 10 },
  { weeks: 3, day: 2, hour: 18 },
  { weeks: 4, day: 3, hour: 10 },
];
type Age = (typeof OLDER)[number];

/** The newest of each of the last seven days that have one: today, and Sunday to Tuesday. */
const DAILY = ['old-1-6-18', 'old-1-5-18', 'old-1-4-18', 'old-1-3-18', 'old-1-2-18', 'old-1-1-18'];
/** The newest of each of the last four weeks that have one: this week's and the last's are among those of the days. */
const WEEKLY = ['old-2-4-10', 'old-3-2-18'];

const nameOf = ({ weeks, day, hour }: Age) => `old-${weeks}-${day}-${hour}`;

function timeOf({ weeks, day, hour }: Age): number {
  const now = new Date();
  const sinceMonday = (now.getDay() + 6) % 7;
  return new Date(
    now.getFullYear(),
    now.getMonth(),
    now.getDate() - sinceMonday - 7 * weeks + day,
    hour,
  ).getTime();
}

describe.each(testVendors)('a job that keeps seven days and four weeks: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    await onTestServer(vendor, async (session) => {
      await session.run(`DROP SCHEMA IF EXISTS ${SCHEMA}`);
      await session.run(`CREATE SCHEMA ${SCHEMA}`);
      await session.run(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
    });
    home = makeHome();
    await saveProfile(home, testProfile(vendor, 'server'));
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer(vendor).password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer(vendor, (session) => session.run(`DROP SCHEMA IF EXISTS ${SCHEMA}`));
  });

  const folders = () => readdirSync(home.dumps).sort();
  const runJob = async () => {
    await app.menu('show-jobs');
    await app.byId('job-run-Nightly').click();
    expect(await resultState(app, 'dump')).toBe('done');
  };
  /** The dumps of the dialog that go, or stay, with the next one. */
  const listed = async (goes: boolean) => {
    const rows = app.page.locator(`[data-testid="job-dumps"] [data-goes="${String(goes)}"]`);
    return (await rows.allTextContents()).map((row) => /old-[\d-]+/.exec(row)?.[0] ?? row).sort();
  };

  it('is saved with that, and has made dumps for weeks', async () => {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await app.byId('save-job').click();
    await app.byId('job-name').fill('Nightly');
    await chooseOption(app, 'job-keep', '7d4w');
    await app.byId('job-save').click();
    await app.byId('save-job-dialog').waitFor({ state: 'detached' });
    await runJob();
    const [made = ''] = folders();
    const [job] = await app.request('jobs/list', null);
    for (const age of [...WEEK_BEFORE, ...OLDER]) {
      const folder = join(home.dumps, nameOf(age));
      cpSync(join(home.dumps, made), folder, { recursive: true });
      await markDump(folder, job?.id ?? '', { madeAt: timeOf(age), isPartial: false });
    }
    rmSync(join(home.dumps, made), { recursive: true });
    expect(folders()).toHaveLength(19);
  });

  it('says which of them the next dump would remove', async () => {
    await app.menu('show-jobs');
    await app.byId('job-edit-Nightly').click();
    await app.byId('job-dumps').locator('li').nth(18).waitFor();
    expect(await listed(false)).toEqual([...DAILY, ...WEEKLY].sort());
    expect(await listed(true)).toHaveLength(19 - DAILY.length - WEEKLY.length);
    if (vendor === 'mysql') await lookAt(app, 'job-edit-weekly');
    await app.page.keyboard.press('Escape');
    await app.byId('edit-job-dialog').waitFor({ state: 'detached' });
  });

  it('removes just those, and nothing that it did not make', async () => {
    const foreign = join(home.dumps, 'of somebody else');
    mkdirSync(foreign);
    writeFileSync(join(foreign, '@.done.json'), '{}');
    await runJob();
    await expect.poll(() => folders().length).toBe(DAILY.length + WEEKLY.length + 2);
    const left = folders().filter((name) => name.startsWith('old-'));
    expect(left).toEqual([...DAILY, ...WEEKLY].sort());
    expect(folders()).toContain('of somebody else');
  });

  it('says in its list that its last dump is partial', async () => {
    await onTestServer(vendor, (session) => session.run(`DROP TABLE ${SCHEMA}.t`));
    await app.menu('show-jobs');
    expect(await app.byId('job-partial-Nightly').count()).toBe(0);
    await app.byId('job-run-Nightly').click();
    expect(await resultState(app, 'dump')).toBe('done-with-warnings');
    await app.menu('show-jobs');
    await app.byId('job-partial-Nightly').waitFor();
    expect(await app.byId('job-partial-Nightly').innerText()).toBe('Partial dump');
    if (vendor === 'mysql') await lookAt(app, 'jobs-partial');
    await app.byId('job-edit-Nightly').click();
    await app.byId('job-dump-partial').waitFor();
    if (vendor === 'mysql') await lookAt(app, 'job-edit-partial');
    await app.page.keyboard.press('Escape');
    await app.byId('edit-job-dialog').waitFor({ state: 'detached' });
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
