import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeGate, openGate, waitsAt, type Gate } from '../integration/harness/gate';
import { connectPlain } from '../integration/harness/servers';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { onTestServer, saveProfile, testProfile } from './harness/server';
import { pickSchema, resultState, setCondition } from './harness/steps';

const SCHEMA = 'e2e_first_seconds';
/** So many that their definitions are read in several batches. */
const TABLES = 400;
const PARTITIONED = 'visits';
const PARTITIONS = 13;
const FIRST = 'orders_000';
const GATE: Gate = { column: 'id', value: 2 };

/** One change of the run screen. */
interface Shown {
  readonly remaining: string;
  readonly isCounting: boolean;
  /** Distance of the first lane from the window's top, in CSS pixels; null before there are lanes. */
  readonly laneTop: number | null;
  readonly hasHealth: boolean;
}

declare global {
  interface Window {
    shown: Shown[];
  }
}

describe('the first seconds of a dump', () => {
  let home: Home;
  let app: RunningApp;
  let keeper: Connection;
  beforeAll(async () => {
    await onTestServer('mysql', async (session) => {
      await session.run(`DROP SCHEMA IF EXISTS ${SCHEMA}`);
      await session.run(`CREATE SCHEMA ${SCHEMA}`);
      for (let n = 0; n < TABLES; n += 1) {
        const table = `${SCHEMA}.orders_${String(n).padStart(3, '0')}`;
        await session.run(`CREATE TABLE ${table} (id INT PRIMARY KEY, name VARCHAR(20))`);
        await session.run(`INSERT INTO ${table} VALUES (1, 'a'), (2, 'b')`);
      }
      await session.run(
        `CREATE TABLE ${SCHEMA}.${PARTITIONED} (id INT PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS ${PARTITIONS}`,
      );
      const ids = Array.from({ length: 10 * PARTITIONS }, (_, id) => `(${id})`);
      await session.run(`INSERT INTO ${SCHEMA}.${PARTITIONED} VALUES ${ids.join(', ')}`);
    });
    keeper = await connectPlain('mysql');
    await closeGate(keeper, GATE);
    home = makeHome();
    await saveProfile(home, testProfile('mysql', 'server'));
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mysql').password });
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await setCondition(app, `${SCHEMA}.${FIRST}`, waitsAt(GATE));
    await recordScreen(app);
    await app.byId('dump-start').click();
    await app.byId('health-threads').waitFor();
    await app.page
      .locator('[data-testid="total-tables"]', { hasText: new RegExp(`^${String(TABLES)}$`) })
      .waitFor();
  });
  afterAll(async () => {
    await keeper.end();
    await app.close();
    home.remove();
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA ${SCHEMA}`));
  });

  const shown = () => app.page.evaluate(() => window.shown);

  it('moves nothing when the health of its server comes', async () => {
    const tops = (await shown()).filter(({ laneTop }) => laneTop !== null);
    expect(tops.some(({ hasHealth }) => !hasHealth)).toBe(true);
    expect(tops.some(({ hasHealth }) => hasHealth)).toBe(true);
    expect(new Set(tops.map(({ laneTop }) => laneTop)).size).toBe(1);
  });

  it('draws the partitions of a table in one hue', async () => {
    const search = app.page.getByRole('textbox', { name: 'Filter tables' });
    await search.fill(PARTITIONED);
    const rows = app.page.locator(`[data-testid^="run-table-${SCHEMA}.${PARTITIONED} ("]`);
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    const coloursOf = (list: typeof rows) =>
      list.evaluateAll((all) =>
        all.map((row) => getComputedStyle(row.firstElementChild ?? row).backgroundColor),
      );
    const hues = await coloursOf(rows);
    expect(new Set(hues).size).toBe(1);
    await lookAt(app, 'run-partitions');
    await search.fill('orders_00');
    const others = await coloursOf(app.page.locator(`[data-testid^="run-table-${SCHEMA}.orders_00"]`));
    expect(new Set(others).size).toBeGreaterThan(1);
    await search.fill('');
  });

  it('is “counting” until its tables are counted, and its percentage never falls', async () => {
    await openGate(keeper, GATE);
    expect(await resultState(app, 'dump')).toBe('done');
    const all = await shown();
    const counting = all.map(({ isCounting }) => isCounting);
    expect(counting).toContain(true);
    expect(counting.lastIndexOf(true)).toBeLessThan(
      all.findIndex(({ remaining }) => remaining.includes('%')),
    );
    const percents = all.flatMap(({ remaining }) => Number(/(\d+) %/.exec(remaining)?.[1] ?? []));
    expect(percents.length).toBeGreaterThan(0);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

/** Records what the run screen shows, at each change of it. */
async function recordScreen(app: RunningApp): Promise<void> {
  await app.page.evaluate(() => {
    window.shown = [];
    const find = (id: string) => document.querySelector(`[data-testid="${id}"]`);
    const record = () => {
      if (find('run-totals') === null) return;
      const remaining = find('total-eta')?.textContent ?? '';
      const last = window.shown[window.shown.length - 1];
      const now: Shown = {
        remaining,
        isCounting: remaining === 'counting tables',
        laneTop: find('lane-row-0')?.getBoundingClientRect().top ?? null,
        hasHealth: find('server-health') !== null,
      };
      if (JSON.stringify(now) !== JSON.stringify(last)) window.shown.push(now);
    };
    new MutationObserver(record).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}
