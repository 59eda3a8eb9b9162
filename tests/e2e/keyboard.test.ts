import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { checksums, makeSchema, onTestServer } from './harness/server';
import { resultState } from './harness/steps';

const SCHEMA = 'e2e_keyboard';
const COPY = 'e2e_keyboard_copy';
/** More stops than any screen has: by then a walk has come round. */
const MOST_STOPS = 80;

describe.each(testVendors)('the keyboard alone: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    await onTestServer(vendor, (session) => makeSchema(session, SCHEMA, 1000));
    home = makeHome();
    app = await launch(home);
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer(vendor, async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });
  });

  const press = (key: string) => app.page.keyboard.press(key);
  const write = async (text: string) => {
    await press('Control+A');
    await app.page.keyboard.type(text);
  };

  /** Walks on with Tab until the element has the focus. */
  async function tabTo(testId: string): Promise<void> {
    const stops: (string | null)[] = [];
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const focused = await app.page.evaluate(
        () => document.activeElement?.getAttribute('data-testid') ?? null,
      );
      if (focused === testId) return;
      stops.push(focused);
      await press('Tab');
    }
    throw new Error(`Tab never reaches ${testId}; it stops at ${stops.join(', ')}.`);
  }

  it('makes and saves a connection', async () => {
    const { host, port, user, password } = testServer(vendor);
    await tabTo('new-connection');
    await press('Enter');
    await app.byId('connection-form').waitFor();
    for (const [field, text] of Object.entries({ name: 'By hand', host, port, user, password })) {
      await tabTo(`field-${field}`);
      await write(String(text));
    }
    await press('Enter');
    await app.byId('connection-form').waitFor({ state: 'detached' });
    expect((await app.request('profiles/list', null)).map(({ name }) => name)).toContain('By hand');
  });

  it('dumps a schema', async () => {
    const profile = (await app.request('profiles/list', null)).find(({ name }) => name === 'By hand');
    await tabTo(`connection-dump-${profile?.id ?? ''}`);
    await press('Enter');
    await app.byId(`tree-row-${SCHEMA}`).waitFor();
    await tabTo('tree-filter');
    await write(SCHEMA);
    await tabTo('object-tree');
    await press('Home');
    await press('Space');
    await app.page.locator('[data-testid="dump-start"]:not([disabled])').waitFor();
    await tabTo('dump-start');
    await press('Enter');
    expect(await resultState(app, 'dump')).toBe('done');
  });

  it('loads it under another name', async () => {
    await tabTo('result-load-this');
    await press('Enter');
    await app.byId('load-summary').waitFor();
    await tabTo('load-target');
    await press('Enter');
    await app.page.getByRole('option').first().waitFor();
    await app.page.keyboard.type('By hand');
    await press('Enter');
    await tabTo(`load-rename-${SCHEMA}`);
    await write(COPY);
    await tabTo('load-start');
    await press('Enter');
    expect(await resultState(app, 'load')).toBe('done');
    const [source, copy] = await onTestServer(vendor, async (session) => [
      await checksums(session, SCHEMA),
      await checksums(session, COPY),
    ]);
    expect(copy).toEqual(source);
  });

  it('goes everywhere through the command palette', async () => {
    await app.menu('command-palette');
    await app.byId('command-palette').waitFor();
    await app.page.keyboard.type('show connections');
    await expect
      .poll(() => app.byId('command-palette').getByRole('option').allTextContents())
      .toEqual(['Show connectionsCtrl+1']);
    await press('Enter');
    await app.byId('screen-connections').waitFor();
  });
});
