import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeGate, openGate, waitsAt, type Gate } from '../integration/harness/gate';
import { connectPlain } from '../integration/harness/servers';
import type { Vendor } from '../../app/contract/connections/connection';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { pickSchema, resultState, setCondition, waitForRunState } from './harness/steps';
import { lookAtNarrow } from './harness/windows';

const SCHEMA = 'e2e_many_runs';
const GATE: Gate = { column: 'id', value: 2 };
const NAMES: Readonly<Record<Vendor, string>> = {
  mysql: 'Reporting replica of the warehouse',
  mariadb: 'Archive of the northern branch office',
};
/** Tabs narrower than that have no room for a kind, a name and a time. */
const LEAST_WIDTH = 320;
/** Glyphs of a server's or a folder's name, with the ellipsis, that still tell which it is. */
const LEAST_GLYPHS = 6;

/**
 * Tabs of more runs than a window has room for. The first one waits at a gate of a server of its own, so that it still runs;
 * a snapshot of another dump would wait for it.
 */
describe('the tabs of many runs', () => {
  let home: Home;
  let app: RunningApp;
  let gate: Connection;
  beforeAll(async () => {
    home = makeHome();
    for (const vendor of testVendors) {
      await onTestServer(vendor, (session) => makeSchema(session, SCHEMA, 16));
      await saveProfile(home, { ...testProfile(vendor, vendor), name: NAMES[vendor] });
    }
    gate = await connectPlain('mysql');
    await closeGate(gate, GATE);
    app = await launch(home);
    for (const vendor of testVendors)
      await app.request('profiles/unlock', { profileId: vendor, password: testServer(vendor).password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await gate.end();
    for (const vendor of testVendors)
      await onTestServer(vendor, (session) => session.run(`DROP SCHEMA ${SCHEMA}`));
  });

  const tabs = () => app.page.getByRole('tab');

  async function dump(vendor: Vendor, condition: string | null): Promise<void> {
    await app.byId('nav-connections').click();
    await app.byId(`connection-dump-${vendor}`).click();
    await pickSchema(app, SCHEMA);
    if (condition !== null) await setCondition(app, `${SCHEMA}.part0`, condition);
    await app.byId('dump-start').click();
  }

  /** Repeats the dump that ended until there are so many tabs. */
  async function repeatUntil(count: number): Promise<void> {
    const headers = await app.request('runs/list', null);
    const runId = headers.find(({ title }) => title.startsWith(NAMES.mariadb))?.runId ?? '';
    while ((await tabs().count()) < count) {
      const before = await tabs().count();
      await app.request('history/repeat', { runId });
      await expect.poll(() => tabs().count()).toBe(before + 1);
    }
    await app.page.waitForFunction(
      (wanted) => document.querySelectorAll('[data-testid^="run-close-"]').length === wanted,
      count - 1,
    );
  }

  async function expectTabs(count: number): Promise<void> {
    await expect.poll(() => tabs().count()).toBe(count);
    expect(await tabFaults(app)).toEqual([]);
    const words = await tabs().allTextContents();
    for (const word of words)
      expect(word).toMatch(/^Dump(?:Reporting|Archive).*\d\d:\d\d:\d\d(?:\d{1,2} %)?$/);
  }

  it('neither overlap nor are cut down where there are six', async () => {
    await dump('mysql', waitsAt(GATE));
    await waitForRunState(app, 'running');
    await dump('mariadb', null);
    expect(await resultState(app, 'dump')).toBe('done');
    await repeatUntil(6);
    await expectTabs(6);
    await lookAt(app, 'run-six-tabs');
  });

  it('neither do twenty-four, in a narrow window either, and a list has them all', async () => {
    await repeatUntil(24);
    await expectTabs(24);
    await lookAt(app, 'run-many-tabs');
    await lookAtNarrow(app, 'run-many-tabs-narrow');
    await app.byId('run-menu').click();
    const listed = await app.page.getByRole('option').allInnerTexts();
    expect(listed).toHaveLength(24);
    // Their names alike, they are told apart by when they began.
    for (const words of listed) expect(words).toMatch(/\d\d:\d\d:\d\d$/);
    await app.page.getByRole('option', { name: 'Running' }).click();
    await waitForRunState(app, 'running');
    expect(await isInView(app)).toBe(true);
  });

  it('are closed one by one, but not while they run', async () => {
    await expect.poll(() => app.page.locator('[data-testid^="run-close-"]').count()).toBe(23);
    await app.byId('run-menu').click();
    await app.page.getByRole('option').last().click();
    await app.page.locator('[data-testid^="run-close-"]').last().click();
    await expect.poll(() => tabs().count()).toBe(23);
    expect(await isInView(app)).toBe(true);
    await openGate(gate, GATE);
    await app.page.waitForFunction(
      () => document.querySelectorAll('[data-testid^="run-close-"]').length === 23,
    );
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

/** True if the tab in front can be seen whole among the others. */
const isInView = (app: RunningApp): Promise<boolean> =>
  app.page.evaluate(() => {
    const tab = document.querySelector('[role="tab"][aria-selected="true"]')?.getBoundingClientRect();
    const list = document.querySelector('[role="tablist"]')?.getBoundingClientRect();
    return (
      tab !== undefined && list !== undefined && tab.left >= list.left - 1 && tab.right <= list.right + 1
    );
  });

/** Tabs that are too narrow, that overlap, whose names are cut down to nothing, or whose parts overlap each other or reach out of them. */
const tabFaults = (app: RunningApp): Promise<readonly string[]> =>
  app.page.evaluate(
    ([least, leastGlyphs]) => {
      const overlaps = (boxes: readonly DOMRect[]) =>
        boxes.some((box, at) => (boxes[at + 1]?.left ?? Infinity) < box.right - 0.5);
      const all = Array.from(document.querySelectorAll<HTMLElement>('[role="tab"]'));
      const faults = overlaps(all.map((tab) => tab.getBoundingClientRect())) ? ['the tabs overlap'] : [];
      for (const tab of all) {
        const box = tab.getBoundingClientRect();
        const close = tab.parentElement?.querySelector('[data-testid^="run-close-"]') ?? null;
        const parts = [...Array.from(tab.children), ...(close === null ? [] : [close])].map((part) =>
          part.getBoundingClientRect(),
        );
        const words = tab.textContent;
        if (box.width < least) faults.push(`${words}: ${String(box.width)} px`);
        if (overlaps(parts)) faults.push(`${words}: its parts overlap`);
        if (parts.some(({ left, right }) => left < box.left || right > box.right))
          faults.push(`${words}: a part reaches out`);
        const cuts = Array.from(
          tab.querySelectorAll<HTMLElement>('[data-cut]'),
          ({ dataset }) => dataset.cut ?? '',
        );
        for (const cut of cuts.filter(({ length }) => length < leastGlyphs))
          faults.push(`${words}: only ${cut}`);
        const time = Array.from(tab.children).find(({ textContent }) => /^\d\d:\d\d:\d\d$/.test(textContent));
        if (time === undefined || time.scrollWidth > time.getBoundingClientRect().width + 1)
          faults.push(`${words}: no whole time`);
      }
      return faults;
    },
    [LEAST_WIDTH, LEAST_GLYPHS] as const,
  );
