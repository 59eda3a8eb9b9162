import { readdirSync, truncateSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSluice } from '../integration/harness/command';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { resultState } from './harness/steps';
import { atSize, lookAtNarrow } from './harness/windows';

const SCHEMA = 'e2e_proof';
const PROVED = /^Proved (?:just now|\d+ minutes? ago), restore takes (?:under|about) \d+ (?:s|min)$/;

describe('a dump that was proved', () => {
  let home: Home;
  let app: RunningApp;
  let environment: Readonly<Record<string, string>> = {};
  const vendor = 'mariadb';
  beforeAll(async () => {
    await onTestServer(vendor, (session) => makeSchema(session, SCHEMA, 200));
    home = makeHome();
    const profile = testProfile(vendor, 'server');
    await saveProfile(home, profile);
    environment = {
      ...(home.environment as Record<string, string>),
      SLUICE_PASSWORD: testServer(vendor).password,
    };
    const out = join(home.dumps, 'nightly');
    const dump = ['dump', '--source', profile.name, '--schemas', SCHEMA, '--out', out];
    const saved = await runSluice([...dump, '--save-as-job', 'Nightly', '--prove-every', '2'], environment);
    expect(saved.exitCode, saved.output).toBe(0);
    for (let round = 0; round < 2; round += 1) {
      const { exitCode, output } = await runSluice(['run', 'Nightly'], environment);
      expect(exitCode, output).toBe(0);
    }
    expect(readdirSync(home.dumps).filter((name) => name.endsWith('.certificate.json'))).toHaveLength(1);
    app = await launch(home);
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer(vendor, (session) => session.run(`DROP SCHEMA IF EXISTS ${SCHEMA}`));
  });

  it('says so in the history, where the run of its proof is too', async () => {
    await app.byId('nav-history').click();
    await app.byId('screen-history').waitFor();
    // Newest first: the second dump, the proof of the first, the first dump.
    const rows = app.page.locator('[data-testid^="history-row-"]');
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/Proof of nightly-/);
    expect(await app.byId('history-standing').count()).toBe(0);
    await rows.nth(2).click();
    await app.byId('history-standing').waitFor();
    await expect.poll(() => app.byId('history-standing').innerText()).toMatch(PROVED);
    await lookAt(app, 'history-proved');
    await lookAtNarrow(app, 'history-proved-narrow');
  });

  it('says so among the dumps of its job', async () => {
    await app.byId('nav-jobs').click();
    await expect.poll(() => app.byId('job-row-Nightly').innerText()).toMatch(/Proves one of 2/);
    await app.byId('job-edit-Nightly').click();
    await app.byId('job-dump-proof').waitFor();
    await expect.poll(() => app.byId('job-dump-proof').count()).toBe(1);
    await expect.poll(() => app.byId('job-dump-proof').innerText()).toMatch(PROVED);
    await lookAt(app, 'job-proved');
    await app.page.keyboard.press('Escape');
    await app.byId('edit-job-dialog').waitFor({ state: 'detached' });
  });

  it('says so among the recent dumps of a load', async () => {
    await app.menu('new-load');
    const recent = app.byId('load-recent');
    await recent.getByText(/Proved/).waitFor();
    await expect.poll(() => recent.getByText(/Proved/).count()).toBe(1);
    await lookAt(app, 'load-recent-proved');
  });

  it('is proved again by the run of its proof, which starts no dump of its job', async () => {
    await app.byId('nav-history').click();
    const proofs = app.page.locator('[data-testid^="history-row-"][data-kind="verify"]');
    await proofs.first().click();
    await app.byId('history-repeat').click();
    expect(await resultState(app, 'verify')).toBe('done');
    const checks = app.page.locator('[data-testid^="verdict-row-"] > :last-child');
    await checks
      .first()
      .getByText(/AUTO_INCREMENT/)
      .waitFor();
    const cut = await checks.evaluateAll((cells) => cells.map((cell) => cell.scrollWidth - cell.clientWidth));
    expect(cut.filter((pixels) => pixels > 0)).toEqual([]);
    await lookAt(app, 'result-proof');
    await app.byId('nav-history').click();
    await expect.poll(() => proofs.count()).toBe(2);
    for (const row of await proofs.all()) expect(await row.innerText()).toContain('Proof of nightly-');
    expect(readdirSync(home.dumps).filter((name) => !name.includes('.certificate.'))).toHaveLength(2);
  });

  it('is called damaged where a later verification has found that', async () => {
    const [certificate = ''] = readdirSync(home.dumps).filter((name) => name.endsWith('.certificate.json'));
    const folder = join(home.dumps, certificate.replace('.certificate.json', ''));
    const [data = ''] = readdirSync(folder).filter((name) => name.endsWith('.tsv.zst'));
    truncateSync(join(folder, data), 10);
    const verified = await runSluice(['verify', '--dump', folder], environment);
    expect(verified.exitCode, verified.output).toBe(1);
    await app.menu('new-load');
    const recent = app.byId('load-recent');
    await recent.getByText('Damaged').waitFor();
    expect(await recent.getByText(/Proved/).count()).toBe(0);
    await recent.getByText('Not verified').waitFor();
    await lookAt(app, 'load-recent-damaged');
    await app.byId('nav-history').click();
    await app.page.locator('[data-testid^="history-row-"][data-kind="dump"]').last().click();
    await expect
      .poll(() => app.byId('history-standing').innerText())
      .toBe('Damaged, as found after its proof');
    await expect.poll(() => app.byId('history-restore').getAttribute('data-look')).toBe('plain');
    await lookAt(app, 'history-damaged');
    await app.menu('new-load');
    await lookAtNarrow(app, 'load-recent-damaged-narrow');
    await atSize(app, { width: 960, height: 700, zoom: 1.5 }, async () => {
      const last = recent.locator('li').last();
      await last.scrollIntoViewIfNeeded();
      const [row, bar] = [await last.boundingBox(), await app.page.locator('footer').boundingBox()];
      expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    });
  });

  it('is the one that is proved for which the question was opened, whatever ran meanwhile', async () => {
    const folder = join(home.dumps, 'asked-about');
    const dump = ['dump', '--source', testProfile(vendor, 'server').name, '--schemas', SCHEMA];
    const made = await runSluice([...dump, '--out', folder], environment);
    expect(made.exitCode, made.output).toBe(0);
    await app.byId('nav-history').click();
    const details = app.byId('history-details');
    await expect.poll(() => details.innerText()).toContain('asked-about');
    await app.byId('history-prove').click();
    await app.byId('prove-dialog').waitFor();
    const rows = app.page.locator('[data-testid^="history-row-"]');
    const before = await rows.count();
    expect((await runSluice(['verify', '--dump', folder], environment)).exitCode).toBe(0);
    // As when the window comes to the front again.
    await app.page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect.poll(() => rows.count()).toBe(before + 1);
    await app.byId('prove-start').click();
    expect(await resultState(app, 'verify')).toBe('done');
    expect(readdirSync(home.dumps)).toContain('asked-about.certificate.json');
  });
});
