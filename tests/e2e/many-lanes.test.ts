import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_THREADS } from '../../app/contract/runs/threads';
import { closeGate, openGate, waitsAt, type Gate } from '../integration/harness/gate';
import { connectPlain } from '../integration/harness/servers';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { countPageWork, takePageWork } from './harness/page-work.mjs';
import { onTestServer, saveProfile, testProfile } from './harness/server';
import {
  chooseOption,
  pauseRun,
  pickSchema,
  resultState,
  resumeRun,
  setCondition,
  setThreads,
  untilRowsMove,
  waitForRunState,
} from './harness/steps';

const SCHEMA = 'e2e_many';
const TABLES = 1500;
/** The memory of so many lanes is not in the usual limit. */
const LANES = MOST_THREADS;
const MEMORY = 512 * 1_048_576;
/** Most elements of the busiest screen, whatever runs: a browser lays out this many without a thought. */
const MOST_NODES = 2000;
const UPDATES = 40;
/** Commits by the last click, and by a table's row that comes into view. */
const OTHER_COMMITS = 8;
/** One table's row that is not read before the test says so. */
const FIRST = 'orders_of_branch_0000';
const GATE: Gate = { column: 'id', value: 2 };

/** The run screen at the greatest number of lanes: what it costs depends on what is in view, not on what runs. */
describe('a dump of many tables on many lanes', () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    await onTestServer('mysql', async (session) => {
      await session.run(`CREATE SCHEMA ${SCHEMA}`);
      for (let n = 0; n < TABLES; n += 1) {
        const table = `${SCHEMA}.orders_of_branch_${String(n).padStart(4, '0')}`;
        await session.run(`CREATE TABLE ${table} (id INT PRIMARY KEY, name VARCHAR(20))`);
        await session.run(`INSERT INTO ${table} VALUES (1, 'a'), (2, 'b')`);
      }
    });
    home = makeHome();
    await saveProfile(home, testProfile('mysql', 'server'));
    app = await launch(home);
    await app.request('profiles/unlock', {
      profileId: 'server',
      password: testServer('mysql').password,
    });
    await countPageWork(app);
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA ${SCHEMA}`));
  });

  it('may have the memory that so many lanes need', async () => {
    await app.menu('show-settings');
    await chooseOption(app, 'settings-memory', String(MEMORY));
    await app.menu('show-connections');
  });

  it('lists the tables without an element for each', async () => {
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await setThreads(app, 'dump', LANES);
    await chooseOption(app, 'dump-compression', 'zstd1');
    await setCondition(app, `${SCHEMA}.${FIRST}`, waitsAt(GATE));
    expect(await nodes(app)).toBeLessThan(MOST_NODES);
  });

  it('shows every lane while they run, and changes the page no more often than updates come', async () => {
    const gate = await connectPlain('mysql');
    await closeGate(gate, GATE);
    await app.byId('dump-start').click();
    await untilRowsMove(app);
    await pauseRun(app, 'dump');
    await lookAt(app, 'run-256-lanes');
    await resumeRun(app);
    await waitForRunState(app, 'running');
    await takePageWork(app);
    // The dump can't end before its gate is open: there are as many updates as are waited for.
    await app.page.waitForFunction((wanted) => window.work.updates >= wanted, UPDATES);
    const { updates, commits, nodes: most } = await takePageWork(app);
    expect(commits).toBeLessThanOrEqual(updates + OTHER_COMMITS);
    expect(most).toBeLessThan(MOST_NODES);
    await openGate(gate, GATE);
    await gate.end();
    expect(await resultState(app, 'dump')).toBe('done');
    await expect.poll(() => app.byId('result-state').textContent()).toContain('Complete; 0 of');
    await expect
      .poll(() => app.byId('result-why-not-counted').textContent())
      .toContain('ranges of an integer key');
  });

  it('lists what was verified without an element for each', async () => {
    await expect.poll(() => app.byId('result-state').getAttribute('data-state')).toBe('done');
    expect(await nodes(app)).toBeLessThan(MOST_NODES);
    await lookAt(app, 'result-many');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

const nodes = (app: RunningApp) => app.page.evaluate(() => document.querySelectorAll('*').length);
