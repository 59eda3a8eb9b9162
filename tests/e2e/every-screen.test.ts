import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuCommand } from '../../app/contract/channels';
import { walk } from './harness/focus';
import { makeHome, type Home } from './harness/home';
import type { RunningApp } from './harness/launch';
import { findBarriers, lookAt } from './harness/look';
import { onTestServer } from './harness/server';
import { cutOff, launchFilled, openScreen, SCREENS, type Screen } from './harness/screens';
import { chooseOption } from './harness/steps';
import { atSize } from './harness/windows';

const SCHEMA = 'e2e_screens';
/** The lists of choices of the screens that have some, as they stand on them. */
const LISTS: Readonly<Partial<Record<Screen, readonly string[]>>> = {
  dump: [
    ...['dump-connection', 'dump-format', 'dump-compression', 'dump-definers', 'dump-mode'],
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
/** Enlarged, so that objects and options share 853 pixels, and 700. */
const ENLARGED = [
  { width: 1280, height: 820, zoom: 1.5 },
  { width: 1050, height: 820, zoom: 1.5 },
] as const;

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

  /** Measures what is shown within a place in each enlarged window. */
  async function expectFitsEnlarged(name: string, within?: string): Promise<void> {
    for (const size of ENLARGED)
      await atSize(app, size, async () => {
        expect(await cutOff(app, within), `${name} at ${String(size.width)}`).toEqual([]);
        await lookAt(app, `enlarged-${name}-${String(size.width)}`);
      });
  }

  it.each(SCREENS)('%s: fits an enlarged window', async (screen) => {
    await openScreen(app, screen);
    await expectFitsEnlarged(screen);
  });

  it('load: fits an enlarged window with what is in the dump', async () => {
    await openScreen(app, 'load');
    await app.page.getByRole('gridcell', { name: '2 views' }).waitFor();
    await expectFitsEnlarged('load');
  });

  it('inspect: fits an enlarged window with the tables of a server', async () => {
    await openScreen(app, 'inspect');
    await chooseOption(app, 'inspect-connection', 'server');
    await app.byId(`inspect-row-${SCHEMA}.part0`).waitFor();
    await expectFitsEnlarged('inspect-list');
  });

  it('migrate: each of its steps fits an enlarged window', async () => {
    await openScreen(app, 'migrate');
    await chooseOption(app, 'migrate-source', 'server');
    await app.byId(`tree-check-${SCHEMA}`).click();
    await expectFitsEnlarged('migrate-objects');
    for (const step of ['target', 'check', 'plan']) {
      await app.page.locator('[data-testid="migrate-next"]:not([disabled])').click();
      await app.byId(`migrate-step-${step}`).waitFor();
      if (step === 'target') await chooseOption(app, 'migrate-target', 'server');
      await app.page
        .locator('[data-testid="migrate-next"]:not([disabled])')
        .or(app.byId('migrate-start'))
        .waitFor();
      await expectFitsEnlarged(`migrate-${step}`);
    }
  });

  it('has dialogs that fit an enlarged window', async () => {
    const dialogs = [
      ['connections', 'new-connection', 'connection-form'],
      ['dump', 'dump-review', 'review-dialog'],
      ['dump', 'save-job', 'save-job-dialog'],
      ['jobs', 'job-edit-Nightly', 'edit-job-dialog'],
      ['jobs', 'job-schedule-Nightly', 'schedule-dialog'],
      ['load', 'load-review', 'plan-dialog'],
    ] as const;
    for (const [screen, opener, dialog] of dialogs) {
      await openScreen(app, screen);
      if (screen === 'load') await chooseOption(app, 'load-target', 'server');
      await app.page.locator(`[data-testid="${opener}"]:not([disabled])`).click();
      await app.byId(dialog).waitFor();
      await expectFitsEnlarged(dialog, `[data-testid="${dialog}"]`);
      await app.page.keyboard.press('Escape');
      await app.byId(dialog).waitFor({ state: 'detached' });
    }
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

  it('are reached by digits in the order of the sidebar', async () => {
    const digits = await app.electron.evaluate(({ Menu }) => {
      const items = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
      return items
        .map(({ id, accelerator }) => ({ id, digit: Number(/\+(\d)$/.exec(accelerator ?? '')?.[1]) }))
        .filter(({ digit }) => digit > 0)
        .sort((a, b) => a.digit - b.digit);
    });
    expect(digits.map(({ digit }) => digit)).toEqual([1, 2, 3, 4, 5]);
    const reached: (string | null)[] = [];
    for (const { id } of digits) {
      await app.menu(id as MenuCommand);
      reached.push(await app.page.locator('nav [aria-current="page"]').getAttribute('data-testid'));
    }
    const sidebar = await app.page
      .locator('nav button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-testid')));
    expect(new Set(reached).size).toBe(5);
    expect(reached).toEqual(sidebar.filter((name) => reached.includes(name)));
  });

  it.each(['dark', 'light'])('shows the colour of each connection on its marked row: %s', async (theme) => {
    await openScreen(app, 'dump');
    if ((await app.page.locator('html').getAttribute('data-theme')) !== theme) await app.menu('toggle-theme');
    await app.byId('dump-connection').click();
    for (const option of await app.page.getByRole('option').all()) {
      await option.hover();
      expect(await swatchContrast(app), await option.innerText()).toBeGreaterThan(LEAST_CONTRAST);
    }
    await app.page.keyboard.press('Escape');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

/** WCAG 2.1, 1.4.11: of what is no text. */
const LEAST_CONTRAST = 3;

/** Contrast of the marked option's swatch, or of the ring around it, against the option. */
const swatchContrast = (app: RunningApp): Promise<number> =>
  app.page.evaluate(() => {
    const swatch = document.querySelector('[role="option"][aria-selected="true"] [data-hue]');
    const row = swatch?.closest('[role="option"]') ?? null;
    if (swatch === null || row === null) return 0;
    const luminanceOf = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/\d+(?:\.\d+)?/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: string, other: string) => {
      const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
      return (light + 0.05) / (dark + 0.05);
    };
    const ground = getComputedStyle(row).backgroundColor;
    const { backgroundColor, boxShadow } = getComputedStyle(swatch);
    const ring = /rgba?\([^)]*\)/.exec(boxShadow)?.[0] ?? ground;
    return Math.max(contrast(backgroundColor, ground), contrast(ring, ground));
  });
