import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { cancelRun, pickSchema, resultState } from './harness/steps';
import { lookAtNarrow } from './harness/windows';

const SCHEMA = 'e2e_prove';
/** The proof that is cancelled waits in a view that is read for so long. */
const LONG_S = 600;

describe.each(['mysql', 'mariadb'] as const)('a proof by restoring, from the window: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  /** The screens are the same for both vendors. */
  const look = async (name: string) => {
    if (vendor === 'mysql') await lookAt(app, name);
  };
  const drop = () => onTestServer(vendor, (session) => session.run(`DROP SCHEMA IF EXISTS ${SCHEMA}`));

  beforeAll(async () => {
    await onTestServer(vendor, async (session) => {
      await makeSchema(session, SCHEMA, 2000);
      await session.run(`CREATE VIEW ${SCHEMA}.labels AS SELECT label FROM ${SCHEMA}.part0`);
    });
    home = makeHome();
    await saveProfile(home, { ...testProfile(vendor, 'server'), name: 'Server' });
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer(vendor).password });
    await dump();
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await drop();
  });

  async function dump(): Promise<void> {
    const before = new Set(dumps());
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await app.byId('dump-start').click();
    // An older result may still be in front.
    await vi.waitUntil(() => dumps().some((name) => !before.has(name)), { timeout: 180_000 });
    expect(await resultState(app, 'dump')).toBe('done');
  }

  const files = () => (existsSync(home.dumps) ? readdirSync(home.dumps) : []);
  const dumps = () => files().filter((name) => !name.includes('.certificate.'));
  const certificates = () => files().filter((name) => name.endsWith('.certificate.json'));

  async function startProof(): Promise<void> {
    await app.byId('result-prove').click();
    await app.byId('prove-dialog').waitFor();
    await app.byId('prove-start').click();
    await app.byId('prove-dialog').waitFor({ state: 'detached' });
  }

  it('is offered where a dump ended, and says first what it does', async () => {
    await app.byId('result-prove').click();
    const dialog = app.byId('prove-dialog');
    await expect.poll(() => dialog.innerText()).toMatch(/empty server[^]*every row[^]*certificate/);
    await look('prove-dialog');
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await app.byId('result-prove').evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('runs by its own stages, and shows the certificate at its end', async () => {
    await startProof();
    await app.page
      .locator('[data-testid="run-state"][data-kind="verify"]')
      .or(app.byId('result-certificate'))
      .first()
      .waitFor();
    expect(await resultState(app, 'verify')).toBe('done');
    await expect.poll(() => app.byId('result-headline').textContent()).toBe('Done');
    await expect.poll(() => app.byId('screen-result').innerText()).toContain('everything matches');
    expect(await app.byId('result-resume').count()).toBe(0);
    expect(certificates()).toHaveLength(1);
    await look('result-proved');
    if (vendor === 'mysql') await lookAtNarrow(app, 'result-proved-narrow');
    await app.byId('result-certificate').click();
    const facts = app.byId('certificate-facts');
    await facts.waitFor();
    const said = await facts.innerText();
    const [name = ''] = certificates();
    const { digest } = JSON.parse(readFileSync(join(home.dumps, name), 'utf8')) as {
      readonly digest: string;
    };
    expect(said).toContain(digest);
    expect(said).toMatch(/as the dumped server/);
    expect(said).toMatch(/2,048 rows in 8 tables/);
    expect(said).toMatch(/Checksums of all tables are equal/);
    await look('certificate');
    await app.page.keyboard.press('Escape');
    await app.byId('run-show-timeline').click();
    const stages = await app
      .byId('run-stage')
      .locator('li')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-state')));
    expect(stages).toHaveLength(7);
    expect(new Set(stages)).toEqual(new Set(['past']));
    await look('run-proved');
    await app.byId('run-show-result').click();
  });

  it('is said beside its dump in the history, with its certificate', async () => {
    await app.byId('nav-history').click();
    const rows = app.page.locator('[data-testid^="history-row-"]');
    await rows.first().getByText('Prove', { exact: true }).waitFor();
    await app.page.locator('[data-testid^="history-row-"][data-kind="dump"]').first().click();
    await app.byId('history-standing').waitFor();
    await expect.poll(() => app.byId('history-prove').textContent()).toBe('Prove again…');
    await look('history-proved-here');
    await app.byId('history-certificate').click();
    await app.byId('certificate-facts').waitFor();
    await app.page.keyboard.press('Escape');
  });

  it('is offered where a dump is loaded, whoever wrote it', async () => {
    await app.byId('history-restore').click();
    await app.byId('load-summary').waitFor();
    await app.page.locator('[data-testid="load-prove"]:not([disabled])').click();
    await app.byId('prove-dialog').waitFor();
    await app.page.keyboard.press('Escape');
  });

  it('fails with its reason where the dump is damaged, and writes no certificate', async () => {
    await dump();
    const folder = join(home.dumps, dumps().sort().slice(-1)[0] ?? '');
    damage(folder);
    await startProof();
    await app.page.locator('[data-testid="result-state"][data-kind="verify"][data-state="failed"]').waitFor();
    await expect.poll(() => app.byId('screen-result').innerText()).toContain('could not be proved');
    await expect.poll(() => app.byId('result-errors').innerText()).toMatch(/\.tsv\.zst/);
    expect(await app.byId('result-certificate').count()).toBe(0);
    await expect.poll(() => app.byId('result-prove').textContent()).toBe('Prove again…');
    expect(certificates()).toHaveLength(1);
    await look('result-not-proved');
  });

  it('is cancelled, and removes its server', async () => {
    await onTestServer(vendor, (session) =>
      session.run(`CREATE VIEW ${SCHEMA}.slow AS SELECT SLEEP(${LONG_S}) AS slept FROM ${SCHEMA}.part0`),
    );
    await dump();
    await startProof();
    await app.page.getByText('Checking each table, view and routine').first().waitFor();
    await look('run-proof');
    await app.byId('run-cancel').click();
    await app.byId('confirm-dialog').getByText('The server of the proof is removed').waitFor();
    await app.byId('confirm-refuse').click();
    await cancelRun(app);
    expect(await resultState(app, 'verify')).toBe('cancelled');
    await expect.poll(() => app.byId('screen-result').innerText()).toContain('no certificate was written');
    expect(certificates()).toHaveLength(1);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

/** Changes a byte in the largest data file of a dump. */
function damage(folder: string): void {
  const data = readdirSync(folder).filter((name) => name.endsWith('.tsv.zst'));
  const sizeOf = (name: string) => statSync(join(folder, name)).size;
  const [largest = ''] = data.sort((a, b) => sizeOf(b) - sizeOf(a));
  const file = join(folder, largest);
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle);
  writeFileSync(file, bytes);
}
