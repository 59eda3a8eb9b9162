import { testServer } from '../../servers/test-server';
import type { Home } from './home';
import { launch, type RunningApp } from './launch';
import { makeSchema, onTestServer, saveProfile, testProfile } from './server';
import { pickSchema, resultState } from './steps';

export const SCREENS = [
  'connections',
  'dump',
  'load',
  'migrate',
  'inspect',
  'runs',
  'jobs',
  'history',
  'settings',
] as const;
export type Screen = (typeof SCREENS)[number];

/**
 * Starts the app with something on each screen: a connection `server` of the MySQL test server with this schema, which is
 * made, a job, a run, a dump.
 */
export async function launchFilled(home: Home, schema: string): Promise<RunningApp> {
  await onTestServer('mysql', async (session) => {
    await makeSchema(session, schema, 1000);
    for (const view of ['first_view', 'second_view'])
      await session.run(`CREATE VIEW ${schema}.${view} AS SELECT id FROM ${schema}.part0`);
  });
  await saveProfile(home, testProfile('mysql', 'server'));
  const app = await launch(home);
  await app.request('profiles/unlock', { profileId: 'server', password: testServer('mysql').password });
  await fillEveryScreen(app, schema);
  return app;
}

async function fillEveryScreen(app: RunningApp, schema: string): Promise<void> {
  await app.byId('connection-dump-server').click();
  await pickSchema(app, schema);
  await app.byId('save-job').click();
  await app.byId('job-name').fill('Nightly');
  await app.byId('job-save').click();
  await app.byId('save-job-dialog').waitFor({ state: 'detached' });
  await app.byId('dump-start').click();
  const state = await resultState(app, 'dump');
  if (state !== 'done') throw new Error(`The dump to look at ended as ${String(state)}.`);
  await app.byId('result-load-this').click();
  await app.byId('load-summary').waitFor();
}

export async function openScreen(app: RunningApp, screen: Screen): Promise<void> {
  await app.byId(`nav-${screen}`).click();
  await app.page.locator('main [data-testid^="screen-"]').first().waitFor();
  await app.page.waitForFunction(
    () => !/…(?: !!\])?$/m.test(document.querySelector('main strong')?.textContent ?? ''),
  );
}

/**
 * Parts of the screen, or of a dialog, that can't be seen: words and controls that reach out of their holder, controls whose
 * right end lies under something else, names that are cut down to nothing, and what scrolls behind a slit.
 */
export const cutOff = (app: RunningApp, within = 'main'): Promise<readonly string[]> =>
  app.page.evaluate((selector) => {
    const leastOfName = 30;
    const slack = 1;
    const main = document.querySelector(selector);
    if (main === null) return [`There is no ${selector}.`];
    const holderOf = (element: Element): Element => {
      const above = element.parentElement ?? main;
      return above === main || getComputedStyle(above).overflowX !== 'visible' ? above : holderOf(above);
    };
    const isCut = (element: Element): boolean => {
      const { right, width } = element.getBoundingClientRect();
      const { textOverflow } = getComputedStyle(element);
      // Text for screen readers alone is one pixel wide.
      if (element.getClientRects().length === 0 || width === 1) return false;
      const isShortenedName = textOverflow === 'ellipsis' || element.closest('[data-cut]') !== null;
      if (isShortenedName) return width < leastOfName && element.scrollWidth > width + slack;
      const holder = holderOf(element);
      const room = holder.getBoundingClientRect();
      const isShortened = getComputedStyle(holder).textOverflow === 'ellipsis';
      return isShortened ? room.width < leastOfName && width > room.width : right > room.right + slack;
    };
    const isControl = ({ tagName }: Element) => ['BUTTON', 'INPUT'].includes(tagName);
    // One that is scrolled out of sight or invisible shows no left end either.
    const isCovered = (element: Element): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [start, end] = [left + 2, right - 2].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
      if (start == null || end == null || !element.contains(start)) return false;
      return !element.contains(end) && !end.contains(element);
    };
    const seen = Array.from(main.querySelectorAll('*')).filter(
      (element) => isControl(element) || (element.children.length === 0 && element.textContent.trim() !== ''),
    );
    const leastToScroll = 60;
    const slits = Array.from(main.querySelectorAll('*')).filter(
      (element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowY) &&
        element.clientHeight < leastToScroll &&
        element.scrollHeight > element.clientHeight + slack,
    );
    const hidden = seen.filter((element) => isCut(element) || (isControl(element) && isCovered(element)));
    return [...slits, ...hidden].map(({ tagName, textContent }) => `${tagName} ${textContent.slice(0, 40)}`);
  }, within);
