import { readdirSync, rmSync } from 'fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FaultyNetwork } from '../integration/harness/faulty-network';
import { closeGate, openGate, waitsAt, type Gate } from '../integration/harness/gate';
import { connectPlain } from '../integration/harness/servers';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { checksums, makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import {
  chooseOption,
  pickSchema,
  resultState,
  setCondition,
  setThreads,
  untilRowsMove,
} from './harness/steps';

const SCHEMA = 'e2e_run_states';
const COPY = 'e2e_run_states_copy';
/** More index builds than are begun before the test has looked. */
const MANY = 32;
const GATE: Gate = { column: 'id', value: 2 };

/** States that seldom last long enough to be seen are held: by a gate at the source, by a network on the way to the target. */
describe.each(testVendors)('progress of a run that is held up: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let network: FaultyNetwork;
  /** The screens are the same for both vendors. */
  const look = async (name: string) => {
    if (vendor === 'mysql') await lookAt(app, name);
  };
  const dropAll = () =>
    onTestServer(vendor, async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });

  beforeAll(async () => {
    await dropAll();
    await onTestServer(vendor, (session) => makeSchema(session, SCHEMA, 20_000));
    network = await FaultyNetwork.to(testServer(vendor));
    home = makeHome();
    await saveProfile(home, { ...testProfile(vendor, 'near'), name: 'Near' });
    const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
    const tls = { mode: 'disabled' } as const;
    await saveProfile(home, { ...testProfile(vendor, 'far'), name: 'Far', address, tls });
    app = await launch(home);
    const { password } = testServer(vendor);
    for (const profileId of ['near', 'far']) await app.request('profiles/unlock', { profileId, password });
  });
  afterAll(async () => {
    await app.close();
    await network.close();
    home.remove();
    await dropAll();
  });

  async function setUpDump(): Promise<void> {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-near').click();
    await pickSchema(app, SCHEMA);
    await setThreads(app, 'dump', 1);
  }

  it('a dump whose folder is taken away: what failed, and that nothing can be mistaken for a dump', async () => {
    await setUpDump();
    await setCondition(app, `${SCHEMA}.part3`, waitsAt(GATE));
    const gate = await connectPlain(vendor);
    await closeGate(gate, GATE);
    await app.byId('dump-start').click();
    await untilRowsMove(app);
    await app.page.locator(`[data-testid="run-table-${SCHEMA}.part3"][data-state="running"]`).waitFor();
    // Its query waits at the server, and that is work on the table: the lane does not idle meanwhile.
    await app.page.locator('[data-testid="lane-row-0"][data-phase="read"]').waitFor();
    await look('run-one-lane');
    rmSync(home.dumps, { recursive: true });
    await openGate(gate, GATE);
    await gate.end();
    expect(await resultState(app, 'dump')).toBe('failed');
    await expect.poll(() => app.byId('result-errors').innerText()).toContain(`${SCHEMA}.part3`);
    await look('result-dump-failed');
    await app.byId('run-show-timeline').click();
    const waiting = app.page.locator('[data-testid^="run-table-"]', { hasText: 'Waiting' });
    expect(await waiting.count()).toBe(0);
    await look('run-dump-failed');
  });

  it('a load in its first chunks: the rows that are sent show, and that they are not committed', async () => {
    await setUpDump();
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    expect(readdirSync(home.dumps)).toHaveLength(1);
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'far');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await chooseOption(app, 'load-indexes', 'defer');
    await setThreads(app, 'load', 2);
    // Both lanes have sent their first chunk, and none of it is committed.
    const committing = [network.at('commit', 'wait'), network.at('commit', 'wait')];
    await app.byId('load-start').click();
    await Promise.all(committing);
    await untilRowsMove(app);
    await expect
      .poll(() => app.byId('total-rows-under').textContent())
      .toMatch(/^of [\d,]+; [\d.]+ ?k? not committed$/);
    await expect.poll(() => app.byId('total-eta').textContent()).toMatch(/[1-9]\d* %/);
    // Neither figure is cut off.
    expect(await app.byId('total-rows-under').evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(
      0,
    );
    await look('run-uncommitted');
  });

  it('a load whose index build the server works on: the lane and its table say so', async () => {
    // The engine does not wait for ever: what it builds again is held too, until the network is whole.
    const [building] = Array.from({ length: MANY }, () => network.at('index', 'hold'));
    network.release();
    await building;
    await app.page.locator('[data-testid^="lane-row-"][data-phase="index"]').first().waitFor();
    await app.page.locator('[data-testid^="run-table-"][data-state="indexing"]').first().waitFor();
    await look('run-indexes');
  });

  it('a load whose target is away: it tries again, and is done when the target is back', async () => {
    network.cut();
    await app.page.locator('[data-testid^="lane-row-"][data-phase="retry"]').first().waitFor();
    await app.page
      .locator('[data-testid^="run-table-"][data-state="indexing"]', { hasText: 'Retrying' })
      .first()
      .waitFor();
    const silence = app.page.locator('[data-testid="server-silence"][data-side="target"]');
    await silence.waitFor();
    await expect
      .poll(() => silence.innerText())
      .toMatch(/^Target server: no answer for \d+ s\. .* tried again for 60 s/);
    await look('run-retry');
    network.mend();
    expect(await resultState(app, 'load')).toBe('done');
    await look('result-retried');
    await onTestServer(vendor, async (session) => {
      expect(await checksums(session, COPY)).toEqual(await checksums(session, SCHEMA));
    });
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
