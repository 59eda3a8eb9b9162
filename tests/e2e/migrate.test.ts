import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../app/contract/connection';
import { runSluice } from '../integration/harness/command';
import { closeGate, openGate, waitsAt, type Gate } from '../integration/harness/gate';
import { connectPlain } from '../integration/harness/servers';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, pauseRun, resultState, resumeRun, setCondition } from './harness/steps';
import { lookAtNarrow } from './harness/windows';

/** Not a verdict on speed: it only ends a wait for what will never come. */
const HANG_GUARD_MS = 5 * 60_000;

const SCHEMA = 'e2e_migrate';
const COPY = 'e2e_migrate_copy';
/** Without a password, which no other vendor could take over; on one server it is there already. */
const ACCOUNT = 'e2e_mover@%';
const DROP_ACCOUNT = `DROP USER IF EXISTS 'e2e_mover'@'%'`;
/** A row that is not read before the test says so: a migration has a middle that can be looked at. */
const GATE: Gate = { column: 'id', value: 2 };

interface Journey {
  readonly from: Vendor;
  readonly to: Vendor;
  /** What only the source's vendor knows, and the rule that carries it over. */
  readonly foreign: { readonly table: string; readonly fix: 'collations' | 'types' } | null;
}

const JOURNEYS: readonly Journey[] = [
  { from: 'mysql', to: 'mysql', foreign: null },
  { from: 'mariadb', to: 'mariadb', foreign: null },
  {
    from: 'mysql',
    to: 'mariadb',
    foreign: {
      table: 'CREATE TABLE foreigner (id INT PRIMARY KEY, name VARCHAR(20) COLLATE utf8mb4_0900_as_cs)',
      fix: 'collations',
    },
  },
  {
    from: 'mariadb',
    to: 'mysql',
    foreign: { table: 'CREATE TABLE foreigner (id INT PRIMARY KEY, name UUID)', fix: 'types' },
  },
];

/** Rows and their sum, which both vendors reckon alike. */
async function sumsOf(vendor: Vendor, schema: string): Promise<readonly unknown[]> {
  return await onTestServer(vendor, (session) =>
    session.rows(`SELECT COUNT(*) AS rows_, SUM(CRC32(CONCAT_WS('|', id, label, filler))) AS sum_
      FROM \`${schema}\`.part3`),
  );
}

