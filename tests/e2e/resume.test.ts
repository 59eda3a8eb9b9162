import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATE_DEFAULTS } from '../../app/contract/runs/migrate';
import { selecting } from '../../app/contract/runs/options';
import { FaultyNetwork } from '../integration/harness/faulty-network';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { checksums, makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { cancelRun, chooseOption, followToast, pickSchema, resultState, setThreads } from './harness/steps';

const SCHEMA = 'e2e_resume';
const COPIES = ['e2e_resume_1', 'e2e_resume_2', 'e2e_resume_3'] as const;

/** The target is reached through a network that holds a COMMIT back: no run ends before the test has cut it off. */
describe.each(testVendors)('a run that is cut off, and resumed in the window: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let network: FaultyNetwork;
  const { password } = testServer(vendor);
  const dropAll = () =>
    onTestServer(vendor, async (session) => {
      for (const schema of [SCHEMA, ...COPIES]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });

  beforeAll(async () => {
    await dropAll();
    await onTestServer(vendor, (session) => makeSchema(session, SCHEMA, 4000));
    network = await FaultyNetwork.to(testServer(vendor));
    home = makeHome();
    await saveProfile(home, { ...testProfile(vendor, 'near'), name: 'Near' });
    const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
    await saveProfile(home, {
      ...testProfile(vendor, 'far'),
      ...{ name: 'Far', address, tls: { mode: 'disabled' } },
    });
    await start();
    await app.byId('connection-dump-near').click();
    await pickSchema(app, SCHEMA);
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
  });
  afterAll(async () => {
    await app.close();
    await network.close();
    home.remove();
    await dropAll();
  });

  async function start(): Promise<void> {
    app = await launch(home);
    for (const profileId of ['near', 'far']) await app.request('profiles/unlock', { profileId, password });
  }

  async function startLoad(copy: string): Promise<void> {
    const runs = await app.request('runs/list', null);
    await app.byId('nav-runs').click();
    await app.byId(`run-tab-${runs.find(({ kind }) => kind === 'dump')?.runId ?? ''}`).click();
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'far');
    await app.byId(`load-rename-${SCHEMA}`).fill(copy);
    await setThreads(app, 'load', 2);
    await app.byId('load-start').click();
  }

  /** Makes the network whole again; statements that were held back never come. */
  function mend(): void {
    network.cut();
    network.mend();
  }

  /** As a crash would end it, in the middle of a run; then the window is opened again and shows the history. */
  async function crashAndComeBack(): Promise<void> {
    const gone = new Promise((resolve) => app.electron.process().once('exit', resolve));
    app.electron.process().kill('SIGKILL');
    await gone;
    mend();
    await start();
    await followToast(app);
    await app.page.locator('[data-testid^="history-row-"][data-state="interrupted"]').first().click();
  }

  async function expectCopy(copy: string): Promise<void> {
    await onTestServer(vendor, async (session) => {
      expect(await checksums(session, copy)).toEqual(await checksums(session, SCHEMA));
    });
  }

  it('resumes a cancelled load', async () => {
    const held = network.at('commit', 'hold');
    await startLoad(COPIES[0]);
    await held;
    await cancelRun(app);
    expect(['cancelled', 'incomplete']).toContain(await resultState(app, 'load'));
    mend();
    await app.byId('result-resume').click();
    await app.byId('result-unfinished').waitFor({ state: 'detached' });
    expect(await resultState(app, 'load')).toBe('done');
    await expectCopy(COPIES[0]);
  });

  it('resumes a load during which the app was killed', async () => {
    const held = network.at('commit', 'hold');
    await startLoad(COPIES[1]);
    await held;
    await crashAndComeBack();
    if (vendor === 'mysql') await lookAt(app, 'history-resume');
    await app.byId('history-resume').click();
    expect(await resultState(app, 'load')).toBe('done');
    await expectCopy(COPIES[1]);
  });

  it('resumes a migration during which the app was killed', async () => {
    const held = network.at('commit', 'hold');
    await app.request('migrate/start', {
      sourceProfileId: 'near',
      targetProfileId: 'far',
      options: {
        ...{ ...MIGRATE_DEFAULTS, threads: 2, schemaMap: { [SCHEMA]: COPIES[2] } },
        selection: selecting([{ kind: 'schema', schema: SCHEMA }]),
      },
    });
    await held;
    await crashAndComeBack();
    await app.byId('history-resume').click();
    expect(await resultState(app, 'migrate')).toBe('done');
    await expectCopy(COPIES[2]);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
