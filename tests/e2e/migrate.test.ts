import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../app/contract/connections/connection';
import type { MigrationFix } from '../../app/contract/runs/migrate';
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
/** Name of part5 in the target. */
const RENAMED = 'moved_part';
/** A row that is not read before the test says so: a migration has a middle that can be looked at. */
const GATE: Gate = { column: 'id', value: 2 };

/** A column that only the source's vendor knows, the rule that carries it over, and what it then is in the target. */
interface Foreigner {
  readonly fix: MigrationFix;
  readonly column: string;
  readonly becomes: { readonly type: string; readonly collation: string };
  /** Further columns, each of which the result has a warning of its own for. */
  readonly others?: readonly string[];
}

interface Journey {
  readonly from: Vendor;
  readonly to: Vendor;
  readonly foreigners: readonly Foreigner[];
}

/** MySQL has no type that MariaDB needs a stand-in for: it knows the same ones, or the pre-check refuses. */
const JOURNEYS: readonly Journey[] = [
  { from: 'mysql', to: 'mysql', foreigners: [] },
  { from: 'mariadb', to: 'mariadb', foreigners: [] },
  {
    from: 'mysql',
    to: 'mariadb',
    foreigners: [
      {
        fix: 'collations',
        column: 'VARCHAR(20) COLLATE utf8mb4_0900_as_cs',
        becomes: { type: 'varchar(20)', collation: 'utf8mb4_uca1400_nopad_as_cs' },
        others: ['VARCHAR(20) COLLATE utf8mb4_0900_as_ci', 'VARCHAR(20) COLLATE utf8mb4_0900_bin'],
      },
    ],
  },
  {
    from: 'mariadb',
    to: 'mysql',
    foreigners: [
      {
        fix: 'collations',
        column: 'VARCHAR(20) COLLATE utf8mb4_uca1400_as_cs',
        becomes: { type: 'varchar(20)', collation: 'utf8mb4_0900_as_cs' },
      },
      { fix: 'types', column: 'UUID', becomes: { type: 'char(36)', collation: 'ascii_bin' } },
    ],
  },
];

/** The foreign column's table. */
const tableOf = ({ fix }: Foreigner) => `foreign_${fix}`;
const columnsOf = ({ column, others = [] }: Foreigner): readonly string[] => [
  'id INT PRIMARY KEY',
  `name ${column}`,
  ...others.map((other, at) => `other_${at} ${other}`),
];

/** Rows and their sum, which both vendors reckon alike. */
async function sumsOf(vendor: Vendor, schema: string, table = 'part3'): Promise<readonly unknown[]> {
  return await onTestServer(vendor, (session) =>
    session.rows(`SELECT COUNT(*) AS rows_, SUM(CRC32(CONCAT_WS('|', id, label, filler))) AS sum_
      FROM \`${schema}\`.${table}`),
  );
}

async function columnOf(vendor: Vendor, schema: string, table: string): Promise<Foreigner['becomes']> {
  const { type, collation } = await onTestServer(vendor, (session) =>
    session.row(
      `SELECT COLUMN_TYPE AS type, COLLATION_NAME AS collation FROM information_schema.COLUMNS
       WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_NAME = 'name'`,
      [schema, table],
    ),
  );
  return { type: type ?? '', collation: collation ?? '' };
}

async function tablesOf(vendor: Vendor, schema: string): Promise<readonly string[]> {
  const rows = await onTestServer(vendor, (session) =>
    session.rows(
      `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? ORDER BY name`,
      [schema],
    ),
  );
  return rows.map(({ name }) => name ?? '').sort();
}

