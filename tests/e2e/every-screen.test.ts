import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walk } from './harness/focus';
import { makeHome, type Home } from './harness/home';
import type { RunningApp } from './harness/launch';
import { findBarriers, lookAt } from './harness/look';
import { onTestServer } from './harness/server';
import { cutOff, launchFilled, openScreen, SCREENS, type Screen } from './harness/screens';
import { atSize } from './harness/windows';

const SCHEMA = 'e2e_screens';
/** The lists of choices of the screens that have some, as they stand on them. */
const LISTS: Readonly<Partial<Record<Screen, readonly string[]>>> = {
  dump: [
    ...['dump-connection', 'dump-compression', 'dump-definers', 'dump-mode'],
    ...['dump-non-transactional', 'dump-long-queries'],
  ],
  load: [
    ...['load-target', 'load-content', 'load-policy', 'load-indexes', 'load-prefer'],
    ...['load-method', 'load-binlog', 'load-gtid', 'load-verify'],
    ...['load-definers', 'load-missing-primary-key', 'load-event-status'],
  ],
  migrate: ['migrate-source', 'migrate-mode'],
  inspect: ['inspect-connection', 'inspect-tier'],
  settings: ['settings-memory', 'settings-appearance'],
};
/** As small as the window gets, what a small laptop has, and what a larger display has. */
const SIZES = [
  { width: 960, height: 620, zoom: 1 },
  { width: 1024, height: 700, zoom: 1 },
  { width: 1440, height: 1000, zoom: 1 },
] as const;
/** Enlarged, so that objects and options share 853 pixels. */
const ENLARGED = { width: 1280, height: 820, zoom: 1.5 } as const;

/** Each screen holds something: a connection, a schema that is read, a run, a dump, a job. */
describe('every screen', () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    home = makeHome();
    app = await launchFilled(home, SCHEMA);
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA IF EXISTS ${SCHEMA}`));
  });

  it.each(SCREENS)('%s: fits a small window and a large one', async (screen) => {
    await openScreen(app, screen);
    for (const size of SIZES) {
      await atSize(app, size, async () => {
        expect(await cutOff(app), `${screen} at ${String(size.width)}`).toEqual([]);
        await lookAt(app, `screen-${screen}-${String(size.width)}`);
      });
    }
  });

  it.each(SCREENS)('%s: names, figures and messages can be selected', async (screen) => {
    await openScreen(app, screen);
    const locked = await app.page.evaluate(() => {
      const pressed =
        'button, label, nav, svg, canvas, select, [role=tab], [role=option], [role=menuitem], [role=treegrid], [role=columnheader]';
      return Array.from(document.querySelectorAll('main *'))
        .filter(({ children, textContent }) => children.length === 0 && textContent.trim() !== '')
        .filter(
          (element) => element.closest(pressed) === null && getComputedStyle(element).userSelect === 'none',
        )
        .map(({ textContent }) => textContent.slice(0, 40));
    });
    expect(locked).toEqual([]);
  });

  it('dump: fits an enlarged window', async () => {
    await openScreen(app, 'dump');
    await atSize(app, ENLARGED, async () => {
      expect(await cutOff(app)).toEqual([]);
      await lookAt(app, 'screen-dump-enlarged');
    });
  });

  it.each(SCREENS)(
    '%s: Tab goes through it once, from top to bottom, and shows where it is',
    async (screen) => {
      await openScreen(app, screen);
      await app.byId(`nav-${screen}`).focus();
      const stops = await walk(app);
      expect(stops.filter(({ isMarked }) => !isMarked).map(({ name }) => name)).toEqual([]);
      // The walk began in the middle: turned so that it begins at the top, it is the order of the document.
      const places = stops.map(({ place }) => place);
      const first = places.indexOf(Math.min(...places));
      const turned = [...places.slice(first), ...places.slice(0, first)];
      expect(turned).toEqual([...turned].sort((a, b) => a - b));
      expect(stops[first]?.name).toBe('nav-connections');
      expect(stops.map(({ name }) => name)).toContain(`nav-${screen}`);
    },
  );

  /** Opens each list of choices that stands within `place`; answers which there were. */
  async function lookAtLists(place: string): Promise<readonly (string | null)[]> {
    const lists = app.page.locator(`${place} [role="combobox"]:not([disabled])`);
    const names = await lists.evaluateAll((all) => all.map((list) => list.getAttribute('data-testid')));
    for (const name of names) {
      await app.byId(name ?? '').click();
      await app.page.locator(`${place} [role="listbox"][data-state="open"]`).waitFor();
      if (name === names[0]) await lookAt(app, `list-${name ?? ''}`);
      else expect.soft(await findBarriers(app.page), `list ${name ?? ''}`).toEqual([]);
      await app.page.keyboard.press('Escape');
      await app.page.locator('[role="listbox"][data-state="open"]').waitFor({ state: 'detached' });
    }
    return names;
  }

  it.each(Object.entries(LISTS))('%s: its lists, open, are part of it', async (screen, lists) => {
    await openScreen(app, screen as Screen);
    expect(await lookAtLists('main')).toEqual(lists);
  });

  it('has the lists of a dialog in the dialog', async () => {
    await openScreen(app, 'connections');
    await app.byId('new-connection').click();
    expect(await lookAtLists('[data-testid="connection-form"]')).toEqual(['field-tls']);
    await app.page.keyboard.press('Escape');
    await app.byId('connection-form').waitFor({ state: 'detached' });
  });

  it('has the tip of a control in the screen', async () => {
    await openScreen(app, 'history');
    await app.page.getByRole('button', { name: 'Refresh history' }).focus();
    await app.page.locator('main [role="tooltip"]').waitFor({ state: 'attached' });
    expect(await findBarriers(app.page)).toEqual([]);
  });

  it('keeps the focus in a dialog, and returns it to its opener', async () => {
    await openScreen(app, 'connections');
    await app.byId('new-connection').focus();
    await app.page.keyboard.press('Enter');
    await app.byId('connection-form').waitFor();
    const stops = await walk(app);
    const places = await app.page.evaluate(() => {
      const all = Array.from(document.querySelectorAll('*'));
      const form = document.querySelector('[data-testid="connection-form"]');
      return all.flatMap((element, place) => (form?.contains(element) === true ? [place] : []));
    });
    expect(stops.filter(({ place }) => !places.includes(place))).toEqual([]);
    expect(stops.filter(({ isMarked }) => !isMarked)).toEqual([]);
    await app.page.keyboard.press('Escape');
    await app.byId('connection-form').waitFor({ state: 'detached' });
    await app.page.waitForFunction(
      () => document.activeElement?.getAttribute('data-testid') === 'new-connection',
    );
  });

  it('holds up nobody while a question is open', async () => {
    await openScreen(app, 'jobs');
    await app.byId('job-remove-Nightly').click();
    await app.byId('confirm-dialog').waitFor();
    await lookAt(app, 'confirm');
    await app.page.keyboard.press('Escape');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