describe.each(JOURNEYS)('a migration by the wizard: $from to $to', ({ from, to, foreign }) => {
  let home: Home;
  let app: RunningApp;
  /** The screens are the same whatever the servers: the pair that finds most is enough to look at. */
  const look = async (name: string) => {
    if (from === 'mysql' && to === 'mariadb') await lookAt(app, name);
  };
  const { password } = testServer(from);
  beforeAll(async () => {
    await onTestServer(from, async (session) => {
      await makeSchema(session, SCHEMA, 4000);
      await session.run(`USE ${SCHEMA}`);
      if (foreign !== null) await session.run(foreign.table);
      await session.run(DROP_ACCOUNT);
      await session.run("CREATE USER 'e2e_mover'@'%'");
      await session.run(`GRANT SELECT ON ${SCHEMA}.* TO 'e2e_mover'@'%'`);
    });
    await onTestServer(to, async (session) => {
      await session.run(`DROP SCHEMA IF EXISTS ${COPY}`);
      if (foreign !== null) await session.run(DROP_ACCOUNT);
    });
    home = makeHome();
    await saveProfile(home, { ...testProfile(from, 'source'), name: `Old ${from}` });
    await saveProfile(home, { ...testProfile(to, 'target'), name: `New ${to}` });
    await saveProfile(home, { ...testProfile(to, 'live'), name: 'Live', environment: 'production' });
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'source', password });
    await app.request('profiles/unlock', { profileId: 'target', password: testServer(to).password });
    await app.request('profiles/unlock', { profileId: 'live', password: testServer(to).password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer(from, (session) => session.run(`DROP SCHEMA IF EXISTS ${SCHEMA}`));
    await onTestServer(to, (session) => session.run(`DROP SCHEMA IF EXISTS ${COPY}`));
    for (const vendor of [from, to]) await onTestServer(vendor, (session) => session.run(DROP_ACCOUNT));
  });

  const next = async (step: string) => {
    await app.page.locator('[data-testid="migrate-next"]:not([disabled])').click();
    await app.byId(`migrate-step-${step}`).waitFor();
  };
  /** Polled, so that a failure says what stands there instead. */
  const verdict = (words: RegExp) =>
    expect.poll(() => app.byId('migrate-verdict').textContent(), { timeout: HANG_GUARD_MS }).toMatch(words);
  /** How many sessions of the source read the table, which they can't while it is locked. */
  const waitingFor = (table: string) =>
    onTestServer(from, async (session) =>
      Number(
        await session.scalar(
          `SELECT COUNT(*) FROM information_schema.PROCESSLIST
           WHERE ID <> CONNECTION_ID() AND INFO LIKE 'SELECT 1 FROM \`${SCHEMA}\`.\`${table}\`%'`,
        ),
      ),
    );
  const CLEAR = /^Nothing stands in the way/;
  const BLOCKED = /^\d+ things? stands? in the way/;

  it('begins with the source and what is taken of it', async () => {
    await app.menu('new-migration');
    await app.byId('screen-migrate').waitFor();
    await look('migrate-fresh');
    await chooseOption(app, 'migrate-source', 'source');
    await app.byId(`tree-check-${SCHEMA}`).click();
    await setCondition(app, `${SCHEMA}.part0`, waitsAt(GATE));
    await expect
      .poll(() => app.byId('dump-preflight').textContent(), { timeout: HANG_GUARD_MS })
      .not.toBe('');
    await look('migrate-objects');
    expect(await app.byId('migrate-rail-check').isDisabled()).toBe(true);
    await next('target');
  });

  it('asks where to, and under which name', async () => {
    await chooseOption(app, 'migrate-target', 'target');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.byId('migrate-threads').fill('2');
    const account = app.byId(`migrate-account-${ACCOUNT}`);
    expect(await account.getAttribute('aria-checked')).toBe('false');
    if (foreign !== null) await account.click();
    await look('migrate-target');
  });

  it('checks no longer than the user likes, and leaves nobody waiting on the source', async () => {
    const locking = await connectPlain(from);
    await locking.query(`LOCK TABLES ${SCHEMA}.part0 WRITE`);
    await next('check');
    await expect.poll(() => waitingFor('part0')).toBe(1);
    await look('migrate-checking');
    await app.byId('migrate-stop').click();
    await verdict(/^Not checked$/);
    await expect.poll(() => waitingFor('part0')).toBe(0);
    await look('migrate-stopped');
    await locking.query('UNLOCK TABLES');
    await locking.end();
    await app.byId('migrate-check-again').click();
  });

  it('says what is in the way, and switches the rule on that removes it', async () => {
    if (foreign === null) {
      await verdict(CLEAR);
      return;
    }
    await verdict(BLOCKED);
    expect(await app.byId('migrate-next').isDisabled()).toBe(true);
    const finding = app.page.locator('[data-testid="migrate-findings"] [data-severity="blocks"]', {
      hasText: `${SCHEMA}.foreigner`,
    });
    await finding.first().click();
    await app.byId('finding-switch-on').waitFor();
    await look('migrate-blocked');
    if (from === 'mysql') await lookAtNarrow(app, 'migrate-blocked-narrow');
    await app.byId('finding-switch-on').click();
    await verdict(CLEAR);
    await app.page.locator(`[data-testid="migrate-findings"] [data-severity="converts"]`).first().waitFor();
    expect(await app.byId(`migrate-fix-${foreign.fix}`).getAttribute('aria-checked')).toBe('true');
    await look('migrate-clear');
  });

  it('shows the plan, the command that does the same, and can be saved as a job', async () => {
    await next('plan');
    await app.byId(`move-${SCHEMA}.part0`).waitFor();
    expect(await app.byId(`move-${SCHEMA}.part0`).textContent()).toContain(`${COPY}.part0`);
    await expect
      .poll(() => app.byId('migrate-command').textContent(), { timeout: HANG_GUARD_MS })
      .toContain(`--schema-map ${SCHEMA}=${COPY}`);
    expect((await app.byId('migrate-facts').textContent())?.includes('e2e_mover')).toBe(foreign !== null);
    await look('migrate-plan');
    await app.byId('save-job').click();
    await app.byId('job-name').fill('Move it');
    await app.byId('job-save').click();
    await app.byId('save-job-dialog').waitFor({ state: 'detached' });
  });

  it('runs lane by lane, and reports what was verified', async () => {
    const gate = await connectPlain(from);
    await closeGate(gate, GATE);
    await app.byId('migrate-start').click();
    await pauseRun(app, 'migrate');
    for (const side of ['source', 'target'])
      await app.page.locator(`[data-testid="server-health"][data-side="${side}"]`).waitFor();
    await look('run-migrate');
    await openGate(gate, GATE);
    await gate.end();
    await resumeRun(app);
    expect({
      state: await resultState(app, 'migrate'),
      errors: await app.byId('result-errors').allTextContents(),
    }).toEqual({ state: foreign === null ? 'done' : 'done-with-warnings', errors: [] });
    expect(await app.byId(`verdict-row-${COPY}.part3`).textContent()).toContain('512');
    expect(await app.byId('result-open-folder').count()).toBe(0);
    await look('result-migrate');
    expect(await sumsOf(to, COPY)).toEqual(await sumsOf(from, SCHEMA));
    if (foreign === null) return;
    const grants = await onTestServer(to, (session) => session.rows("SHOW GRANTS FOR 'e2e_mover'@'%'"));
    expect(JSON.stringify(grants)).toContain(`SELECT ON \`${COPY}\``);
  });

  it('stays in the history, from where it is set up again', async () => {
    await app.byId('nav-history').click();
    const row = app.page.locator('[data-testid^="history-row-"][data-kind="migrate"]');
    await row.first().click();
    await look('history-migrate');
    expect(await app.byId('history-open-folder').count()).toBe(0);
    await app.byId('history-repeat').click();
    await app.byId('screen-migrate').waitFor();
    await app.page.locator(`[data-testid="tree-check-${SCHEMA}"][aria-checked="true"]`).waitFor();
    await next('target');
    expect(await app.byId(`load-rename-${SCHEMA}`).inputValue()).toBe(COPY);
    expect(await app.byId('migrate-threads').inputValue()).toBe('2');
  });

  it('finds the tables that are there by now in the way', async () => {
    await next('check');
    await verdict(BLOCKED);
    await app.page.locator('[data-testid="migrate-findings"] [data-severity="blocks"]').first().waitFor();
  });

  it('may replace them, or take the definitions alone, and warns of what is lost', async () => {
    await app.byId('migrate-rail-target').click();
    await chooseOption(app, 'migrate-content', 'structure');
    await chooseOption(app, 'migrate-policy', 'drop');
    await app.byId('existing-warning').waitFor();
    await look('migrate-replace');
    await next('check');
    await verdict(CLEAR);
    await next('plan');
    for (const words of ['--ddl-only', '--on-existing drop'])
      await expect
        .poll(() => app.byId('migrate-command').textContent(), { timeout: HANG_GUARD_MS })
        .toContain(words);
  });

  it('is a job, which the window asks about and the command line runs', async () => {
    await onTestServer(to, (session) => session.run(`DROP SCHEMA ${COPY}`));
    await app.byId('nav-jobs').click();
    await app.byId('job-run-Move it').click();
    await app.byId('confirm-dialog').waitFor();
    await look('job-migrate');
    await app.byId('confirm-refuse').click();
    const environment = {
      ...(home.environment as Record<string, string>),
      SLUICE_SOURCE_PASSWORD: password,
      SLUICE_TARGET_PASSWORD: testServer(to).password,
    };
    const { exitCode, result } = await runSluice(['run', 'Move it', '--json'], environment);
    expect({ exitCode, errors: result.errors }).toEqual({ exitCode: 0, errors: [] });
    expect(await sumsOf(to, COPY)).toEqual(await sumsOf(from, SCHEMA));
  });

  it('wants the name of a production target typed before it looks at it', async () => {
    await app.menu('new-migration');
    await app.byId('migrate-rail-target').click();
    await chooseOption(app, 'migrate-target', 'live');
    await app.byId('load-confirm-name').waitFor();
    await look('migrate-production');
    expect(await app.byId('migrate-next').isDisabled()).toBe(true);
    await app.byId('load-confirm-name').fill('Live');
    await next('check');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
