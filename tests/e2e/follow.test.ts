import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSluice, type RunningCommand } from '../integration/harness/command';
import { closeGate, openGate, waitsAt, type Gate } from '../integration/harness/gate';
import { connectPlain } from '../integration/harness/servers';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { checksums, makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, resultState } from './harness/steps';

const SCHEMA = 'e2e_follow';
const COPY = 'e2e_follow_copy';
const TABLES = 8;
/** A row of the table `part3`: while it is closed the dump has all other tables whole, and not this one. */
const GATE: Gate = { column: 'id', value: 2 };

describe.each(testVendors)('a dump that is loaded while it is written, in the window: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let keeper: Connection;
  let dump: RunningCommand;
  let folder: string;
  /** The screens are the same for both vendors. */
  const look = async (name: string) => {
    if (vendor === 'mysql') await lookAt(app, name);
  };
  const facts = (): string => {
    const file = join(folder, '@.sluice.jsonl');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const isFinished = (): boolean => existsSync(join(folder, '@.done.json'));

  beforeAll(async () => {
    await onTestServer(vendor, async (session) => {
      await makeSchema(session, SCHEMA, 4000);
      await session.run(`DROP SCHEMA IF EXISTS ${COPY}`);
    });
    home = makeHome();
    folder = join(home.path, 'growing');
    await saveProfile(home, { ...testProfile(vendor, 'server'), name: 'Server' });
    keeper = await connectPlain(vendor);
    await closeGate(keeper, GATE);
    const { host, port, user, password } = testServer(vendor);
    const words = [
      ...['dump', '--source', `mysql://${user}@${host}:${String(port)}`, '--out', folder],
      // Source and target are one server here: nothing may hold its tables' changes back.
      ...['--schemas', SCHEMA, '--consistency', 'none', '--threads', '2'],
      ...['--where', `${SCHEMA}.part3=${waitsAt(GATE)}`],
    ];
    dump = startSluice(words, { SLUICE_PASSWORD: password });
    await vi.waitUntil(() => facts().includes('"fact":"structure"'), { timeout: 180_000 });
    app = await launch(home, folder);
    await app.request('profiles/unlock', { profileId: 'server', password });
  });
  afterAll(async () => {
    dump.process.kill('SIGKILL');
    await keeper.end();
    await app.close();
    home.remove();
    await onTestServer(vendor, async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });
  });

  it('says that it is still being written, and can’t be loaded but so', async () => {
    await app.page.locator('[data-testid="load-complete"][data-state="being-written"]').waitFor();
    await chooseOption(app, 'load-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.page.locator('[data-testid="load-review"]:not([disabled])').waitFor();
    await expect.poll(() => app.byId('load-start').isDisabled()).toBe(true);
    await expect.poll(() => app.byId('save-job').isDisabled()).toBe(true);
    await look('load-being-written');
    await app.byId('load-follow').click();
    expect(await app.byId('load-start').isDisabled()).toBe(false);
    await look('load-follow');
  });

  it('is planned with what is there, and is a command line that does the same', async () => {
    await app.byId('load-review').click();
    await app.byId('plan-verdict').waitFor();
    await app.byId('plan-dialog').getByText('Still being written').waitFor();
    await expect.poll(() => app.byId('plan-command').textContent()).toMatch(/^sluice load .* --follow$/);
    await look('plan-follow');
    await app.byId('plan-close').click();
  });

  it('is saved as a job that does the same', async () => {
    await app.byId('save-job').click();
    await app.byId('job-name').fill('Along');
    await app.byId('job-save').click();
    await app.byId('save-job-dialog').waitFor({ state: 'detached' });
    const [job] = await app.request('jobs/list', null);
    const draft = await app.request('jobs/load-draft', { jobId: job?.id ?? '' });
    expect(draft.options.follow).toBe(true);
  });

  it('shows what it waits for when all that is there is loaded', async () => {
    await app.byId('load-start').click();
    const waiting = app.page.locator('[data-testid="run-stage"][data-stage="waiting"]');
    await waiting.locator(`[title*="rows of 1 of ${String(TABLES)} tables pending"]`).waitFor();
    await expect.poll(() => app.byId('total-eta').textContent()).toBe('waiting for 1 table');
    await app.page.locator(`[data-testid="run-table-${COPY}.part3"][data-state="pending"]`).waitFor();
    await expect
      .poll(() => app.page.locator('[data-testid^="run-table-"][data-state="done"]').count())
      .toBe(TABLES - 1);
    expect(isFinished()).toBe(false);
    await look('run-waiting');
    // However much the stage says, nothing is pushed out of the window.
    const beyond = (end: Element) => end.getBoundingClientRect().right - innerWidth;
    expect(await app.byId('log-level').evaluate(beyond)).toBeLessThanOrEqual(0);
  });

  it('is named by its process and connection where another load would go into its schema', async () => {
    await app.byId('nav-load').click();
    await app.byId('load-review').click();
    const refusal = `Another load into “${COPY}” is running, by the process \\d+ on .+, over the server’s connection \\d+`;
    await app.byId('plan-dialog').getByText(new RegExp(refusal)).waitFor();
    await look('plan-load-running');
    await app.byId('plan-close').click();
    await app.byId('nav-runs').click();
  });

  it('is done with the finished dump, and the same to the byte', async () => {
    await openGate(keeper, GATE);
    expect(await resultState(app, 'load')).toBe('done');
    expect((await dump.ended).exitCode).toBe(3);
    expect(isFinished()).toBe(true);
    const { source, copy } = await onTestServer(vendor, async (session) => ({
      source: await checksums(session, SCHEMA),
      copy: await checksums(session, COPY),
    }));
    expect(copy).toEqual(source);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