describe.each(JOURNEYS)('a migration by the wizard: $from to $to', ({ from, to, foreigners }) => {
  /** The tables are in order under their schema; foreign ones come before. */
  const ROWS_TO_PART5 = 6 + foreigners.length;
  const isChanged = foreigners.length > 0;
  /** More than are shown at first, some of which share a box. */
  const hasManyWarnings = foreigners.some(({ others }) => others !== undefined);
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
      for (const foreigner of foreigners)
        await session.run(`CREATE TABLE ${tableOf(foreigner)} (${columnsOf(foreigner).join(', ')})`);
      await session.run(DROP_ACCOUNT);
      await session.run("CREATE USER 'e2e_mover'@'%'");
      await session.run(`GRANT SELECT ON ${SCHEMA}.* TO 'e2e_mover'@'%'`);
    });
    await onTestServer(to, async (session) => {
      await session.run(`DROP SCHEMA IF EXISTS ${COPY}`);
      if (isChanged) await session.run(DROP_ACCOUNT);
    });
    home = makeHome();
    await saveProfile(home, { ...testProfile(from, 'source'), name: `Old ${from}` });
    await saveProfile(home, { ...testProfile(to, 'target'), name: `New ${to}` });
    // By its socket file, for a production connection guards all others to the same address.
    const address = { kind: 'socket', path: testServer(to).socket } as const;
    const live = { ...testProfile(to, 'live'), name: 'Live', environment: 'production', address } as const;
    await saveProfile(home, live);
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
  /** Number of the source's sessions that read the table, which they can't while it is locked. */
  const waitingFor = (table: string) =>
    onTestServer(from, async (session) =>
      Number(
        await session.scalar(
          `SELECT COUNT(*) FROM information_schema.PROCESSLIST
           WHERE ID <> CONNECTION_ID() AND INFO LIKE 'SELECT 1 FROM \`${SCHEMA}\`.\`${table}\`%'`,
        ),
      ),
    );
  const CLEAR = /^No blockers/;
  const BLOCKED = /^\d+ blockers?, \d+ objects?\./;

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
    await expect.poll(() => app.byId('migrate-rail-check').isDisabled()).toBe(true);
    await next('target');
  });

  it('asks where to, and under which name', async () => {
    await chooseOption(app, 'migrate-target', 'target');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.byId('migrate-threads').fill('2');
    const account = app.byId(`migrate-account-${ACCOUNT}`);
    expect(await account.getAttribute('aria-checked')).toBe('false');
    if (isChanged) await account.click();
    await look('migrate-target');
  });

  it('gives single tables other names, by the keys alone, and none that another one has', async () => {
    const nameOf = (table: string) => app.byId(`load-rename-table-${SCHEMA}.${table}`);
    expect(await nameOf('part5').count()).toBe(0);
    await app.byId('migrate-names').focus();
    await app.page.keyboard.press('Space');
    await nameOf('part5').waitFor();
    for (let row = 0; row < ROWS_TO_PART5; row += 1) await app.page.keyboard.press('ArrowDown');
    await app.page.keyboard.press('Tab');
    await app.page.keyboard.press('Control+A');
    await app.page.keyboard.type('part6');
    await expect.poll(() => nameOf('part5').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => nameOf('part6').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => app.byId('migrate-next').isDisabled()).toBe(true);
    await look('migrate-names-clash');
    await app.page.keyboard.press('Control+A');
    await app.page.keyboard.type(RENAMED);
    expect(await nameOf('part6').getAttribute('aria-invalid')).toBe('false');
    await look('migrate-names');
  });

  it('stops checking on cancel and leaves no statement running on the source', async () => {
    const locking = await connectPlain(from);
    await locking.query(`LOCK TABLES ${SCHEMA}.part0 WRITE`);
    await next('check');
    await expect.poll(() => waitingFor('part0')).toBe(1);
    await look('migrate-checking');
    await app.byId('migrate-stop').click();
    await app.byId('migrate-check-again').waitFor();
    await verdict(/^Nothing yet$/);
    await expect.poll(() => waitingFor('part0')).toBe(0);
    await look('migrate-stopped');
    await locking.query('UNLOCK TABLES');
    await locking.end();
    await app.byId('migrate-check-again').click();
  });

  const findingOf = (foreigner: Foreigner, severity: string) =>
    app.page
      .locator(`[data-testid="migrate-findings"] [data-severity="${severity}"]`, {
        hasText: `${SCHEMA}.${tableOf(foreigner)}`,
      })
      .first();
  const isSwitchedOn = (fix: MigrationFix) => app.byId(`migrate-fix-${fix}`).getAttribute('aria-checked');

  /** The verdict as it would be of the blockers that are listed. */
  const listedVerdict = async () => {
    const named = await app.page
      .locator(
        '[data-testid="migrate-findings"] [data-severity="blocks"][data-rule] [role="gridcell"]:nth-child(2)',
      )
      .allTextContents();
    const objects = new Set(named.flatMap((names) => names.replace(/^\d+ objects: /, '').split(', '))).size;
    const causes = named.length;
    return `${causes === 1 ? '1 blocker' : `${causes} blockers`}, ${objects === 1 ? '1 object' : `${objects} objects`}.`;
  };

  it('shows blockers, and switches on each rule that removes one', async () => {
    await verdict(isChanged ? BLOCKED : CLEAR);
    await expect.poll(() => app.byId('migrate-next').isDisabled()).toBe(isChanged);
    for (const [at, foreigner] of foreigners.entries()) {
      expect(await isSwitchedOn(foreigner.fix)).toBe('false');
      await findingOf(foreigner, 'blocks').click();
      await app.byId('finding-switch-on').waitFor();
      await expect.poll(() => app.byId('migrate-verdict').textContent()).toBe(await listedVerdict());
      if (at === 0) await look('migrate-blocked');
      if (at === 0 && from === 'mysql') await lookAtNarrow(app, 'migrate-blocked-narrow');
      await app.byId('finding-switch-on').click();
      await findingOf(foreigner, 'converts').waitFor();
      expect(await isSwitchedOn(foreigner.fix)).toBe('true');
      await findingOf(foreigner, 'converts').click();
      const shown = await app.byId('finding-definition').textContent();
      expect(shown).toContain('Source:   `name`');
      expect(shown).toContain(`Target:   \`name\` ${foreigner.becomes.type}`);
      if (at === 0) await look('migrate-definition');
    }
    await verdict(CLEAR);
    await look('migrate-clear');
  });

  it('lets each rule be rolled back and chosen again among the rules', async () => {
    for (const foreigner of foreigners) {
      await app.byId(`migrate-fix-${foreigner.fix}`).click();
      await findingOf(foreigner, 'blocks').waitFor();
      await app.byId(`migrate-fix-${foreigner.fix}`).click();
      await findingOf(foreigner, 'converts').waitFor();
    }
    await verdict(CLEAR);
  });

  it('shows the plan, the command that does the same, and can be saved as a job', async () => {
    await next('plan');
    await app.byId(`move-${SCHEMA}.part0`).waitFor();
    await expect.poll(() => app.byId(`move-${SCHEMA}.part0`).textContent()).toContain(`${COPY}.part0`);
    await expect.poll(() => app.byId(`move-${SCHEMA}.part5`).textContent()).toContain(`${COPY}.${RENAMED}`);
    await expect
      .poll(() => app.byId('migrate-command').textContent(), { timeout: HANG_GUARD_MS })
      .toContain(`--schema-map ${SCHEMA}=${COPY} --rename ${SCHEMA}.part5=${COPY}.${RENAMED}`);
    const fixes = foreigners.map(({ fix }) => fix);
    const asked = /--fix (\S+)/.exec((await app.byId('migrate-command').textContent()) ?? '');
    expect(asked?.[1]?.split(',').sort() ?? []).toEqual(fixes);
    expect((await app.byId('migrate-facts').textContent())?.includes('e2e_mover')).toBe(isChanged);
    await look('migrate-plan');
    await app.byId('save-job').click();
    await app.byId('job-name').fill('Move it');
    await app.byId('job-save').click();
    await app.byId('save-job-dialog').waitFor({ state: 'detached' });
  });

  /** The boxes, of which one may stand for several warnings, stand for as many as the head counts. */
  async function expectEachCounted(): Promise<void> {
    const warnings = app.byId('result-warnings');
    const counted = Number(/^\d+/.exec(await warnings.getByRole('heading').innerText())?.[0]);
    const all = app.byId('result-warnings-all');
    await expect.poll(() => all.count()).toBe(hasManyWarnings ? 1 : 0);
    if (hasManyWarnings) {
      await expect.poll(() => all.innerText()).toBe(`Show all ${String(counted)}`);
      await all.click();
    }
    const boxes = await warnings.getByRole('note').allInnerTexts();
    const counts = boxes.map((words) => Number(/^(\d+) warnings( in | · |$)/m.exec(words)?.[1] ?? 1));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(counted);
    if (hasManyWarnings) expect(Math.max(...counts)).toBeGreaterThan(1);
  }

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
    }).toEqual({ state: isChanged ? 'done-with-warnings' : 'done', errors: [] });
    await expect.poll(() => app.byId(`verdict-row-${COPY}.part3`).textContent()).toContain('512');
    expect(await app.byId('result-open-folder').count()).toBe(0);
    await look('result-migrate');
    if (isChanged) await expectEachCounted();
    expect(await sumsOf(to, COPY)).toEqual(await sumsOf(from, SCHEMA));
    expect(await sumsOf(to, COPY, RENAMED)).toEqual(await sumsOf(from, SCHEMA, 'part5'));
    expect(await tablesOf(to, COPY)).toEqual(
      (await tablesOf(from, SCHEMA)).map((table) => (table === 'part5' ? RENAMED : table)).sort(),
    );
    if (!isChanged) return;
    const grants = await onTestServer(to, (session) => session.rows("SHOW GRANTS FOR 'e2e_mover'@'%'"));
    expect(grants.map((row) => Object.values(row)[0])).toContainEqual(
      expect.stringContaining(`SELECT ON \`${COPY.replaceAll('_', '\\_')}\`.*`),
    );
  });

  it('has carried over what it was told to, by the rules that were switched on', async () => {
    for (const foreigner of foreigners)
      expect(await columnOf(to, COPY, tableOf(foreigner))).toEqual(foreigner.becomes);
    const [run] = await app.request('history/list', null);
    expect(run).toMatchObject({ kind: 'migrate' });
    const draft = await app.request('history/migrate-draft', { runId: run?.runId ?? '' });
    expect([...draft.options.fixes].sort()).toEqual(foreigners.map(({ fix }) => fix));
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
    await expect.poll(() => app.byId(`load-rename-${SCHEMA}`).inputValue()).toBe(COPY);
    await expect.poll(() => app.byId('migrate-threads').inputValue()).toBe('2');
    await expect.poll(() => app.byId(`load-rename-table-${SCHEMA}.part5`).inputValue()).toBe(RENAMED);
  });

  it('finds tables that were created meanwhile as blockers', async () => {
    await next('check');
    await verdict(BLOCKED);
    await app.page.locator('[data-testid="migrate-findings"] [data-severity="blocks"]').first().waitFor();
    await expect.poll(() => app.byId('migrate-verdict').textContent()).toBe(await listedVerdict());
  });

  it('may replace them, or take the definitions alone, and warns of what is lost', async () => {
    await app.byId('migrate-rail-target').click();
    await chooseOption(app, 'migrate-content', 'structure');
    await chooseOption(app, 'migrate-policy', 'drop');
    await app.page.getByText('are dropped with their rows').waitFor();
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
    expect({ exitCode, errors: result.errors }).toEqual({ exitCode: isChanged ? 3 : 0, errors: [] });
    expect(await sumsOf(to, COPY)).toEqual(await sumsOf(from, SCHEMA));
  });

  it('wants the name of a production target typed before it looks at it', async () => {
    await app.menu('new-migration');
    await app.byId('migrate-rail-target').click();
    await chooseOption(app, 'migrate-target', 'live');
    await app.byId('load-confirm-name').waitFor();
    await look('migrate-production');
    await expect.poll(() => app.byId('migrate-next').isDisabled()).toBe(true);
    await app.byId('load-confirm-name').fill('Live');
    await next('check');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
